// RUN: compression-opt %s --compress-import-quant --split-input-file --verify-diagnostics

!wide = !quant.uniform<i16:f32, 0.5>
func.func @storage(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected a quantized type with a storage of 2 to 8 bits, but got '!quant.uniform<i16:f32, 5.000000e-01>'}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!wide>
  %1 = quant.dcast %0 : tensor<4x!wide> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

!outside = !quant.uniform<i8:f32, 0.5:300>
func.func @zero_point(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected a zero point within [-128, 127], but got 300}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!outside>
  %1 = quant.dcast %0 : tensor<4x!outside> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The range of the type, not of its storage.
!narrow = !quant.uniform<i8<-127:127>:f32, 0.5:-128>
func.func @range(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected a zero point within [-127, 127], but got -128}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!narrow>
  %1 = quant.dcast %0 : tensor<4x!narrow> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

!wide = !quant.uniform<i8:f64, 0.5>
func.func @expressed(%x: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @below {{expected a quantized type that expresses f32, f16 or bf16, but got '!quant.uniform<i8:f64, 5.000000e-01>'}}
  %0 = quant.qcast %x : tensor<4xf64> to tensor<4x!wide>
  %1 = quant.dcast %0 : tensor<4x!wide> to tensor<4xf64>
  return %1 : tensor<4xf64>
}
