// Simulated quantization rounds, whatever runs before it is lowered: upstream's
// folder would make a pair of casts of one type nothing.

// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host
// RUN: compression-check %s --stage=integer

!q = !quant.uniform<i8:f32, 0.5>
!c = !quant.uniform<u8:f32:1, {0.5, 1.0:2, 0.25}>

func.func @whole() {
  %x = check.input dense<[0.3, 0.2, -0.3, 100.0]> : tensor<4xf32>
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  %1 = quant.dcast %0 : tensor<4x!q> to tensor<4xf32>
  %want = arith.constant dense<[0.5, 0.0, -0.5, 63.5]> : tensor<4xf32>
  check.expect_eq %1, %want : tensor<4xf32>
  return
}

func.func @channels() {
  %x = check.input dense<[[0.3, -5.0, 0.3], [0.2, 1.4, 100.0]]> : tensor<2x3xf32>
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!c>
  %1 = quant.dcast %0 : tensor<2x3x!c> to tensor<2x3xf32>
  %want = arith.constant dense<[[0.5, -2.0, 0.25], [0.0, 1.0, 63.75]]> : tensor<2x3xf32>
  check.expect_eq %1, %want : tensor<2x3xf32>
  return
}

func.func @twice() {
  %x = check.input dense<[0.3, 0.2, -0.3, 1.0]> : tensor<4xf32>
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  %1 = quant.dcast %0 : tensor<4x!q> to tensor<4xf32>
  %2 = quant.qcast %1 : tensor<4xf32> to tensor<4x!q>
  %3 = quant.dcast %2 : tensor<4x!q> to tensor<4xf32>
  %want = arith.constant dense<[0.5, 0.0, -0.5, 1.0]> : tensor<4xf32>
  check.expect_eq %3, %want : tensor<4xf32>
  return
}
