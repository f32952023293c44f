// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-drop-unit-dims))" | FileCheck %s

// CHECK-DAG: #[[LINE:.*]] = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func @unit
// CHECK: linalg.generic {indexing_maps = [#[[LINE]], #[[LINE]]], iterator_types = ["parallel"]} ins(%{{.*}} : tensor<4xf32>)
func.func @unit(%x: tensor<1x4x1xf32>) -> tensor<1x4x1xf32> {
  %e = tensor.empty() : tensor<1x4x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x4x1xf32>) outs(%e : tensor<1x4x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<1x4x1xf32>
  return %0 : tensor<1x4x1xf32>
}

// The window covers its input: what is left is a sum.
// CHECK-LABEL: func @covered
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<f32>)
func.func @covered(%x: tensor<4xf32>, %w: tensor<4xf32>, %i: tensor<1xf32>) -> tensor<1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(o, k) -> (o * 2 + k)>, affine_map<(o, k) -> (k)>, affine_map<(o, k) -> (o)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<4xf32>, tensor<4xf32>) outs(%i : tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %t = arith.addf %a, %s : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// A pooling by 3 of 4 elements: without the loop the op would read all 4. The
// loop of the channel goes.
// CHECK-LABEL: func @rest
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<3xf32>) outs(%{{.*}} : tensor<1xf32>)
func.func @rest(%x: tensor<4x1xf32>, %w: tensor<3xf32>, %i: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(o, c, k) -> (o * 3 + k, c)>, affine_map<(o, c, k) -> (k)>, affine_map<(o, c, k) -> (o, c)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x1xf32>, tensor<3xf32>) outs(%i : tensor<1x1xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %t = arith.addf %a, %s : f32
    linalg.yield %t : f32
  } -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// An input of unknown size may be larger than the window.
// CHECK-LABEL: func @unknown_size
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
func.func @unknown_size(%x: tensor<?xf32>, %w: tensor<3xf32>, %i: tensor<1xf32>) -> tensor<1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(o, k) -> (o * 3 + k)>, affine_map<(o, k) -> (k)>, affine_map<(o, k) -> (o)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<?xf32>, tensor<3xf32>) outs(%i : tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %t = arith.addf %a, %s : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
