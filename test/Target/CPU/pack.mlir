// RUN: compression-opt %s --compress-pack --cse --symbol-dce --split-input-file | FileCheck %s

#avx512 = #compress.target<arch = "x86_64", cpu = "cascadelake", features = "+avx512f,+avx512vnni,+fma", vector_bits = 512>

module attributes {compress.target = #avx512} {

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[BY_ROW:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[BY_COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// A weight is packed once for all contractions that read it in one order.
// CHECK-DAG: ml_program.global private @w.packed(dense_resource<w.packed> : tensor<2x3x16xf32>) : tensor<2x3x16xf32>
// CHECK-DAG: ml_program.global private @small.packed(dense_resource<small.packed> : tensor<1x1x64xi8>) : tensor<1x1x64xi8>
// CHECK-DAG: ml_program.global private @small.column_sums(dense_resource<small.column_sums> : tensor<2xi32>) : tensor<2xi32>
// Neither the float weight nor the codes are needed any more.
// CHECK-NOT: @w(
// CHECK-NOT: @small(
ml_program.global private @w(dense<1.0> : tensor<3x20xf32>) : tensor<3x20xf32>
ml_program.global private @small(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi8>) : tensor<2x3xi8>
ml_program.global private @square(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
ml_program.global private @bias(dense<1.0> : tensor<20xf32>) : tensor<20xf32>

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @floats
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>)
func.func @floats(%x: tensor<4x3xf32>) -> tensor<4x20xf32> {
  %w = ml_program.global_load @w : tensor<3x20xf32>
  // CHECK: %[[W:.*]] = ml_program.global_load @w.packed
  // CHECK: %[[Y:.*]] = compress.packed_contract <"f32", tile [12, 32]> ins(%[[X]], %[[W]] : tensor<4x3xf32>, tensor<2x3x16xf32>) maps [] outs(%{{.*}} : tensor<4x20xf32>)
  // CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32):
  // CHECK-NEXT:   compress.yield %[[SUM]]
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x20xf32>) -> tensor<4x20xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x20xf32>) outs(%i : tensor<4x20xf32>) -> tensor<4x20xf32>
  // CHECK: return %[[Y]]
  return %y : tensor<4x20xf32>
}

// An init that is not 0 is an operand of the epilogue.
// CHECK-LABEL: func @onto
// CHECK-SAME: %[[INIT:[a-z0-9]*]]: tensor<4x20xf32>)
// CHECK: compress.packed_contract {{.*}} extras(%[[INIT]] : tensor<4x20xf32>) maps [#[[ID]]]
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[START:.*]]: f32):
// CHECK-NEXT:   arith.addf %[[SUM]], %[[START]]
func.func @onto(%x: tensor<4x3xf32>, %i: tensor<4x20xf32>) -> tensor<4x20xf32> {
  %w = ml_program.global_load @w : tensor<3x20xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x20xf32>) outs(%i : tensor<4x20xf32>) -> tensor<4x20xf32>
  return %y : tensor<4x20xf32>
}

// Two activations: the right one is read as it lies.
// CHECK-LABEL: func @activations
// CHECK-SAME: (%[[X:.*]]: tensor<2x4x3xf32>, %[[Y:.*]]: tensor<2x3x20xf32>
// CHECK: compress.packed_contract <"f32", tile [12, 32]> row_major ins(%[[X]], %[[Y]] :
func.func @activations(%x: tensor<2x4x3xf32>, %y: tensor<2x3x20xf32>, %i: tensor<2x4x20xf32>) -> tensor<2x4x20xf32> {
  %0 = linalg.batch_matmul ins(%x, %y : tensor<2x4x3xf32>, tensor<2x3x20xf32>) outs(%i : tensor<2x4x20xf32>) -> tensor<2x4x20xf32>
  return %0 : tensor<2x4x20xf32>
}

