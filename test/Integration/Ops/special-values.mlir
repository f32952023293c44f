// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Functions at infinity, NaN, and below the smallest normal value.

func.func @classes_f32() {
  %x = check.input dense<[0x3FC00000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2, 0x800116C2, 0x7F7FFFFF]> : tensor<8xf32>
  %isinf = math.isinf %x : tensor<8xf32>
  %want_isinf = arith.constant dense<[false, false, true, true, false, false, false, false]> : tensor<8xi1>
  check.expect_eq %isinf, %want_isinf : tensor<8xi1>
  %isnan = math.isnan %x : tensor<8xf32>
  %want_isnan = arith.constant dense<[false, false, false, false, true, false, false, false]> : tensor<8xi1>
  check.expect_eq %isnan, %want_isnan : tensor<8xi1>
  %isfinite = math.isfinite %x : tensor<8xf32>
  %want_isfinite = arith.constant dense<[true, true, false, false, false, true, true, true]> : tensor<8xi1>
  check.expect_eq %isfinite, %want_isfinite : tensor<8xi1>
  %isnormal = math.isnormal %x : tensor<8xf32>
  %want_isnormal = arith.constant dense<[true, false, false, false, false, false, false, true]> : tensor<8xi1>
  check.expect_eq %isnormal, %want_isnormal : tensor<8xi1>
  return
}

func.func @classes_f64() {
  %x = check.input dense<[0x3FF8000000000000, 0x8000000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x0000000000000001, 0x800012688B70E62B, 0x7FEE42D130773B76]> : tensor<8xf64>
  %isinf = math.isinf %x : tensor<8xf64>
  %want_isinf = arith.constant dense<[false, false, true, true, false, false, false, false]> : tensor<8xi1>
  check.expect_eq %isinf, %want_isinf : tensor<8xi1>
  %isnan = math.isnan %x : tensor<8xf64>
  %want_isnan = arith.constant dense<[false, false, false, false, true, false, false, false]> : tensor<8xi1>
  check.expect_eq %isnan, %want_isnan : tensor<8xi1>
  %isfinite = math.isfinite %x : tensor<8xf64>
  %want_isfinite = arith.constant dense<[true, true, false, false, false, true, true, true]> : tensor<8xi1>
  check.expect_eq %isfinite, %want_isfinite : tensor<8xi1>
  %isnormal = math.isnormal %x : tensor<8xf64>
  %want_isnormal = arith.constant dense<[true, false, false, false, false, false, false, true]> : tensor<8xi1>
  check.expect_eq %isnormal, %want_isnormal : tensor<8xi1>
  return
}

func.func @classes_f16() {
  %x = check.input dense<[0x3E00, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0x0001, 0x8200, 0x7BFF]> : tensor<8xf16>
  %isinf = math.isinf %x : tensor<8xf16>
  %want_isinf = arith.constant dense<[false, false, true, true, false, false, false, false]> : tensor<8xi1>
  check.expect_eq %isinf, %want_isinf : tensor<8xi1>
  %isnan = math.isnan %x : tensor<8xf16>
  %want_isnan = arith.constant dense<[false, false, false, false, true, false, false, false]> : tensor<8xi1>
  check.expect_eq %isnan, %want_isnan : tensor<8xi1>
  %isfinite = math.isfinite %x : tensor<8xf16>
  %want_isfinite = arith.constant dense<[true, true, false, false, false, true, true, true]> : tensor<8xi1>
  check.expect_eq %isfinite, %want_isfinite : tensor<8xi1>
  %isnormal = math.isnormal %x : tensor<8xf16>
  %want_isnormal = arith.constant dense<[true, false, false, false, false, false, false, true]> : tensor<8xi1>
  check.expect_eq %isnormal, %want_isnormal : tensor<8xi1>
  return
}

