// Sums of products of codes have 32 bits.

// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

func.func @bytes() {
  %x = check.input dense<[[100, 100]]> : tensor<1x2xi8>
  %w = arith.constant dense<2> : tensor<2x1xi8>
  %i = arith.constant dense<0> : tensor<1x1xi32>
  %y = linalg.matmul ins(%x, %w : tensor<1x2xi8>, tensor<2x1xi8>) outs(%i : tensor<1x1xi32>) -> tensor<1x1xi32>
  %want = arith.constant dense<400> : tensor<1x1xi32>
  check.expect_eq %y, %want : tensor<1x1xi32>
  return
}

// 255 * 127 * 64 does not fit into 16 bits, nor do two of the products.
ml_program.global private @codes(dense<127> : tensor<64x1xi8>) : tensor<64x1xi8>
func.func @quantized() {
  %q = check.input dense<255> : tensor<1x64xi8>
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %x = compress.dequantize %q, %one {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<1x64xi8>, tensor<1x1xf32> -> tensor<1x64xf32>
  %codes = ml_program.global_load @codes : tensor<64x1xi8>
  %w = compress.dequantize %codes, %one {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<64x1xi8>, tensor<1x1xf32> -> tensor<64x1xf32>
  %i = arith.constant dense<0.0> : tensor<1x1xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x64xf32>, tensor<64x1xf32>) outs(%i : tensor<1x1xf32>) -> tensor<1x1xf32>
  %want = arith.constant dense<2072640.0> : tensor<1x1xf32>
  check.expect_eq %y, %want : tensor<1x1xf32>
  return
}

// (a - za) * (b - zb), also where a zero point is 0.
func.func @zero_points() {
  %a = check.input dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %b = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi8>
  %za = arith.constant 3 : i32
  %zb = arith.constant -2 : i32
  %zero = arith.constant 0 : i32
  %i = arith.constant dense<0> : tensor<2x2xi32>
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<2x3xi8>, tensor<3x2xi8>, i32, i32) outs(%i : tensor<2x2xi32>) -> tensor<2x2xi32>
  %both = arith.constant dense<[[-11, -14], [34, 40]]> : tensor<2x2xi32>
  check.expect_eq %0, %both : tensor<2x2xi32>
  %1 = linalg.quantized_matmul ins(%a, %b, %za, %zero : tensor<2x3xi8>, tensor<3x2xi8>, i32, i32) outs(%i : tensor<2x2xi32>) -> tensor<2x2xi32>
  %left = arith.constant dense<[[-5, -8], [22, 28]]> : tensor<2x2xi32>
  check.expect_eq %1, %left : tensor<2x2xi32>
  %2 = linalg.quantized_matmul ins(%a, %b, %zero, %zb : tensor<2x3xi8>, tensor<3x2xi8>, i32, i32) outs(%i : tensor<2x2xi32>) -> tensor<2x2xi32>
  %right = arith.constant dense<[[34, 40], [79, 94]]> : tensor<2x2xi32>
  check.expect_eq %2, %right : tensor<2x2xi32>
  return
}
