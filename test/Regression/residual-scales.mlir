// The branches of a residual differ by a factor of 1000: the small one is not
// lost.

// RUN: %python %S/../Inputs/npy.py write %t.npy f32 4x2 1 2 -1 0.5 3 -3 0.25 1.5
// RUN: compression-run %s --input=%t.npy --output=%t.float.npy --output=%t.branch.npy
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.npy" -o %t.static.mlir
// RUN: compression-opt %s --compress="preset=W8A8_DYNAMIC calibration=%t.npy" -o %t.dynamic.mlir
// RUN: compression-run %t.static.mlir --input=%t.npy --expected=1:%t.branch.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=30
// RUN: compression-run %t.static.mlir --input=%t.npy --expected=0:%t.float.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=90
// RUN: compression-run %t.dynamic.mlir --input=%t.npy --expected=1:%t.branch.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=30
// RUN: compression-run %t.dynamic.mlir --input=%t.npy --expected=0:%t.float.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=90

func.func @main(%x: tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = arith.constant dense<[[0.001, -0.002], [0.0005, 0.001]]> : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.addf %x, %m : tensor<1x2xf32>
  return %y, %m : tensor<1x2xf32>, tensor<1x2xf32>
}
