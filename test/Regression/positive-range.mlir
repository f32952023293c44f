// A range that lies above 0 is widened to 0, which stays exact.

// RUN: compression-opt %s --compress-apply --symbol-dce | FileCheck %s

ml_program.global private @u8(dense<[[1.0, 1.5], [3.0, 4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
ml_program.global private @u4(dense<[[1.0, 1.5], [3.0, 4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<u4, f32, block [*, *], zero_point>}

func.func @main(%x: tensor<1x2xf32>, %i: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %a = ml_program.global_load @u8 : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  %b = ml_program.global_load @u4 : tensor<2x2xf32>
  %1 = linalg.matmul ins(%x, %b : tensor<1x2xf32>, tensor<2x2xf32>) outs(%0 : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// 64, 96, 191 and 255 steps of 4 / 255; 4, 6, 11 and 15 of 4 / 15.
// CHECK-DAG: u8.codes: "0x400000004060BFFF"
// CHECK-DAG: u8.scales: "0x400000008180803C"
// CHECK-DAG: u8.zero_points: "0x4000000000"
// CHECK-DAG: u4.codes: "0x4000000064FB"
// CHECK-DAG: u4.scales: "0x400000008988883E"
// CHECK-DAG: u4.zero_points: "0x4000000000"
