// RUN: compression-opt %s --compress-pack | FileCheck %s

#avx512 = #compress.target<arch = "x86_64", cpu = "cascadelake", features = "+avx512f,+avx512vnni,+fma", vector_bits = 512>

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (0, 0)>
#r = affine_map<(m, n, k) -> (m, n)>

// Sums of products of integers that are not those of codes: kernels for u8 and
// s8 would compute something else.
module attributes {compress.target = #avx512} {

ml_program.global private @bytes(dense<1> : tensor<4x3xi8>) : tensor<4x3xi8>
ml_program.global private @halves(dense<1000> : tensor<4x3xi16>) : tensor<4x3xi16>

// The body checks its sums.
// CHECK-LABEL: func.func @checked
// CHECK-NOT: compress.packed_contract
// CHECK: cf.assert
func.func @checked(%a: tensor<2x4xi8>) -> tensor<2x3xi32> {
  %w = ml_program.global_load @bytes : tensor<4x3xi8>
  %zero = arith.constant 0 : i32
  %limit = arith.constant 100 : i32
  %e = tensor.empty() : tensor<2x3xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %w : tensor<2x4xi8>, tensor<4x3xi8>) outs(%f : tensor<2x3xi32>) {
  ^bb0(%i: i8, %j: i8, %o: i32):
    %u = arith.extui %i : i8 to i32
    %s = arith.extsi %j : i8 to i32
    %p = arith.muli %u, %s : i32
    %t = arith.addi %o, %p : i32
    %c = arith.cmpi slt, %t, %limit : i32
    cf.assert %c, "sum too large"
    linalg.yield %t : i32
  } -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @wide_weight
// CHECK-NOT: compress.packed_contract
// CHECK: linalg.generic
func.func @wide_weight(%a: tensor<2x4xi8>) -> tensor<2x3xi32> {
  %w = ml_program.global_load @halves : tensor<4x3xi16>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x3xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %w : tensor<2x4xi8>, tensor<4x3xi16>) outs(%f : tensor<2x3xi32>) {
  ^bb0(%i: i8, %j: i16, %o: i32):
    %u = arith.extui %i : i8 to i32
    %s = arith.extsi %j : i16 to i32
    %p = arith.muli %u, %s : i32
    %t = arith.addi %o, %p : i32
    linalg.yield %t : i32
  } -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

// CHECK-LABEL: func.func @wide_zero_point
// CHECK-NOT: compress.packed_contract
// CHECK: linalg.generic
func.func @wide_zero_point(%a: tensor<2x4xi8>, %z: tensor<1x1xi16>) -> tensor<2x3xi32> {
  %w = ml_program.global_load @bytes : tensor<4x3xi8>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x3xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = linalg.generic {indexing_maps = [#x, #w, #z, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %w, %z : tensor<2x4xi8>, tensor<4x3xi8>, tensor<1x1xi16>) outs(%f : tensor<2x3xi32>) {
  ^bb0(%i: i8, %j: i8, %k: i16, %o: i32):
    %u = arith.extui %i : i8 to i32
    %v = arith.extui %k : i16 to i32
    %d = arith.subi %u, %v : i32
    %s = arith.extsi %j : i8 to i32
    %p = arith.muli %d, %s : i32
    %t = arith.addi %o, %p : i32
    linalg.yield %t : i32
  } -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

}
