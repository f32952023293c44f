// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-instrument))" | FileCheck %s

// CHECK-LABEL: func @ranges
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[H:.*]]: tensor<5xf16>) -> (tensor<4x3xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
func.func @ranges(%x: tensor<4x3xf32>, %h: tensor<5xf16>) -> tensor<4x3xf32> {
  // CHECK-NOT: compress.observe
  // CHECK: %[[HIGH:.*]] = arith.constant 0x7F800000 : f32
  // CHECK: %[[MIN_INIT:.*]] = linalg.fill ins(%[[HIGH]] : f32)
  // CHECK: %[[MIN:.*]] = linalg.generic
  // CHECK-SAME: iterator_types = ["reduction", "reduction"]
  // CHECK-SAME: ins(%[[X]] : tensor<4x3xf32>) outs(%[[MIN_INIT]] : tensor<f32>)
  // CHECK-NEXT: ^bb0(%[[VALUE:.*]]: f32, %[[BEST:.*]]: f32):
  // CHECK-NEXT: %[[NEXT:.*]] = arith.minimumf %[[VALUE]], %[[BEST]]
  // CHECK-NEXT: linalg.yield %[[NEXT]]
  // CHECK: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: %[[MAX_INIT:.*]] = linalg.fill ins(%[[LOW]] : f32)
  // CHECK: %[[MAX:.*]] = linalg.generic
  // CHECK-SAME: ins(%[[X]] : tensor<4x3xf32>) outs(%[[MAX_INIT]] : tensor<f32>)
  // CHECK: arith.maximumf
  %0 = compress.observe %x {name = "x"} : tensor<4x3xf32>
  // The range of a narrower float is f32.
  // CHECK: %[[HMIN:.*]] = linalg.generic
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[HMAX:.*]] = linalg.generic
  %1 = compress.observe %h {name = "h"} : tensor<5xf16>
  // CHECK: return %[[X]], %[[MIN]], %[[MAX]], %[[HMIN]], %[[HMAX]]
  return %0 : tensor<4x3xf32>
}

// Left alone: what is not the model's entry.
// CHECK-LABEL: func private @private
// CHECK-SAME: -> tensor<3xf32> {
func.func private @private(%x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: compress.observe
  %0 = compress.observe %x {name = "y"} : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: func private @external(tensor<3xf32>) -> tensor<3xf32>
func.func private @external(tensor<3xf32>) -> tensor<3xf32>

// CHECK-LABEL: func @nothing
// CHECK-SAME: -> tensor<3xf32> {
func.func @nothing(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
