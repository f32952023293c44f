// RUN: compression-opt %s --compress-instrument="switches=true" --split-input-file | FileCheck %s

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

// One switch for each planned weight, and none for what stays float.
// CHECK-DAG: ml_program.global private @a.switch(dense<0> : tensor<i8>) : tensor<i8> {compress.switch = "a"}
// CHECK-DAG: ml_program.global private @b.switch(dense<0> : tensor<i8>) : tensor<i8> {compress.switch = "b"}
// CHECK-NOT: @c.switch
ml_program.global private @a(dense<1.0> : tensor<5x3xf32>) : tensor<5x3xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
ml_program.global private @b(dense<2.0> : tensor<5x3xf32>) : tensor<5x3xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
ml_program.global private @c(dense<3.0> : tensor<5x3xf32>) : tensor<5x3xf32>

// Layers that share an input are switched one by one.
// CHECK-LABEL: func @static
// CHECK-SAME: (%[[X:.*]]: tensor<8x3xf32>, %[[INIT:.*]]: tensor<8x5xf32>)
func.func @static(%x: tensor<8x3xf32>, %i: tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>) {
  // CHECK: %[[ROUNDED:.*]] = compress.dequantize {{.*}} : {{.*}} -> tensor<8x3xf32>
  // CHECK: %[[A_ON:.*]] = ml_program.global_load @a.switch
  // CHECK: %[[A_IN:.*]] = linalg.generic {{.*}} ins(%[[A_ON]], %[[ROUNDED]], %[[X]] : tensor<i8>, tensor<8x3xf32>, tensor<8x3xf32>)
  // CHECK-NEXT: ^bb0(%[[ON:.*]]: i8, %[[CODED:.*]]: f32, %[[FLOAT:.*]]: f32, %{{.*}}: f32):
  // CHECK: %[[IS_ON:.*]] = arith.cmpi ne, %[[ON]], %{{.*}} : i8
  // CHECK-NEXT: %[[CHOSEN:.*]] = arith.select %[[IS_ON]], %[[CODED]], %[[FLOAT]]
  // CHECK-NEXT: linalg.yield %[[CHOSEN]]
  // CHECK: %[[B_ON:.*]] = ml_program.global_load @b.switch
  // CHECK: %[[B_IN:.*]] = linalg.generic {{.*}} ins(%[[B_ON]], %[[ROUNDED]], %[[X]]
  // CHECK: linalg.contract {{.*}} ins(%[[A_IN]],
  // CHECK: linalg.contract {{.*}} ins(%[[B_IN]],
  // CHECK: linalg.contract {{.*}} ins(%[[X]],
  %0 = compress.observe %x {name = "x", scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<8x3xf32>
  %a = ml_program.global_load @a : tensor<5x3xf32>
  %b = ml_program.global_load @b : tensor<5x3xf32>
  %c = ml_program.global_load @c : tensor<5x3xf32>
  %1 = linalg.contract indexing_maps = [#x, #w, #y] ins(%0, %a : tensor<8x3xf32>, tensor<5x3xf32>) outs(%i : tensor<8x5xf32>) -> tensor<8x5xf32>
  %2 = linalg.contract indexing_maps = [#x, #w, #y] ins(%0, %b : tensor<8x3xf32>, tensor<5x3xf32>) outs(%i : tensor<8x5xf32>) -> tensor<8x5xf32>
  %3 = linalg.contract indexing_maps = [#x, #w, #y] ins(%0, %c : tensor<8x3xf32>, tensor<5x3xf32>) outs(%i : tensor<8x5xf32>) -> tensor<8x5xf32>
  return %1, %2, %3 : tensor<8x5xf32>, tensor<8x5xf32>, tensor<8x5xf32>
}

// -----

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

ml_program.global private @a(dense<1.0> : tensor<5x4xf32>) : tensor<5x4xf32>
  {compress.scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}

// A dynamic value has the parameters of each run, by the plan's scheme; the
// zeros around it stay.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<8x3xf32>,
func.func @dynamic(%x: tensor<8x3xf32>, %i: tensor<8x5xf32>) -> tensor<8x5xf32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: compress.choose_params %[[X]] {scheme = #compress.affine<u8, f32, block [1, *], zero_point>}
  // CHECK: %[[ROUNDED:.*]] = compress.dequantize {{.*}} -> tensor<8x3xf32>
  // CHECK: %[[IN:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[ROUNDED]], %[[X]] : tensor<i8>,
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[IN]] low[0, 0] high[0, 1]
  // CHECK: linalg.contract {{.*}} ins(%[[PADDED]],
  %0 = compress.observe %x {name = "x", scheme = #compress.affine<u8, f32, block [1, *], zero_point>, dynamic} : tensor<8x3xf32>
  %p = tensor.pad %0 low[0, 0] high[0, 1] {
  ^bb0(%m: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<8x3xf32> to tensor<8x4xf32>
  %a = ml_program.global_load @a : tensor<5x4xf32>
  %1 = linalg.contract indexing_maps = [#x, #w, #y] ins(%p, %a : tensor<8x4xf32>, tensor<5x4xf32>) outs(%i : tensor<8x5xf32>) -> tensor<8x5xf32>
  return %1 : tensor<8x5xf32>
}