// Several dimensions of rows are one, and other orders are transposed.
// CHECK-LABEL: func @orders
// CHECK-SAME: (%[[X:.*]]: tensor<3x4x5xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]] : tensor<3x4x5xf32>) outs(%{{.*}} : tensor<4x5x3xf32>) permutation = [1, 2, 0]
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1], [2]]
// CHECK: %[[Y:.*]] = compress.packed_contract <"f32", tile [12, 32]> ins(%[[ROWS]], %{{.*}} : tensor<20x3xf32>, tensor<2x3x16xf32>)
// CHECK: %[[Z:.*]] = tensor.expand_shape %[[Y]] {{\[}}[0, 1], [2]]
// CHECK: linalg.transpose ins(%[[Z]] : tensor<4x5x20xf32>) outs(%{{.*}} : tensor<20x4x5xf32>) permutation = [2, 0, 1]
func.func @orders(%x: tensor<3x4x5xf32>) -> tensor<20x4x5xf32> {
  %w = ml_program.global_load @w : tensor<3x20xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x4x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<20x4x5xf32>) -> tensor<20x4x5xf32>
  %y = linalg.contract indexing_maps = [affine_map<(a, b, n, k) -> (k, a, b)>, affine_map<(a, b, n, k) -> (k, n)>, affine_map<(a, b, n, k) -> (n, a, b)>]
         ins(%x, %w : tensor<3x4x5xf32>, tensor<3x20xf32>) outs(%i : tensor<20x4x5xf32>) -> tensor<20x4x5xf32>
  return %y : tensor<20x4x5xf32>
}

// A square weight that is read both ways, the loops in another order.
// CHECK-LABEL: func @both_ways
// CHECK: compress.packed_contract {{.*}} ins(%{{.*}}, %[[A:.*]] : tensor<4x2xf32>, tensor<1x2x16xf32>)
// CHECK: compress.packed_contract {{.*}} ins(%{{.*}}, %[[B:.*]] : tensor<4x2xf32>, tensor<1x2x16xf32>)
// CHECK-NOT: %[[A]],
func.func @both_ways(%x: tensor<4x2xf32>, %i: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %w = ml_program.global_load @square : tensor<2x2xf32>
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%x, %w : tensor<4x2xf32>, tensor<2x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = linalg.contract indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>]
         ins(%x, %w : tensor<4x2xf32>, tensor<2x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<4x2xf32>
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

// The zero point's share of a sum is the zero point times the column sum.
// CHECK-LABEL: func @codes
// CHECK-SAME: (%[[Q:.*]]: tensor<4x3xi8>, %[[Z:.*]]: tensor<4x1xi8>)
func.func @codes(%q: tensor<4x3xi8>, %z: tensor<4x1xi8>) -> tensor<4x2xi32> {
  %w = ml_program.global_load @small : tensor<2x3xi8>
  // CHECK-DAG: %[[W:.*]] = ml_program.global_load @small.packed
  // CHECK-DAG: %[[SUMS:.*]] = ml_program.global_load @small.column_sums
  // CHECK: compress.packed_contract <"u8s8_vpdpbusd", tile [12, 16]> ins(%[[Q]], %[[W]] : tensor<4x3xi8>, tensor<1x1x64xi8>)
  // CHECK-SAME: extras(%[[Z]], %[[SUMS]] : tensor<4x1xi8>, tensor<2xi32>) maps [#[[BY_ROW]], #[[BY_COLUMN]]]
  // CHECK-NEXT: ^bb0(%[[SUM:.*]]: i32, %[[ZERO:.*]]: i8, %[[COLUMN:.*]]: i32):
  // CHECK-NEXT:   %[[WIDE:.*]] = arith.extui %[[ZERO]] : i8 to i32
  // CHECK-NEXT:   %[[SHARE:.*]] = arith.muli %[[WIDE]], %[[COLUMN]]
  // CHECK-NEXT:   %[[VALUE:.*]] = arith.subi %[[SUM]], %[[SHARE]]
  // CHECK-NEXT:   compress.yield %[[VALUE]]
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %y = linalg.generic {
         indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, 0)>, affine_map<(m, n, k) -> (m, n)>],
         iterator_types = ["parallel", "parallel", "reduction"]}
         ins(%q, %w, %z : tensor<4x3xi8>, tensor<2x3xi8>, tensor<4x1xi8>) outs(%i : tensor<4x2xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %c32 = arith.extui %c : i8 to i32
    %d = arith.subi %a32, %c32 : i32
    %b32 = arith.extsi %b : i8 to i32
    %p = arith.muli %d, %b32 : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  } -> tensor<4x2xi32>
  return %y : tensor<4x2xi32>
}

//===----------------------------------------------------------------------===//
// Epilogues
//===----------------------------------------------------------------------===//

