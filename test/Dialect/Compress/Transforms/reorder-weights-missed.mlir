// RUN: compression-opt %s --compress-reorder-weights --verify-diagnostics --split-input-file \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-reorder-weights | FileCheck %s

// Zeros around a weight would be stored.
// CHECK: ml_program.global private @w({{.*}}) : tensor<1x1x2x2xf32>
// CHECK-LABEL: func.func @padded
// CHECK: tensor.pad
ml_program.global private @w(dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>) : tensor<1x1x2x2xf32>
func.func @padded(%x: tensor<1x3x3x2xf32>, %z: tensor<1x3x1x1xf32>) -> tensor<1x3x1x1xf32> {
  %w = ml_program.global_load @w : tensor<1x1x2x2xf32>
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %w low[0, 0, 1, 0] high[0, 0, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x1x2x2xf32> to tensor<1x1x3x2xf32>
  // expected-remark @below {{[Missed] WeightComputed | Category:compress-reorder-weights | Function=padded | Reason="'linalg.conv_2d_nhwc_fhwc' reads the weight 'w' with zeros around it: it would grow"}}
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %p : tensor<1x3x3x2xf32>, tensor<1x1x3x2xf32>) outs(%z : tensor<1x3x1x1xf32>) -> tensor<1x3x1x1xf32>
  return %y : tensor<1x3x1x1xf32>
}
