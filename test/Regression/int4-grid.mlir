// Weights that lie on a grid of 4-bit codes: both conventions of the range, and
// quantizing what was decoded gives the codes again.

// RUN: compression-opt %s --compress-apply --symbol-dce | FileCheck %s

ml_program.global private @full(dense<[[-2.0, -1.75], [0.25, 1.75]]> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<s4, f32, block [*, *]>}
ml_program.global private @narrow(dense<[[-2.0, -1.75], [0.25, 1.75]]> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<s4 [-7, 7], f32, block [*, *]>}
// What @narrow decodes to, with one scale: codes times 2 / 7 in f32.
ml_program.global private @again(dense<[[0xC0000000, 0xBFDB6DB7], [0x3E924925, 0x3FDB6DB7]]> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<s4 [-7, 7], f32, block [*, *]>}

func.func @main(%x: tensor<1x2xf32>, %i: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %a = ml_program.global_load @full : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  %b = ml_program.global_load @narrow : tensor<2x2xf32>
  %1 = linalg.matmul ins(%x, %b : tensor<1x2xf32>, tensor<2x2xf32>) outs(%0 : tensor<1x2xf32>) -> tensor<1x2xf32>
  %c = ml_program.global_load @again : tensor<2x2xf32>
  %2 = linalg.matmul ins(%x, %c : tensor<1x2xf32>, tensor<2x2xf32>) outs(%1 : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}

// -8, -7, 1 and 7 steps of 0.25: exact.
// CHECK-DAG: full.codes: "0x400000009871"
// CHECK-DAG: full.scales: "0x400000000000803E"
// -7, -6, 1 and 6 steps of 2 / 7.
// CHECK-DAG: narrow.codes: "0x40000000A961"
// CHECK-DAG: narrow.scales: "0x400000002549923E"
// CHECK-DAG: again.codes: "0x40000000A961"
// CHECK-DAG: again.scales: "0x400000002549923E"
