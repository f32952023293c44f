// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Ops of arith and math on tensors, and ops that only mark a value.

func.func @arithmetic() {
  %x = check.input dense<[[1.5, -2.0, 0.25], [8.0, 3.0, -1.0]]> : tensor<2x3xf32>
  %y = check.input dense<[[2.0, 4.0, 0.5], [-1.0, 2.0, 8.0]]> : tensor<2x3xf32>
  %sum = arith.addf %x, %y : tensor<2x3xf32>
  %product = arith.mulf %sum, %y : tensor<2x3xf32>
  %quotient = arith.divf %product, %x : tensor<2x3xf32>
  %wantSum = arith.constant dense<[[3.5, 2.0, 0.75], [7.0, 5.0, 7.0]]> : tensor<2x3xf32>
  %wantProduct = arith.constant dense<[[7.0, 8.0, 0.375], [-7.0, 10.0, 56.0]]> : tensor<2x3xf32>
  %wantQuotient = arith.constant dense<[[4.66666651, -4.0, 1.5], [-0.875, 3.33333325, -56.0]]> : tensor<2x3xf32>
  check.expect_eq %sum, %wantSum : tensor<2x3xf32>
  check.expect_eq %product, %wantProduct : tensor<2x3xf32>
  check.expect_close %quotient, %wantQuotient : tensor<2x3xf32>
  return
}

func.func @integers() {
  %x = check.input dense<[1, -2, 127, -128]> : tensor<4xi8>
  %wide = arith.extsi %x : tensor<4xi8> to tensor<4xi32>
  %two = arith.constant dense<2> : tensor<4xi32>
  %doubled = arith.muli %wide, %two : tensor<4xi32>
  %float = arith.sitofp %doubled : tensor<4xi32> to tensor<4xf32>
  %wantDoubled = arith.constant dense<[2, -4, 254, -256]> : tensor<4xi32>
  %wantFloat = arith.constant dense<[2.0, -4.0, 254.0, -256.0]> : tensor<4xf32>
  check.expect_eq %doubled, %wantDoubled : tensor<4xi32>
  check.expect_eq %float, %wantFloat : tensor<4xf32>
  return
}

func.func @selected() {
  %x = check.input dense<[1.5, -2.0, 0x7FC00000, 3.0]> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %positive = arith.cmpf ogt, %x, %zero : tensor<4xf32>
  %kept = arith.select %positive, %x, %zero : tensor<4xi1>, tensor<4xf32>
  %want = arith.constant dense<[1.5, 0.0, 0.0, 3.0]> : tensor<4xf32>
  check.expect_eq %kept, %want : tensor<4xf32>
  return
}

// Conversions to bf16 and f16 round to nearest even; subnormal values stay.
func.func @halves() {
  %x = check.input dense<[1.00390625, 1.01171875, 65520.0, 1.0e-40, 5.96046448E-8, -0.0]> : tensor<6xf32>
  %b = arith.truncf %x : tensor<6xf32> to tensor<6xbf16>
  %h = arith.truncf %x : tensor<6xf32> to tensor<6xf16>
  %back = arith.extf %b : tensor<6xbf16> to tensor<6xf32>
  %wantB = arith.constant dense<[0x3F80, 0x3F82, 0x4780, 0x0001, 0x3380, 0x8000]> : tensor<6xbf16>
  %wantH = arith.constant dense<[0x3C04, 0x3C0C, 0x7C00, 0x0000, 0x0001, 0x8000]> : tensor<6xf16>
  %wantBack = arith.constant dense<[1.0, 1.015625, 65536.0, 9.18354962E-41, 5.96046448E-8, -0.0]> : tensor<6xf32>
  check.expect_eq %b, %wantB : tensor<6xbf16>
  check.expect_eq %h, %wantH : tensor<6xf16>
  check.expect_eq %back, %wantBack : tensor<6xf32>
  return
}

func.func @mathematics() {
  %x = check.input dense<[0.0, 1.0, -1.0, 4.0]> : tensor<4xf32>
  %exp = math.exp %x : tensor<4xf32>
  %tanh = math.tanh %x : tensor<4xf32>
  %wantExp = arith.constant dense<[1.0, 2.71828183, 0.36787944, 54.5981500]> : tensor<4xf32>
  %wantTanh = arith.constant dense<[0.0, 0.76159416, -0.76159416, 0.99932930]> : tensor<4xf32>
  check.expect_close %exp, %wantExp : tensor<4xf32>
  check.expect_close %tanh, %wantTanh : tensor<4xf32>
  return
}

func.func @observed() {
  %x = check.input dense<[1.5, -2.0]> : tensor<2xf32>
  %seen = compress.observe %x {name = "x"} : tensor<2xf32>
  %sum = arith.addf %seen, %x : tensor<2xf32>
  %want = arith.constant dense<[3.0, -4.0]> : tensor<2xf32>
  check.expect_eq %sum, %want : tensor<2xf32>
  return
}
