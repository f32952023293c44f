// RUN: compression-opt %s --compress-flatten-images --split-input-file | FileCheck %s

#image = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @bias
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ROW]], #[[CHANNEL]], #[[ROW]]]{{.*}} ins(%arg0, %arg1 : tensor<12x5xf32>, tensor<5xf32>)
// CHECK: %[[Y:.*]] = tensor.expand_shape %[[R]]
// CHECK: return %[[Y]]
func.func @bias(%rows: tensor<12x5xf32>, %b: tensor<5xf32>) -> tensor<1x3x4x5xf32> {
  %x = tensor.expand_shape %rows [[0, 1, 2], [3]] output_shape [1, 3, 4, 5] : tensor<12x5xf32> into tensor<1x3x4x5xf32>
  %e = tensor.empty() : tensor<1x3x4x5xf32>
  %r = linalg.generic {indexing_maps = [#image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %b : tensor<1x3x4x5xf32>, tensor<5xf32>) outs(%e : tensor<1x3x4x5xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %v = arith.addf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<1x3x4x5xf32>
  return %r : tensor<1x3x4x5xf32>
}

// -----

#image = affine_map<(n, h, w, c) -> (n, h, w, c)>
#sample = affine_map<(n, h, w, c) -> (n, 0, 0, c)>
// A gate is one for each sample: its rows are not alike.
// CHECK-LABEL: func.func @gate
// CHECK: %[[X:.*]] = tensor.expand_shape %arg0
// CHECK: linalg.generic {{.*}} ins(%[[X]], %arg1 : tensor<2x3x4x5xf32>, tensor<2x1x1x5xf32>)
func.func @gate(%rows: tensor<24x5xf32>, %g: tensor<2x1x1x5xf32>) -> tensor<2x3x4x5xf32> {
  %x = tensor.expand_shape %rows [[0, 1, 2], [3]] output_shape [2, 3, 4, 5] : tensor<24x5xf32> into tensor<2x3x4x5xf32>
  %e = tensor.empty() : tensor<2x3x4x5xf32>
  %r = linalg.generic {indexing_maps = [#image, #sample, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %g : tensor<2x3x4x5xf32>, tensor<2x1x1x5xf32>) outs(%e : tensor<2x3x4x5xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %v = arith.mulf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}

// -----

#line = affine_map<(n, w, c) -> (n, w, c)>
#last = affine_map<(n, w, c) -> (c)>
// The bias of a convolution over one dimension, and what follows it, stay beside
// it.
// CHECK-LABEL: func.func @line
// CHECK: %[[Y:.*]] = linalg.conv_2d_nhwc_fhwc
// CHECK-NOT: tensor.collapse_shape
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%[[Y]], %arg3 : tensor<2x1x6x5xf32>, tensor<5xf32>)
// CHECK: %[[T:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<2x1x6x5xf32>)
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[T]]
// CHECK: return %[[R]]
func.func @line(%x: tensor<2x1x8x3xf32>, %w: tensor<5x1x3x3xf32>, %z: tensor<2x1x6x5xf32>, %b: tensor<5xf32>) -> tensor<2x6x5xf32> {
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x1x8x3xf32>, tensor<5x1x3x3xf32>) outs(%z : tensor<2x1x6x5xf32>) -> tensor<2x1x6x5xf32>
  %l = tensor.collapse_shape %y [[0], [1, 2], [3]] : tensor<2x1x6x5xf32> into tensor<2x6x5xf32>
  %e = tensor.empty() : tensor<2x6x5xf32>
  %0 = linalg.generic {indexing_maps = [#line, #last, #line], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%l, %b : tensor<2x6x5xf32>, tensor<5xf32>) outs(%e : tensor<2x6x5xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %v = arith.addf %a, %c : f32
    linalg.yield %v : f32
  } -> tensor<2x6x5xf32>
  %1 = linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<2x6x5xf32>) outs(%e : tensor<2x6x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.tanh %a : f32
    linalg.yield %v : f32
  } -> tensor<2x6x5xf32>
  return %1 : tensor<2x6x5xf32>
}

// -----

#line = affine_map<(n, w, c) -> (n, w, c)>
// No convolution is in front.
// CHECK-LABEL: func.func @other_line
// CHECK: %[[L:.*]] = tensor.collapse_shape %arg0
// CHECK: linalg.generic {{.*}} ins(%[[L]] : tensor<2x6x5xf32>)
func.func @other_line(%y: tensor<2x1x6x5xf32>) -> tensor<2x6x5xf32> {
  %l = tensor.collapse_shape %y [[0], [1, 2], [3]] : tensor<2x1x6x5xf32> into tensor<2x6x5xf32>
  %e = tensor.empty() : tensor<2x6x5xf32>
  %1 = linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%l : tensor<2x6x5xf32>) outs(%e : tensor<2x6x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.tanh %a : f32
    linalg.yield %v : f32
  } -> tensor<2x6x5xf32>
  return %1 : tensor<2x6x5xf32>
}
