// RUN: compression-opt %s --compress-fold-batch-norm --verify-diagnostics --split-input-file \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-fold-batch-norm | FileCheck %s

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// CHECK-LABEL: func.func @zero_variance
// CHECK: arith.divf
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @deviation(dense<[0.0, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @zero_variance(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %deviation = ml_program.global_load @deviation : tensor<2xf32>
  // expected-remark @below {{[Missed] BatchNormNotFolded | Category:compress-fold-batch-norm | Function=zero_variance | Reason="'linalg.conv_2d_nhwc_fhwc' keeps the ops behind it: a scale or an offset is not finite"}}
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %deviation : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.divf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// CHECK-LABEL: func.func @overflow
// CHECK: arith.mulf
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @scale(dense<[1.0, 3.0e38]> : tensor<2xf32>) : tensor<2xf32>
func.func @overflow(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %scale = ml_program.global_load @scale : tensor<2xf32>
  // expected-remark @below {{[Missed] BatchNormNotFolded | Category:compress-fold-batch-norm | Function=overflow | Reason="'linalg.conv_2d_nhwc_fhwc' keeps the ops behind it: a scaled weight is not finite"}}
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %scale : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.mulf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// No root of -1 was folded.
// CHECK-LABEL: func.func @negative_variance
// CHECK: arith.divf
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @variance(dense<[-1.0, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @negative_variance(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %variance = ml_program.global_load @variance : tensor<2xf32>
  // expected-remark @below {{[Missed] BatchNormNotFolded | Category:compress-fold-batch-norm | Function=negative_variance | Reason="'linalg.conv_2d_nhwc_fhwc' keeps the ops behind it: a vector that is computed from weights has no value, as the root of a negative variance"}}
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %ev = tensor.empty() : tensor<2xf32>
  %root = linalg.generic {indexing_maps = [affine_map<(c) -> (c)>, affine_map<(c) -> (c)>], iterator_types = ["parallel"]}
      ins(%variance : tensor<2xf32>) outs(%ev : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.sqrt %a : f32
    linalg.yield %v : f32
  } -> tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %root : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.divf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// CHECK-LABEL: func.func @shared_weight
// CHECK: arith.mulf
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @scale(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @shared_weight(%x: tensor<1x3x3x2xf32>) -> (tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %scale = ml_program.global_load @scale : tensor<2xf32>
  // expected-remark @below {{[Missed] BatchNormNotFolded | Category:compress-fold-batch-norm | Function=shared_weight | Reason="'linalg.conv_2d_nhwc_fhwc' keeps the ops behind it: others use its weight too"}}
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %scale : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.mulf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// CHECK-LABEL: func.func @sums_from_elsewhere
// CHECK: arith.mulf
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @scale(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @sums_from_elsewhere(%x: tensor<1x3x3x2xf32>, %i: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %scale = ml_program.global_load @scale : tensor<2xf32>
  // expected-remark @below {{[Missed] BatchNormNotFolded | Category:compress-fold-batch-norm | Function=sums_from_elsewhere | Reason="'linalg.conv_2d_nhwc_fhwc' keeps the ops behind it: its sums don't start from zero"}}
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%i : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %scale : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.mulf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// CHECK-LABEL: func.func @narrow_weight
// CHECK: arith.mulf
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf16>) : tensor<2x1x1x2xf16>
ml_program.global private @scale(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @narrow_weight(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %n = ml_program.global_load @w : tensor<2x1x1x2xf16>
  %ew = tensor.empty() : tensor<2x1x1x2xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%n : tensor<2x1x1x2xf16>) outs(%ew : tensor<2x1x1x2xf32>) {
  ^bb0(%a: f16, %o: f32):
    %v = arith.extf %a : f16 to f32
    linalg.yield %v : f32
  } -> tensor<2x1x1x2xf32>
  %scale = ml_program.global_load @scale : tensor<2xf32>
  // expected-remark @below {{[Missed] BatchNormNotFolded | Category:compress-fold-batch-norm | Function=narrow_weight | Reason="'linalg.conv_2d_nhwc_fhwc' keeps the ops behind it: its weight is not stored as it is read"}}
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %scale : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.mulf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}
