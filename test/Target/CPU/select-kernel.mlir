// RUN: compression-opt %s --split-input-file --compress-pack | FileCheck %s

// The kernel follows from the module's target, not from this machine.

// CHECK-LABEL: module attributes
// CHECK-SAME: vector_bits = 512
// CHECK: compress.packed_contract <"u8s8_vpdpbusd", tile [6, 64]>
// CHECK: compress.packed_contract <"f32", tile [6, 64]>
module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "znver4", features = "+fma,+avx2,+avx512f,+avx512vnni", vector_bits = 512>} {
  ml_program.global private @codes(dense<1> : tensor<8x64xi8>) : tensor<8x64xi8>
  ml_program.global private @floats(dense<1.0> : tensor<8x64xf32>) : tensor<8x64xf32>
  func.func @main(%q: tensor<7x8xi8>, %x: tensor<7x8xf32>) -> (tensor<7x64xi32>, tensor<7x64xf32>) {
    %codes = ml_program.global_load @codes : tensor<8x64xi8>
    %floats = ml_program.global_load @floats : tensor<8x64xf32>
    %zero = arith.constant dense<0> : tensor<7x64xi32>
    %zeros = arith.constant dense<0.0> : tensor<7x64xf32>
    %0 = linalg.generic {
        indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%q, %codes : tensor<7x8xi8>, tensor<8x64xi8>) outs(%zero : tensor<7x64xi32>) {
    ^bb0(%a: i8, %b: i8, %c: i32):
      %u = arith.extui %a : i8 to i32
      %s = arith.extsi %b : i8 to i32
      %p = arith.muli %u, %s : i32
      %t = arith.addi %c, %p : i32
      linalg.yield %t : i32
    } -> tensor<7x64xi32>
    %1 = linalg.matmul ins(%x, %floats : tensor<7x8xf32>, tensor<8x64xf32>) outs(%zeros : tensor<7x64xf32>) -> tensor<7x64xf32>
    return %0, %1 : tensor<7x64xi32>, tensor<7x64xf32>
  }
}

// -----

// Without the instruction for bytes.
// CHECK-LABEL: module attributes
// CHECK-SAME: vector_bits = 256
// CHECK: compress.packed_contract <"u8s8_portable", tile [2, 16]>
// CHECK: compress.packed_contract <"f32", tile [6, 16]>
module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+fma,+avx2", vector_bits = 256>} {
  ml_program.global private @codes(dense<1> : tensor<8x64xi8>) : tensor<8x64xi8>
  ml_program.global private @floats(dense<1.0> : tensor<8x64xf32>) : tensor<8x64xf32>
  func.func @main(%q: tensor<7x8xi8>, %x: tensor<7x8xf32>) -> (tensor<7x64xi32>, tensor<7x64xf32>) {
    %codes = ml_program.global_load @codes : tensor<8x64xi8>
    %floats = ml_program.global_load @floats : tensor<8x64xf32>
    %zero = arith.constant dense<0> : tensor<7x64xi32>
    %zeros = arith.constant dense<0.0> : tensor<7x64xf32>
    %0 = linalg.generic {
        indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%q, %codes : tensor<7x8xi8>, tensor<8x64xi8>) outs(%zero : tensor<7x64xi32>) {
    ^bb0(%a: i8, %b: i8, %c: i32):
      %u = arith.extui %a : i8 to i32
      %s = arith.extsi %b : i8 to i32
      %p = arith.muli %u, %s : i32
      %t = arith.addi %c, %p : i32
      linalg.yield %t : i32
    } -> tensor<7x64xi32>
    %1 = linalg.matmul ins(%x, %floats : tensor<7x8xf32>, tensor<8x64xf32>) outs(%zeros : tensor<7x64xf32>) -> tensor<7x64xf32>
    return %0, %1 : tensor<7x64xi32>, tensor<7x64xf32>
  }
}

// -----

// The baseline has no fused multiply-add.
// CHECK-LABEL: module attributes
// CHECK-SAME: vector_bits = 128
// CHECK: compress.packed_contract <"f32_portable", tile [3, 16]>
module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "x86-64", features = "", vector_bits = 128>} {
  ml_program.global private @floats(dense<1.0> : tensor<8x64xf32>) : tensor<8x64xf32>
  func.func @main(%x: tensor<7x8xf32>) -> tensor<7x64xf32> {
    %floats = ml_program.global_load @floats : tensor<8x64xf32>
    %zeros = arith.constant dense<0.0> : tensor<7x64xf32>
    %0 = linalg.matmul ins(%x, %floats : tensor<7x8xf32>, tensor<8x64xf32>) outs(%zeros : tensor<7x64xf32>) -> tensor<7x64xf32>
    return %0 : tensor<7x64xf32>
  }
}
