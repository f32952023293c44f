// Functions that only a library has, in types and on vectors that it doesn't
// know.

// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// As many elements as vector code takes at once, and a prime number of them.
func.func @f32() {
  %x = check.input dense<0.5> : tensor<4x32xf32>
  %0 = math.atanh %x : tensor<4x32xf32>
  %atanh = arith.constant dense<0.54930615> : tensor<4x32xf32>
  check.expect_close %0, %atanh : tensor<4x32xf32>
  %1 = math.asinh %x : tensor<4x32xf32>
  %asinh = arith.constant dense<0.48121182> : tensor<4x32xf32>
  check.expect_close %1, %asinh : tensor<4x32xf32>
  %y = check.input dense<1.5> : tensor<37xf32>
  %2 = math.acosh %y : tensor<37xf32>
  %acosh = arith.constant dense<0.96242365> : tensor<37xf32>
  check.expect_close %2, %acosh : tensor<37xf32>
  %3 = math.tan %y : tensor<37xf32>
  %tan = arith.constant dense<14.101420> : tensor<37xf32>
  check.expect_close %3, %tan : tensor<37xf32>
  return
}

func.func @f64() {
  %x = check.input dense<0.5> : tensor<4x32xf64>
  %0 = math.erf %x : tensor<4x32xf64>
  %erf = arith.constant dense<0.52049987781304652> : tensor<4x32xf64>
  check.expect_close %0, %erf {abs = 1.0e-15 : f64, rel = 1.0e-15 : f64} : tensor<4x32xf64>
  %1 = math.cbrt %x : tensor<4x32xf64>
  %cbrt = arith.constant dense<0.79370052598409979> : tensor<4x32xf64>
  check.expect_close %1, %cbrt {abs = 1.0e-15 : f64, rel = 1.0e-15 : f64} : tensor<4x32xf64>
  %2 = math.exp %x : tensor<4x32xf64>
  %exp = arith.constant dense<1.6487212707001282> : tensor<4x32xf64>
  check.expect_close %2, %exp {abs = 1.0e-15 : f64, rel = 1.0e-15 : f64} : tensor<4x32xf64>
  return
}

func.func @halves() {
  %x = check.input dense<0.5> : tensor<4x32xf16>
  %0 = math.atanh %x : tensor<4x32xf16>
  %atanh = arith.constant dense<0.54930615> : tensor<4x32xf16>
  check.expect_close %0, %atanh {rel = 1.0e-3 : f64} : tensor<4x32xf16>
  %1 = math.sqrt %x : tensor<4x32xf16>
  %sqrt = arith.constant dense<0.70710678> : tensor<4x32xf16>
  check.expect_close %1, %sqrt {rel = 1.0e-3 : f64} : tensor<4x32xf16>
  %y = check.input dense<0.5> : tensor<4x32xbf16>
  %2 = math.sqrt %y : tensor<4x32xbf16>
  %bsqrt = arith.constant dense<0.70710678> : tensor<4x32xbf16>
  check.expect_close %2, %bsqrt {rel = 4.0e-3 : f64} : tensor<4x32xbf16>
  %3 = math.acos %y : tensor<4x32xbf16>
  %acos = arith.constant dense<1.04719755> : tensor<4x32xbf16>
  check.expect_close %3, %acos {rel = 4.0e-3 : f64} : tensor<4x32xbf16>
  return
}
