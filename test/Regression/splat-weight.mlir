// The range of equal values holds 0: none is lost.

// RUN: compression-opt %s --compress-apply --symbol-dce -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../Inputs/npy.py write %t.npy f32 1x2 1 0
// RUN: compression-run %t.mlir --input=%t.npy --output=%t.a.npy --output=%t.b.npy
// RUN: %python %S/../Inputs/npy.py print %t.a.npy | FileCheck %s --check-prefix=POSITIVE
// RUN: %python %S/../Inputs/npy.py print %t.b.npy | FileCheck %s --check-prefix=NEGATIVE
// POSITIVE: {{^}}0.5 0.5{{$}}
// NEGATIVE: {{^}}-0.25 -0.25{{$}}

ml_program.global private @positive(dense<0.5> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>}
ml_program.global private @negative(dense<-0.25> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<u8, f32, block [*, *], zero_point>}

func.func @main(%x: tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
  %p = ml_program.global_load @positive : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %p : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  %n = ml_program.global_load @negative : tensor<2x2xf32>
  %1 = linalg.matmul ins(%x, %n : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0, %1 : tensor<1x2xf32>, tensor<1x2xf32>
}

// 0.5 / 127, code 127; 0.25 / 255, zero point 255, code 0.
// CHECK-DAG: positive.codes: "0x400000007F7F7F7F"
// CHECK-DAG: positive.scales: "0x400000000402813B"
// CHECK-DAG: negative.codes: "0x4000000000000000"
// CHECK-DAG: negative.scales: "0x400000008180803A"
// CHECK-DAG: negative.zero_points: "0x40000000FF"
