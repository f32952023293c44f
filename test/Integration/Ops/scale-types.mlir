// RUN: compression-check %s --lowering=reference --stage=integer
// RUN: compression-check %s --lowering=portable --stage=integer
// RUN: compression-check %s --lowering=host --stage=integer

// Contractions of codes whose scales have different types: each is extended to
// f32, in which their product is rounded. As f16 it would be up to 0.04 % off.

ml_program.global private @codes(dense<[[1, -2, 127], [3, 4, -127], [-5, 6, 7], [100, -8, 9]]> : tensor<4x3xi8>) : tensor<4x3xi8>

func.func @half_weight() {
  %x = check.input dense<[[1, 2, 3, 4], [5, 6, 7, 255]]> : tensor<2x4xi8>
  %sx = check.input dense<0.1> : tensor<1x1xf32>
  %codes = ml_program.global_load @codes : tensor<4x3xi8>
  %sw = check.input dense<[[0x34CD, 0x399A, 0x211F]]> : tensor<1x3xf16>
  %0 = compress.dequantize %x, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<2x4xi8>, tensor<1x1xf32> -> tensor<2x4xf32>
  %1 = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, 1], scale f16>} : tensor<4x3xi8>, tensor<1x3xf16> -> tensor<4x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x3xf32>
  %y = linalg.matmul ins(%0, %1 : tensor<2x4xf32>, tensor<4x3xf32>) outs(%zeros : tensor<2x3xf32>) -> tensor<2x3xf32>
  %want = arith.constant dense<[[11.7619143, -0.560156286, -0.0700149536], [764.764465, -138.918762, 2.21747375]]> : tensor<2x3xf32>
  check.expect_eq %y, %want : tensor<2x3xf32>
  return
}

func.func @halves() {
  %x = check.input dense<[[1, 2, 3, 4], [5, 6, 7, 255]]> : tensor<2x4xi8>
  %sx = check.input dense<0x2E66> : tensor<1x1xf16>
  %codes = ml_program.global_load @codes : tensor<4x3xi8>
  %sw = check.input dense<[[0x34CD, 0x399A, 0x211F]]> : tensor<1x3xf16>
  %0 = compress.dequantize %x, %sx {scheme = #compress.affine<u8, f32, block [*, *], scale f16>} : tensor<2x4xi8>, tensor<1x1xf16> -> tensor<2x4xf32>
  %1 = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, 1], scale f16>} : tensor<4x3xi8>, tensor<1x3xf16> -> tensor<4x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x3xf32>
  %y = linalg.matmul ins(%0, %1 : tensor<2x4xf32>, tensor<4x3xf32>) outs(%zeros : tensor<2x3xf32>) -> tensor<2x3xf32>
  %want = arith.constant dense<[[11.7590427, -0.560019493, -0.069997862], [764.577759, -138.884827, 2.2169323]]> : tensor<2x3xf32>
  check.expect_eq %y, %want : tensor<2x3xf32>
  return
}

func.func @bf16_input() {
  %x = check.input dense<[[1, 2, 3, 4], [5, 6, 7, 255]]> : tensor<2x4xi8>
  %sx = check.input dense<0x3DCD> : tensor<1x1xbf16>
  %codes = ml_program.global_load @codes : tensor<4x3xi8>
  %sw = check.input dense<[[0x34CD, 0x399A, 0x211F]]> : tensor<1x3xf16>
  %0 = compress.dequantize %x, %sx {scheme = #compress.affine<u8, f32, block [*, *], scale bf16>} : tensor<2x4xi8>, tensor<1x1xbf16> -> tensor<2x4xf32>
  %1 = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, 1], scale f16>} : tensor<4x3xi8>, tensor<1x3xf16> -> tensor<4x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x3xf32>
  %y = linalg.matmul ins(%0, %1 : tensor<2x4xf32>, tensor<4x3xf32>) outs(%zeros : tensor<2x3xf32>) -> tensor<2x3xf32>
  %want = arith.constant dense<[[11.7734003, -0.560703278, -0.0700833276], [765.511292, -139.054413, 2.21963906]]> : tensor<2x3xf32>
  check.expect_eq %y, %want : tensor<2x3xf32>
  return
}
