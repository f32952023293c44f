// A value of a quantized type that an op needs as such is an error, with its
// place, before anything is lowered.

// RUN: %python %S/../Inputs/npy.py write %t.npy f32 4 1
// RUN: split-file %s %t
// RUN: not compression-opt %t/inside.mlir --compress-to-llvm 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not compression-opt %t/inside.mlir --compress=preset=W8A8_DYNAMIC 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not compression-run %t/inside.mlir --input=%t.npy 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: inside.mlir:3:8: error: 'quant.qcast' op breaks the contract of stage '{{packed|normalized}}': expected no quantized type, but got 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>'

// RUN: not compression-opt %t/boundary.mlir --compress-to-llvm 2>&1 | FileCheck %s --check-prefix=BOUNDARY
// RUN: not compression-opt %t/boundary.mlir --compress=preset=W8A8_DYNAMIC 2>&1 | FileCheck %s --check-prefix=BOUNDARY
// BOUNDARY: boundary.mlir:2:1: error: 'func.func' op breaks the contract of stage '{{packed|normalized}}': expected no quantized type, but got 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>'
// RUN: not compression-run %t/boundary.mlir --input=%t.npy 2>&1 | FileCheck %s --check-prefix=RUN-ERROR
// RUN-ERROR: boundary.mlir:2:1: error: expected argument 0 of 'main' to be {{.*}}, but got 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>'

//--- inside.mlir
!q = !quant.uniform<i8:f32, 0.5>
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  %1 = tensor.extract_slice %0[0] [2] [1] : tensor<4x!q> to tensor<2x!q>
  %2 = quant.dcast %1 : tensor<2x!q> to tensor<2xf32>
  return %2 : tensor<2xf32>
}

//--- boundary.mlir
!q = !quant.uniform<i8:f32, 0.5>
func.func @main(%x: tensor<4x!q>) -> tensor<2x!q> {
  %0 = tensor.extract_slice %x[0] [2] [1] : tensor<4x!q> to tensor<2x!q>
  return %0 : tensor<2x!q>
}