// A chain of elementwise ops, with a broadcast operand.
// CHECK-LABEL: func @bias_relu
// CHECK: %[[BIAS:.*]] = ml_program.global_load @bias
// CHECK: %[[Y:.*]] = compress.packed_contract {{.*}} extras(%[[BIAS]] : tensor<20xf32>) maps [#[[BY_COLUMN]]]
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT:   %[[T:.*]] = arith.addf %[[SUM]], %[[B]]
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[R:.*]] = arith.maximumf %[[T]], %[[ZERO]]
// CHECK-NEXT:   compress.yield %[[R]]
// CHECK-NOT: linalg.generic
// CHECK: return %[[Y]]
func.func @bias_relu(%x: tensor<4x3xf32>) -> tensor<4x20xf32> {
  %w = ml_program.global_load @w : tensor<3x20xf32>
  %b = ml_program.global_load @bias : tensor<20xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x20xf32>) -> tensor<4x20xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x20xf32>) outs(%i : tensor<4x20xf32>) -> tensor<4x20xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
         ins(%y, %b : tensor<4x20xf32>, tensor<20xf32>) outs(%e : tensor<4x20xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<4x20xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
         ins(%0 : tensor<4x20xf32>) outs(%e : tensor<4x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %zero : f32
    linalg.yield %m : f32
  } -> tensor<4x20xf32>
  return %1 : tensor<4x20xf32>
}

// Left outside: a function that becomes a polynomial, and a result with
// another user.
// CHECK-LABEL: func @no_epilogue
// CHECK: %[[Y:.*]] = compress.packed_contract {{.*}} maps []
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: %[[Z:.*]] = compress.packed_contract {{.*}} maps []
// CHECK: linalg.generic
// CHECK: arith.negf
func.func @no_epilogue(%x: tensor<4x3xf32>, %v: tensor<4x3xf32>) -> (tensor<4x20xf32>, tensor<4x20xf32>, tensor<4x20xf32>) {
  %w = ml_program.global_load @w : tensor<3x20xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x20xf32>) -> tensor<4x20xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x20xf32>) outs(%i : tensor<4x20xf32>) -> tensor<4x20xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
         ins(%y : tensor<4x20xf32>) outs(%e : tensor<4x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = math.exp %a : f32
    linalg.yield %m : f32
  } -> tensor<4x20xf32>
  %z = linalg.matmul ins(%v, %w : tensor<4x3xf32>, tensor<3x20xf32>) outs(%i : tensor<4x20xf32>) -> tensor<4x20xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
         ins(%z : tensor<4x20xf32>) outs(%e : tensor<4x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.negf %a : f32
    linalg.yield %m : f32
  } -> tensor<4x20xf32>
  return %0, %1, %z : tensor<4x20xf32>, tensor<4x20xf32>, tensor<4x20xf32>
}

// What a generic yields from outside of its body is not what an epilogue
// computes.
// CHECK-LABEL: func @yields_outer_value
// CHECK: %[[Y:.*]] = compress.packed_contract
// CHECK: linalg.generic {{.*}} ins(%[[Y]] : tensor<4x20xf32>)
func.func @yields_outer_value(%x: tensor<4x3xf32>, %v: f32) -> tensor<4x20xf32> {
  %w = ml_program.global_load @w : tensor<3x20xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x20xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x20xf32>) -> tensor<4x20xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x20xf32>) outs(%i : tensor<4x20xf32>) -> tensor<4x20xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
         ins(%y : tensor<4x20xf32>) outs(%e : tensor<4x20xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<4x20xf32>
  return %0 : tensor<4x20xf32>
}

//===----------------------------------------------------------------------===//
// Weights without a kernel of their own: decoded for 64 columns at a time
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @groups
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[CODES:.*]]: tensor<150x8xi8>, %[[SCALES:.*]]: tensor<150x2xf32>
// CHECK-NOT: compress.dequantize {{.*}} -> tensor<150x8xf32>
// CHECK: scf.for %[[COLUMN:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[RESULT:.*]] =
// CHECK-DAG: tensor.extract_slice %[[CODES]][%[[COLUMN]], 0] [64, 8] [1, 1]
// CHECK-DAG: tensor.extract_slice %[[SCALES]][%[[COLUMN]], 0] [64, 2] [1, 1]
// CHECK: compress.dequantize {{.*}} -> tensor<64x8xf32>
// CHECK: compress.packed_contract <"f32", tile [6, 64]> row_major
// CHECK: tensor.insert_slice %{{.*}} into %[[RESULT]][0, %[[COLUMN]]] [4, 64] [1, 1]
// The last 22 columns.
// CHECK: tensor.extract_slice %[[CODES]][128, 0] [22, 8] [1, 1]
// CHECK: compress.packed_contract <"f32", tile [12, 32]> row_major
func.func @groups(%x: tensor<4x8xf32>, %codes: tensor<150x8xi8>, %scales: tensor<150x2xf32>) -> tensor<4x150xf32> {
  %w = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, 4]>} : tensor<150x8xi8>, tensor<150x2xf32> -> tensor<150x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x150xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x150xf32>) -> tensor<4x150xf32>
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%x, %w : tensor<4x8xf32>, tensor<150x8xf32>) outs(%i : tensor<4x150xf32>) -> tensor<4x150xf32>
  return %y : tensor<4x150xf32>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// No kernel for f64, and codes that are no weight.
