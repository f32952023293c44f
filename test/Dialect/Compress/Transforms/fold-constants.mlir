// RUN: compression-opt %s --compress-fold-constants --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
#row = affine_map<(d0, d1) -> (d0)>
// Positions with negative ones wrapped, their sums and a part of them.
// CHECK-LABEL: func.func @positions
// CHECK-DAG: %[[W:.*]] = arith.constant dense<{{\[}}[1, 8, 3], [4, 5, 6]]> : tensor<2x3xi64>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<[12, 15]> : tensor<2xi64>
// CHECK-DAG: %[[P:.*]] = arith.constant dense<{{\[}}[1, 3], [4, 6]]> : tensor<2x2xi64>
// CHECK-DAG: %[[F:.*]] = arith.constant dense<[1, 8, 3, 4, 5, 6]> : tensor<6xi64>
// CHECK-NOT: linalg
// CHECK: return %[[W]], %[[S]], %[[P]], %[[F]]
func.func @positions() -> (tensor<2x3xi64>, tensor<2xi64>, tensor<2x2xi64>, tensor<6xi64>) {
  %k = arith.constant dense<[[1, -2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %v = arith.constant dense<[1, 10, 100]> : tensor<3xi64>
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<2x3xi64>
  %w = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%k, %v : tensor<2x3xi64>, tensor<3xi64>) outs(%e : tensor<2x3xi64>) {
  ^bb0(%a: i64, %b: i64, %o: i64):
    %negative = arith.cmpi slt, %a, %zero : i64
    %sum = arith.addi %a, %b : i64
    %wrapped = arith.select %negative, %sum, %a : i64
    linalg.yield %wrapped : i64
  } -> tensor<2x3xi64>
  %e1 = tensor.empty() : tensor<2xi64>
  %z = linalg.fill ins(%zero : i64) outs(%e1 : tensor<2xi64>) -> tensor<2xi64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<2x3xi64>) outs(%z : tensor<2xi64>) {
  ^bb0(%a: i64, %o: i64):
    %q = arith.addi %a, %o : i64
    linalg.yield %q : i64
  } -> tensor<2xi64>
  %p = tensor.extract_slice %w[0, 0] [2, 2] [1, 2] : tensor<2x3xi64> to tensor<2x2xi64>
  %f = tensor.collapse_shape %w [[0, 1]] : tensor<2x3xi64> into tensor<6xi64>
  return %w, %s, %p, %f : tensor<2x3xi64>, tensor<2xi64>, tensor<2x2xi64>, tensor<6xi64>
}

// -----

#id = affine_map<(d0) -> (d0)>
// A lookup in a resource, with the guards that torch writes; a mask.
// CHECK-LABEL: func.func @lookup
// CHECK-DAG: %[[R:.*]] = arith.constant dense<[30, 10]> : tensor<2xi64>
// CHECK-DAG: %[[M:.*]] = arith.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NOT: linalg
// CHECK-NOT: cf.assert
// CHECK: return %[[R]], %[[M]]
func.func @lookup() -> (tensor<2xi64>, tensor<2xi1>) {
  %k = arith.constant dense<[2, 0]> : tensor<2xi64>
  %t = arith.constant dense_resource<table> : tensor<3xi64>
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : i64
  %e = tensor.empty() : tensor<2xi64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%k : tensor<2xi64>) outs(%e : tensor<2xi64>) {
  ^bb0(%a: i64, %o: i64):
    %i = arith.index_cast %a : i64 to index
    %inside = arith.cmpi ult, %i, %c3 : index
    cf.assert %inside, "index out of range"
    %v = tensor.extract %t[%i] : tensor<3xi64>
    linalg.yield %v : i64
  } -> tensor<2xi64>
  %eb = tensor.empty() : tensor<2xi1>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%r : tensor<2xi64>) outs(%eb : tensor<2xi1>) {
  ^bb0(%a: i64, %o: i1):
    %p = arith.cmpi sgt, %a, %c20 : i64
    linalg.yield %p : i1
  } -> tensor<2xi1>
  return %r, %m : tensor<2xi64>, tensor<2xi1>
}
{-#
  dialect_resources: { builtin: {
    table: "0x080000000A0000000000000014000000000000001E00000000000000" } }
#-}

// -----

#id = affine_map<(d0) -> (d0)>
// A batch norm's 1 / sqrt(variance + epsilon), of a constant and of a weight.
// CHECK-LABEL: func.func @batch_norm
// CHECK-DAG: %[[A:.*]] = arith.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK-DAG: %[[B:.*]] = arith.constant dense<[2.000000e+00, 1.000000e+00]> : tensor<2xf32>
// CHECK-NOT: cf.assert
// CHECK: return %[[A]], %[[B]]
ml_program.global private @variance(dense<[0.0, 0.75]> : tensor<2xf32>) : tensor<2xf32>
func.func @batch_norm() -> (tensor<2xf32>, tensor<2xf32>) {
  %v = arith.constant dense<[3.75, 15.75]> : tensor<2xf32>
  %w = ml_program.global_load @variance : tensor<2xf32>
  %eps = arith.constant 0.25 : f64
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %t = arith.truncf %eps : f64 to f32
    %s = arith.addf %i, %t : f32
    %r = math.sqrt %s : f32
    %p = arith.cmpf one, %r, %zero : f32
    cf.assert %p, "tensor with zero element"
    %q = arith.divf %one, %r : f32
    linalg.yield %q : f32
  } -> tensor<2xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %t = arith.truncf %eps : f64 to f32
    %s = arith.addf %i, %t : f32
    %r = math.sqrt %s : f32
    %q = arith.divf %one, %r : f32
    linalg.yield %q : f32
  } -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
