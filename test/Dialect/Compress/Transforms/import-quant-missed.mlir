// RUN: compression-opt %s --compress-import-quant --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-import-quant | FileCheck %s

// CHECK-NOT: compress.quantize

!q = !quant.uniform<i8:f32, 0.5>
func.func @typed_user(%x: tensor<4xf32>) -> tensor<4x!q> {
  // expected-remark @below {{[Missed] QuantizedTypeStays | Category:compress-import-quant | Function=typed_user | Reason="'quant.qcast' has users that need its quantized type, or parameters that no scheme expresses"}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  return %0 : tensor<4x!q>
}

!wide = !quant.uniform<i16:f32, 0.5>
func.func @wide_storage(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] QuantizedTypeStays | Category:compress-import-quant | Function=wide_storage | Reason="'quant.qcast' has users that need its quantized type, or parameters that no scheme expresses"}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!wide>
  %1 = quant.dcast %0 : tensor<4x!wide> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

!outside = !quant.uniform<i8:f32, 0.5:300>
func.func @zero_point_outside(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] QuantizedTypeStays | Category:compress-import-quant | Function=zero_point_outside | Reason="'quant.qcast' has users that need its quantized type, or parameters that no scheme expresses"}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!outside>
  %1 = quant.dcast %0 : tensor<4x!outside> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
