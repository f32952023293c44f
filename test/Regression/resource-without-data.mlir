// A resource that is not in the file, or was elided: no zeros in its place.

// RUN: %python %S/../Inputs/npy.py write %t.npy f32 1x2 1
// RUN: split-file %s %t
// RUN: not compression-opt %t/missing.mlir --compress=preset=W8A8_DYNAMIC 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not compression-opt %t/missing.mlir --compress-normalize 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not compression-opt %t/missing.mlir --compress-to-llvm=weights=inline 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not compression-run %t/missing.mlir --input=%t.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not compression-opt %t/elided.mlir --compress=preset=W8A8_DYNAMIC 2>&1 | FileCheck %s --check-prefix=ELIDED
// RUN: not compression-run %t/elided.mlir --input=%t.npy 2>&1 | FileCheck %s --check-prefix=ELIDED
// MISSING: missing.mlir:2:8: error: {{.*}}expected data for the resource 'nosuch', but got none: it was elided or is not in the file
// ELIDED: elided.mlir:2:8: error: {{.*}}expected data for the resource '__elided__', but got none: it was elided or is not in the file

// What elision leaves of a compressed model.
// RUN: not compression-run %t/codes.mlir --input=%t.npy 2>&1 | FileCheck %s --check-prefix=CODES
// RUN: not compression-opt %t/codes.mlir --compress-to-llvm=weights=inline 2>&1 | FileCheck %s --check-prefix=CODES
// CODES: codes.mlir:1:1: error: {{.*}}expected data for the resource 'w.codes', but got none

//--- missing.mlir
func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense_resource<nosuch> : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//--- elided.mlir
func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense_resource<__elided__> : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//--- codes.mlir
ml_program.global private @w.codes(dense_resource<w.codes> : tensor<2x2xi8>) : tensor<2x2xi8>
func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %codes = ml_program.global_load @w.codes : tensor<2x2xi8>
  %scale = arith.constant dense<0.5> : tensor<1x1xf32>
  %w = compress.dequantize %codes, %scale {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<2x2xi8>, tensor<1x1xf32> -> tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
