// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-fuse-elementwise))" --split-input-file | FileCheck %s

#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>

// A chain on the same elements is one op.
// CHECK-LABEL: func @chain
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: arith.addf
// CHECK-NOT: linalg.generic
func.func @chain(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = math.exp %in : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.addf %in, %in : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#vector = affine_map<(i) -> (i)>

// A row's factor is computed once per row, not once per element.
// CHECK-LABEL: func @broadcast
// CHECK: %[[FACTOR:.*]] = linalg.generic
// CHECK: math.rsqrt
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[FACTOR]]
func.func @broadcast(%x: tensor<4x8xf32>, %v: tensor<4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = math.rsqrt %in : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<4x8xf32>, tensor<4xf32>) outs(%e2 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %3 = arith.mulf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// Nor is the operand of a product computed once per column.
// CHECK-LABEL: func @product
// CHECK: %[[LHS:.*]] = linalg.generic
// CHECK: arith.divf
// CHECK: linalg.generic {{.*}} ins(%[[LHS]], %{{.*}}
#all = affine_map<(i, j) -> (i, j)>
func.func @product(%x: tensor<4x8xf32>, %y: tensor<8x16xf32>, %init: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %c = arith.constant 3.0 : f32
  %0 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.divf %in, %c : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0, %y : tensor<4x8xf32>, tensor<8x16xf32>) outs(%init : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %3 = arith.mulf %a, %b : f32
    %4 = arith.addf %sum, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

#rows = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#vector = affine_map<(i) -> (i)>

// A cast costs nothing to repeat.
// CHECK-LABEL: func @cast
// CHECK: linalg.generic
// CHECK: arith.extf
// CHECK-NOT: linalg.generic
func.func @cast(%x: tensor<4x8xf32>, %v: tensor<4xf16>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%v : tensor<4xf16>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f16, %out: f32):
    %1 = arith.extf %in : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<4x8xf32>, tensor<4xf32>) outs(%e2 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %3 = arith.mulf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

#line = affine_map<(i) -> (i)>
#second = affine_map<(i) -> (i * 2)>
#column = affine_map<(i) -> (i, 1)>

// An op that writes some elements of its init leaves the others, also when it
// was fused.
// CHECK-LABEL: func @part
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<5xf32>, %[[Z:.*]]: tensor<3x2xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<3xf32>) outs(%[[Y]] : tensor<5xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<3xf32>) outs(%[[Z]] : tensor<3x2xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: math.exp
// CHECK-NEXT: arith.negf
func.func @part(%x: tensor<3xf32>, %y: tensor<5xf32>, %z: tensor<3x2xf32>) -> (tensor<5xf32>, tensor<3x2xf32>) {
  %0 = linalg.generic {indexing_maps = [#line, #second], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%y : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.negf %in : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32>
  %e = tensor.empty() : tensor<3xf32>
  %2 = linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = math.exp %in : f32
    linalg.yield %3 : f32
  } -> tensor<3xf32>
  %4 = linalg.generic {indexing_maps = [#line, #column], iterator_types = ["parallel"]}
      ins(%2 : tensor<3xf32>) outs(%z : tensor<3x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %5 = arith.negf %in : f32
    linalg.yield %5 : f32
  } -> tensor<3x2xf32>
  return %0, %4 : tensor<5xf32>, tensor<3x2xf32>
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>

// An init that is overwritten is not needed.
// CHECK-LABEL: func @whole
// CHECK-SAME: (%[[X:.*]]: tensor<3x2xf32>, %[[Y:.*]]: tensor<2x3xf32>)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<3x2xf32>) outs(%[[E]] : tensor<2x3xf32>)
func.func @whole(%x: tensor<3x2xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.generic {indexing_maps = [#all, #turned], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x2xf32>) outs(%y : tensor<2x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.negf %in : f32
    linalg.yield %1 : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