// CHECK-LABEL: func @no_kernel
// CHECK-NOT: compress.packed_contract
func.func @no_kernel(%x: tensor<4x3xf64>, %y: tensor<3x2xf64>, %i: tensor<4x2xf64>, %q: tensor<4x3xi8>, %c: tensor<2x3xi8>) -> (tensor<4x2xf64>, tensor<4x2xi32>) {
  %0 = linalg.matmul ins(%x, %y : tensor<4x3xf64>, tensor<3x2xf64>) outs(%i : tensor<4x2xf64>) -> tensor<4x2xf64>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x2xi32>
  %j = linalg.fill ins(%zero : i32) outs(%e : tensor<4x2xi32>) -> tensor<4x2xi32>
  %1 = linalg.generic {
         indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
         iterator_types = ["parallel", "parallel", "reduction"]}
         ins(%q, %c : tensor<4x3xi8>, tensor<2x3xi8>) outs(%j : tensor<4x2xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %b32 = arith.extsi %b : i8 to i32
    %p = arith.muli %a32, %b32 : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  } -> tensor<4x2xi32>
  return %0, %1 : tensor<4x2xf64>, tensor<4x2xi32>
}

}

// CHECK-NOT: w.packed_1
// The columns of a panel side by side at each k.
// CHECK: square.packed: "0x400000000000803F00004040{{0+}}4000008040{{0+}}"
// CHECK: square.packed_1: "0x400000000000803F00000040{{0+}}404000008040{{0+}}"
// Four k of a column side by side, the columns of a panel next to one another,
// zeros where there are no more. Column sums in i32.
// CHECK: small.packed: "0x4000000001FE03000405FA00{{0+}}"
// CHECK: small.column_sums: "0x400000000200000003000000"

// -----

// A target without extensions has other kernels and tiles.
module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "x86-64", features = "", vector_bits = 128>} {

ml_program.global private @w(dense<1.0> : tensor<3x20xf32>) : tensor<3x20xf32>
ml_program.global private @c(dense<1> : tensor<3x20xi8>) : tensor<3x20xi8>

// CHECK-LABEL: func @portable
func.func @portable(%x: tensor<4x3xf32>, %i: tensor<4x20xf32>, %q: tensor<4x3xi8>) -> (tensor<4x20xf32>, tensor<4x20xi32>) {
  %w = ml_program.global_load @w : tensor<3x20xf32>
  // CHECK: compress.packed_contract <"f32_portable", tile [3, 16]>
  %0 = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x20xf32>) outs(%i : tensor<4x20xf32>) -> tensor<4x20xf32>
  // CHECK: compress.packed_contract <"u8s8_portable", tile [2, 16]>
  %c = ml_program.global_load @c : tensor<3x20xi8>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x20xi32>
  %j = linalg.fill ins(%zero : i32) outs(%e : tensor<4x20xi32>) -> tensor<4x20xi32>
  %1 = linalg.generic {
         indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
         iterator_types = ["parallel", "parallel", "reduction"]}
         ins(%q, %c : tensor<4x3xi8>, tensor<3x20xi8>) outs(%j : tensor<4x20xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %b32 = arith.extsi %b : i8 to i32
    %p = arith.muli %a32, %b32 : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  } -> tensor<4x20xi32>
  return %0, %1 : tensor<4x20xf32>, tensor<4x20xi32>
}

}

// -----

module attributes {compress.target = #compress.target<arch = "x86_64", cpu = "haswell", features = "+avx2,+fma", vector_bits = 256>} {

// CHECK-LABEL: func @avx2
// CHECK: compress.packed_contract <"f32", tile [6, 16]>
func.func @avx2(%x: tensor<4x3xf32>, %y: tensor<3x20xf32>, %i: tensor<4x20xf32>) -> tensor<4x20xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<4x3xf32>, tensor<3x20xf32>) outs(%i : tensor<4x20xf32>) -> tensor<4x20xf32>
  return %0 : tensor<4x20xf32>
}

}
