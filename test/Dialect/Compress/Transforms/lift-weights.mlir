// RUN: compression-opt %s --compress-lift-weights --mlir-print-debuginfo --split-input-file | FileCheck %s

// The name is the location's; equal constants are one weight.
// CHECK: ml_program.global private @layer.weight(dense_resource<blob> : tensor<2x3xf32>) : tensor<2x3xf32>
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = ml_program.global_load @layer.weight : tensor<2x3xf32>
// CHECK: %[[B:.*]] = ml_program.global_load @layer.weight : tensor<2x3xf32>
// CHECK: return %[[A]], %[[B]]
func.func @main() -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %a = arith.constant dense_resource<blob> : tensor<2x3xf32> loc("layer.weight")
  %b = arith.constant dense_resource<blob> : tensor<2x3xf32> loc("other")
  return %a, %b : tensor<2x3xf32>, tensor<2x3xf32>
}
{-#
  dialect_resources: { builtin: {
    blob: "0x080000000000803F0000004000004040000080400000A0400000C040" } }
#-}

// -----

// Names that are taken, and constants without one.
// CHECK: ml_program.global private @w(dense<[1.000000e+00, 2.000000e+00]>
// CHECK: ml_program.global private @w_0(dense<[3.000000e+00, 4.000000e+00]>
// CHECK: ml_program.global private @weight(dense<[5.000000e+00, 6.000000e+00]>
ml_program.global private @w(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @clash() -> (tensor<2xf32>, tensor<2xf32>) {
  %a = arith.constant dense<[3.0, 4.0]> : tensor<2xf32> loc("w")
  %b = arith.constant dense<[5.0, 6.0]> : tensor<2xf32> loc(unknown)
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// -----

// One element everywhere: a weight only where it is used as one, here behind
// ops that move it.
// CHECK: ml_program.global private @splat(dense<5.000000e-01> : tensor<3x2xf32>)
// CHECK: ml_program.global private @table(dense<2.500000e-01> : tensor<4x2xf32>)
// CHECK-LABEL: func.func @splats
// CHECK: arith.constant dense<0.000000e+00> : tensor<4x2xf32>
// CHECK: linalg.matmul
func.func @splats(%x: tensor<4x3xf32>, %ids: tensor<4xi64>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %w = arith.constant dense<0.5> : tensor<3x2xf32> loc("splat")
  %t = arith.constant dense<0.25> : tensor<4x2xf32> loc("table")
  %z = arith.constant dense<0.0> : tensor<4x2xf32>
  %c = tensor.collapse_shape %w [[0, 1]] : tensor<3x2xf32> into tensor<6xf32>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %r = linalg.matmul ins(%x, %e : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  %g = compress.gather %t[%ids] : tensor<4x2xf32>, tensor<4xi64> -> tensor<4x2xf32>
  return %r, %g : tensor<4x2xf32>, tensor<4x2xf32>
}

// -----

// Globals that are there already.
ml_program.global private @w(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @scale(3.0 : f32) : f32
ml_program.global private mutable @state(dense<0.0> : tensor<2xf32>) : tensor<2xf32>
// CHECK-LABEL: func.func @globals
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<2xf32>
// CHECK: %[[S:.*]] = arith.constant 3.000000e+00 : f32
// CHECK: %[[M:.*]] = ml_program.global_load @state : tensor<2xf32>
// CHECK: return %[[W]], %[[S]], %[[M]]
func.func @globals() -> (tensor<2xf32>, f32, tensor<2xf32>) {
  %w = ml_program.global_load_const @w : tensor<2xf32>
  %s = ml_program.global_load @scale : f32
  %m = ml_program.global_load @state : tensor<2xf32>
  return %w, %s, %m : tensor<2xf32>, f32, tensor<2xf32>
}

// -----

// Constants of other dialects are weights too.
// CHECK: ml_program.global private @kernel(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf16>)
// CHECK-LABEL: func.func @tosa
// CHECK: ml_program.global_load @kernel : tensor<2xf16>
func.func @tosa() -> tensor<2xf16> {
  %w = "tosa.const"() <{values = dense<[1.0, 2.0]> : tensor<2xf16>}> : () -> tensor<2xf16> loc("kernel")
  return %w : tensor<2xf16>
}

// -----

// Left alone: integers, scalars, a single element.
// CHECK-NOT: ml_program.global
// CHECK-LABEL: func.func @left_alone
func.func @left_alone() -> (tensor<2xi64>, f32, tensor<1x1xf32>, tensor<f32>) {
  %a = arith.constant dense<[1, 2]> : tensor<2xi64>
  %b = arith.constant 1.0 : f32
  %c = arith.constant dense<[[2.0]]> : tensor<1x1xf32>
  %d = arith.constant dense<3.0> : tensor<f32>
  return %a, %b, %c, %d : tensor<2xi64>, f32, tensor<1x1xf32>, tensor<f32>
}
