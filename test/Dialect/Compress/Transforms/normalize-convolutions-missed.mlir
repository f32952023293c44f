// RUN: compression-opt %s --compress-normalize-convolutions --verify-diagnostics --split-input-file \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-normalize-convolutions | FileCheck %s

// CHECK-LABEL: func.func @three_dimensions
// CHECK: linalg.conv_3d_ncdhw_fcdhw
func.func @three_dimensions(%x: tensor<1x2x4x4x4xf32>, %w: tensor<3x2x2x2x2xf32>, %z: tensor<1x3x3x3x3xf32>) -> tensor<1x3x3x3x3xf32> {
  // expected-remark @below {{[Missed] ConvolutionStays | Category:compress-normalize-convolutions | Function=three_dimensions | Reason="'linalg.conv_3d_ncdhw_fcdhw' is no sum of float products, or no pooling, over one or two dimensions of known sizes"}}
  %r = linalg.conv_3d_ncdhw_fcdhw ins(%x, %w : tensor<1x2x4x4x4xf32>, tensor<3x2x2x2x2xf32>) outs(%z : tensor<1x3x3x3x3xf32>) -> tensor<1x3x3x3x3xf32>
  return %r : tensor<1x3x3x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @integers
// CHECK: linalg.conv_2d_nchw_fchw
func.func @integers(%x: tensor<1x2x4x4xi32>, %w: tensor<3x2x2x2xi32>, %z: tensor<1x3x3x3xi32>) -> tensor<1x3x3x3xi32> {
  // expected-remark @below {{[Missed] ConvolutionStays}}
  %r = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x2x4x4xi32>, tensor<3x2x2x2xi32>) outs(%z : tensor<1x3x3x3xi32>) -> tensor<1x3x3x3xi32>
  return %r : tensor<1x3x3x3xi32>
}
