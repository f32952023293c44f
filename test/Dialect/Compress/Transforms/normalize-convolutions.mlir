// RUN: compression-opt %s --compress-normalize-convolutions --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @channels_first
// CHECK: %[[X:.*]] = linalg.transpose ins(%arg0 {{.*}} permutation = [0, 2, 3, 1]
// CHECK: %[[W:.*]] = linalg.transpose ins(%arg1 {{.*}} permutation = [0, 2, 3, 1]
// CHECK: %[[Z:.*]] = linalg.transpose ins(%arg2 {{.*}} permutation = [0, 2, 3, 1]
// CHECK: %[[Y:.*]] = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%[[X]], %[[W]] : tensor<1x8x9x3xf32>, tensor<4x3x2x3xf32>) outs(%[[Z]] : tensor<1x3x8x4xf32>)
// CHECK: %[[R:.*]] = linalg.transpose ins(%[[Y]] {{.*}} permutation = [0, 3, 1, 2]
// CHECK: return %[[R]]
func.func @channels_first(%x: tensor<1x3x8x9xf32>, %w: tensor<4x3x3x2xf32>, %z: tensor<1x4x3x8xf32>) -> tensor<1x4x3x8xf32> {
  %r = linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 1]> : tensor<2xi64>}
       ins(%x, %w : tensor<1x3x8x9xf32>, tensor<4x3x3x2xf32>) outs(%z : tensor<1x4x3x8xf32>) -> tensor<1x4x3x8xf32>
  return %r : tensor<1x4x3x8xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_batch
// CHECK: %[[Y:.*]] = linalg.conv_2d_nhwc_fhwc {{.*}} : tensor<?x8x8x3xf32>, tensor<4x3x3x3xf32>) outs({{.*}} : tensor<?x6x6x4xf32>)
// CHECK: linalg.transpose ins(%[[Y]] {{.*}} outs({{.*}} : tensor<?x4x6x6xf32>) permutation = [0, 3, 1, 2]
func.func @dynamic_batch(%x: tensor<?x3x8x8xf32>, %w: tensor<4x3x3x3xf32>, %z: tensor<?x4x6x6xf32>) -> tensor<?x4x6x6xf32> {
  %r = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x3x8x8xf32>, tensor<4x3x3x3xf32>) outs(%z : tensor<?x4x6x6xf32>) -> tensor<?x4x6x6xf32>
  return %r : tensor<?x4x6x6xf32>
}

// -----

// One dimension is the row of an image of one line.
// CHECK-LABEL: func.func @one_dimension
// CHECK: tensor.expand_shape %arg0 {{.*}} into tensor<2x3x1x8xf32>
// CHECK: tensor.expand_shape %arg1 {{.*}} into tensor<4x3x1x5xf32>
// CHECK: linalg.conv_2d_nhwc_fhwc {{.*}} : tensor<2x1x8x3xf32>, tensor<4x1x5x3xf32>) outs({{.*}} : tensor<2x1x4x4xf32>)
// CHECK: %[[R:.*]] = tensor.collapse_shape {{.*}} : tensor<2x4x1x4xf32> into tensor<2x4x4xf32>
// CHECK: return %[[R]]
func.func @one_dimension(%x: tensor<2x3x8xf32>, %w: tensor<4x3x5xf32>, %z: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %r = linalg.conv_1d_ncw_fcw ins(%x, %w : tensor<2x3x8xf32>, tensor<4x3x5xf32>) outs(%z : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %r : tensor<2x4x4xf32>
}

// -----

// So is a column: strides and dilations change places with the dimensions.
// CHECK-LABEL: func.func @column
// CHECK: linalg.conv_2d_nhwc_fhwc {dilations = dense<[5, 1]> : tensor<2xi64>, strides = dense<[7, 2]> : tensor<2xi64>} ins({{.*}} : tensor<1x1x8x3xf32>, tensor<4x1x5x3xf32>) outs({{.*}} : tensor<1x1x2x4xf32>)
func.func @column(%x: tensor<1x8x1x3xf32>, %w: tensor<4x5x1x3xf32>, %z: tensor<1x2x1x4xf32>) -> tensor<1x2x1x4xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {strides = dense<[2, 7]> : tensor<2xi64>, dilations = dense<[1, 5]> : tensor<2xi64>} ins(%x, %w : tensor<1x8x1x3xf32>, tensor<4x5x1x3xf32>) outs(%z : tensor<1x2x1x4xf32>) -> tensor<1x2x1x4xf32>
  return %r : tensor<1x2x1x4xf32>
}

// -----

