// Rounding without an instruction for it: every case of sign, size and tie, and
// what is not finite. NaN stays NaN.

// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

func.func @f32() {
  %x = check.input dense<[0.3, -0.3, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.7, -0.7, 0x3EFFFFFF, 8388607.5, -8388607.5, 16777217.0, 0x7F800000, -0.0]> : tensor<16xf32>
  %0 = math.floor %x : tensor<16xf32>
  %floor = arith.constant dense<[0.0, -1.0, 0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 0.0, -1.0, 0.0, 8388607.0, -8388608.0, 16777217.0, 0x7F800000, -0.0]> : tensor<16xf32>
  check.expect_eq %0, %floor : tensor<16xf32>
  %1 = math.ceil %x : tensor<16xf32>
  %ceil = arith.constant dense<[1.0, -0.0, 1.0, -0.0, 2.0, -1.0, 3.0, -2.0, 1.0, -0.0, 1.0, 8388608.0, -8388607.0, 16777217.0, 0x7F800000, -0.0]> : tensor<16xf32>
  check.expect_eq %1, %ceil : tensor<16xf32>
  %2 = math.round %x : tensor<16xf32>
  %round = arith.constant dense<[0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 1.0, -1.0, 0.0, 8388608.0, -8388608.0, 16777217.0, 0x7F800000, -0.0]> : tensor<16xf32>
  check.expect_eq %2, %round : tensor<16xf32>
  %3 = math.roundeven %x : tensor<16xf32>
  %even = arith.constant dense<[0.0, -0.0, 0.0, -0.0, 2.0, -2.0, 2.0, -2.0, 1.0, -1.0, 0.0, 8388608.0, -8388608.0, 16777217.0, 0x7F800000, -0.0]> : tensor<16xf32>
  check.expect_eq %3, %even : tensor<16xf32>
  %4 = math.trunc %x : tensor<16xf32>
  %trunc = arith.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.0, -0.0, 0.0, 8388607.0, -8388607.0, 16777217.0, 0x7F800000, -0.0]> : tensor<16xf32>
  check.expect_eq %4, %trunc : tensor<16xf32>
  return
}

func.func @nan() {
  %x = check.input dense<0x7FC00000> : tensor<16xf32>
  %0 = math.floor %x : tensor<16xf32>
  %1 = math.ceil %x : tensor<16xf32>
  %2 = math.round %x : tensor<16xf32>
  check.expect_close %0, %x {nan} : tensor<16xf32>
  check.expect_close %1, %x {nan} : tensor<16xf32>
  check.expect_close %2, %x {nan} : tensor<16xf32>
  return
}

func.func @f64() {
  %x = check.input dense<[0.3, -0.3, 2.5, -2.5, 4503599627370495.5, -4503599627370495.5, 9007199254740993.0]> : tensor<7xf64>
  %0 = math.floor %x : tensor<7xf64>
  %floor = arith.constant dense<[0.0, -1.0, 2.0, -3.0, 4503599627370495.0, -4503599627370496.0, 9007199254740992.0]> : tensor<7xf64>
  check.expect_eq %0, %floor : tensor<7xf64>
  %1 = math.roundeven %x : tensor<7xf64>
  %even = arith.constant dense<[0.0, -0.0, 2.0, -2.0, 4503599627370496.0, -4503599627370496.0, 9007199254740992.0]> : tensor<7xf64>
  check.expect_eq %1, %even : tensor<7xf64>
  return
}

func.func @halves() {
  %x = check.input dense<[0.3, -0.3, 2.5, -2.5]> : tensor<4xf16>
  %0 = math.ceil %x : tensor<4xf16>
  %ceil = arith.constant dense<[1.0, -0.0, 3.0, -2.0]> : tensor<4xf16>
  check.expect_eq %0, %ceil : tensor<4xf16>
  %y = check.input dense<[0.3, -0.3, 2.5, -2.5]> : tensor<4xbf16>
  %1 = math.round %y : tensor<4xbf16>
  %round = arith.constant dense<[0.0, -0.0, 3.0, -3.0]> : tensor<4xbf16>
  check.expect_eq %1, %round : tensor<4xbf16>
  return
}
