// RUN: compression-opt %s --compress-reorder-weights --split-input-file | FileCheck %s

// The order of a filter, elements 1, 3, 2, 4; what is left between the weight and
// the convolution takes the order back and forth, for compress-fold-weight-views.
// CHECK: ml_program.global private @w(dense_resource<w> : tensor<1x1x2x2xf32>)
// CHECK-LABEL: func.func @filter
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<1x1x2x2xf32>
// CHECK: linalg.transpose ins(%[[W]] {{.*}} permutation = [3, 2, 0, 1]
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK: w: "0x400000000000803F000040400000004000008040"
ml_program.global private @w(dense<[[[[1.0, 2.0]], [[3.0, 4.0]]]]> : tensor<1x2x1x2xf32>) : tensor<1x2x1x2xf32>
func.func @filter(%x: tensor<1x3x3x2xf32>, %z: tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32> {
  %w = ml_program.global_load @w : tensor<1x2x1x2xf32>
  %e = tensor.empty() : tensor<1x1x2x2xf32>
  %t = linalg.transpose ins(%w : tensor<1x2x1x2xf32>) outs(%e : tensor<1x1x2x2xf32>) permutation = [0, 2, 3, 1]
  %r = linalg.conv_2d_nhwc_fhwc ins(%x, %t : tensor<1x3x3x2xf32>, tensor<1x1x2x2xf32>) outs(%z : tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32>
  return %r : tensor<1x3x2x1xf32>
}

// -----

// Other readers see the old tensor.
// CHECK-LABEL: func.func @table
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<2x3xf32>
// CHECK: %[[OLD:.*]] = linalg.transpose ins(%[[W]] {{.*}} permutation = [1, 0]
// CHECK: return %{{.*}}, %[[OLD]]
// CHECK: w: "0x400000000000803F000040400000A04000000040000080400000C040"
ml_program.global private @w(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @table(%i: tensor<4xi32>) -> (tensor<4x3xf32>, tensor<3x2xf32>) {
  %w = ml_program.global_load @w : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %t = linalg.transpose ins(%w : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
  %r = compress.gather %t[%i] : tensor<2x3xf32>, tensor<4xi32> -> tensor<4x3xf32>
  return %r, %w : tensor<4x3xf32>, tensor<3x2xf32>
}

// -----

// Two orders are wanted.
// CHECK: ml_program.global private @w(dense<{{.*}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]{{.*}} : tensor<1x1x2x2xf32>)
// CHECK-LABEL: func.func @two_orders
// CHECK: linalg.transpose ins({{.*}} permutation = [0, 1, 3, 2]
ml_program.global private @w(dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>) : tensor<1x1x2x2xf32>
func.func @two_orders(%x: tensor<1x3x3x2xf32>, %z: tensor<1x3x2x1xf32>) -> (tensor<1x3x2x1xf32>, tensor<1x3x2x1xf32>) {
  %w = ml_program.global_load @w : tensor<1x1x2x2xf32>
  %e = tensor.empty() : tensor<1x1x2x2xf32>
  %t = linalg.transpose ins(%w : tensor<1x1x2x2xf32>) outs(%e : tensor<1x1x2x2xf32>) permutation = [0, 1, 3, 2]
  %r = linalg.conv_2d_nhwc_fhwc ins(%x, %t : tensor<1x3x3x2xf32>, tensor<1x1x2x2xf32>) outs(%z : tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32>
  %s = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<1x1x2x2xf32>) outs(%z : tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32>
  return %r, %s : tensor<1x3x2x1xf32>, tensor<1x3x2x1xf32>
}

// -----

// A vector has one dimension.
// CHECK: ml_program.global private @b(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>)
// CHECK-LABEL: func.func @vector
// CHECK: %[[B:.*]] = ml_program.global_load @b : tensor<2xf32>
// CHECK: %[[OLD:.*]] = tensor.expand_shape %[[B]]
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[OLD]] :
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c, 0, 0)>
ml_program.global private @b(dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>) : tensor<2x1x1xf32>
func.func @vector(%x: tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32> {
  %b = ml_program.global_load @b : tensor<2x1x1xf32>
  %e = tensor.empty() : tensor<1x2x3x3xf32>
  %a = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %b : tensor<1x2x3x3xf32>, tensor<2x1x1xf32>) outs(%e : tensor<1x2x3x3xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.addf %i, %j : f32
    linalg.yield %v : f32
  } -> tensor<1x2x3x3xf32>
  return %a : tensor<1x2x3x3xf32>
}

// -----

#id = affine_map<(f, h, w, c) -> (f, h, w, c)>
// A filter that is read in reverse, as by a transposed convolution, and
// transposed: elements 2, 4, 1, 3.
ml_program.global private @w(dense<[[[[1.0, 2.0]], [[3.0, 4.0]]]]> : tensor<1x2x1x2xf16>) : tensor<1x2x1x2xf16>
// CHECK-LABEL: func.func @reversed
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<1x1x2x2xf16>
// CHECK-NOT: tensor.extract
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<1x1x2x2xf16>)
// CHECK: arith.extf
// CHECK: linalg.conv_2d_nhwc_fhwc ins(%arg0, %[[WIDE]] :
// CHECK: w: "0x4000000000400044003C0042"
func.func @reversed(%x: tensor<1x3x3x2xf32>, %z: tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32> {
  %w = ml_program.global_load @w : tensor<1x2x1x2xf16>
  %e = tensor.empty() : tensor<1x2x1x2xf32>
  %wide = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w : tensor<1x2x1x2xf16>) outs(%e : tensor<1x2x1x2xf32>) {
  ^bb0(%a: f16, %o: f32):
    %v = arith.extf %a : f16 to f32
    linalg.yield %v : f32
  } -> tensor<1x2x1x2xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x2x1x2xf32>) {
  ^bb0(%o: f32):
    %last = arith.constant 1 : index
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %i = arith.subi %last, %i3 : index
    %v = tensor.extract %wide[%i0, %i1, %i2, %i] : tensor<1x2x1x2xf32>
    linalg.yield %v : f32
  } -> tensor<1x2x1x2xf32>
  %e1 = tensor.empty() : tensor<1x1x2x2xf32>
  %t = linalg.transpose ins(%r : tensor<1x2x1x2xf32>) outs(%e1 : tensor<1x1x2x2xf32>) permutation = [0, 2, 3, 1]
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %t : tensor<1x3x3x2xf32>, tensor<1x1x2x2xf32>) outs(%z : tensor<1x3x2x1xf32>) -> tensor<1x3x2x1xf32>
  return %y : tensor<1x3x2x1xf32>
}
