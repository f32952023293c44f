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

//===----------------------------------------------------------------------===//
// What a loop carries
//===----------------------------------------------------------------------===//

// It is put where the value was that it is computed from.
// CHECK-LABEL: func @loop
// CHECK: scf.for {{.*}} iter_args(%[[OLD:[a-z0-9]*]] = %{{.*}})
// CHECK: %[[NEXT:.*]] = arith.addf
// CHECK: %[[MOVED:.*]] = bufferization.materialize_in_destination %[[NEXT]] in %[[OLD]]
// CHECK: scf.yield %[[MOVED]], %{{.*}} : tensor<4xf32>, index
func.func @loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y, %m = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x, %j = %c0) -> (tensor<4xf32>, index) {
    %next = arith.addf %old, %x : tensor<4xf32>
    scf.yield %next, %i : tensor<4xf32>, index
  }
  return %y : tensor<4xf32>
}

// Of several each may be another one's old value: all are read before one is
// written.
// CHECK-LABEL: func @swap
// CHECK: scf.for {{.*}} iter_args(%[[P:[a-z0-9]*]] = %{{.*}}, %[[Q:[a-z0-9]*]] = %{{.*}})
// CHECK: %[[NEW_P:.*]] = bufferization.alloc_tensor() copy(%[[Q]])
// CHECK: %[[NEW_Q:.*]] = bufferization.alloc_tensor() copy(%[[P]])
// CHECK: bufferization.materialize_in_destination %[[NEW_P]] in %[[P]]
// CHECK: bufferization.materialize_in_destination %[[NEW_Q]] in %[[Q]]
func.func @swap(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %q, %p : tensor<4xf32>, tensor<4xf32>
  }
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @while
// CHECK: scf.while (%[[BEFORE:[a-z0-9]*]] = %{{.*}})
// CHECK: %[[KEPT:.*]] = bufferization.materialize_in_destination %{{.*}} in %[[BEFORE]]
// CHECK: scf.condition(%{{.*}}) %[[KEPT]]
// CHECK: ^bb0(%[[AFTER:.*]]: tensor<4xf32>):
// CHECK: %[[NEXT:.*]] = bufferization.materialize_in_destination %{{.*}} in %[[AFTER]]
// CHECK: scf.yield %[[NEXT]]
func.func @while(%x: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  %y = scf.while (%before = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %0 = arith.addf %before, %x : tensor<4xf32>
    scf.condition(%p) %0 : tensor<4xf32>
  } do {
  ^bb0(%after: tensor<4xf32>):
    %1 = arith.mulf %after, %x : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// A loop over tiles replaces slices in place.
// CHECK-LABEL: func @tiles
// CHECK-NOT: bufferization.{{alloc|materialize}}
func.func @tiles(%x: tensor<4x4xf32>, %e: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%row = %e) -> (tensor<4x4xf32>) {
    %z = scf.for %j = %c0 to %c4 step %c1 iter_args(%element = %row) -> (tensor<4x4xf32>) {
      %s = tensor.extract_slice %x[%i, %j] [1, 1] [1, 1] : tensor<4x4xf32> to tensor<1x1xf32>
      %t = tensor.insert_slice %s into %element[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x4xf32>
      scf.yield %t : tensor<4x4xf32>
    }
    scf.yield %z : tensor<4x4xf32>
  }
  return %y : tensor<4x4xf32>
}

// CHECK: func private @external() -> tensor<4xf32>
func.func private @external() -> tensor<4xf32>
