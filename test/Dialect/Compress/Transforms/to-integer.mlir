// RUN: compression-opt %s --compress-to-integer | FileCheck %s
// RUN: compression-opt %s --compress-to-integer=arithmetic=float | FileCheck %s --check-prefix=FLOAT
// RUN: not compression-opt %s --compress-to-integer=arithmetic=fixed 2>&1 | FileCheck %s --check-prefix=OPTION

// FLOAT-NOT: linalg.generic
// OPTION: error: expected arithmetic=integer or arithmetic=float, but got 'fixed'

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

//===----------------------------------------------------------------------===//
// The sum of codes, then its scale
//===----------------------------------------------------------------------===//

// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[Y:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d0, 0)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SX:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[SW:.*]] = affine_map<(d0, d1) -> (d1, 0)>
// CHECK-DAG: #[[ONE:.*]] = affine_map<(d0, d1) -> (0, 0)>

// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[Q:.*]]: tensor<4x3xi8>, %[[SX_:.*]]: tensor<4x1xf32>, %[[ZX:.*]]: tensor<4x1xi8>, %[[CODES:.*]]: tensor<2x3xi8>, %[[SW_:.*]]: tensor<2x1xf32>)
func.func @rows(%q: tensor<4x3xi8>, %sx: tensor<4x1xf32>, %zx: tensor<4x1xi8>, %codes: tensor<2x3xi8>, %sw: tensor<2x1xf32>) -> tensor<4x2xf32> {
  // CHECK-NOT: compress.dequantize
  // CHECK: %[[ZERO:.*]] = linalg.fill ins(%{{.*}} : i32) outs(%{{.*}} : tensor<4x2xi32>)
  // CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[X]], #[[W]], #[[ROW]], #[[Y]]], iterator_types = ["parallel", "parallel", "reduction"]}
  // CHECK-SAME: ins(%[[Q]], %[[CODES]], %[[ZX]] : tensor<4x3xi8>, tensor<2x3xi8>, tensor<4x1xi8>) outs(%[[ZERO]] : tensor<4x2xi32>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i8, %[[B:.*]]: i8, %[[Z:.*]]: i8, %[[ACC:.*]]: i32):
  // CHECK-NEXT:   %[[A32:.*]] = arith.extui %[[A]] : i8 to i32
  // CHECK-NEXT:   %[[Z32:.*]] = arith.extui %[[Z]] : i8 to i32
  // CHECK-NEXT:   %[[CENTRED:.*]] = arith.subi %[[A32]], %[[Z32]]
  // CHECK-NEXT:   %[[B32:.*]] = arith.extsi %[[B]] : i8 to i32
  // CHECK-NEXT:   %[[PRODUCT:.*]] = arith.muli %[[CENTRED]], %[[B32]]
  // CHECK-NEXT:   %[[NEXT:.*]] = arith.addi %[[ACC]], %[[PRODUCT]]
  // CHECK-NEXT:   linalg.yield %[[NEXT]]
  // CHECK: %[[RESULT:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[SX]], #[[SW]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
  // CHECK-SAME: ins(%[[SUM]], %[[SX_]], %[[SW_]] : tensor<4x2xi32>, tensor<4x1xf32>, tensor<2x1xf32>)
  // CHECK-NEXT: ^bb0(%[[S:.*]]: i32, %[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:   %[[SCALE:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK-NEXT:   %[[S32:.*]] = arith.sitofp %[[S]] : i32 to f32
  // CHECK-NEXT:   %[[VALUE:.*]] = arith.mulf %[[S32]], %[[SCALE]] : f32
  // CHECK-NEXT:   linalg.yield %[[VALUE]]
  // CHECK: return %[[RESULT]]
  %x = compress.dequantize %q, %sx, %zx {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<4x3xi8>, tensor<4x1xf32>, tensor<4x1xi8> -> tensor<4x3xf32>
  %v = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<2x3xi8>, tensor<2x1xf32> -> tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %y = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %v : tensor<4x3xf32>, tensor<2x3xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// One scale for all, no zero point, and an init that is added to the float.
// CHECK-LABEL: func @whole
// CHECK-SAME: %[[INIT:[a-z0-9]*]]: tensor<4x2xf32>)
func.func @whole(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: %[[SUM:.*]] = linalg.generic
  // CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<4x3xi8>, tensor<3x2xi8>)
  // CHECK-NEXT: ^bb0(%[[A:.*]]: i8, %[[B:.*]]: i8, %[[ACC:.*]]: i32):
  // CHECK-NEXT:   arith.extui %[[A]]
  // CHECK-NEXT:   arith.extsi %[[B]]
  // CHECK-NEXT:   arith.muli
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ONE]], #[[ONE]], #[[ID]], #[[ID]]]
  // CHECK-SAME: ins(%[[SUM]], %{{.*}}, %{{.*}}, %[[INIT]] :
  // CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: f32, %{{.*}}: f32, %[[START:.*]]: f32, %{{.*}}: f32):
  // CHECK: %[[S32:.*]] = arith.sitofp
  // CHECK-NEXT: %[[VALUE:.*]] = arith.mulf %[[S32]],
  // CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[VALUE]], %[[START]] : f32
  // CHECK-NEXT: linalg.yield %[[NEXT]]
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %v = compress.dequantize %codes, %sw {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  %y = linalg.matmul ins(%x, %v : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// A batch and a dynamic dimension; blocks along m are not whole rows.
// CHECK-LABEL: func @batch
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK-SAME: outs(%{{.*}} : tensor<2x?x5xi32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]}
// CHECK-SAME: ins(%[[SUM]], %{{.*}}, %{{.*}} : tensor<2x?x5xi32>, tensor<2x?x1xf32>, tensor<1x1x5xf32>)
func.func @batch(%q: tensor<2x?x3xi8>, %sx: tensor<2x?x1xf32>, %zx: tensor<2x?x1xi8>, %codes: tensor<2x3x5xi8>, %sw: tensor<1x1x5xf32>, %m: index) -> tensor<2x?x5xf32> {
  %x = compress.dequantize %q, %sx, %zx {scheme = #compress.affine<u8, f32, block [1, 2, *], zero_point>} : tensor<2x?x3xi8>, tensor<2x?x1xf32>, tensor<2x?x1xi8> -> tensor<2x?x3xf32>
  %v = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *, 1]>} : tensor<2x3x5xi8>, tensor<1x1x5xf32> -> tensor<2x3x5xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%m) : tensor<2x?x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x5xf32>) -> tensor<2x?x5xf32>
  %y = linalg.batch_matmul ins(%x, %v : tensor<2x?x3xf32>, tensor<2x3x5xf32>) outs(%i : tensor<2x?x5xf32>) -> tensor<2x?x5xf32>
  return %y : tensor<2x?x5xf32>
}

// The float values stay for other users.
// CHECK-LABEL: func @shared
// CHECK: %[[VALUES:.*]] = compress.dequantize %{{.*}} : tensor<4x3xi8>
// CHECK-NOT: compress.dequantize
// CHECK: return %{{.*}}, %[[VALUES]]
func.func @shared(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x3xf32>) {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %v = compress.dequantize %codes, %sw {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  %y = linalg.matmul ins(%x, %v : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y, %x : tensor<4x2xf32>, tensor<4x3xf32>
}

//===----------------------------------------------------------------------===//
// Left alone: the other operand is float
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @float_input
// CHECK: %[[V:.*]] = compress.dequantize
// CHECK-NEXT: linalg.matmul ins(%{{.*}}, %[[V]] :
func.func @float_input(%x: tensor<4x3xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %v = compress.dequantize %codes, %sw {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  %y = linalg.matmul ins(%x, %v : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
