// Samples of zeros, as of a loader that failed: the model that they give is as
// exact on them as it is useless elsewhere, so it takes a warning.

// RUN: %python %S/../Inputs/npy.py write %t.zero.npy f32 8x2 0
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.zero.npy" -o %t.mlir 2>&1 | FileCheck %s
// CHECK: samples-that-never-vary.mlir: warning: in 'first': calibration: expected samples in which 'first.input' varies, but all its elements are 0; 1 of 2 quantized values never vary
// CHECK-NOT: never vary
// CHECK: compress: W8A8

// By the pass alone, in a static plan only.
// RUN: compression-opt %s --compress-normalize --compress-observe --compress-plan=preset=W8A8 --compress-calibrate=calibration=%t.zero.npy -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: warning: in 'first': calibration: {{.*}}'first.input'

// RUN: rm -f %t.strict.mlir
// RUN: not compression-opt %s --compress="preset=W8A8 calibration=%t.zero.npy strict" -o %t.strict.mlir 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t.strict.mlir
// STRICT: error: in 'first': calibration: expected samples in which 'first.input' varies

// A dynamic preset observes no values, but is judged on the samples.
// RUN: compression-opt %s --compress="preset=W8A8_DYNAMIC calibration=%t.zero.npy" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: samples-that-never-vary.mlir:[[@LINE+13]]:1: warning: calibration: expected samples that vary, but all elements of each argument are the same in all of them
// RUN: not compression-opt %s --compress="preset=W8A8_DYNAMIC calibration=%t.zero.npy strict" -o %t.strict.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC-STRICT
// RUN: not ls %t.strict.mlir
// DYNAMIC-STRICT: error: calibration: expected samples that vary

// A value that stays float may be what it will, and one sample that differs is
// enough.
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.zero.npy keep-float=first.weight" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: %python %S/../Inputs/npy.py set %t.zero.npy 15 1 %t.one.npy
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.one.npy" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: compression-opt %s --compress="preset=W8A8_DYNAMIC calibration=%t.one.npy" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: {{never|that}} vary

func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w0 = arith.constant dense<[[1.0, -0.5], [0.25, 2.0]]> : tensor<2x2xf32> loc("first.weight")
  %w1 = arith.constant dense<[[1.0, 0.5], [-2.0, 0.125]]> : tensor<2x2xf32> loc("second.weight")
  %bias = arith.constant dense<[[1.0, -3.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %h = linalg.matmul ins(%x, %w0 : tensor<1x2xf32>, tensor<2x2xf32>) outs(%bias : tensor<1x2xf32>) -> tensor<1x2xf32> loc("first")
  %y = linalg.matmul ins(%h, %w1 : tensor<1x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32> loc("second")
  return %y : tensor<1x2xf32>
}
