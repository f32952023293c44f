// RUN: compression-opt %s --compress-recognize-gathers --split-input-file | FileCheck %s

#ids = affine_map<(d0, d1, d2) -> (d0, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
ml_program.global private @table(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
// An embedding as torch writes it: the assertions are part of the gather.
// CHECK-LABEL: func.func @embedding
// CHECK: %[[T:.*]] = ml_program.global_load @table
// CHECK: %[[R:.*]] = compress.gather %[[T]][%arg0] : tensor<3x2xf32>, tensor<1x4xi64> -> tensor<1x4x2xf32>
// CHECK: return %[[R]]
func.func @embedding(%ids: tensor<1x4xi64>) -> tensor<1x4x2xf32> {
  %t = ml_program.global_load @table : tensor<3x2xf32>
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<1x4x2xf32>
  %r = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ids : tensor<1x4xi64>) outs(%e : tensor<1x4x2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %column = linalg.index 2 : index
    %below = arith.cmpi slt, %row, %c3 : index
    cf.assert %below, "index must be smaller than dim size"
    %above = arith.cmpi sge, %in, %c0 : i64
    cf.assert %above, "index must be larger or equal to 0"
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<1x4x2xf32>
  return %r : tensor<1x4x2xf32>
}

// -----

#ids = affine_map<(d0, d1) -> (d0)>
#out = affine_map<(d0, d1) -> (d0, d1)>
// Row numbers that are computed get a generic of their own.
// CHECK-LABEL: func.func @wrapped
// CHECK: %[[T:.*]] = arith.constant dense<{{.*}}> : tensor<3x2xf32>
// CHECK: %[[I:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4xi32>) outs(%{{.*}} : tensor<4xi64>)
// CHECK: arith.select
// CHECK: %[[R:.*]] = compress.gather %[[T]][%[[I]]] : tensor<3x2xf32>, tensor<4xi64> -> tensor<4x2xf32>
func.func @wrapped(%ids: tensor<4xi32>) -> tensor<4x2xf32> {
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi32>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%in: i32, %out: f32):
    %negative = arith.cmpi slt, %in, %c0 : i32
    %sum = arith.addi %in, %c3 : i32
    %wrapped = arith.select %negative, %sum, %in : i32
    %row = arith.index_cast %wrapped : i32 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

#ids = affine_map<(d0, d1, d2) -> (d0, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// tosa.gather's table has a batch of one in front of the row.
// CHECK-LABEL: func.func @batch_of_one
// CHECK: %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<1x3x2xf32> into tensor<3x2xf32>
// CHECK: compress.gather %[[C]][%arg0] : tensor<3x2xf32>, tensor<1x4xi32> -> tensor<1x4x2xf32>
func.func @batch_of_one(%ids: tensor<1x4xi32>) -> tensor<1x4x2xf32> {
  %t = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]]> : tensor<1x3x2xf32>
  %e = tensor.empty() : tensor<1x4x2xf32>
  %r = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ids : tensor<1x4xi32>) outs(%e : tensor<1x4x2xf32>) {
  ^bb0(%in: i32, %out: f32):
    %batch = linalg.index 0 : index
    %row = arith.index_cast %in : i32 to index
    %column = linalg.index 2 : index
    %v = tensor.extract %t[%batch, %row, %column] : tensor<1x3x2xf32>
    linalg.yield %v : f32
  } -> tensor<1x4x2xf32>
  return %r : tensor<1x4x2xf32>
}

// -----

#ids = affine_map<(d0, d1) -> (d0)>
#out = affine_map<(d0, d1) -> (d0, d1)>
#id = affine_map<(d0) -> (d0)>
// Left alone: a table that is computed, and one of integers.
// CHECK-LABEL: func.func @left_alone
// CHECK-NOT: compress.gather
func.func @left_alone(%ids: tensor<4xi64>, %t: tensor<3x2xf32>) -> (tensor<4x2xf32>, tensor<4xi64>) {
  %k = arith.constant dense<[7, 8, 9]> : tensor<3xi64>
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi64>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<4x2xf32>
  %ei = tensor.empty() : tensor<4xi64>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%ids : tensor<4xi64>) outs(%ei : tensor<4xi64>) {
  ^bb0(%in: i64, %out: i64):
    %row = arith.index_cast %in : i64 to index
    %v = tensor.extract %k[%row] : tensor<3xi64>
    linalg.yield %v : i64
  } -> tensor<4xi64>
  return %r, %s : tensor<4x2xf32>, tensor<4xi64>
}

// -----

#ids = affine_map<(d0, d1) -> (d0)>
#out = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @wrapped_batch
// CHECK: %[[N:.*]] = tensor.dim %arg1, %{{.*}} : tensor<?x2xf32>
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?xi64>
// CHECK: %[[I:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<?xi64>) outs(%[[E]] : tensor<?xi64>)
// CHECK: compress.gather %{{.*}}[%[[I]]] : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x2xf32>
func.func @wrapped_batch(%ids: tensor<?xi64>, %init: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : i64
  %r = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<?xi64>) outs(%init : tensor<?x2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %negative = arith.cmpi slt, %in, %c0 : i64
    %sum = arith.addi %in, %c3 : i64
    %wrapped = arith.select %negative, %sum, %in : i64
    %row = arith.index_cast %wrapped : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}
