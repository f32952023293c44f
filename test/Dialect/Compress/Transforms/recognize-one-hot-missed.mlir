// RUN: compression-opt %s --compress-recognize-one-hot --verify-diagnostics --split-input-file \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-recognize-one-hot | FileCheck %s

#id = affine_map<(b, m, k) -> (b, m, k)>
#number = affine_map<(b, m, k) -> (b, m, 0)>
#class = affine_map<(b, m, k) -> (0, 0, k)>
#x = affine_map<(b, m, n, k) -> (b, m, k)>
#w = affine_map<(b, m, n, k) -> (k, n)>
#y = affine_map<(b, m, n, k) -> (b, m, n)>
// CHECK-LABEL: func.func @other_classes
// CHECK: linalg.contract
ml_program.global private @table(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @other_classes(%i: tensor<1x4x1xi32>) -> tensor<1x4x2xf32> {
  %classes = arith.constant dense<[[[0, 2, 1]]]> : tensor<1x1x3xi32>
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
  // expected-remark @below {{[Missed] OneHotStays | Category:compress-recognize-one-hot | Function=other_classes | Reason="the classes are not 0, 1, 2 and so on"}}
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
// CHECK-LABEL: func.func @infinite
// CHECK: linalg.contract
ml_program.global private @table(dense<[[1.0, 0x7F800000], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @infinite(%i: tensor<1x4x1xi32>) -> tensor<1x4x2xf32> {
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
  // expected-remark @below {{[Missed] OneHotStays | Category:compress-recognize-one-hot | Function=infinite | Reason="a product with 0 is not 0 everywhere, or sums don't start from it"}}
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
// CHECK-LABEL: func.func @other_init
// CHECK: linalg.contract
ml_program.global private @table(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @other_init(%i: tensor<1x4x1xi32>, %s: tensor<1x4x2xf32>) -> tensor<1x4x2xf32> {
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
  // expected-remark @below {{[Missed] OneHotStays | Category:compress-recognize-one-hot | Function=other_init | Reason="a product with 0 is not 0 everywhere, or sums don't start from it"}}
  %r = linalg.contract indexing_maps = [#x, #w, #y] ins(%one, %table : tensor<1x4x3xf32>, tensor<3x2xf32>) outs(%s : tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  return %r : tensor<1x4x2xf32>
}
