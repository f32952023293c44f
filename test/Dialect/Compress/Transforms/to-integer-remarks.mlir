// RUN: compression-opt %s --compress-to-integer --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-to-integer -o %t
// RUN: FileCheck %s < %t

// Each contraction stays as it is.

// CHECK-LABEL: func @compute
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @compute(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *], compute f32>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=compute | Reason="a scheme asks to compute in float"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @signed_input
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @signed_input(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=signed_input | Reason="only u8 and s8 codes are multiplied as integers"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @unsigned_weight
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @unsigned_weight(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=unsigned_weight | Reason="only u8 and s8 codes are multiplied as integers"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @narrow_weight
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @narrow_weight(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi4>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s4, f32, block [*, *]>} : tensor<3x2xi4>, tensor<1x1xf32> -> tensor<3x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=narrow_weight | Reason="only u8 and s8 codes are multiplied as integers"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @zero_points
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @zero_points(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %zw: tensor<1x1xi8>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %sw, %zw {scheme = #compress.affine<s8, f32, block [*, *], zero_point>} : tensor<3x2xi8>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<3x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=zero_points | Reason="the weight has zero points"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @half
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @half(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf16>) -> tensor<4x2xf16> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f16, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf16>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s8, f16, block [*, *]>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf16>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=half | Reason="the expressed type is not f32"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf16>, tensor<3x2xf16>) outs(%i : tensor<4x2xf16>) -> tensor<4x2xf16>
  return %y : tensor<4x2xf16>
}

// CHECK-LABEL: func @groups
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @groups(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<2x2xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s8, f32, block [2, 1]>} : tensor<3x2xi8>, tensor<2x2xf32> -> tensor<3x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=groups | Reason="a scale varies along the sum"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @input_groups
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @input_groups(%q: tensor<4x3xi8>, %sx: tensor<1x3xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, 1]>} : tensor<4x3xi8>, tensor<1x3xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=input_groups | Reason="a scale varies along the sum"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @deep
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @deep(%q: tensor<4x66312xi8>, %sx: tensor<1x1xf32>, %codes: tensor<66312x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x66312xi8>, tensor<1x1xf32> -> tensor<4x66312xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<66312x2xi8>, tensor<1x1xf32> -> tensor<66312x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=deep | Reason="the sum may leave 32 bits"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x66312xf32>, tensor<66312x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// CHECK-LABEL: func @dynamic_depth
// CHECK: %[[X:.*]] = compress.dequantize
// CHECK: %[[W:.*]] = compress.dequantize
// CHECK: linalg.matmul ins(%[[X]], %[[W]] :
func.func @dynamic_depth(%q: tensor<4x?xi8>, %sx: tensor<1x1xf32>, %codes: tensor<?x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x?xi8>, tensor<1x1xf32> -> tensor<4x?xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s8 [-127, 127], f32, block [*, *]>} : tensor<?x2xi8>, tensor<1x1xf32> -> tensor<?x2xf32>
  // expected-remark @below {{[Missed] StaysFloat | Category:compress-to-integer | Function=dynamic_depth | Reason="the number of products of a sum is not known"}}
  %y = linalg.matmul ins(%x, %w : tensor<4x?xf32>, tensor<?x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
