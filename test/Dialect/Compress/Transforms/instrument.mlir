// RUN: compression-opt %s --compress-instrument | FileCheck %s

// Parameters of what is observed, which calibration sets.
// CHECK: ml_program.global private @x.scale(dense<1.000000e+00> : tensor<1x1xf32>) : tensor<1x1xf32>
// CHECK: ml_program.global private @x.zero_point(dense<0> : tensor<1x1xi8>) : tensor<1x1xi8>
// CHECK: ml_program.global private @h.scale(dense<1.000000e+00> : tensor<1xf32>) : tensor<1xf32>

// CHECK-LABEL: func @ranges
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[H:.*]]: tensor<5xf16>)
// CHECK-SAME: -> (tensor<4x3xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
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
  // The value as codes with the parameters give it back, and what that loses.
  // CHECK: %[[S:.*]] = ml_program.global_load @x.scale
  // CHECK: %[[Z:.*]] = ml_program.global_load @x.zero_point
  // CHECK: %[[Q:.*]] = compress.quantize %[[X]], %[[S]], %[[Z]] {scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
  // CHECK: %[[ROUNDED:.*]] = compress.dequantize %[[Q]], %[[S]], %[[Z]]
  // CHECK: %[[POWER:.*]] = linalg.generic
  // CHECK-SAME: ins(%[[X]] : tensor<4x3xf32>)
  // CHECK-NOT: arith.subf
  // CHECK: %[[LOSS:.*]] = linalg.generic
  // CHECK-SAME: ins(%[[X]], %[[ROUNDED]] : tensor<4x3xf32>, tensor<4x3xf32>)
  // CHECK: arith.subf
  %0 = compress.observe %x {name = "x"} : tensor<4x3xf32>
  // A narrower float has statistics in f32.
  // CHECK: %[[HMIN:.*]] = linalg.generic
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[HMAX:.*]] = linalg.generic
  // CHECK: %[[HPOWER:.*]] = linalg.generic
  // CHECK: %[[HLOSS:.*]] = linalg.generic
  %1 = compress.observe %h {name = "h"} : tensor<5xf16>
  // CHECK: return %[[X]], %[[MIN]], %[[MAX]], %[[POWER]], %[[LOSS]], %[[HMIN]], %[[HMAX]], %[[HPOWER]], %[[HLOSS]]
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
