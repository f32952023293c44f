// RUN: compression-opt %s --pass-pipeline='builtin.module(func.func(compress-propagate-layouts))' --split-input-file | FileCheck %s

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c, 0, 0)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, 0, 0)>
// A transposition sinks through what follows and meets one that takes it back.
// CHECK-LABEL: func.func @chain
// CHECK-NOT: linalg.transpose
// CHECK: %[[P:.*]] = linalg.pooling_nhwc_sum
// CHECK: %[[A:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[CHANNEL]], #[[ID]]]{{.*}} ins(%[[P]], %arg1 :
// CHECK: %[[R:.*]] = tensor.pad %[[A]] low[0, 1, 2, 0] high[0, 1, 0, 0]
// CHECK: return %[[R]]
func.func @chain(%x: tensor<1x4x4x3xf32>, %b: tensor<3x1x1xf32>, %k: tensor<2x2xf32>) -> tensor<1x5x5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %p = linalg.pooling_nhwc_sum ins(%x, %k : tensor<1x4x4x3xf32>, tensor<2x2xf32>) outs(%z : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %t = linalg.transpose ins(%p : tensor<1x3x3x3xf32>) outs(%e : tensor<1x3x3x3xf32>) permutation = [0, 3, 1, 2]
  %a = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t, %b : tensor<1x3x3x3xf32>, tensor<3x1x1xf32>) outs(%e : tensor<1x3x3x3xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.addf %i, %j : f32
    linalg.yield %v : f32
  } -> tensor<1x3x3x3xf32>
  %pad = tensor.pad %a low[0, 0, 1, 2] high[0, 0, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<1x3x3x3xf32> to tensor<1x3x5x5xf32>
  %e2 = tensor.empty() : tensor<1x5x5x3xf32>
  %r = linalg.transpose ins(%pad : tensor<1x3x5x5xf32>) outs(%e2 : tensor<1x5x5x3xf32>) permutation = [0, 2, 3, 1]
  return %r : tensor<1x5x5x3xf32>
}

// -----

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
// One in front of the first pooling rises to the argument.
// CHECK-LABEL: func.func @rising
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg0 : tensor<1x3x4x4xi8>) {{.*}} permutation = [0, 2, 3, 1]
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<1x4x4x3xi8>) outs({{.*}} : tensor<1x4x4x3xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.pooling_nhwc_sum
func.func @rising(%x: tensor<1x3x4x4xi8>, %k: tensor<2x2xf32>) -> tensor<1x3x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x4x4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x3x4x4xi8>) outs(%e : tensor<1x3x4x4xf32>) {
  ^bb0(%i: i8, %o: f32):
    %v = arith.uitofp %i : i8 to f32
    linalg.yield %v : f32
  } -> tensor<1x3x4x4xf32>
  %e1 = tensor.empty() : tensor<1x4x4x3xf32>
  %t = linalg.transpose ins(%a : tensor<1x3x4x4xf32>) outs(%e1 : tensor<1x4x4x3xf32>) permutation = [0, 2, 3, 1]
  %e2 = tensor.empty() : tensor<1x3x3x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %p = linalg.pooling_nhwc_sum ins(%t, %k : tensor<1x4x4x3xf32>, tensor<2x2xf32>) outs(%z : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %p : tensor<1x3x3x3xf32>
}

// -----

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#mean = affine_map<(n, c, h, w) -> (n, c, 0, 0)>
// CHECK: #[[MEAN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
// A reduction keeps the dimensions; a transposition of those of size 1 is a
// reshape.
// CHECK-LABEL: func.func @gate
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [{{.*}}, #[[MEAN]]], iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
// CHECK: tensor.expand_shape {{.*}} into tensor<2x3x1x1xf32>
func.func @gate(%x: tensor<2x4x4x3xf32>, %k: tensor<2x2xf32>) -> tensor<2x3x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x3x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
  %p = linalg.pooling_nhwc_max ins(%x, %k : tensor<2x4x4x3xf32>, tensor<2x2xf32>) outs(%z : tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
  %t = linalg.transpose ins(%p : tensor<2x3x3x3xf32>) outs(%e : tensor<2x3x3x3xf32>) permutation = [0, 3, 1, 2]
  %e1 = tensor.empty() : tensor<2x3x1x1xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x3x1x1xf32>) -> tensor<2x3x1x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #mean], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%t : tensor<2x3x3x3xf32>) outs(%z1 : tensor<2x3x1x1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<2x3x1x1xf32>
  return %s : tensor<2x3x1x1xf32>
}

