// RUN: compression-opt %s --compress-normalize-contractions --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
// A bias that the sums start from is added behind them.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[COL:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @bias
// CHECK: %[[Z:.*]] = linalg.fill
// CHECK: %[[M:.*]] = linalg.matmul ins(%arg0, %arg1 : {{.*}}) outs(%[[Z]] : tensor<4x2xf32>)
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[COL]], #[[ID]]]{{.*}} ins(%[[M]], %arg2 : tensor<4x2xf32>, tensor<2xf32>)
// CHECK: arith.addf
// CHECK: return %[[R]]
func.func @bias(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>) -> tensor<4x2xf32> {
  %e = tensor.empty() : tensor<4x2xf32>
  %i = linalg.generic {indexing_maps = [#col, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<2xf32>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x2xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @convolution
// CHECK: %[[Z:.*]] = linalg.fill
// CHECK: linalg.conv_2d_nhwc_fhwc {{.*}} outs(%[[Z]] : tensor<1x4x4x5xf32>)
// CHECK: linalg.generic
// CHECK: arith.addf
func.func @convolution(%x: tensor<1x6x6x3xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<1x4x4x5xf32>) -> tensor<1x4x4x5xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x6x6x3xf32>, tensor<5x3x3x3xf32>) outs(%b : tensor<1x4x4x5xf32>) -> tensor<1x4x4x5xf32>
  return %r : tensor<1x4x4x5xf32>
}

// CHECK-LABEL: func.func @pooling
// CHECK: linalg.pooling_nhwc_max {{.*}} outs(%arg2 : tensor<1x2x2x3xf32>)
// CHECK-NEXT: return
func.func @pooling(%x: tensor<1x4x4x3xf32>, %w: tensor<2x2xf32>, %i: tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32> {
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x4x4x3xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  return %r : tensor<1x2x2x3xf32>
}

// -----

ml_program.global private @w(dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>) : tensor<2x3xf32>
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[R:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @weight_on_the_left
// CHECK: %[[WEIGHT:.*]] = ml_program.global_load @w
// CHECK: linalg.contract indexing_maps = [#[[X]], #[[W]], #[[R]]] ins(%arg0, %[[WEIGHT]] : tensor<3x4xf32>, tensor<2x3xf32>)
func.func @weight_on_the_left(%x: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %w = ml_program.global_load @w : tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %r = linalg.matmul ins(%w, %x : tensor<2x3xf32>, tensor<3x4xf32>) outs(%z : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @vector_on_the_right
// CHECK: linalg.contract {{.*}} ins(%arg1, %arg0 : tensor<3xf32>, tensor<2x3xf32>)
func.func @vector_on_the_right(%m: tensor<2x3xf32>, %v: tensor<3xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = linalg.matvec ins(%m, %v : tensor<2x3xf32>, tensor<3xf32>) outs(%z : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

#x = affine_map<(m, h, n, k) -> (m, k)>
#w = affine_map<(m, h, n, k) -> (h, n, k)>
#r = affine_map<(m, h, n, k) -> (m, h, n)>
// CHECK-LABEL: func.func @two_n
// CHECK: %[[W:.*]] = tensor.collapse_shape %arg1 {{\[}}[0, 1], [2]] : tensor<2x3x5xf32> into tensor<6x5xf32>
// CHECK: %[[C:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %[[W]] : tensor<4x5xf32>, tensor<6x5xf32>)
// CHECK: tensor.expand_shape %[[C]] {{\[}}[0], [1, 2]]
func.func @two_n(%x: tensor<4x5xf32>, %w: tensor<2x3x5xf32>) -> tensor<4x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %r = linalg.contract indexing_maps = [#x, #w, #r] ins(%x, %w : tensor<4x5xf32>, tensor<2x3x5xf32>) outs(%z : tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}

// -----

// CHECK: #[[W:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: func.func @transposed
// CHECK: linalg.contract indexing_maps = [#{{.*}}, #[[W]], #{{.*}}] ins(%arg0, %arg1 : tensor<4x3xf32>, tensor<2x3xf32>)
func.func @transposed(%x: tensor<4x3xf32>, %w: tensor<2x3xf32>) -> tensor<4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%et : tensor<3x2xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<4x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = linalg.matmul ins(%x, %t : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @left_alone
// CHECK: linalg.matmul ins(%arg0, %arg1 : {{.*}}) outs(%arg2 : tensor<4x2xi32>)
// CHECK: linalg.matmul ins(%arg3, %arg4 : {{.*}}) outs(%{{.*}} : tensor<4x2xf32>)
// CHECK-NEXT: return
func.func @left_alone(%x: tensor<4x3xi32>, %w: tensor<3x2xi32>, %i: tensor<4x2xi32>, %y: tensor<4x3xf32>, %v: tensor<3x2xf32>) -> (tensor<4x2xi32>, tensor<4x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = linalg.matmul ins(%x, %w : tensor<4x3xi32>, tensor<3x2xi32>) outs(%i : tensor<4x2xi32>) -> tensor<4x2xi32>
  %s = linalg.matmul ins(%y, %v : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r, %s : tensor<4x2xi32>, tensor<4x2xf32>
}

// -----

#x = affine_map<(m, k) -> (m, k)>
#v = affine_map<(m, k) -> (k)>
#r = affine_map<(m, k) -> (m)>
// Factors that are extended are those of a contraction; any other function of
// them, or of the sum, is not.
// CHECK-LABEL: func.func @extended
// CHECK: %[[Z:.*]] = linalg.fill
// CHECK: linalg.contract {{.*}} ins(%arg1, %arg0 : tensor<3xf16>, tensor<2x3xf16>) outs(%[[Z]] : tensor<2xf32>)
// CHECK: linalg.generic
// CHECK: arith.addf
func.func @extended(%x: tensor<2x3xf16>, %v: tensor<3xf16>, %i: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.matvec ins(%x, %v : tensor<2x3xf16>, tensor<3xf16>) outs(%i : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @function_of_factor
// CHECK-NEXT: linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg2 : tensor<2xf32>)
// CHECK: math.exp
func.func @function_of_factor(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %i: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.generic {indexing_maps = [#x, #v, #r], iterator_types = ["parallel", "reduction"]} ins(%x, %v : tensor<2x3xf32>, tensor<3xf32>) outs(%i : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %f = math.exp %a : f32
    %p = arith.mulf %f, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @function_of_sum
// CHECK-NEXT: linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg2 : tensor<2xf32>)
// CHECK: arith.negf
func.func @function_of_sum(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %i: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.generic {indexing_maps = [#x, #v, #r], iterator_types = ["parallel", "reduction"]} ins(%x, %v : tensor<2x3xf32>, tensor<3xf32>) outs(%i : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    %n = arith.negf %t : f32
    linalg.yield %n : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @unsigned_factor
// CHECK-NEXT: linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg2 : tensor<2xf32>)
// CHECK: arith.uitofp
func.func @unsigned_factor(%x: tensor<2x3xi8>, %v: tensor<3xf32>, %i: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.generic {indexing_maps = [#x, #v, #r], iterator_types = ["parallel", "reduction"]} ins(%x, %v : tensor<2x3xi8>, tensor<3xf32>) outs(%i : tensor<2xf32>) {
  ^bb0(%a: i8, %b: f32, %s: f32):
    %f = arith.uitofp %a : i8 to f32
    %p = arith.mulf %f, %b : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}
