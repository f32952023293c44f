// RUN: compression-opt %s --compress-fold-batch-norm --split-input-file | FileCheck %s

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// The rows of the weight times 0.5 and 4, and 10 - 1 * 0.5 and 20 - 2 * 4. The bias
// has the name of the last vector.
// CHECK-LABEL: func.func @batch_norm
// CHECK: %[[W:.*]] = ml_program.global_load @w
// CHECK: %[[Y:.*]] = linalg.conv_2d_nhwc_fhwc ins(%arg0, %[[W]] :
// CHECK: %[[B:.*]] = ml_program.global_load @shift : tensor<2xf32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[Y]], %[[B]] :
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addf
// CHECK: return %[[R]]
// CHECK: w: "0x400000000000003F0000803F0000404100008041"
// CHECK: shift: "0x400000000000184100004041"
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @mean(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @scale(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @shift(dense<[10.0, 20.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @batch_norm(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %mean = ml_program.global_load @mean : tensor<2xf32>
  %scale = ml_program.global_load @scale : tensor<2xf32>
  %shift = ml_program.global_load @shift : tensor<2xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %mean : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.subf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  %1 = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %scale, %shift : tensor<1x3x3x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %o: f32):
    %m = arith.mulf %a0, %a1 : f32
    %v = arith.addf %a2, %m : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %1 : tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// Nothing is left to add.
// CHECK-LABEL: func.func @scale_only
// CHECK: %[[Y:.*]] = linalg.conv_2d_nhwc_fhwc
// CHECK-NEXT: return %[[Y]]
// CHECK: w: "0x4000000000000040000080400000403F0000803F"
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @scale(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @scale_only(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %scale = ml_program.global_load @scale : tensor<2xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %scale : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.divf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// A bias is what it should be.
// CHECK-LABEL: func.func @one_bias
// CHECK: %[[B:.*]] = ml_program.global_load @bias
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[B]] :
// CHECK-NOT: dense_resource
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @bias(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @one_bias(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %bias = ml_program.global_load @bias : tensor<2xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %bias : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.addf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// The sum of both is a new weight: the one that is stored in a narrower type keeps
// its type.
// CHECK: ml_program.global private @narrow_0(dense_resource<{{.*}}> : tensor<2xf32>)
// CHECK-LABEL: func.func @narrow_vector
// CHECK: %[[Y:.*]] = linalg.conv_2d_nhwc_fhwc
// CHECK: %[[B:.*]] = ml_program.global_load @narrow_0 : tensor<2xf32>
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %[[B]] :
// CHECK: narrow{{.*}}: "0x400000000000C03F0000C040"
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @bias(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @narrow(dense<[1.0, 2.0]> : tensor<2xf16>) : tensor<2xf16>
func.func @narrow_vector(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %bias = ml_program.global_load @bias : tensor<2xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %ev = tensor.empty() : tensor<2xf32>
  %n = ml_program.global_load @narrow : tensor<2xf16>
  %wide = linalg.generic {indexing_maps = [affine_map<(c) -> (c)>, affine_map<(c) -> (c)>], iterator_types = ["parallel"]}
      ins(%n : tensor<2xf16>) outs(%ev : tensor<2xf32>) {
  ^bb0(%a: f16, %o: f32):
    %v = arith.extf %a : f16 to f32
    linalg.yield %v : f32
  } -> tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %bias : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.addf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  %1 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %wide : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.addf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %1 : tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// Something else uses the sums.
// CHECK-LABEL: func.func @two_readers
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK: linalg.generic
// CHECK: arith.mulf
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
ml_program.global private @scale(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @two_readers(%x: tensor<1x3x3x2xf32>) -> (tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %scale = ml_program.global_load @scale : tensor<2xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %scale : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.mulf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0, %y : tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>
}

// -----

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>
// No constant of a channel.
// CHECK-LABEL: func.func @activation
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK: arith.mulf
ml_program.global private @w(dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>) : tensor<2x1x1x2xf32>
func.func @activation(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %w = ml_program.global_load @w : tensor<2x1x1x2xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x3x3x2xf32>, tensor<2x1x1x2xf32>) outs(%z : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %x : tensor<1x3x3x2xf32>, tensor<1x3x3x2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %o: f32):
    %v = arith.mulf %a0, %a1 : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}