// -----

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
// What a body reads by index is read as it is stored, in the order of its loops.
// CHECK-LABEL: func.func @by_index
// CHECK: %[[P:.*]] = linalg.pooling_nhwc_max
// CHECK: %[[G:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<1x6x3x3xf32>)
// CHECK: %[[Y:.*]] = arith.divui
// CHECK: tensor.extract %[[P]][%{{.*}}, %[[Y]], %{{.*}}, %{{.*}}] : tensor<1x3x3x3xf32>
// CHECK: linalg.transpose ins(%[[G]] {{.*}} permutation = [0, 3, 1, 2]
func.func @by_index(%x: tensor<1x4x4x3xf32>, %k: tensor<2x2xf32>) -> tensor<1x3x6x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %p = linalg.pooling_nhwc_max ins(%x, %k : tensor<1x4x4x3xf32>, tensor<2x2xf32>) outs(%z : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %t = linalg.transpose ins(%p : tensor<1x3x3x3xf32>) outs(%e : tensor<1x3x3x3xf32>) permutation = [0, 3, 1, 2]
  %e1 = tensor.empty() : tensor<1x3x6x3xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e1 : tensor<1x3x6x3xf32>) {
  ^bb0(%o: f32):
    %two = arith.constant 2 : index
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %y = arith.divui %h, %two : index
    %v = tensor.extract %t[%n, %c, %y, %w] : tensor<1x3x3x3xf32>
    linalg.yield %v : f32
  } -> tensor<1x3x6x3xf32>
  return %r : tensor<1x3x6x3xf32>
}

// -----

// A concatenation takes the layout of what is stored in one. A reshape that mixes
// dimensions does not: in front of it the order is the old one.
// CHECK-LABEL: func.func @concat
// CHECK: %[[P:.*]] = linalg.pooling_nhwc_max
// CHECK: %[[FLAT:.*]] = linalg.transpose ins(%[[P]] {{.*}} permutation = [0, 3, 1, 2]
// CHECK: %[[Y:.*]] = linalg.transpose ins(%arg1 {{.*}} permutation = [0, 2, 3, 1]
// CHECK: %[[C:.*]] = tensor.concat dim(3) %[[P]], %[[Y]]
// CHECK: %[[R:.*]] = linalg.transpose ins(%[[C]] {{.*}} permutation = [0, 3, 1, 2]
// CHECK: %[[F:.*]] = tensor.collapse_shape %[[FLAT]]
// CHECK: return %[[R]], %[[F]]
func.func @concat(%x: tensor<1x4x4x3xf32>, %y: tensor<1x2x3x3xf32>, %k: tensor<2x2xf32>) -> (tensor<1x5x3x3xf32>, tensor<1x27xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %p = linalg.pooling_nhwc_max ins(%x, %k : tensor<1x4x4x3xf32>, tensor<2x2xf32>) outs(%z : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %t = linalg.transpose ins(%p : tensor<1x3x3x3xf32>) outs(%e : tensor<1x3x3x3xf32>) permutation = [0, 3, 1, 2]
  %c = tensor.concat dim(1) %t, %y : (tensor<1x3x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x5x3x3xf32>
  %f = tensor.collapse_shape %t [[0], [1, 2, 3]] : tensor<1x3x3x3xf32> into tensor<1x27xf32>
  return %c, %f : tensor<1x5x3x3xf32>, tensor<1x27xf32>
}

// -----

// No convolution is near.
// CHECK-LABEL: func.func @unconnected
// CHECK: linalg.transpose ins(%arg0
// CHECK: linalg.exp
func.func @unconnected(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %m = linalg.exp ins(%t : tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %m : tensor<6x4xf32>
}
