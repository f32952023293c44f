// RUN: compression-opt %s --compress-recognize-one-hot --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(b, m, k) -> (b, m, k)>
#number = affine_map<(b, m, k) -> (b, m, 0)>
#class = affine_map<(b, m, k) -> (0, 0, k)>
#x = affine_map<(b, m, n, k) -> (b, m, k)>
#w = affine_map<(b, m, n, k) -> (k, n)>
#y = affine_map<(b, m, n, k) -> (b, m, n)>
// The numbers are brought inside of the table, and what they then read is 0 where
// they were outside of it.
// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[FIRST:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[LAST:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[TABLE:.*]] = ml_program.global_load @table
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<1x4x1xi32>) outs({{.*}} : tensor<1x4xi32>)
// CHECK: %[[LOW:.*]] = arith.maxsi %{{.*}}, %[[FIRST]]
// CHECK: arith.minsi %[[LOW]], %[[LAST]]
// CHECK: %[[READ:.*]] = compress.gather %[[TABLE]][%[[ROWS]]]
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[READ]], %arg0 :
// CHECK: %[[IN:.*]] = arith.cmpi ule, %{{.*}}, %[[LAST]]
// CHECK: arith.select %[[IN]], %{{.*}}, %[[ZERO]]
// CHECK: return %[[R]]
ml_program.global private @table(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @product(%i: tensor<1x4x1xi32>) -> tensor<1x4x2xf32> {
  %classes = arith.constant dense<[[[0, 1, 2]]]> : tensor<1x1x3xi32>
  %table = ml_program.global_load @table : tensor<3x2xf32>
  %e = tensor.empty() : tensor<1x4x3xf32>
  %one = linalg.generic {indexing_maps = [#number, #class, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%i, %classes : tensor<1x4x1xi32>, tensor<1x1x3xi32>) outs(%e : tensor<1x4x3xf32>) {
  ^bb0(%a: i32, %b: i32, %o: f32):
    %c = arith.cmpi eq, %a, %b : i32
    %v = arith.uitofp %c : i1 to f32
    linalg.yield %v : f32
  } -> tensor<1x4x3xf32>
  %zero = arith.constant 0.0 : f32
  %ez = tensor.empty() : tensor<1x4x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%ez : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  %r = linalg.contract indexing_maps = [#x, #w, #y] ins(%one, %table : tensor<1x4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  return %r : tensor<1x4x2xf32>
}

// -----

#id = affine_map<(b, m, k) -> (b, m, k)>
#number = affine_map<(b, m, k) -> (b, m, 0)>
#class = affine_map<(b, m, k) -> (0, 0, k)>
#x = affine_map<(b, m, n, k) -> (b, m, k)>
#w = affine_map<(b, m, n, k) -> (k, n)>
#y = affine_map<(b, m, n, k) -> (b, m, n)>
// No one-hot tensor.
// CHECK-LABEL: func.func @no_classes
// CHECK: linalg.contract
ml_program.global private @table(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @no_classes(%i: tensor<1x4x1xi32>) -> tensor<1x4x2xf32> {
  %classes = arith.constant dense<[[[0, 1, 2]]]> : tensor<1x1x3xi32>
  %table = ml_program.global_load @table : tensor<3x2xf32>
  %e = tensor.empty() : tensor<1x4x3xf32>
  %one = linalg.generic {indexing_maps = [#number, #class, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%i, %classes : tensor<1x4x1xi32>, tensor<1x1x3xi32>) outs(%e : tensor<1x4x3xf32>) {
  ^bb0(%a: i32, %b: i32, %o: f32):
    %c = arith.cmpi sle, %a, %b : i32
    %v = arith.uitofp %c : i1 to f32
    linalg.yield %v : f32
  } -> tensor<1x4x3xf32>
  %zero = arith.constant 0.0 : f32
  %ez = tensor.empty() : tensor<1x4x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%ez : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  %r = linalg.contract indexing_maps = [#x, #w, #y] ins(%one, %table : tensor<1x4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  return %r : tensor<1x4x2xf32>
}
