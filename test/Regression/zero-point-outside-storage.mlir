// Upstream's type accepts a zero point that no code can be.

// RUN: %python %S/../Inputs/npy.py write %t.npy f32 4 1
// RUN: not compression-run %s --input=%t.npy 2>&1 | FileCheck %s
// RUN: not compression-opt %s --compress=preset=W8A8_DYNAMIC 2>&1 | FileCheck %s
// RUN: not compression-opt %s --compress-to-llvm 2>&1 | FileCheck %s
// CHECK: zero-point-outside-storage.mlir:[[#@LINE+5]]:8: error: expected a zero point within [-128, 127], but got 300

!q = !quant.uniform<i8:f32, 1.0:300>

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  %1 = quant.dcast %0 : tensor<4x!q> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
