// Codes saturate after the zero point was added, in the wide domain, and ties
// go to even before it is; alike for constants, scalars and vectors.

// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

!u8 = !quant.uniform<u8:f32, 1.0>
!u8z = !quant.uniform<u8:f32, 1.0:8>
!i8 = !quant.uniform<i8:f32, 1.0>
!i8z = !quant.uniform<i8:f32, 1.0:11>
!narrow = !quant.uniform<i8<-127:127>:f32, 1.0>

func.func @saturate() {
  %x = check.input dense<[270.0, -190.0, 251.0, 4.5, 5.5, -4.5, 3.0e38, -3.0e38, 0x7F800000, 0xFF800000]> : tensor<10xf32>
  %a = quant.qcast %x : tensor<10xf32> to tensor<10x!u8>
  %0 = quant.scast %a : tensor<10x!u8> to tensor<10xi8>
  %u8 = arith.constant dense<[255, 0, 251, 4, 6, 0, 255, 0, 255, 0]> : tensor<10xi8>
  check.expect_eq %0, %u8 : tensor<10xi8>
  %b = quant.qcast %x : tensor<10xf32> to tensor<10x!u8z>
  %1 = quant.scast %b : tensor<10x!u8z> to tensor<10xi8>
  %u8z = arith.constant dense<[255, 0, 255, 12, 14, 4, 255, 0, 255, 0]> : tensor<10xi8>
  check.expect_eq %1, %u8z : tensor<10xi8>
  %c = quant.qcast %x : tensor<10xf32> to tensor<10x!i8>
  %2 = quant.scast %c : tensor<10x!i8> to tensor<10xi8>
  %i8 = arith.constant dense<[127, -128, 127, 4, 6, -4, 127, -128, 127, -128]> : tensor<10xi8>
  check.expect_eq %2, %i8 : tensor<10xi8>
  %d = quant.qcast %x : tensor<10xf32> to tensor<10x!narrow>
  %3 = quant.scast %d : tensor<10x!narrow> to tensor<10xi8>
  %narrow = arith.constant dense<[127, -127, 127, 4, 6, -4, 127, -127, 127, -127]> : tensor<10xi8>
  check.expect_eq %3, %narrow : tensor<10xi8>
  return
}

func.func @ties() {
  %x = check.input dense<[0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.9, -0.9]> : tensor<8xf32>
  %a = quant.qcast %x : tensor<8xf32> to tensor<8x!i8>
  %0 = quant.scast %a : tensor<8x!i8> to tensor<8xi8>
  %even = arith.constant dense<[0, 2, 2, 0, -2, -2, 1, -1]> : tensor<8xi8>
  check.expect_eq %0, %even : tensor<8xi8>
  %b = quant.qcast %x : tensor<8xf32> to tensor<8x!i8z>
  %1 = quant.scast %b : tensor<8x!i8z> to tensor<8xi8>
  %shifted = arith.constant dense<[11, 13, 13, 11, 9, 9, 12, 10]> : tensor<8xi8>
  check.expect_eq %1, %shifted : tensor<8xi8>
  return
}

// What the compiler knows: the same codes.
func.func @constant_ties() {
  %x = arith.constant dense<[0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.9, -0.9]> : tensor<8xf32>
  %b = quant.qcast %x : tensor<8xf32> to tensor<8x!i8z>
  %0 = quant.scast %b : tensor<8x!i8z> to tensor<8xi8>
  %shifted = arith.constant dense<[11, 13, 13, 11, 9, 9, 12, 10]> : tensor<8xi8>
  check.expect_eq %0, %shifted : tensor<8xi8>
  return
}

// A row of 61 elements has vector tiles and a rest.
func.func @vectors() {
  %x = check.input dense<2.5> : tensor<3x61xf32>
  %a = quant.qcast %x : tensor<3x61xf32> to tensor<3x61x!i8z>
  %0 = quant.scast %a : tensor<3x61x!i8z> to tensor<3x61xi8>
  %want = arith.constant dense<13> : tensor<3x61xi8>
  check.expect_eq %0, %want : tensor<3x61xi8>
  return
}
