// RUN: compression-opt %s --compress-normalize-contractions --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-normalize-contractions | FileCheck %s

ml_program.global private @w(dense<1.0> : tensor<3x2x5xf32>) : tensor<3x2x5xf32>

#x = affine_map<(m, h, n, k) -> (m, k)>
#w = affine_map<(m, h, n, k) -> (n, h, k)>
#r = affine_map<(m, h, n, k) -> (m, h, n)>
// The two n loops lie in another order in the result.
// CHECK: linalg.contract
func.func @permuted_n(%x: tensor<4x5xf32>) -> tensor<4x2x3xf32> {
  %w = ml_program.global_load @w : tensor<3x2x5xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  // expected-remark @below {{[Missed] ContractionStays | Category:compress-normalize-contractions | Function=permuted_n | Reason="'linalg.contract' reads a weight, but is no sum of float products with one n and one k loop"}}
  %r = linalg.contract indexing_maps = [#x, #w, #r] ins(%x, %w : tensor<4x5xf32>, tensor<3x2x5xf32>) outs(%z : tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}
