// RUN: compression-opt %s --compress-import-quant --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-import-quant | FileCheck %s

// CHECK-NOT: compress.quantize

!q = !quant.uniform<i8:f32, 0.5>
func.func @typed_user(%x: tensor<4xf32>) -> tensor<4x!q> {
  // expected-remark @below {{[Missed] QuantizedTypeStays | Category:compress-import-quant | Function=typed_user | Reason="'quant.qcast' has users that need its quantized type"}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  return %0 : tensor<4x!q>
}
