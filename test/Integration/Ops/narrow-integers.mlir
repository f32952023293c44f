// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Integers of 2 to 7 bits, which memory holds in bytes: codes whose readers
// know the sign, and other integers, which the arithmetic tells.

func.func @elementwise() {
  %x = check.input dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1, -2, -3, -4]> : tensor<20xi8>
  %n = arith.trunci %x : tensor<20xi8> to tensor<20xi4>
  %signed = arith.extsi %n : tensor<20xi4> to tensor<20xi32>
  %unsigned = arith.extui %n : tensor<20xi4> to tensor<20xi32>
  %wantSigned = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, -1, -2, -3, -4]> : tensor<20xi32>
  %wantUnsigned = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 14, 13, 12]> : tensor<20xi32>
  check.expect_eq %signed, %wantSigned : tensor<20xi32>
  check.expect_eq %unsigned, %wantUnsigned : tensor<20xi32>
  return
}

// Single elements of a constant and of what was computed.
func.func @elements() {
  %x = check.input dense<[3, -7, 0, 0]> : tensor<4xi8>
  %k = arith.constant dense<[0, 1, 2, -3]> : tensor<4xi4>
  %n = arith.trunci %x : tensor<4xi8> to tensor<4xi4>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.extract %x[%c0] : tensor<4xi8>
  %i = arith.index_cast %first : i8 to index
  %a = tensor.extract %k[%i] : tensor<4xi4>
  %b = tensor.extract %n[%c1] : tensor<4xi4>
  %wideA = arith.extsi %a : i4 to i32
  %wideB = arith.extui %b : i4 to i32
  %got = tensor.from_elements %wideA, %wideB : tensor<2xi32>
  %want = arith.constant dense<[-3, 9]> : tensor<2xi32>
  check.expect_eq %got, %want : tensor<2xi32>
  return
}

func.func @carried_by_a_loop() {
  %x = check.input dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1, -2, -3, -4]> : tensor<20xi8>
  %n = arith.trunci %x : tensor<20xi8> to tensor<20xi4>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %four = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %n) -> tensor<20xi4> {
    %sum = arith.addi %acc, %n : tensor<20xi4>
    scf.yield %sum : tensor<20xi4>
  }
  %got = arith.extui %four : tensor<20xi4> to tensor<20xi32>
  %want = arith.constant dense<[0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 12, 8, 4, 0]> : tensor<20xi32>
  check.expect_eq %got, %want : tensor<20xi32>
  return
}

// Signed codes that reach their reader through a loop.
func.func @codes_carried_by_a_loop() {
  %n = check.input dense<2> : tensor<1xi64>
  %codes = arith.constant dense<[-8, -1, 0, 7]> : tensor<4xi4>
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.extract %n[%c0] : tensor<1xi64>
  %end = arith.index_cast %first : i64 to index
  %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%c = %codes, %sum = %zeros) -> (tensor<4xi4>, tensor<4xf32>) {
    %x = compress.dequantize %c, %one {scheme = #compress.affine<s4, f32, block [*]>} : tensor<4xi4>, tensor<1xf32> -> tensor<4xf32>
    %next = arith.addf %sum, %x : tensor<4xf32>
    scf.yield %c, %next : tensor<4xi4>, tensor<4xf32>
  }
  %want = arith.constant dense<[-16.0, -2.0, 0.0, 14.0]> : tensor<4xf32>
  check.expect_eq %r#1, %want : tensor<4xf32>
  return
}

ml_program.global private @weight(dense<[-8, -1, 0, 7]> : tensor<4xi4>) : tensor<4xi4>

// The same bits as signed and as unsigned codes.
func.func @both_signs() {
  %codes = ml_program.global_load @weight : tensor<4xi4>
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %signed = compress.dequantize %codes, %one {scheme = #compress.affine<s4, f32, block [*]>} : tensor<4xi4>, tensor<1xf32> -> tensor<4xf32>
  %unsigned = compress.dequantize %codes, %one {scheme = #compress.affine<u4, f32, block [*]>} : tensor<4xi4>, tensor<1xf32> -> tensor<4xf32>
  %wantSigned = arith.constant dense<[-8.0, -1.0, 0.0, 7.0]> : tensor<4xf32>
  %wantUnsigned = arith.constant dense<[8.0, 15.0, 0.0, 7.0]> : tensor<4xf32>
  check.expect_eq %signed, %wantSigned : tensor<4xf32>
  check.expect_eq %unsigned, %wantUnsigned : tensor<4xf32>
  return
}

// Row numbers are signed: -7 + 8 is 1.
func.func @rows() {
  %t = check.input dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>
  %x = check.input dense<[-7, -6, -8]> : tensor<3xi8>
  %n = arith.trunci %x : tensor<3xi8> to tensor<3xi4>
  %eight = arith.constant dense<-8> : tensor<3xi4>
  %ids = arith.subi %n, %eight : tensor<3xi4>
  %got = compress.gather %t[%ids] : tensor<3x1xf32>, tensor<3xi4> -> tensor<3x1xf32>
  %want = arith.constant dense<[[2.0], [3.0], [1.0]]> : tensor<3x1xf32>
  check.expect_eq %got, %want : tensor<3x1xf32>
  return
}
