// RUN: compression-opt %s --compress-import-quant --canonicalize --cse --split-input-file | FileCheck %s

!q = !quant.uniform<i8<-127:127>:f32, 0.5>
// Simulated quantization survives folders.
// CHECK-LABEL: func.func @fake_quant
// CHECK: %[[S:.*]] = arith.constant dense<5.000000e-01> : tensor<1x1xf32>
// CHECK: %[[Q:.*]] = compress.quantize %arg0, %[[S]] {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<2x3xf32>, tensor<1x1xf32> -> tensor<2x3xi8>
// CHECK: %[[D:.*]] = compress.dequantize %[[Q]], %[[S]]
// CHECK: return %[[D]]
func.func @fake_quant(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!q>
  %1 = quant.dcast %0 : tensor<2x3x!q> to tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

!q = !quant.uniform<u8:f32:1, {0.5:10, 0.25:255}>
// CHECK-LABEL: func.func @per_axis
// CHECK-DAG: %[[S:.*]] = arith.constant dense<{{\[}}[5.000000e-01, 2.500000e-01]]> : tensor<1x2xf32>
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<{{\[}}[10, -1]]> : tensor<1x2xi8>
// CHECK: compress.quantize %arg0, %[[S]], %[[Z]] {scheme = #compress.affine<u8, f32, block [*, 1], zero_point>}
func.func @per_axis(%x: tensor<3x2xf32>) -> tensor<3x2xi8> {
  %0 = quant.qcast %x : tensor<3x2xf32> to tensor<3x2x!q>
  %1 = quant.scast %0 : tensor<3x2x!q> to tensor<3x2xi8>
  return %1 : tensor<3x2xi8>
}

// -----

!q = !quant.uniform<i4:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0, 4.0}}>
// Codes that are stored, in blocks.
// CHECK-LABEL: func.func @sub_channel
// CHECK-DAG: %[[S:.*]] = arith.constant dense<{{\[}}[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK: %[[D:.*]] = compress.dequantize %arg0, %[[S]] {scheme = #compress.affine<s4, f32, block [1, 2]>} : tensor<2x4xi4>, tensor<2x2xf32> -> tensor<2x4xf32>
// CHECK: return %[[D]]
func.func @sub_channel(%c: tensor<2x4xi4>) -> tensor<2x4xf32> {
  %0 = quant.scast %c : tensor<2x4xi4> to tensor<2x4x!q>
  %1 = quant.dcast %0 : tensor<2x4x!q> to tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
