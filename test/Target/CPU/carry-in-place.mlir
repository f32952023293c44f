// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-carry-in-place))" | FileCheck %s

// The buffer that an iteration allocates is copied into one outside of the loop,
// and so is the caller's that the loop starts with.
// CHECK-LABEL: func @new
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[N:.*]]: index)
// CHECK: %[[BUFFER:.*]] = memref.alloc() : memref<4xf32>
// CHECK: memref.copy %[[X]], %[[BUFFER]]
// CHECK: scf.for {{.*}} iter_args(%[[OLD:.*]] = %[[BUFFER]])
// CHECK: %[[NEW:.*]] = memref.alloc() : memref<4xf32>
// CHECK: linalg.add ins(%[[OLD]], %[[X]] : {{.*}}) outs(%[[NEW]]
// CHECK-NEXT: memref.copy %[[NEW]], %[[BUFFER]]
// CHECK-NEXT: scf.yield %[[BUFFER]]
func.func @new(%x: memref<4xf32>, %n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (memref<4xf32>) {
    %new = memref.alloc() : memref<4xf32>
    linalg.add ins(%old, %x : memref<4xf32>, memref<4xf32>) outs(%new : memref<4xf32>)
    scf.yield %new : memref<4xf32>
  }
  return %y : memref<4xf32>
}

// All old values are read before one is overwritten.
// CHECK-LABEL: func @swap
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>, %{{.*}}: index)
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: memref.copy %[[X]], %[[A]]
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK: memref.copy %[[Y]], %[[B]]
// CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %[[A]], %[[Q:.*]] = %[[B]])
// CHECK: %[[OLD_Q:.*]] = memref.alloc()
// CHECK: memref.copy %[[Q]], %[[OLD_Q]]
// CHECK: %[[OLD_P:.*]] = memref.alloc()
// CHECK: memref.copy %[[P]], %[[OLD_P]]
// CHECK: memref.copy %[[OLD_Q]], %[[A]]
// CHECK: memref.copy %[[OLD_P]], %[[B]]
// CHECK: scf.yield %[[A]], %[[B]]
func.func @swap(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) -> (memref<4xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %q, %p : memref<4xf32>, memref<4xf32>
  }
  return %a, %b : memref<4xf32>, memref<4xf32>
}

// Another layout of the loop's type is a cast.
// CHECK-LABEL: func @strided
// CHECK: %[[BUFFER:.*]] = memref.alloc() : memref<4xf32>
// CHECK: %[[CAST:.*]] = memref.cast %[[BUFFER]] : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[CAST]])
// CHECK: memref.copy %{{.*}}, %[[CAST]]
// CHECK: scf.yield %[[CAST]]
func.func @strided(%x: memref<4xf32, strided<[?], offset: ?>>, %n: index) -> memref<4xf32, strided<[?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (memref<4xf32, strided<[?], offset: ?>>) {
    %new = memref.alloc() : memref<4xf32>
    linalg.exp ins(%old : memref<4xf32, strided<[?], offset: ?>>) outs(%new : memref<4xf32>)
    %cast = memref.cast %new : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    scf.yield %cast : memref<4xf32, strided<[?], offset: ?>>
  }
  return %y : memref<4xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func @while
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %{{.*}}: i1)
// CHECK: %[[BUFFER:.*]] = memref.alloc()
// CHECK: memref.copy %[[X]], %[[BUFFER]]
// CHECK: scf.while (%{{.*}} = %[[BUFFER]])
// CHECK: %[[NEW:.*]] = memref.alloc()
// CHECK: memref.copy %[[NEW]], %[[BUFFER]]
// CHECK: scf.yield %[[BUFFER]]
func.func @while(%x: memref<4xf32>, %p: i1) -> memref<4xf32> {
  %y = scf.while (%before = %x) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%p) %before : memref<4xf32>
  } do {
  ^bb0(%after: memref<4xf32>):
    %new = memref.alloc() : memref<4xf32>
    linalg.exp ins(%after : memref<4xf32>) outs(%new : memref<4xf32>)
    scf.yield %new : memref<4xf32>
  }
  return %y : memref<4xf32>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// What is computed in place, also by a loop inside.
// CHECK-LABEL: func @in_place
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: return
func.func @in_place(%x: memref<4xf32>, %n: index, %p: i1) -> (memref<4xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (memref<4xf32>) {
    %z = scf.for %j = %c0 to %n step %c1 iter_args(%inner = %old) -> (memref<4xf32>) {
      linalg.exp ins(%inner : memref<4xf32>) outs(%inner : memref<4xf32>)
      scf.yield %inner : memref<4xf32>
    }
    scf.yield %z : memref<4xf32>
  }
  %w = scf.while (%before = %y) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%p) %before : memref<4xf32>
  } do {
  ^bb0(%after: memref<4xf32>):
    linalg.exp ins(%after : memref<4xf32>) outs(%after : memref<4xf32>)
    scf.yield %after : memref<4xf32>
  }
  return %y, %w : memref<4xf32>, memref<4xf32>
}

// A buffer of unknown size, which has no place in an arena, and numbers.
// CHECK-LABEL: func @unknown_size
// CHECK: scf.for
// CHECK-NOT: memref.copy
// CHECK: return
func.func @unknown_size(%x: memref<?xf32>, %n: index) -> (memref<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y, %k = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x, %last = %c0) -> (memref<?xf32>, index) {
    %new = memref.alloc(%n) : memref<?xf32>
    linalg.exp ins(%old : memref<?xf32>) outs(%new : memref<?xf32>)
    scf.yield %new, %i : memref<?xf32>, index
  }
  return %y, %k : memref<?xf32>, index
}
