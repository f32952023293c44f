// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host
// RUN: compression-check %s --stage=integer

// Codes that are decoded and quantized again by the same parameters, which may
// be nothing or a clamp.

// Within the range of the storage nothing changes.
func.func @whole_storage() {
  %codes = check.input dense<[-128, -127, -1, 0, 1, 127]> : tensor<6xi8>
  %scale = arith.constant dense<0.5> : tensor<1xf32>
  %0 = compress.dequantize %codes, %scale {scheme = #compress.affine<s8, f32, block [*]>} : tensor<6xi8>, tensor<1xf32> -> tensor<6xf32>
  %1 = compress.quantize %0, %scale {scheme = #compress.affine<s8, f32, block [*]>} : tensor<6xf32>, tensor<1xf32> -> tensor<6xi8>
  %want = arith.constant dense<[-128, -127, -1, 0, 1, 127]> : tensor<6xi8>
  check.expect_eq %1, %want : tensor<6xi8>
  return
}

// A code outside of a narrow range is clamped.
func.func @narrow() {
  %codes = check.input dense<[-128, -127, -1, 0, 1, 127]> : tensor<6xi8>
  %scale = arith.constant dense<0.5> : tensor<1xf32>
  %0 = compress.dequantize %codes, %scale {scheme = #compress.affine<s8 [-127, 127], f32, block [*]>} : tensor<6xi8>, tensor<1xf32> -> tensor<6xf32>
  %1 = compress.quantize %0, %scale {scheme = #compress.affine<s8 [-127, 127], f32, block [*]>} : tensor<6xf32>, tensor<1xf32> -> tensor<6xi8>
  %want = arith.constant dense<[-127, -127, -1, 0, 1, 127]> : tensor<6xi8>
  check.expect_eq %1, %want : tensor<6xi8>
  return
}

func.func @narrow_with_zero_point() {
  %codes = check.input dense<[0, 9, 10, 128, 200, 255]> : tensor<6xi8>
  %scale = arith.constant dense<0.1> : tensor<1xf32>
  %zero = arith.constant dense<20> : tensor<1xi8>
  %0 = compress.dequantize %codes, %scale, %zero {scheme = #compress.affine<u8 [10, 199], f32, block [*], zero_point>} : tensor<6xi8>, tensor<1xf32>, tensor<1xi8> -> tensor<6xf32>
  %1 = compress.quantize %0, %scale, %zero {scheme = #compress.affine<u8 [10, 199], f32, block [*], zero_point>} : tensor<6xf32>, tensor<1xf32>, tensor<1xi8> -> tensor<6xi8>
  %want = arith.constant dense<[10, 10, 10, 128, 199, 199]> : tensor<6xi8>
  check.expect_eq %1, %want : tensor<6xi8>
  return
}

// What is quantized twice is clamped by the first.
func.func @twice() {
  %x = check.input dense<[-100.0, -63.6, 0.3, 63.3]> : tensor<4xf32>
  %scale = arith.constant dense<0.5> : tensor<1xf32>
  %0 = compress.quantize %x, %scale {scheme = #compress.affine<s8 [-127, 127], f32, block [*]>} : tensor<4xf32>, tensor<1xf32> -> tensor<4xi8>
  %1 = compress.dequantize %0, %scale {scheme = #compress.affine<s8 [-127, 127], f32, block [*]>} : tensor<4xi8>, tensor<1xf32> -> tensor<4xf32>
  %2 = compress.quantize %1, %scale {scheme = #compress.affine<s8 [-127, 127], f32, block [*]>} : tensor<4xf32>, tensor<1xf32> -> tensor<4xi8>
  %want = arith.constant dense<[-127, -127, 1, 127]> : tensor<4xi8>
  check.expect_eq %2, %want : tensor<4xi8>
  return
}

// 66 * 1000 is infinite in f16, and 7 * 2^-26 is 2^-23 there.
func.func @half() {
  %codes = check.input dense<[[-128, 65, 66, 127], [7, 8, 0, -7]]> : tensor<2x4xi8>
  %scales = arith.constant dense<[[1.0e+03], [1.490116119384765625e-08]]> : tensor<2x1xf32>
  %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f16, block [1, *]>} : tensor<2x4xi8>, tensor<2x1xf32> -> tensor<2x4xf16>
  %1 = compress.quantize %0, %scales {scheme = #compress.affine<s8, f16, block [1, *]>} : tensor<2x4xf16>, tensor<2x1xf32> -> tensor<2x4xi8>
  %want = arith.constant dense<[[-128, 65, 127, 127], [8, 8, 0, -8]]> : tensor<2x4xi8>
  check.expect_eq %1, %want : tensor<2x4xi8>
  return
}
