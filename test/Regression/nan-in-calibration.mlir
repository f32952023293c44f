// A value that is not finite for one sample names the value and the sample, and
// no range holds it, wherever the sample is.

// RUN: %python %S/../Inputs/npy.py write %t.last.npy f32 3x2 1 2 4 8 0 1
// RUN: %python %S/../Inputs/npy.py write %t.first.npy f32 3x2 0 1 1 2 4 8
// RUN: not compression-opt %s --compress="preset=W8A8 calibration=%t.last.npy" 2>&1 | FileCheck %s --check-prefixes=CHECK,LAST
// RUN: not compression-opt %s --compress="preset=W8A8 calibration=%t.first.npy" 2>&1 | FileCheck %s --check-prefixes=CHECK,FIRST
// CHECK: error: {{.*}}calibration: expected finite values of 'layer.input', but got NaN or infinity
// LAST-SAME: in sample 2
// FIRST-SAME: in sample 0

// Without that sample it is compressed.
// RUN: %python %S/../Inputs/npy.py slice %t.last.npy 0 2 %t.good.npy
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.good.npy" | FileCheck %s --check-prefix=GOOD
// GOOD: @layer.input.scale

func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %r = tosa.reciprocal %x : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %w = arith.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %y = linalg.matmul ins(%r, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32> loc("layer")
  return %y : tensor<1x2xf32>
}
