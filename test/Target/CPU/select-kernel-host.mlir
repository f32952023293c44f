// REQUIRES: avx512vnni
// RUN: compression-opt %s --compress-to-llvm | FileCheck %s

// This machine has the instruction, so its lowering uses it.

// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
ml_program.global private @codes(dense<1> : tensor<8x64xi8>) : tensor<8x64xi8>

func.func @main(%q: tensor<7x8xi8>) -> tensor<7x64xi32> {
  %codes = ml_program.global_load @codes : tensor<8x64xi8>
  %zero = arith.constant dense<0> : tensor<7x64xi32>
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
  return %0 : tensor<7x64xi32>
}
