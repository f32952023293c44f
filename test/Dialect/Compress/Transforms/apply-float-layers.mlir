// RUN: compression-opt %s --compress-apply --cse --symbol-dce | FileCheck %s

// A layer whose weight stays float reads its input as it is, though another
// layer reads the codes.

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
ml_program.global private @coded(dense<1.0> : tensor<5x3xf32>) : tensor<5x3xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
ml_program.global private @float(dense<2.0> : tensor<5x3xf32>) : tensor<5x3xf32>

// CHECK-LABEL: func @shared
// CHECK-SAME: (%[[X:.*]]: tensor<8x3xf32>,
func.func @shared(%x: tensor<8x3xf32>, %i: tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<8x5xf32>) {
  // CHECK-DAG: %[[ROUNDED:.*]] = compress.dequantize {{.*}} -> tensor<8x3xf32>
  // CHECK-DAG: %[[W:.*]] = ml_program.global_load @float
  // CHECK: linalg.contract {{.*}} ins(%[[ROUNDED]],
  // CHECK: linalg.contract {{.*}} ins(%[[X]], %[[W]]
  %0 = compress.observe %x {name = "x", scheme = #compress.affine<u8, f32, block [1, *], zero_point>, dynamic} : tensor<8x3xf32>
  %a = ml_program.global_load @coded : tensor<5x3xf32>
  %b = ml_program.global_load @float : tensor<5x3xf32>
  %1 = linalg.contract indexing_maps = [#x, #w, #y] ins(%0, %a : tensor<8x3xf32>, tensor<5x3xf32>) outs(%i : tensor<8x5xf32>) -> tensor<8x5xf32>
  %2 = linalg.contract indexing_maps = [#x, #w, #y] ins(%0, %b : tensor<8x3xf32>, tensor<5x3xf32>) outs(%i : tensor<8x5xf32>) -> tensor<8x5xf32>
  return %1, %2 : tensor<8x5xf32>, tensor<8x5xf32>
}
