// RUN: compression-opt %s --compress-to-integer --compress-pack --cse --symbol-dce | FileCheck %s

// What the epilogue computes of weights alone is computed at compile time: the
// product of scales, and the zero point times the sums of the columns.
// CHECK-DAG: ml_program.global private @sx.folded(dense<[2.500000e-01, 5.000000e-01]> : tensor<2xf32>)
// CHECK-DAG: ml_program.global private @zx.folded(dense<[42, 21]> : tensor<2xi32>)
ml_program.global private @codes(dense<[[1, 2, 3], [4, -5, 4]]> : tensor<2x3xi8>) : tensor<2x3xi8>
ml_program.global private @s(dense<[[0.5], [1.0]]> : tensor<2x1xf32>) : tensor<2x1xf32>
ml_program.global private @sx(dense<0.5> : tensor<1x1xf32>) : tensor<1x1xf32>
ml_program.global private @zx(dense<7> : tensor<1x1xi8>) : tensor<1x1xi8>
ml_program.global private @later(dense<0.5> : tensor<1x1xf32>) : tensor<1x1xf32> {compress.parameter}

#activation = #compress.affine<u8, f32, block [*, *], zero_point>
#weight = #compress.affine<s8 [-127, 127], f32, block [1, *]>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @known(
// CHECK: compress.packed_contract
// CHECK-SAME: extras(%{{.*}}, %{{.*}} : tensor<2xi32>, tensor<2xf32>)
// CHECK: ^bb0(%[[SUM:.*]]: i32, %[[SHARE:.*]]: i32, %[[SCALE:.*]]: f32):
// CHECK-NEXT: %[[REST:.*]] = arith.subi %[[SUM]], %[[SHARE]]
// CHECK-NEXT: %[[VALUE:.*]] = arith.sitofp %[[REST]]
// CHECK-NEXT: arith.mulf %[[VALUE]], %[[SCALE]]
func.func @known(%q: tensor<4x3xi8>) -> tensor<4x2xf32> {
  %codes = ml_program.global_load @codes : tensor<2x3xi8>
  %s = ml_program.global_load @s : tensor<2x1xf32>
  %sx = ml_program.global_load @sx : tensor<1x1xf32>
  %zx = ml_program.global_load @zx : tensor<1x1xi8>
  %x = compress.dequantize %q, %sx, %zx {scheme = #activation} : tensor<4x3xi8>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %s {scheme = #weight} : tensor<2x3xi8>, tensor<2x1xf32> -> tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %y = linalg.contract indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<4x3xf32>, tensor<2x3xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// A scale that may be set later stays an operand.
// CHECK-LABEL: func.func @set_later(
// CHECK: %[[LATER:.*]] = ml_program.global_load @later
// CHECK: compress.packed_contract
// CHECK-SAME: extras({{.*}}%[[LATER]]
// CHECK: arith.mulf
// CHECK: arith.mulf
func.func @set_later(%q: tensor<4x3xi8>) -> tensor<4x2xf32> {
  %codes = ml_program.global_load @codes : tensor<2x3xi8>
  %s = ml_program.global_load @s : tensor<2x1xf32>
  %sx = ml_program.global_load @later : tensor<1x1xf32>
  %zx = ml_program.global_load @zx : tensor<1x1xi8>
  %x = compress.dequantize %q, %sx, %zx {scheme = #activation} : tensor<4x3xi8>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %s {scheme = #weight} : tensor<2x3xi8>, tensor<2x1xf32> -> tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %y = linalg.contract indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<4x3xf32>, tensor<2x3xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