func.func @classes_bf16() {
  %x = check.input dense<[0x3FC0, 0x8000, 0x7F80, 0xFF80, 0x7FC0, 0x0001, 0x8008, 0x7F00]> : tensor<8xbf16>
  %isinf = math.isinf %x : tensor<8xbf16>
  %want_isinf = arith.constant dense<[false, false, true, true, false, false, false, false]> : tensor<8xi1>
  check.expect_eq %isinf, %want_isinf : tensor<8xi1>
  %isnan = math.isnan %x : tensor<8xbf16>
  %want_isnan = arith.constant dense<[false, false, false, false, true, false, false, false]> : tensor<8xi1>
  check.expect_eq %isnan, %want_isnan : tensor<8xi1>
  %isfinite = math.isfinite %x : tensor<8xbf16>
  %want_isfinite = arith.constant dense<[true, true, false, false, false, true, true, true]> : tensor<8xi1>
  check.expect_eq %isfinite, %want_isfinite : tensor<8xi1>
  %isnormal = math.isnormal %x : tensor<8xbf16>
  %want_isnormal = arith.constant dense<[true, false, false, false, false, false, false, true]> : tensor<8xi1>
  check.expect_eq %isnormal, %want_isnormal : tensor<8xi1>
  return
}

// The logarithm of a subnormal value is that of its value, and as exact.
func.func @logarithms() {
  %x = check.input dense<[0x000116C2, 0x00000001, 0x007FFFFF, 0x40000000, 0x00000000, 0x7F800000, 0xBF800000]> : tensor<7xf32>
  %log = math.log %x : tensor<7xf32>
  %want_log = arith.constant dense<[0xC2B834F2, 0xC2CE8ED0, 0xC2AEAC50, 0x3F317218, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  check.expect_close %log, %want_log {abs = 1.0e-6 : f64, rel = 1.0e-6 : f64, nan} : tensor<7xf32>
  %log2 = math.log2 %x : tensor<7xf32>
  %want_log2 = arith.constant dense<[0xC304E08C, 0xC3150000, 0xC2FC0000, 0x3F800000, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  check.expect_close %log2, %want_log2 {abs = 1.0e-6 : f64, rel = 1.0e-6 : f64, nan} : tensor<7xf32>
  %log10 = math.log10 %x : tensor<7xf32>
  %want_log10 = arith.constant dense<[0xC2200001, 0xC23369F4, 0xC217B818, 0x3E9A209B, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  check.expect_close %log10, %want_log10 {abs = 1.0e-6 : f64, rel = 1.0e-6 : f64, nan} : tensor<7xf32>
  return
}

func.func @cube_roots() {
  %x = check.input dense<[0x41000000, 0xC1D80000, 0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x000116C2]> : tensor<8xf32>
  %y = math.cbrt %x : tensor<8xf32>
  %want = arith.constant dense<[0x40000000, 0xC0400000, 0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x295109C8]> : tensor<8xf32>
  check.expect_close %y, %want {abs = 0.0 : f64, rel = 1.0e-6 : f64, nan} : tensor<8xf32>
  return
}

func.func @clamped_f32() {
  %x = check.input dense<[0xC0A00000, 0xBF800000, 0x3E800000, 0x40000000, 0x40E00000, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
  %low = check.input dense<-1.0> : tensor<8xf32>
  %high = check.input dense<2.0> : tensor<8xf32>
  %y = math.clampf %x to [%low, %high] : tensor<8xf32>
  %want = arith.constant dense<[0xBF800000, 0xBF800000, 0x3E800000, 0x40000000, 0x40000000, 0x40000000, 0xBF800000, 0x7FC00000]> : tensor<8xf32>
  check.expect_eq %y, %want : tensor<8xf32>
  return
}

func.func @clamped_f16() {
  %x = check.input dense<[0xC500, 0xBC00, 0x3400, 0x4000, 0x4700, 0x7C00, 0xFC00, 0x7E00]> : tensor<8xf16>
  %low = check.input dense<-1.0> : tensor<8xf16>
  %high = check.input dense<2.0> : tensor<8xf16>
  %y = math.clampf %x to [%low, %high] : tensor<8xf16>
  %want = arith.constant dense<[0xBC00, 0xBC00, 0x3400, 0x4000, 0x4000, 0x4000, 0xBC00, 0x7E00]> : tensor<8xf16>
  check.expect_eq %y, %want : tensor<8xf16>
  return
}
