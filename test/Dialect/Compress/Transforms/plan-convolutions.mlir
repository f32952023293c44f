// RUN: compression-opt %s --compress-observe --compress-plan=preset=W8A8_DYNAMIC --split-input-file | FileCheck %s

// A scale for each output channel of the weight, and for each sample of the input,
// which is observed without the zeros around it.
// CHECK: @stem.weight{{.*}} {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *, *, *]>}
// CHECK-LABEL: func @padded
// CHECK-SAME: (%[[X:.*]]: tensor<2x6x6x3xf32>
// CHECK: %[[SEEN:.*]] = compress.observe %[[X]] {dynamic, {{.*}}scheme = #compress.affine<u8, f32, block [1, *, *, *], zero_point>}
// CHECK: tensor.pad %[[SEEN]]
ml_program.global private @stem.weight(dense<1.0> : tensor<4x3x3x3xf32>) : tensor<4x3x3x3xf32>
func.func @padded(%x: tensor<2x6x6x3xf32>, %i: tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32> {
  %w = ml_program.global_load @stem.weight : tensor<4x3x3x3xf32>
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x6x6x3xf32> to tensor<2x8x8x3xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%p, %w : tensor<2x8x8x3xf32>, tensor<4x3x3x3xf32>)
         outs(%i : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  return %y : tensor<2x6x6x4xf32>
}

// -----

// CHECK: @w{{.*}} {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [*, *, 1]>}
// CHECK-LABEL: func @depthwise
ml_program.global private @w(dense<1.0> : tensor<3x3x4xf32>) : tensor<3x3x4xf32>
func.func @depthwise(%x: tensor<1x8x8x4xf32>, %i: tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32> {
  %w = ml_program.global_load @w : tensor<3x3x4xf32>
  %y = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>}
         ins(%x, %w : tensor<1x8x8x4xf32>, tensor<3x3x4xf32>)
         outs(%i : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  return %y : tensor<1x3x3x4xf32>
}

// -----

// Groups have channels of their own, and share a sample.
// CHECK: @w{{.*}} {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, 1, *, *, *]>}
// CHECK-LABEL: func @groups
// CHECK: compress.observe {{.*}}block [1, *, *, *, *], zero_point
ml_program.global private @w(dense<1.0> : tensor<2x5x3x3x4xf32>) : tensor<2x5x3x3x4xf32>
func.func @groups(%x: tensor<1x8x8x2x4xf32>, %i: tensor<1x6x6x2x5xf32>) -> tensor<1x6x6x2x5xf32> {
  %w = ml_program.global_load @w : tensor<2x5x3x3x4xf32>
  %y = linalg.conv_2d_nhwgc_gfhwc ins(%x, %w : tensor<1x8x8x2x4xf32>, tensor<2x5x3x3x4xf32>)
         outs(%i : tensor<1x6x6x2x5xf32>) -> tensor<1x6x6x2x5xf32>
  return %y : tensor<1x6x6x2x5xf32>
}

// -----

// A weight of 16 bits is compressed as what the layer reads.
// CHECK: @w{{.*}}tensor<4x1x1x3xf16> {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *, *, *]>}
#all = affine_map<(a, b, c, d) -> (a, b, c, d)>
ml_program.global private @w(dense<1.0> : tensor<4x1x1x3xf16>) : tensor<4x1x1x3xf16>
func.func @extended(%x: tensor<1x6x6x3xf32>, %i: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %h = ml_program.global_load @w : tensor<4x1x1x3xf16>
  %e = tensor.empty() : tensor<4x1x1x3xf32>
  %w = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%h : tensor<4x1x1x3xf16>) outs(%e : tensor<4x1x1x3xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<4x1x1x3xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x6x6x3xf32>, tensor<4x1x1x3xf32>)
         outs(%i : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %y : tensor<1x6x6x4xf32>
}
