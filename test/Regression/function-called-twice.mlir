// A function that is called on small and on large values: each call has a range
// of its own, and the weight, a global already, is compressed once.

// RUN: %python %S/../Inputs/npy.py write %t.npy f32 4x2 1 2 -1 0.5 3 -3 0.25 1.5
// RUN: compression-run %s --input=%t.npy --output=%t.float.npy
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.npy" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.mlir
// RUN: compression-run %t.mlir --input=%t.npy --expected=%t.float.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=35
// SAID: 1 weight compressed
// CHECK-DAG: ml_program.global private @w.codes(dense_resource<w.codes> : tensor<2x2xi8>) : tensor<2x2xi8>
// CHECK-DAG: ml_program.global private @layer.input.scale
// CHECK-DAG: ml_program.global private @layer.input_1.scale
// CHECK: ml_program.global_load @w.codes : tensor<2x2xi8>
// CHECK-NOT: call @layer

// RUN: compression-opt %s --compress="preset=W8A8_DYNAMIC" -o %t.mlir
// RUN: compression-run %t.mlir --input=%t.npy --expected=%t.float.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=35

ml_program.global private @w(dense<[[1.0, -1.0], [0.5, 2.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>

func.func private @layer(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = ml_program.global_load_const @w : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32> loc("layer")
  return %y : tensor<1x2xf32>
}

func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %k = arith.constant dense<1000.0> : tensor<1x2xf32>
  %0 = func.call @layer(%x) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = arith.mulf %0, %k : tensor<1x2xf32>
  %2 = func.call @layer(%1) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}
