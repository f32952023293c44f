// RUN: compression-opt %s --compress-widen-codes --split-input-file | FileCheck %s

// Weights are unpacked with the sign that their reader gives them, which reads
// them as directly as before.
// CHECK: ml_program.global private @signed(dense_resource<signed> : tensor<2x2xi8>) : tensor<2x2xi8>
// CHECK: ml_program.global private @unsigned(dense_resource<unsigned> : tensor<4xi8>) : tensor<4xi8>
// CHECK-LABEL: func.func @weights
// CHECK: %[[S:.*]] = ml_program.global_load @signed : tensor<2x2xi8>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[S]] : tensor<2x2xi8>) outs(%{{.*}} : tensor<2x2xi8>)
// CHECK: compress.dequantize %[[T]], %arg0 {scheme = #compress.affine<s8 [-8, 7], f32, block [*, *]>} : tensor<2x2xi8>,
// CHECK: %[[U:.*]] = ml_program.global_load @unsigned : tensor<4xi8>
// CHECK: compress.dequantize %[[U]], %arg1 {scheme = #compress.affine<u8 [0, 15], f32, block [*]>} : tensor<4xi8>,
// CHECK: signed: "0x40000000F801FF07"
// CHECK: unsigned: "0x400000000801020F"
ml_program.global private @signed(dense<[[-8, 1], [-1, 7]]> : tensor<2x2xi4>) : tensor<2x2xi4>
ml_program.global private @unsigned(dense_resource<blob> : tensor<4xi4>) : tensor<4xi4>
func.func @weights(%s: tensor<1x1xf32>, %t: tensor<1xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %0 = ml_program.global_load @signed : tensor<2x2xi4>
  %e = tensor.empty() : tensor<2x2xi4>
  %1 = linalg.transpose ins(%0 : tensor<2x2xi4>) outs(%e : tensor<2x2xi4>) permutation = [1, 0]
  %2 = compress.dequantize %1, %s {scheme = #compress.affine<s4, f32, block [*, *]>} : tensor<2x2xi4>, tensor<1x1xf32> -> tensor<2x2xf32>
  %3 = ml_program.global_load @unsigned : tensor<4xi4>
  %4 = compress.dequantize %3, %t {scheme = #compress.affine<u4, f32, block [*]>} : tensor<4xi4>, tensor<1xf32> -> tensor<4xf32>
  return %2, %4 : tensor<2x2xf32>, tensor<4xf32>
}
{-# dialect_resources: {builtin: {blob: "0x4000000018F2"}} #-}

// -----

// Two readers that don't agree: one of them gets codes of its own sign.
// CHECK-LABEL: func.func @both_signs
// CHECK: %[[W:.*]] = ml_program.global_load @w : tensor<2xi8>
// CHECK: compress.dequantize %[[W]], %arg0 {scheme = #compress.affine<s8 [-8, 7],
// CHECK: %[[U:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<2xi8>)
// CHECK:   %[[CODE:.*]] = arith.trunci %{{.*}} : i8 to i4
// CHECK:   arith.extui %[[CODE]] : i4 to i8
// CHECK: compress.dequantize %[[U]], %arg0 {scheme = #compress.affine<u8 [0, 15],
ml_program.global private @w(dense<[-8, 7]> : tensor<2xi4>) : tensor<2xi4>
func.func @both_signs(%s: tensor<1xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = ml_program.global_load @w : tensor<2xi4>
  %1 = compress.dequantize %0, %s {scheme = #compress.affine<s4, f32, block [*]>} : tensor<2xi4>, tensor<1xf32> -> tensor<2xf32>
  %2 = compress.dequantize %0, %s {scheme = #compress.affine<u4, f32, block [*]>} : tensor<2xi4>, tensor<1xf32> -> tensor<2xf32>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}

// -----

// Bytes from outside may have any high bits; codes that were just computed
// have the right ones.
// CHECK-LABEL: func.func @borders(%arg0: tensor<4xi8>, %arg1: tensor<1xf32>) -> (tensor<4xi8>, tensor<4xf32>)
// CHECK: %[[CODES:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4xi8>)
// CHECK:   arith.extsi %{{.*}} : i4 to i8
// CHECK: %[[X:.*]] = compress.dequantize %[[CODES]], %arg1
// CHECK: %[[Q:.*]] = compress.quantize %[[X]], %arg1 {scheme = #compress.affine<s8 [-8, 7], f32, block [*]>} : tensor<4xf32>, tensor<1xf32> -> tensor<4xi8>
// CHECK: %[[Y:.*]] = compress.dequantize %[[Q]], %arg1
// CHECK: return %[[Q]], %[[Y]] : tensor<4xi8>, tensor<4xf32>
func.func @borders(%c: tensor<4xi4>, %s: tensor<1xf32>) -> (tensor<4xi4>, tensor<4xf32>) {
  %0 = compress.dequantize %c, %s {scheme = #compress.affine<s4, f32, block [*]>} : tensor<4xi4>, tensor<1xf32> -> tensor<4xf32>
  %1 = compress.quantize %0, %s {scheme = #compress.affine<s4, f32, block [*]>} : tensor<4xf32>, tensor<1xf32> -> tensor<4xi4>
  %2 = compress.dequantize %1, %s {scheme = #compress.affine<s4, f32, block [*]>} : tensor<4xi4>, tensor<1xf32> -> tensor<4xf32>
  return %1, %2 : tensor<4xi4>, tensor<4xf32>
}

// CHECK-LABEL: func.func @caller(%arg0: tensor<4xi8>, %arg1: tensor<1xf32>)
// CHECK: call @borders(%arg0, %arg1) : (tensor<4xi8>, tensor<1xf32>) -> (tensor<4xi8>, tensor<4xf32>)
func.func @caller(%c: tensor<4xi4>, %s: tensor<1xf32>) -> tensor<4xf32> {
  %0:2 = call @borders(%c, %s) : (tensor<4xi4>, tensor<1xf32>) -> (tensor<4xi4>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @zero_points
// CHECK: %[[SCALES:.*]], %[[ZEROS:.*]] = compress.choose_params %arg0 {scheme = #compress.affine<u8 [0, 15], f32, block [*], zero_point>} : tensor<4xf32> -> tensor<1xf32>, tensor<1xi8>
// CHECK: compress.quantize %arg0, %[[SCALES]], %[[ZEROS]] {{.*}} -> tensor<4xi8>
// CHECK: %[[K:.*]] = arith.constant dense<9> : tensor<1xi8>
// CHECK: compress.quantize %arg0, %[[SCALES]], %[[K]] {{.*}} -> tensor<4xi8>
func.func @zero_points(%x: tensor<4xf32>) -> (tensor<4xi4>, tensor<4xi4>) {
  %s, %z = compress.choose_params %x {scheme = #compress.affine<u4, f32, block [*], zero_point>} : tensor<4xf32> -> tensor<1xf32>, tensor<1xi4>
  %0 = compress.quantize %x, %s, %z {scheme = #compress.affine<u4, f32, block [*], zero_point>} : tensor<4xf32>, tensor<1xf32>, tensor<1xi4> -> tensor<4xi4>
  %k = arith.constant dense<9> : tensor<1xi4>
  %1 = compress.quantize %x, %s, %k {scheme = #compress.affine<u4, f32, block [*], zero_point>} : tensor<4xf32>, tensor<1xf32>, tensor<1xi4> -> tensor<4xi4>
  return %0, %1 : tensor<4xi4>, tensor<4xi4>
}

// -----

// Row numbers are signed.
// CHECK-LABEL: func.func @rows(%arg0: tensor<3x2xf32>, %arg1: tensor<2xi8>)
// CHECK: %[[I:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<2xi8>) outs(%{{.*}} : tensor<2xi8>)
// CHECK:   %[[ROW:.*]] = arith.trunci %{{.*}} : i8 to i4
// CHECK:   arith.extsi %[[ROW]] : i4 to i8
// CHECK: compress.gather %arg0[%[[I]]] : tensor<3x2xf32>, tensor<2xi8> -> tensor<2x2xf32>
func.func @rows(%t: tensor<3x2xf32>, %i: tensor<2xi4>) -> tensor<2x2xf32> {
  %0 = compress.gather %t[%i] : tensor<3x2xf32>, tensor<2xi4> -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
// Integers that are no codes: storage is bytes, arithmetic as before; ops that
// don't know of bytes keep what they have.
// CHECK-LABEL: func.func @other_integers
// CHECK: %[[K:.*]] = arith.constant dense<[-1, 3]> : tensor<2xi4>
// CHECK: arith.extsi %[[K]] : tensor<2xi4> to tensor<2xi32>
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<2xi32>) outs(%{{.*}} : tensor<2xi8>)
// CHECK:   %[[N:.*]] = arith.trunci %{{.*}} : i32 to i4
// CHECK:   %[[B:.*]] = arith.extui %[[N]] : i4 to i8
// CHECK:   linalg.yield %[[B]] : i8
// CHECK: %[[C:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<2xi8>) outs(%{{.*}} : tensor<2xi4>)
// CHECK: %[[E:.*]] = tensor.extract %[[A]][%arg1] : tensor<2xi8>
// CHECK: %[[V:.*]] = arith.trunci %[[E]] : i8 to i4
// CHECK: arith.extsi %[[V]] : i4 to i32
// CHECK: arith.extsi %[[C]] : tensor<2xi4> to tensor<2xi32>
func.func @other_integers(%x: tensor<2xi32>, %i: index) -> (tensor<2xi32>, i32, tensor<2xi32>) {
  %k = arith.constant dense<[-1, 3]> : tensor<2xi4>
  %0 = arith.extsi %k : tensor<2xi4> to tensor<2xi32>
  %e = tensor.empty() : tensor<2xi4>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<2xi32>) outs(%e : tensor<2xi4>) {
  ^bb0(%a: i32, %o: i4):
    %n = arith.trunci %a : i32 to i4
    linalg.yield %n : i4
  } -> tensor<2xi4>
  %2 = tensor.extract %1[%i] : tensor<2xi4>
  %3 = arith.extsi %2 : i4 to i32
  %4 = arith.extsi %1 : tensor<2xi4> to tensor<2xi32>
  return %0, %3, %4 : tensor<2xi32>, i32, tensor<2xi32>
}
