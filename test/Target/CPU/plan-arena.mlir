// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-plan-arena))" | FileCheck %s

// Buffers that live at the same time lie side by side behind the status, in
// whole lines of 64 bytes; one that nobody needs any more gives its place.
// CHECK-LABEL: func @reuse
// CHECK-SAME: (%[[X:.*]]: memref<17xf32>, %[[Y:.*]]: memref<17xf32> {bufferize.result}, %[[ARENA:.*]]: memref<320xi8>)
// CHECK-SAME: attributes {compress.entry = {arena_bytes = 320 : i64, inputs = 1 : i64}}
func.func @reuse(%x: memref<17xf32>, %y: memref<17xf32> {bufferize.result}) {
  // 68 bytes take 128.
  // CHECK: %[[O0:.*]] = arith.constant 64 : index
  // CHECK-NEXT: %[[A:.*]] = memref.view %[[ARENA]][%[[O0]]][] : memref<320xi8> to memref<17xf32>
  %a = memref.alloc() : memref<17xf32>
  // CHECK: memref.copy %[[X]], %[[A]]
  memref.copy %x, %a : memref<17xf32> to memref<17xf32>
  // CHECK: %[[O1:.*]] = arith.constant 192 : index
  // CHECK-NEXT: %[[B:.*]] = memref.view %[[ARENA]][%[[O1]]][]
  %b = memref.alloc() : memref<17xf32>
  // CHECK: memref.copy %[[A]], %[[B]]
  memref.copy %a, %b : memref<17xf32> to memref<17xf32>
  // CHECK: %[[O2:.*]] = arith.constant 64 : index
  // CHECK-NEXT: %[[C:.*]] = memref.view %[[ARENA]][%[[O2]]][]
  %c = memref.alloc() : memref<17xf32>
  // CHECK: memref.copy %[[B]], %[[C]]
  memref.copy %b, %c : memref<17xf32> to memref<17xf32>
  memref.copy %c, %y : memref<17xf32> to memref<17xf32>
  // CHECK-NOT: memref.dealloc
  memref.dealloc %a : memref<17xf32>
  return
}

// An alias keeps a buffer alive, also one that a loop carries.
// CHECK-LABEL: func @aliases
// CHECK-SAME: memref<320xi8>
func.func @aliases(%x: memref<16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: arith.constant 64 : index
  %a = memref.alloc() : memref<16xf32>
  %view = memref.expand_shape %a [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  // CHECK: arith.constant 128 : index
  %b = memref.alloc() : memref<16xf32>
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%carried = %b) -> memref<16xf32> {
    memref.copy %x, %carried : memref<16xf32> to memref<16xf32>
    // A buffer in a loop lives as long as the loop.
    // CHECK: arith.constant 192 : index
    %t = memref.alloc() : memref<16xf32>
    memref.copy %carried, %t : memref<16xf32> to memref<16xf32>
    scf.yield %carried : memref<16xf32>
  }
  // The loop's own buffer is free, the others are read below.
  // CHECK: arith.constant 192 : index
  %d = memref.alloc() : memref<32xf32>
  %sub = memref.subview %d[0] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1]>>
  memref.copy %last, %sub : memref<16xf32> to memref<16xf32, strided<[1]>>
  %flat = memref.collapse_shape %view [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  memref.copy %flat, %sub : memref<16xf32> to memref<16xf32, strided<[1]>>
  return
}

// Each thread has its own.
// CHECK-LABEL: func @threads
// CHECK-SAME: %{{.*}}: memref<64xi8>)
func.func @threads(%x: memref<16xf32>) {
  scf.forall (%i) in (16) {
    // CHECK: memref.alloca() {alignment = 64 : i64} : memref<4xf32>
    %t = memref.alloc() : memref<4xf32>
    %v = memref.load %x[%i] : memref<16xf32>
    %c0 = arith.constant 0 : index
    memref.store %v, %t[%c0] : memref<4xf32>
  }
  return
}

// A function without buffers has an arena for the status.
// CHECK-LABEL: func @nothing
// CHECK-SAME: (%{{.*}}: memref<64xi8>)
func.func @nothing() {
  return
}

// Left alone: what is not an entry.
// CHECK-LABEL: func private @private
// CHECK-SAME: () {
// CHECK: memref.alloc
func.func private @private() {
  %a = memref.alloc() : memref<16xf32>
  memref.dealloc %a : memref<16xf32>
  return
}
