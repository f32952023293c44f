// A compressed model is left alone: by the pipeline, and by each of its passes.

// RUN: %python %S/../Inputs/npy.py write %t.npy f32 4x4 1 2 -1 0.5 3 -3 0.25
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.npy" -o %t.once.mlir
// RUN: compression-opt %t.once.mlir --compress="preset=W8A8 calibration=%t.npy" -o %t.twice.mlir
// RUN: cmp %t.once.mlir %t.twice.mlir
// RUN: compression-opt %t.once.mlir --compress="preset=W8A8_DYNAMIC" -o %t.twice.mlir 2>&1 | FileCheck %s
// CHECK: warning: expected a float model, but got one that is compressed already, by preset W8A8; it is left as it is
// RUN: cmp %t.once.mlir %t.twice.mlir
// RUN: compression-opt %t.once.mlir --compress-observe --compress-plan=preset=W8A8 --compress-apply -o %t.twice.mlir
// RUN: cmp %t.once.mlir %t.twice.mlir

// Strictly, nothing is written.
// RUN: rm -f %t.strict.mlir
// RUN: not compression-opt %t.once.mlir --compress="preset=W8A8 calibration=%t.npy strict" -o %t.strict.mlir 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t.strict.mlir
// STRICT: error: expected a float model, but got one that is compressed already, by preset W8A8{{$}}

// RUN: compression-opt %s --compress=preset=W8A8_DYNAMIC -o %t.once.mlir
// RUN: compression-opt %t.once.mlir --compress-observe --compress-plan=preset=W8A8_DYNAMIC --compress-apply -o %t.twice.mlir
// RUN: cmp %t.once.mlir %t.twice.mlir

func.func @main(%x: tensor<1x4xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, -0.5], [0.25, 2.0], [0.0, 3.0], [-4.0, 0.125]]> : tensor<4x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x4xf32>, tensor<4x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
