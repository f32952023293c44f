// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-reshape-results))" | FileCheck %s

// CHECK-LABEL: func.func @expanded(
// CHECK-SAME: %[[Y:[a-z0-9]*]]: memref<1x4x6xf32>
// CHECK: %[[ROWS:.*]] = memref.collapse_shape %[[Y]] {{\[}}[0, 1], [2]] : memref<1x4x6xf32> into memref<4x6xf32>
// CHECK-NOT: memref.alloc
// CHECK: linalg.fill {{.*}} outs(%[[ROWS]]
// CHECK-NOT: memref.copy
func.func @expanded(%y: memref<1x4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4x6xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<4x6xf32>)
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [1, 4, 6] : memref<4x6xf32> into memref<1x4x6xf32>
  memref.copy %e, %y : memref<1x4x6xf32> to memref<1x4x6xf32>
  return
}

// Two reshapes are undone one after the other.
// CHECK-LABEL: func.func @flattened(
// CHECK-SAME: %[[Y:[a-z0-9]*]]: memref<24xf32>
// CHECK: %[[MATRIX:.*]] = memref.expand_shape %[[Y]] {{\[}}[0, 1]] output_shape [4, 6]
// CHECK: %[[ROWS:.*]] = memref.expand_shape %[[MATRIX]] {{\[}}[0], [1, 2]] output_shape [4, 2, 3]
// CHECK-NOT: memref.alloc
// CHECK: linalg.fill {{.*}} outs(%[[ROWS]]
// CHECK-NOT: memref.copy
func.func @flattened(%y: memref<24xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4x2x3xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<4x2x3xf32>)
  %c = memref.collapse_shape %a [[0], [1, 2]] : memref<4x2x3xf32> into memref<4x6xf32>
  %d = memref.collapse_shape %c [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  memref.copy %d, %y : memref<24xf32> to memref<24xf32>
  return
}

// What is written behind the copy must not reach the result.
// CHECK-LABEL: func.func @written_later(
// CHECK: memref.alloc
// CHECK: memref.copy
func.func @written_later(%y: memref<1x4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4x6xf32>
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [1, 4, 6] : memref<4x6xf32> into memref<1x4x6xf32>
  memref.copy %e, %y : memref<1x4x6xf32> to memref<1x4x6xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<4x6xf32>)
  return
}

// An argument that is read as well is no place to work in.
// CHECK-LABEL: func.func @read(
// CHECK: memref.alloc
// CHECK: memref.copy
func.func @read(%y: memref<1x4x6xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4x6xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<4x6xf32>)
  %old = memref.load %y[%c0, %c0, %c0] : memref<1x4x6xf32>
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [1, 4, 6] : memref<4x6xf32> into memref<1x4x6xf32>
  memref.copy %e, %y : memref<1x4x6xf32> to memref<1x4x6xf32>
  return %old : f32
}

// A view of the buffer is written behind the copy.
// CHECK-LABEL: func.func @view_used_later(
// CHECK: memref.alloc
// CHECK: memref.copy
func.func @view_used_later(%y: memref<1x4x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4x6xf32>
  %v = memref.subview %a[0, 0] [2, 6] [1, 1] : memref<4x6xf32> to memref<2x6xf32, strided<[6, 1]>>
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [1, 4, 6] : memref<4x6xf32> into memref<1x4x6xf32>
  memref.copy %e, %y : memref<1x4x6xf32> to memref<1x4x6xf32>
  linalg.fill ins(%zero : f32) outs(%v : memref<2x6xf32, strided<[6, 1]>>)
  return
}
