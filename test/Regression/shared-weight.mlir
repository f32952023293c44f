// A weight with two users is compressed once, counted once, and both results
// are right.

// RUN: compression-opt %s --compress=preset=W8A8_DYNAMIC -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.mlir
// SAID: W8A8_DYNAMIC: 1 weight compressed
// CHECK-COUNT-1: ml_program.global private @weight.codes
// CHECK-NOT: ml_program.global private @{{.*}}codes
// CHECK: func @main
// CHECK: ml_program.global_load @weight.codes
// CHECK-NOT: ml_program.global_load @weight.codes

// RUN: %python %S/../Inputs/npy.py write %t.x.npy f32 1x2 1 2
// RUN: %python %S/../Inputs/npy.py write %t.y.npy f32 1x2 -3 0.5
// RUN: compression-run %s --input=%t.x.npy --input=%t.y.npy --output=%t.0.npy --output=%t.1.npy
// RUN: compression-run %t.mlir --input=%t.x.npy --input=%t.y.npy --expected=0:%t.0.npy --json=%t.0.json
// RUN: compression-run %t.mlir --input=%t.x.npy --input=%t.y.npy --expected=1:%t.1.npy --json=%t.1.json
// RUN: %python %S/../Inputs/check_report.py %t.0.json sqnr_db=40
// RUN: %python %S/../Inputs/check_report.py %t.1.json sqnr_db=40

func.func @main(%x: tensor<1x2xf32>, %y: tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = arith.constant dense<[[1.0, -0.5], [0.25, 2.0]]> : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = linalg.matmul ins(%y, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0, %1 : tensor<1x2xf32>, tensor<1x2xf32>
}
