// RUN: compression-opt %s --compress-fold-weight-views --verify-diagnostics --split-input-file \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-fold-weight-views | FileCheck %s

// Weights of their own would make the model larger.
// CHECK: ml_program.global private @w({{.*}}) : tensor<3x3xf32>
ml_program.global private @w(dense<1.0> : tensor<3x3xf32>) : tensor<3x3xf32>
// CHECK-COUNT-2: tensor.extract_slice
func.func @overlap(%x: tensor<4x3xf32>, %z: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %w = ml_program.global_load @w : tensor<3x3xf32>
  %a = tensor.extract_slice %w[0, 0] [3, 2] [1, 1] : tensor<3x3xf32> to tensor<3x2xf32>
  %b = tensor.extract_slice %w[0, 1] [3, 2] [1, 1] : tensor<3x3xf32> to tensor<3x2xf32>
  // expected-remark @below {{[Missed] WeightNotDirect | Category:compress-fold-weight-views | Function=overlap | Reason="'linalg.contract' does not read the weight 'w' itself: slices of it overlap, or it is also used whole"}}
  %r = linalg.matmul ins(%x, %a : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  // expected-remark @below {{[Missed] WeightNotDirect | Category:compress-fold-weight-views | Function=overlap | Reason="'linalg.contract' does not read the weight 'w' itself: slices of it overlap, or it is also used whole"}}
  %s = linalg.matmul ins(%x, %b : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r, %s : tensor<4x2xf32>, tensor<4x2xf32>
}

// -----

// A convolution has no free maps, and the data stays in the model's order.
// CHECK-LABEL: func.func @permuted_kernel
// CHECK: linalg.transpose
ml_program.global private @w(dense<1.0> : tensor<3x3x3x5xf32>) : tensor<3x3x3x5xf32>
func.func @permuted_kernel(%x: tensor<1x6x6x3xf32>, %z: tensor<1x4x4x5xf32>) -> tensor<1x4x4x5xf32> {
  %w = ml_program.global_load @w : tensor<3x3x3x5xf32>
  %e = tensor.empty() : tensor<5x3x3x3xf32>
  %t = linalg.transpose ins(%w : tensor<3x3x3x5xf32>) outs(%e : tensor<5x3x3x3xf32>) permutation = [3, 0, 1, 2]
  // expected-remark @below {{[Missed] WeightNotDirect | Category:compress-fold-weight-views | Function=permuted_kernel | Reason="'linalg.conv_2d_nhwc_fhwc' does not read the weight 'w' itself: the ops in between don't fit its indexing maps"}}
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %t : tensor<1x6x6x3xf32>, tensor<5x3x3x3xf32>) outs(%z : tensor<1x4x4x5xf32>) -> tensor<1x4x4x5xf32>
  return %r : tensor<1x4x4x5xf32>
}
