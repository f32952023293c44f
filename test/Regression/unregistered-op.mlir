// An op of a dialect that is not known is named, not dereferenced.

// RUN: compression-opt %s --allow-unregistered-dialect --compress=preset=W8A8_DYNAMIC -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "torch.aten.erfinv"
// CHECK: compress.dequantize
// RUN: not compression-opt %s --compress=preset=W8A8_DYNAMIC -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unregistered-op.mlir:12:27: error: operation being parsed with an unregistered dialect

ml_program.global private @w(dense<[[1.0, 2.0], [4.0, -5.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
func.func @main(%x: tensor<3x2xf32>, %init: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = "torch.aten.erfinv"(%x) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %w = ml_program.global_load @w : tensor<2x2xf32>
  %y = linalg.matmul ins(%0, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%init : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}
