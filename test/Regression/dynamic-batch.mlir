// A batch whose size is not known is compressed, but not run: the error shows
// the dimension.

// RUN: compression-opt %s --compress=preset=W8A8_DYNAMIC -o %t.mlir 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING: dynamic-batch.mlir:[[@LINE+14]]:1: warning: expected arguments and results of static shape, but got 'tensor<?x3xf32>': the compressed model can't be judged or run here; export the model with fixed sizes (batch, sequence)
// WARNING-NOT: warning:
// RUN: FileCheck %s < %t.mlir
// CHECK: compress.choose_params %{{.*}} : tensor<?x3xf32> -> tensor<?x1xf32>, tensor<?x1xi8>
// CHECK: compress.dequantize %{{.*}} : tensor<3x2xi8>, tensor<1x2xf32> -> tensor<3x2xf32>

// RUN: %python %S/../Inputs/npy.py write %t.npy f32 7x3 1
// RUN: not compression-run %t.mlir --input=%t.npy 2>&1 | FileCheck %s --check-prefix=RUN-ERROR
// RUN: not compression-opt %s --compress="preset=W8A8 calibration=%t.npy" 2>&1 | FileCheck %s --check-prefix=RUN-ERROR
// RUN-ERROR: error: expected argument 0 of 'main' to be a tensor of static shape, at least one element and an integer or float type, but got 'tensor<?x3xf32>'; export the model with fixed sizes (batch, sequence)

// RUN: not compression-opt %t.mlir --compress-to-llvm 2>&1 | FileCheck %s --check-prefix=LOWERING
// LOWERING: mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'compress.choose_params' op has no lowering to linalg here: expected a stage up to 'integer' and static shapes

func.func @main(%x: tensor<?x3xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %w = arith.constant dense<[[1.1, 100.0], [-2.0, 50.0], [0.5, -127.0]]> : tensor<3x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<?x3xf32>, tensor<3x2xf32>) outs(%i : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
