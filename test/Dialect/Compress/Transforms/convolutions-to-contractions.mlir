// RUN: compression-opt %s --compress-convolutions-to-contractions --split-input-file | FileCheck %s

// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[Y:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @pointwise
// CHECK: %[[IN:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2], [3]] : {{.*}} into tensor<24x5xf32>
// CHECK: %[[FILTER:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0], [1, 2, 3]]
// CHECK: %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<24x6xf32>
// CHECK: %[[OUT:.*]] = linalg.contract indexing_maps = [#[[X]], #[[W]], #[[Y]]] ins(%[[IN]], %[[FILTER]] : tensor<24x5xf32>, tensor<6x5xf32>) outs(%[[ZEROS]] :
// CHECK: %[[R:.*]] = tensor.expand_shape %[[OUT]] {{.*}} into tensor<2x3x4x6xf32>
// CHECK: return %[[R]]
func.func @pointwise(%x: tensor<2x3x4x5xf32>, %w: tensor<6x1x1x5xf32>) -> tensor<2x3x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x4x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf32>
  %r = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x3x4x5xf32>, tensor<6x1x1x5xf32>) outs(%z : tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf32>
  return %r : tensor<2x3x4x6xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_batch
// CHECK: %[[IN:.*]] = tensor.collapse_shape %arg0
// CHECK: linalg.contract {{.*}} ins(%[[IN]], %{{.*}} : tensor<?x5xf32>, tensor<6x5xf32>)
// CHECK: %[[N:.*]] = arith.divsi
// CHECK: tensor.expand_shape {{.*}} output_shape [%[[N]], 3, 4, 6]
func.func @dynamic_batch(%x: tensor<?x3x4x5xf32>, %w: tensor<6x1x1x5xf32>, %n: index) -> tensor<?x3x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x3x4x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3x4x6xf32>) -> tensor<?x3x4x6xf32>
  %r = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<?x3x4x5xf32>, tensor<6x1x1x5xf32>) outs(%z : tensor<?x3x4x6xf32>) -> tensor<?x3x4x6xf32>
  return %r : tensor<?x3x4x6xf32>
}

// -----

// One window is the whole image; its stride does not matter.
// CHECK-LABEL: func.func @whole_image
// CHECK: linalg.contract {{.*}} : tensor<2x60xf32>, tensor<6x60xf32>)
// CHECK: tensor.expand_shape {{.*}} into tensor<2x1x1x6xf32>
func.func @whole_image(%x: tensor<2x3x4x5xf32>, %w: tensor<6x3x4x5xf32>) -> tensor<2x1x1x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x1x1x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x1x1x6xf32>) -> tensor<2x1x1x6xf32>
  %r = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<2x3x4x5xf32>, tensor<6x3x4x5xf32>) outs(%z : tensor<2x1x1x6xf32>) -> tensor<2x1x1x6xf32>
  return %r : tensor<2x1x1x6xf32>
}

// -----

// Places between the windows are not read.
// CHECK-LABEL: func.func @strided
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK-NOT: linalg.contract
func.func @strided(%x: tensor<2x3x3x5xf32>, %w: tensor<6x1x1x5xf32>) -> tensor<2x2x2x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x2x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x2x6xf32>) -> tensor<2x2x2x6xf32>
  %r = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<2x3x3x5xf32>, tensor<6x1x1x5xf32>) outs(%z : tensor<2x2x2x6xf32>) -> tensor<2x2x2x6xf32>
  return %r : tensor<2x2x2x6xf32>
}

// -----

// CHECK-LABEL: func.func @dilated
// CHECK: linalg.conv_2d_nhwc_fhwc
// CHECK-NOT: linalg.contract
func.func @dilated(%x: tensor<2x3x3x5xf32>, %w: tensor<6x2x2x5xf32>) -> tensor<2x1x1x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x1x1x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x1x1x6xf32>) -> tensor<2x1x1x6xf32>
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<2x3x3x5xf32>, tensor<6x2x2x5xf32>) outs(%z : tensor<2x1x1x6xf32>) -> tensor<2x1x1x6xf32>
  return %r : tensor<2x1x1x6xf32>
}
