// Rows quantized at run time in a batch of one: as fast as rows without a batch.

// RUN: compression-opt %s --compress=preset=W8A8_DYNAMIC -o %t.mlir
// RUN: compression-opt %t.mlir --compress-to-integer --compress-pack | FileCheck %s
// RUN: %python %S/../Inputs/npy.py write %t.x.npy f32 1x3x4 1 2 3 4 -8 0 2 1 0.25 3 -2 0
// RUN: compression-run %s --input=%t.x.npy --output=%t.y.npy
// RUN: compression-run %t.mlir --input=%t.x.npy --expected=%t.y.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=40

// CHECK: compress.packed_contract
// CHECK-SAME: tensor<3x1xi8>
// CHECK-NOT: linalg.contract
// CHECK-NOT: linalg.matmul

ml_program.global private @w(dense<[[1.0, 2.0], [4.0, -5.0], [7.0, 8.0], [1.0, 1.1]]> : tensor<4x2xf32>) : tensor<4x2xf32>
func.func @main(%x: tensor<1x3x4xf32>) -> tensor<1x3x2xf32> {
  %w = ml_program.global_load @w : tensor<4x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %y = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                                        affine_map<(b, m, n, k) -> (k, n)>,
                                        affine_map<(b, m, n, k) -> (b, m, n)>]
         ins(%x, %w : tensor<1x3x4xf32>, tensor<4x2xf32>)
         outs(%init : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return %y : tensor<1x3x2xf32>
}
