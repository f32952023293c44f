// RUN: compression-opt %s --compress-recognize-gathers --verify-diagnostics --split-input-file \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-recognize-gathers | FileCheck %s

// CHECK-NOT: compress.gather

#ids = affine_map<(d0, d1) -> (d0)>
#out = affine_map<(d0, d1) -> (d0, d1)>
func.func @columns(%ids: tensor<4xi64>) -> tensor<4x3xf32> {
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<4x3xf32>
  // expected-remark @below {{[Missed] LookupStays | Category:compress-recognize-gathers | Function=columns | Reason="only a part of each row is read"}}
  %r = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi64>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%in: i64, %out: f32):
    %column = arith.index_cast %in : i64 to index
    %row = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

#ids = affine_map<(d0, d1) -> (d0)>
#out = affine_map<(d0, d1) -> (d0, d1)>
func.func @other_check(%ids: tensor<4xi64>) -> tensor<4x2xf32> {
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<4x2xf32>
  // expected-remark @below {{[Missed] LookupStays | Category:compress-recognize-gathers | Function=other_check | Reason="the body has an effect that a gather has not"}}
  %r = linalg.generic {indexing_maps = [#ids, #out], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi64>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %below = arith.cmpi slt, %row, %c2 : index
    cf.assert %below, "the last row is not for this model"
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

#ids = affine_map<(d0, d1) -> (d0, d1)>
func.func @by_element(%ids: tensor<4x2xi64>) -> tensor<4x2xf32> {
  %t = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  // expected-remark @below {{[Missed] LookupStays | Category:compress-recognize-gathers | Function=by_element | Reason="an input depends on the place within a row"}}
  %r = linalg.generic {indexing_maps = [#ids, #ids], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4x2xi64>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %t[%row, %column] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
