// RUN: compression-opt %s --compress-widen-codes --verify-diagnostics

// expected-error @below {{'ml_program.global' op expected a bit stream of 2 bytes for 'tensor<4xi4>', but got 3}}
ml_program.global private @w(dense_resource<blob> : tensor<4xi4>) : tensor<4xi4>
func.func @main(%s: tensor<1xf32>) -> tensor<4xf32> {
  %0 = ml_program.global_load @w : tensor<4xi4>
  %1 = compress.dequantize %0, %s {scheme = #compress.affine<s4, f32, block [*]>} : tensor<4xi4>, tensor<1xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
{-# dialect_resources: {builtin: {blob: "0x4000000018F200"}} #-}
