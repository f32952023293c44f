// RUN: compression-opt %s --compress-instrument="samples=4 outputs=true" --canonicalize | FileCheck %s

ml_program.global private @w(dense<1.0> : tensor<5x3xf32>) : tensor<5x3xf32>
ml_program.global private @bias(dense<1.0> : tensor<5xf32>) : tensor<5xf32>
ml_program.global private @taps(dense<1.0> : tensor<2x3x3x4xf32>) : tensor<2x3x3x4xf32>

// A result, four statistics of the value; of its channels the smallest and the
// largest values; four rows of eight for the layer; sum and count of outputs.
// CHECK-LABEL: func @linear
// CHECK-SAME: -> (tensor<8x5xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<5xf32>, tensor<5xf32>)
func.func @linear(%x: tensor<8x3xf32>) -> tensor<8x5xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %w = ml_program.global_load @w : tensor<5x3xf32>
  %bias = ml_program.global_load @bias : tensor<5xf32>
  %e = tensor.empty() : tensor<8x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8x5xf32>) -> tensor<8x5xf32>
  // CHECK: arith.minimumf
  // CHECK: arith.maximumf
  %0 = compress.observe %x {name = "x"} : tensor<8x3xf32>
  %1 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
       ins(%0, %w : tensor<8x3xf32>, tensor<5x3xf32>) outs(%i : tensor<8x5xf32>) -> tensor<8x5xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
       ins(%1, %bias : tensor<8x5xf32>, tensor<5xf32>) outs(%e : tensor<8x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<8x5xf32>
  // The means are taken behind bias and clamp, and what lies strictly between
  // its ends is counted.
  // CHECK: linalg.contract
  // CHECK: %[[BIASED:.*]] = linalg.generic
  // CHECK: %[[CLAMPED:.*]] = linalg.generic {{.*}} ins(%[[BIASED]] : tensor<8x5xf32>)
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: arith.maximumf
  // CHECK-NEXT: arith.minimumf
  // CHECK: linalg.generic {{.*}} ins(%[[CLAMPED]] : tensor<8x5xf32>)
  // CHECK: arith.addf
  // CHECK: linalg.generic {{.*}} ins(%[[CLAMPED]] : tensor<8x5xf32>)
  // CHECK: arith.cmpf ogt, %{{.*}}, %cst
  // CHECK: arith.cmpf olt
  // CHECK: arith.select
  %3 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
       ins(%2 : tensor<8x5xf32>) outs(%e : tensor<8x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.maximumf %a, %zero : f32
    %u = arith.minimumf %v, %six : f32
    linalg.yield %u : f32
  } -> tensor<8x5xf32>
  return %3 : tensor<8x5xf32>
}

// Rows of a convolution: two by two places, then the window and the channels.
// CHECK-LABEL: func @convolution
// CHECK-SAME: tensor<4xf32>, tensor<4xf32>, tensor<2x2x3x3x4xf32>, tensor<2xf32>, tensor<2xf32>)
func.func @convolution(%x: tensor<1x9x9x4xf32>) -> tensor<1x7x7x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = ml_program.global_load @taps : tensor<2x3x3x4xf32>
  %e = tensor.empty() : tensor<1x7x7x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x7x7x2xf32>) -> tensor<1x7x7x2xf32>
  %0 = compress.observe %x {name = "image"} : tensor<1x9x9x4xf32>
  %1 = linalg.conv_2d_nhwc_fhwc ins(%0, %w : tensor<1x9x9x4xf32>, tensor<2x3x3x4xf32>) outs(%i : tensor<1x7x7x2xf32>) -> tensor<1x7x7x2xf32>
  return %1 : tensor<1x7x7x2xf32>
}

// What something else reads too is not sampled.
// CHECK-LABEL: func @other
// CHECK-SAME: -> (tensor<8x5xf32>, tensor<8x3xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<5xf32>, tensor<5xf32>)
func.func @other(%x: tensor<8x3xf32>) -> (tensor<8x5xf32>, tensor<8x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = ml_program.global_load @w : tensor<5x3xf32>
  %e = tensor.empty() : tensor<8x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8x5xf32>) -> tensor<8x5xf32>
  %0 = compress.observe %x {name = "y"} : tensor<8x3xf32>
  %1 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
       ins(%0, %w : tensor<8x3xf32>, tensor<5x3xf32>) outs(%i : tensor<8x5xf32>) -> tensor<8x5xf32>
  return %1, %0 : tensor<8x5xf32>, tensor<8x3xf32>
}
