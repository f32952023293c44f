// RUN: compression-opt %s --compress-hoist-checks --split-input-file | FileCheck %s

#ids = affine_map<(d0, d1) -> (d0)>
#out = affine_map<(d0, d1) -> (d0, d1)>
// A read from a computed value: one check over the indices alone, and an index
// that is harmless if it fails.
// CHECK: #[[IDS:.*]] = affine_map<(d0) -> (d0)>
// CHECK: #[[NONE:.*]] = affine_map<(d0) -> ()>
// CHECK-LABEL: func.func @lookup
// CHECK: %[[YES:.*]] = linalg.fill ins(%{{.*}} : i8) outs(%{{.*}} : tensor<i8>)
// CHECK: %[[ALL:.*]] = linalg.generic {indexing_maps = [#[[IDS]], #[[NONE]]], iterator_types = ["reduction"]} ins(%arg0 : tensor<4xi64>) outs(%[[YES]] : tensor<i8>)
// CHECK:   arith.cmpi slt
// CHECK:   arith.andi %{{.*}} : i8
// CHECK: %[[B:.*]] = tensor.extract %[[ALL]][] : tensor<i8>
// CHECK: %[[P:.*]] = arith.cmpi ne, %[[B]],
// CHECK: cf.assert %[[P]], "index must be smaller than dim size"
// CHECK: linalg.generic
// CHECK-NOT: cf.assert
// CHECK: %[[ROW:.*]] = arith.index_cast
// CHECK: %[[LAST:.*]] = arith.constant 2 : index
// CHECK: %[[SAFE:.*]] = arith.minui %[[ROW]], %[[LAST]]
// CHECK: tensor.extract %arg1[%[[SAFE]], %{{.*}}]
func.func @lookup(%ids: tensor<4xi64>, %t: tensor<3x2xf32>) -> tensor<4x2xf32> {
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi64>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %below = arith.cmpi slt, %row, %c3 : index
    cf.assert %below, "index must be smaller than dim size"
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @division
// CHECK: cf.assert %{{.*}}, "division by zero"
// CHECK: linalg.generic
// CHECK: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %{{.*}}: i32):
// CHECK: %[[IS0:.*]] = arith.cmpi eq, %[[B]],
// CHECK: %[[D:.*]] = arith.select %[[IS0]], %{{.*}}, %[[B]] : i32
// CHECK: arith.divsi %[[A]], %[[D]] : i32
func.func @division(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %p = arith.cmpi ne, %b, %c0 : i32
    cf.assert %p, "division by zero"
    %v = arith.divsi %a, %b : i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
// A condition on loops alone: their bounds come from an operand without data.
// CHECK-LABEL: func.func @loops
// CHECK: %[[W:.*]] = tensor.empty() : tensor<2xi8>
// CHECK: linalg.generic {{.*}} ins(%[[W]] : tensor<2xi8>)
// CHECK:   linalg.index 0
// CHECK: cf.assert
func.func @loops(%x: tensor<4x2xf32>, %n: index) -> tensor<4x2xf32> {
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x2xf32>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 1 : index
    %p = arith.cmpi ult, %i, %n : index
    cf.assert %p, "too many columns"
    linalg.yield %in : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
// The check stays in the region of its op; a body without assertions is left
// alone.
// CHECK-LABEL: func.func @region
// CHECK: scf.if
// CHECK:   cf.assert
// CHECK:   linalg.generic
// CHECK: } else {
// CHECK:   linalg.generic
// CHECK-NOT: arith.minui
func.func @region(%c: i1, %x: tensor<?xf32>, %ids: tensor<?xi64>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %r = scf.if %c -> tensor<?xf32> {
    %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%ids : tensor<?xi64>) outs(%e : tensor<?xf32>) {
    ^bb0(%in: i64, %out: f32):
      %i = arith.index_cast %in : i64 to index
      %p = arith.cmpi ult, %i, %c4 : index
      cf.assert %p, "index"
      %v = tensor.extract %x[%i] : tensor<?xf32>
      linalg.yield %v : f32
    } -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  } else {
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%ids : tensor<?xi64>) outs(%e : tensor<?xf32>) {
    ^bb0(%in: i64, %out: f32):
      %i = arith.index_cast %in : i64 to index
      %v = tensor.extract %x[%i] : tensor<?xf32>
      linalg.yield %v : f32
    } -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
// Over no columns the body never runs, whatever the rows are.
// CHECK-LABEL: func.func @maybe_empty
// CHECK: %[[B:.*]] = tensor.extract
// CHECK: %[[HOLDS:.*]] = arith.cmpi ne, %[[B]],
// CHECK: %[[SIZE:.*]] = tensor.dim %arg1, %{{.*}} : tensor<3x?xi64>
// CHECK: %[[EMPTY:.*]] = arith.cmpi eq, %[[SIZE]], %{{.*}} : index
// CHECK: %[[P:.*]] = arith.ori %[[HOLDS]], %[[EMPTY]]
// CHECK: cf.assert %[[P]], "too large"
// CHECK: linalg.generic
func.func @maybe_empty(%x: tensor<3xi64>, %e: tensor<3x?xi64>) -> tensor<3x?xi64> {
  %c5 = arith.constant 5 : i64
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3xi64>) outs(%e : tensor<3x?xi64>) {
  ^bb0(%i: i64, %o: i64):
    %p = arith.cmpi ult, %i, %c5 : i64
    cf.assert %p, "too large"
    linalg.yield %i : i64
  } -> tensor<3x?xi64>
  return %r : tensor<3x?xi64>
}
