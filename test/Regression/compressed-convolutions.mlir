// Convolutions of all kinds compressed: on every way the same integers, and near
// the float model. The pads hold the code of 0, which is the zero point.

// RUN: %python %S/../Inputs/npy.py write %t.x.npy f32 6x7x7x4 0.5 -1 2 3.25 -0.75 1.5 0 -2 2.5 1
// RUN: compression-run %s --input=%t.x.npy --output=%t.y.npy
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.x.npy" -o %t.static.mlir
// RUN: FileCheck %s < %t.static.mlir
// RUN: compression-run %t.static.mlir --input=%t.x.npy --expected=%t.y.npy --output=%t.host.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=30
// RUN: compression-opt %t.static.mlir --compress-to-linalg -o %t.linalg.mlir
// RUN: compression-run %t.linalg.mlir --input=%t.x.npy --output=%t.linalg.npy --target=generic
// RUN: cmp %t.host.npy %t.linalg.npy
// RUN: compression-opt %s --compress="preset=W8A8_DYNAMIC" -o %t.dynamic.mlir
// RUN: compression-run %t.dynamic.mlir --input=%t.x.npy --expected=%t.y.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=30

// CHECK-COUNT-3: compress.quantize
// CHECK-NOT: compress.quantize

ml_program.global private @conv(dense<[[[[0.5, -1.0, 0.25, 0.75], [1.0, 0.5, -0.5, 0.1], [0.3, 0.2, 0.1, -0.9]],
                                        [[0.1, -0.1, 0.9, 0.4], [0.6, 0.5, -0.4, 0.8], [-0.3, 0.2, 0.7, -0.2]]]]>
    : tensor<1x2x3x4xf32>) : tensor<1x2x3x4xf32>
ml_program.global private @depthwise(dense<[[[0.5, -1.0, 0.25, 0.75], [1.0, 0.5, -0.5, 0.1], [0.3, 0.2, 0.1, -0.9]],
                                            [[0.1, -0.1, 0.9, 0.4], [0.6, 0.5, -0.4, 0.8], [-0.3, 0.2, 0.7, -0.2]]]>
    : tensor<2x3x4xf32>) : tensor<2x3x4xf32>
ml_program.global private @groups(dense<[[[[[0.5, -1.0]]], [[[0.25, 0.75]]]], [[[[1.0, 0.5]]], [[[-0.5, 0.1]]]]]>
    : tensor<2x2x1x1x2xf32>) : tensor<2x2x1x1x2xf32>
func.func @main(%x: tensor<2x7x7x4xf32>) -> tensor<2x4x4x1xf32> {
  %zero = arith.constant 0.0 : f32
  %w0 = ml_program.global_load @depthwise : tensor<2x3x4xf32>
  %p0 = tensor.pad %x low[0, 1, 1, 0] high[0, 0, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x7x7x4xf32> to tensor<2x8x9x4xf32>
  %e0 = tensor.empty() : tensor<2x7x7x4xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<2x7x7x4xf32>) -> tensor<2x7x7x4xf32>
  %y0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%p0, %w0 : tensor<2x8x9x4xf32>, tensor<2x3x4xf32>)
         outs(%i0 : tensor<2x7x7x4xf32>) -> tensor<2x7x7x4xf32>
  %g = tensor.expand_shape %y0 [[0], [1], [2], [3, 4]] output_shape [2, 7, 7, 2, 2] : tensor<2x7x7x4xf32> into tensor<2x7x7x2x2xf32>
  %w1 = ml_program.global_load @groups : tensor<2x2x1x1x2xf32>
  %e1 = tensor.empty() : tensor<2x7x7x2x2xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x7x7x2x2xf32>) -> tensor<2x7x7x2x2xf32>
  %y1 = linalg.conv_2d_nhwgc_gfhwc ins(%g, %w1 : tensor<2x7x7x2x2xf32>, tensor<2x2x1x1x2xf32>)
         outs(%i1 : tensor<2x7x7x2x2xf32>) -> tensor<2x7x7x2x2xf32>
  %c = tensor.collapse_shape %y1 [[0], [1], [2], [3, 4]] : tensor<2x7x7x2x2xf32> into tensor<2x7x7x4xf32>
  %w2 = ml_program.global_load @conv : tensor<1x2x3x4xf32>
  %p2 = tensor.pad %c low[0, 0, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %cc: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x7x7x4xf32> to tensor<2x8x9x4xf32>
  %e2 = tensor.empty() : tensor<2x4x4x1xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x4x4x1xf32>) -> tensor<2x4x4x1xf32>
  %y2 = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>}
         ins(%p2, %w2 : tensor<2x8x9x4xf32>, tensor<1x2x3x4xf32>)
         outs(%i2 : tensor<2x4x4x1xf32>) -> tensor<2x4x4x1xf32>
  return %y2 : tensor<2x4x4x1xf32>
}
