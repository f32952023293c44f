// RUN: compression-opt %s --compress-simplify-generics --split-input-file | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#scalar = affine_map<(d0) -> ()>
// CHECK-LABEL: func.func @splat_operands
// CHECK-DAG: %[[SIX:.*]] = arith.constant 6.000000e+00 : f32
// CHECK-DAG: %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4xf32>)
// CHECK: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[P:.*]] = arith.mulf %[[IN]], %[[SIX]]
// CHECK: arith.addf %[[P]], %[[HALF]]
func.func @splat_operands(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = arith.constant dense<6.0> : tensor<f32>
  %v = arith.constant dense<0.5> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #scalar, #id, #id], iterator_types = ["parallel"]} ins(%x, %s, %v : tensor<4xf32>, tensor<f32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: f32, %a: f32, %b: f32, %o: f32):
    %p = arith.mulf %i, %a : f32
    %q = arith.addf %p, %b : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#r = affine_map<(m, n, k) -> (m, n)>
// A weight stays an operand, whatever its value; the init becomes a fill.
// CHECK-LABEL: func.func @contraction
// CHECK-DAG: %[[W:.*]] = arith.constant dense<5.000000e-01> : tensor<3x2xf32>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : f32)
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[W]] : {{.*}}) outs(%[[FILL]] : tensor<4x2xf32>)
func.func @contraction(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %w = arith.constant dense<0.5> : tensor<3x2xf32>
  %z = arith.constant dense<0.0> : tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// torch's softmax: the index beside the row maximum is not used.
// CHECK-LABEL: func.func @dead_index
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: outs(%arg1 : tensor<4xf32>)
// CHECK-NOT: linalg.index
// CHECK: arith.maximumf
// CHECK-NEXT: linalg.yield %{{.*}} : f32
// CHECK: return %[[R]]
func.func @dead_index(%x: tensor<4x8xf32>, %m: tensor<4xf32>, %k: tensor<4xi64>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%m, %k : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %out: f32, %index: i64):
    %a = linalg.index 1 : index
    %b = arith.index_cast %a : index to i64
    %c = arith.maximumf %in, %out : f32
    %d = arith.cmpf ogt, %in, %out : f32
    %e = arith.select %d, %b, %index : i64
    linalg.yield %c, %e : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
}

// The maximum is needed for the index, though nobody uses it.
// CHECK-LABEL: func.func @needed_by_other
// CHECK: %[[R:.*]]:2 = linalg.generic
// CHECK: arith.maximumf
// CHECK: return %[[R]]#1
func.func @needed_by_other(%x: tensor<4x8xf32>, %m: tensor<4xf32>, %k: tensor<4xi64>) -> tensor<4xi64> {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%m, %k : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %out: f32, %index: i64):
    %a = linalg.index 1 : index
    %b = arith.index_cast %a : index to i64
    %c = arith.maximumf %in, %out : f32
    %d = arith.cmpf ogt, %in, %out : f32
    %e = arith.select %d, %b, %index : i64
    linalg.yield %c, %e : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}

// -----

#id = affine_map<(d0) -> (d0)>
// An init that nobody reads: no copy of an argument will be needed.
// CHECK-LABEL: func.func @unread_init
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.generic {{.*}} outs(%[[E]] : tensor<4xf32>)
func.func @unread_init(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %q = math.tanh %i : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @read_init
// CHECK: linalg.generic {{.*}} outs(%arg1 : tensor<4xf32>)
func.func @read_init(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %q = arith.addf %i, %o : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Only the first column is written: the others are those of the init.
// CHECK-LABEL: func.func @part_of_init
// CHECK: linalg.generic {{.*}} outs(%arg1 : tensor<4x3xf32>)
// CHECK: %[[F:.*]] = linalg.fill {{.*}} -> tensor<4x3xf32>
// CHECK: linalg.generic {{.*}} outs(%[[F]] : tensor<4x3xf32>)
func.func @part_of_init(%x: tensor<4xf32>, %y: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%y : tensor<4x3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %q = math.tanh %i : f32
    linalg.yield %q : f32
  } -> tensor<4x3xf32>
  %k = arith.constant dense<2.0> : tensor<4x3xf32>
  %s = linalg.generic {indexing_maps = [#id, affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%k : tensor<4x3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %q = math.tanh %i : f32
    linalg.yield %q : f32
  } -> tensor<4x3xf32>
  return %r, %s : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @rounded_constant
// CHECK: %[[C:.*]] = arith.constant 1.000000e-01 : f32
// CHECK: return %[[C]]
func.func @rounded_constant() -> f32 {
  %c = arith.constant 0.1 : f64
  %r = arith.truncf %c : f64 to f32
  return %r : f32
}

// -----

#id = affine_map<(d0) -> (d0)>
// What a loop carries is written over.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %arg0)
// CHECK: linalg.generic {{.*}} outs(%[[ACC]] : tensor<4xf32>)
func.func @carried(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> tensor<4xf32> {
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<4xf32>) outs(%acc : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    } -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
// What only writes a constant is a fill, as a bias of zeros that is broadcast.
// CHECK-LABEL: func.func @constant
// CHECK: %[[C:.*]] = arith.constant 2.500000e+00 : f32
// CHECK: %[[R:.*]] = linalg.fill ins(%[[C]] : f32)
// CHECK: return %[[R]]
func.func @constant() -> tensor<4x2xf32> {
  %c = arith.constant dense<2.5> : tensor<2xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [#col, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<2xf32>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