// The condition depends on a constant alone, the result on the input as well.
// CHECK-LABEL: func.func @guard
// CHECK: linalg.generic
// CHECK-NOT: cf.assert
// CHECK: arith.divf
func.func @guard(%x: tensor<1000x2xf32>) -> tensor<1000x2xf32> {
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000x2xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %k : tensor<1000x2xf32>, tensor<2xf32>) outs(%e : tensor<1000x2xf32>) {
  ^bb0(%i: f32, %d: f32, %o: f32):
    %p = arith.cmpf one, %d, %zero : f32
    cf.assert %p, "division by zero"
    %q = arith.divf %i, %d : f32
    linalg.yield %q : f32
  } -> tensor<1000x2xf32>
  return %r : tensor<1000x2xf32>
}

// CHECK-LABEL: func.func @guard_fails
// CHECK: cf.assert
func.func @guard_fails(%x: tensor<1000x2xf32>) -> tensor<1000x2xf32> {
  %k = arith.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000x2xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %k : tensor<1000x2xf32>, tensor<2xf32>) outs(%e : tensor<1000x2xf32>) {
  ^bb0(%i: f32, %d: f32, %o: f32):
    %p = arith.cmpf one, %d, %zero : f32
    cf.assert %p, "division by zero"
    %q = arith.divf %i, %d : f32
    linalg.yield %q : f32
  } -> tensor<1000x2xf32>
  return %r : tensor<1000x2xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#v = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
// Left alone: a weight that is computed from a weight, what is stored in a
// narrower type, a broadcast, a failing assertion, a read out of bounds, an op
// that doesn't fold.
// CHECK-LABEL: func.func @left_alone
// CHECK-COUNT-6: linalg.generic
func.func @left_alone() -> (tensor<2x2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %h = arith.constant dense<[1.0, 2.0]> : tensor<2xf16>
  %s = arith.constant dense<3.0> : tensor<f32>
  %k = arith.constant dense<[1, 7]> : tensor<2xi64>
  %c2 = arith.constant 2 : index
  %e0 = tensor.empty() : tensor<2x2xf32>
  %e1 = tensor.empty() : tensor<2xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %e3 = tensor.empty() : tensor<2xi64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<2x2xf32>) outs(%e0 : tensor<2x2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %q = arith.mulf %i, %i : f32
    linalg.yield %q : f32
  } -> tensor<2x2xf32>
  %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%h : tensor<2xf16>) outs(%e1 : tensor<2xf32>) {
  ^bb0(%i: f16, %o: f32):
    %q = arith.extf %i : f16 to f32
    linalg.yield %q : f32
  } -> tensor<2xf32>
  %2 = linalg.generic {indexing_maps = [#none, #v], iterator_types = ["parallel"]} ins(%s : tensor<f32>) outs(%e2 : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %q = arith.addf %i, %i : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  %3 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<2xi64>) outs(%e3 : tensor<2xi64>) {
  ^bb0(%i: i64, %o: i64):
    %j = arith.index_cast %i : i64 to index
    %p = arith.cmpi ult, %j, %c2 : index
    cf.assert %p, "index out of range"
    linalg.yield %i : i64
  } -> tensor<2xi64>
  %4 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<2xi64>) outs(%e3 : tensor<2xi64>) {
  ^bb0(%i: i64, %o: i64):
    %j = arith.index_cast %i : i64 to index
    %q = tensor.extract %k[%j] : tensor<2xi64>
    linalg.yield %q : i64
  } -> tensor<2xi64>
  %5 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<2xi64>) outs(%e3 : tensor<2xi64>) {
  ^bb0(%i: i64, %o: i64):
    %q = func.call @opaque(%i) : (i64) -> i64
    linalg.yield %q : i64
  } -> tensor<2xi64>
  return %0, %1, %2, %3, %4, %5 : tensor<2x2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}
func.func private @opaque(i64) -> i64

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#v = affine_map<(d0, d1) -> (d1)>
// Too large to be a constant.
// CHECK-LABEL: func.func @large
// CHECK: linalg.generic
func.func @large() -> tensor<512x256xi8> {
  %k = arith.constant dense<1> : tensor<256xi8>
  %e = tensor.empty() : tensor<512x256xi8>
  %r = linalg.generic {indexing_maps = [#v, #id], iterator_types = ["parallel", "parallel"]} ins(%k : tensor<256xi8>) outs(%e : tensor<512x256xi8>) {
  ^bb0(%i: i8, %o: i8):
    linalg.yield %i : i8
  } -> tensor<512x256xi8>
  return %r : tensor<512x256xi8>
}
