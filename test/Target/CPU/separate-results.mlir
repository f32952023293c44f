// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-separate-results))" | FileCheck %s

// The arguments are the caller's.
// CHECK-LABEL: func @twice
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32> {bufferization.writable = false}, %[[Y:.*]]: tensor<2xi8> {bufferization.writable = false})
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[X]]) : tensor<4xf32>
// CHECK-NOT: bufferization.alloc_tensor
// CHECK: return %[[X]], %[[Y]], %[[COPY]]
func.func @twice(%x: tensor<4xf32>, %y: tensor<2xi8>) -> (tensor<4xf32>, tensor<2xi8>, tensor<4xf32>) {
  return %x, %y, %x : tensor<4xf32>, tensor<2xi8>, tensor<4xf32>
}

// Poison may be anything.
// CHECK-LABEL: func @poison
// CHECK-NOT: ub.poison : tensor
// CHECK: %[[ANY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: ub.poison : f32
// CHECK: return %[[ANY]]
func.func @poison() -> (tensor<4xf32>, f32) {
  %0 = ub.poison : tensor<4xf32>
  %1 = ub.poison : f32
  return %0, %1 : tensor<4xf32>, f32
}

// Of an init that is written in part the rest is kept; one that is written
// whole, or read, needs no copy.
// CHECK-LABEL: func @part
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32> {{.*}}, %[[Y:.*]]: tensor<4xf32> {{.*}})
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK: linalg.generic {{.*}} outs(%[[COPY]] : tensor<4xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[Y]] : tensor<4xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[Y]] : tensor<4xf32>)
func.func @part(%x: tensor<2xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d * 2)>], iterator_types = ["parallel"]} ins(%x : tensor<2xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d * 2)>], iterator_types = ["parallel"]} ins(%x : tensor<2xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The arguments of a function that is called belong to its caller's model.
// CHECK-LABEL: func private @callee
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// CHECK: func private @external() -> tensor<4xf32>
func.func private @external() -> tensor<4xf32>