// Neither dimension is longer than the other one; nothing is transposed.
// CHECK-LABEL: func.func @place
// CHECK-COUNT-1: linalg.conv_2d_nhwc_fhwc {{.*}} ins({{.*}} : tensor<2x1x1x3xf32>, tensor<4x1x1x3xf32>) outs({{.*}} : tensor<2x1x1x4xf32>)
// CHECK-NOT: linalg.conv
func.func @place(%x: tensor<2x3x1x1xf32>, %w: tensor<4x3x1x1xf32>, %z: tensor<2x4x1x1xf32>) -> tensor<2x4x1x1xf32> {
  %r = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x3x1x1xf32>, tensor<4x3x1x1xf32>) outs(%z : tensor<2x4x1x1xf32>) -> tensor<2x4x1x1xf32>
  return %r : tensor<2x4x1x1xf32>
}

// -----

// CHECK-LABEL: func.func @groups
// CHECK: linalg.transpose ins(%arg0 {{.*}} permutation = [0, 3, 4, 1, 2]
// CHECK: linalg.transpose ins(%arg1 {{.*}} permutation = [0, 1, 3, 4, 2]
// CHECK: linalg.conv_2d_nhwgc_gfhwc {{.*}} : tensor<1x4x4x2x3xf32>, tensor<2x5x3x3x3xf32>) outs({{.*}} : tensor<1x2x2x2x5xf32>)
func.func @groups(%x: tensor<1x2x3x4x4xf32>, %w: tensor<2x5x3x3x3xf32>, %z: tensor<1x2x5x2x2xf32>) -> tensor<1x2x5x2x2xf32> {
  %r = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<1x2x3x4x4xf32>, tensor<2x5x3x3x3xf32>) outs(%z : tensor<1x2x5x2x2xf32>) -> tensor<1x2x5x2x2xf32>
  return %r : tensor<1x2x5x2x2xf32>
}

// -----

// A multiplier of 1 is none. The sums start from zeros, which have any shape.
// CHECK-LABEL: func.func @multiplier_of_one
// CHECK: %[[W:.*]] = tensor.collapse_shape %arg1 {{.*}} : tensor<3x3x6x1xf32> into tensor<3x3x6xf32>
// CHECK: %[[Z:.*]] = linalg.fill {{.*}} -> tensor<1x2x2x6xf32>
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc {{.*}} ins(%arg0, %[[W]] : {{.*}}) outs(%[[Z]] :
func.func @multiplier_of_one(%x: tensor<1x4x4x6xf32>, %w: tensor<3x3x6x1xf32>) -> tensor<1x2x2x6x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x2x6x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x2x6x1xf32>) -> tensor<1x2x2x6x1xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<1x4x4x6xf32>, tensor<3x3x6x1xf32>) outs(%z : tensor<1x2x2x6x1xf32>) -> tensor<1x2x2x6x1xf32>
  return %r : tensor<1x2x2x6x1xf32>
}

// -----

// Groups of one channel each.
// CHECK-LABEL: func.func @groups_of_one
// CHECK: linalg.depthwise_conv_2d_nhwc_hwcm {{.*}} : tensor<1x4x4x6xf32>, tensor<3x3x6x2xf32>) outs({{.*}} : tensor<1x2x2x6x2xf32>)
func.func @groups_of_one(%x: tensor<1x6x1x4x4xf32>, %w: tensor<6x2x1x3x3xf32>, %z: tensor<1x6x2x2x2xf32>) -> tensor<1x6x2x2x2xf32> {
  %r = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<1x6x1x4x4xf32>, tensor<6x2x1x3x3xf32>) outs(%z : tensor<1x6x2x2x2xf32>) -> tensor<1x6x2x2x2xf32>
  return %r : tensor<1x6x2x2x2xf32>
}

// -----

// CHECK-LABEL: func.func @pooling
// CHECK: %[[K:.*]] = tensor.expand_shape %arg1 {{.*}} into tensor<1x2xf32>
// CHECK: linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%{{.*}}, %[[K]] : tensor<1x1x8x3xf32>, tensor<1x2xf32>) outs({{.*}} : tensor<1x1x4x3xf32>)
func.func @pooling(%x: tensor<1x3x8xf32>, %k: tensor<2xf32>, %z: tensor<1x3x4xf32>) -> tensor<1x3x4xf32> {
  %r = linalg.pooling_ncw_max {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%x, %k : tensor<1x3x8xf32>, tensor<2xf32>) outs(%z : tensor<1x3x4xf32>) -> tensor<1x3x4xf32>
  return %r : tensor<1x3x4xf32>
}

// -----

// What is no constant stays.
// CHECK-LABEL: func.func @pad_amounts
// CHECK: tensor.pad %arg0 low[0, 0, %arg1, 0] high[0, 0, 0, 4]
func.func @pad_amounts(%x: tensor<1x4x4x24xf32>, %n: index) -> tensor<1x4x?x28xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[%c0, %c0, %n, 0] high[0, %c0, %c0, %c4] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<1x4x4x24xf32> to tensor<1x4x?x28xf32>
  return %p : tensor<1x4x?x28xf32>
}
