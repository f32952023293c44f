// RUN: compression-opt %s --compress-cpu-lower-checks | FileCheck %s

// The messages in the order of their numbers, with the layer's name.
// CHECK: module attributes {compress.checks = ["first", "embedding: second", "third"]}

// CHECK-LABEL: func @entry
// CHECK-SAME: (%[[P:.*]]: i1, %[[Q:.*]]: i1, %[[ARENA:.*]]: memref<64xi8>) -> i32
func.func @entry(%p: i1, %q: i1, %arena: memref<64xi8>) attributes {compress.entry = {arena_bytes = 64 : i64, inputs = 2 : i64}} {
  // The status is the arena's first element: 0, unless a check fails.
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: %[[STATUS:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<64xi8> to memref<i32>
  // CHECK: memref.store %[[ZERO]], %[[STATUS]][]
  // CHECK-NOT: cf.assert
  // CHECK: %[[FAILED:.*]] = arith.xori %[[P]], %{{.*}} : i1
  // CHECK: scf.if %[[FAILED]] {
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-NEXT: memref.store %[[ONE]], %[[STATUS]][]
  cf.assert %p, "first"
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: scf.for
  scf.for %i = %c0 to %c4 step %c1 {
    // CHECK: scf.if
    // CHECK: arith.constant 2 : i32
    cf.assert %q, "second" loc("embedding")
  }
  // CHECK: %[[RESULT:.*]] = memref.load %[[STATUS]][]
  // CHECK: return %[[RESULT]] : i32
  return
}

// CHECK-LABEL: func @other
// CHECK-SAME: -> i32
// CHECK: arith.constant 3 : i32
func.func @other(%p: i1, %arena: memref<64xi8>) attributes {compress.entry = {arena_bytes = 64 : i64, inputs = 1 : i64}} {
  cf.assert %p, "third"
  return
}

// Left alone: a function without an arena.
// CHECK-LABEL: func @no_arena
// CHECK-SAME: (%{{.*}}: i1) {
// CHECK: cf.assert
func.func @no_arena(%p: i1) {
  cf.assert %p, "fourth"
  return
}
