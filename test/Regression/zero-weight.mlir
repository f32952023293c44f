// A weight of zeros has a scale of 1, zero points in the storage that stand for
// 0, and gives exactly 0, whatever the format and the granularity.

// RUN: compression-opt %s --compress-apply --symbol-dce -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/../Inputs/npy.py write %t.npy f32 2x4 1 -2 3e30 0.5
// RUN: compression-run %t.mlir --input=%t.npy --output=%t.s8.npy --output=%t.channel.npy --output=%t.u8.npy --output=%t.i8.npy
// RUN: %python %S/../Inputs/npy.py print %t.s8.npy | FileCheck %s --check-prefix=ZEROS
// RUN: %python %S/../Inputs/npy.py print %t.channel.npy | FileCheck %s --check-prefix=ZEROS
// RUN: %python %S/../Inputs/npy.py print %t.u8.npy | FileCheck %s --check-prefix=ZEROS
// RUN: %python %S/../Inputs/npy.py print %t.i8.npy | FileCheck %s --check-prefix=ZEROS
// ZEROS: f32 2x3
// ZEROS-NEXT: {{^}}0 0 0 0 0 0{{$}}

// With the presets too.
// RUN: compression-opt %S/Inputs/zero-weight-model.mlir --compress="preset=W8A8 calibration=%t.npy min-sqnr=300 strict" -o %t.static.mlir
// RUN: compression-run %t.static.mlir --input=%t.npy --output=%t.out.npy
// RUN: %python %S/../Inputs/npy.py print %t.out.npy | FileCheck %s --check-prefix=ZEROS
// RUN: compression-opt %S/Inputs/zero-weight-model.mlir --compress="preset=W8A8_DYNAMIC calibration=%t.npy min-sqnr=300 strict" -o %t.dynamic.mlir
// RUN: compression-run %t.dynamic.mlir --input=%t.npy --output=%t.out.npy
// RUN: %python %S/../Inputs/npy.py print %t.out.npy | FileCheck %s --check-prefix=ZEROS

ml_program.global private @s8(dense<0.0> : tensor<4x3xf32>) : tensor<4x3xf32> {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>}
ml_program.global private @channel(dense<-0.0> : tensor<4x3xf32>) : tensor<4x3xf32> {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [*, 1]>}
ml_program.global private @u8(dense<0.0> : tensor<4x3xf32>) : tensor<4x3xf32> {compress.scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
ml_program.global private @i8(dense<0.0> : tensor<4x3xf32>) : tensor<4x3xf32> {compress.scheme = #compress.affine<s8, f32, block [*, 1], zero_point>}

func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %a = ml_program.global_load @s8 : tensor<4x3xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<2x4xf32>, tensor<4x3xf32>) outs(%i : tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = ml_program.global_load @channel : tensor<4x3xf32>
  %1 = linalg.matmul ins(%x, %b : tensor<2x4xf32>, tensor<4x3xf32>) outs(%i : tensor<2x3xf32>) -> tensor<2x3xf32>
  %c = ml_program.global_load @u8 : tensor<4x3xf32>
  %2 = linalg.matmul ins(%x, %c : tensor<2x4xf32>, tensor<4x3xf32>) outs(%i : tensor<2x3xf32>) -> tensor<2x3xf32>
  %d = ml_program.global_load @i8 : tensor<4x3xf32>
  %3 = linalg.matmul ins(%x, %d : tensor<2x4xf32>, tensor<4x3xf32>) outs(%i : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-DAG: s8.codes: "0x40000000000000000000000000000000"
// CHECK-DAG: s8.scales: "0x400000000000803F"
// CHECK-DAG: channel.scales: "0x400000000000803F0000803F0000803F"
// CHECK-DAG: u8.codes: "0x40000000000000000000000000000000"
// CHECK-DAG: u8.scales: "0x400000000000803F"
// CHECK-DAG: u8.zero_points: "0x4000000000"
// CHECK-DAG: i8.zero_points: "0x40000000000000"
