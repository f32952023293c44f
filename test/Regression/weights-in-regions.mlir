// What is in branches and loops is compressed like the rest.

// RUN: %python %S/../Inputs/npy.py write %t.p.npy bool 3 1 0 1
// RUN: %python %S/../Inputs/npy.py write %t.x.npy f32 3x2 1 2 -3 4 5 6
// RUN: compression-run %s --input=%t.p.npy --input=%t.x.npy --output=%t.float.npy
// RUN: %python %S/../Inputs/npy.py print %t.float.npy | FileCheck %s --check-prefix=FLOAT
// [1 2] w; three times [-3 4] w; [5 6] w.
// FLOAT: f32 3x2
// FLOAT-NEXT: {{^}}7 10 213 310 23 34{{$}}

// RUN: compression-opt %s --compress="preset=W8A8_DYNAMIC calibration=%t.p.npy,%t.x.npy" -o %t.dynamic.mlir
// RUN: FileCheck %s --check-prefix=DYNAMIC < %t.dynamic.mlir
// RUN: compression-run %t.dynamic.mlir --input=%t.p.npy --input=%t.x.npy --expected=%t.float.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=40
// DYNAMIC: scf.if
// DYNAMIC: scf.for
// DYNAMIC: compress.choose_params

// Calibration may not reach a branch: with a static preset what is computed there
// has no statistics, stays float, and is named.
// RUN: compression-opt %s --compress="preset=W8A8 calibration=%t.p.npy,%t.x.npy" -o %t.static.mlir \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-calibrate 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=STATIC < %t.static.mlir
// RUN: compression-run %t.static.mlir --input=%t.p.npy --input=%t.x.npy --expected=%t.float.npy --json=%t.json
// RUN: %python %S/../Inputs/check_report.py %t.json sqnr_db=40
// REMARK: remark: {{.*}}[Missed] MayNotRun | Category:compress-calibrate | Reason="'loop.input' is computed in a branch or a loop, which calibration may not reach"
// STATIC: compress.quantize
// STATIC: scf.if
// STATIC-NOT: compress.quantize

func.func @main(%flag: tensor<1xi1>, %x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = tensor.extract %flag[%c0] : tensor<1xi1>
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %y = scf.if %p -> tensor<1x2xf32> {
    %0 = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32> loc("branch")
    scf.yield %0 : tensor<1x2xf32>
  } else {
    %1 = scf.for %k = %c0 to %c3 step %c1 iter_args(%sum = %x) -> tensor<1x2xf32> {
      %2 = linalg.matmul ins(%sum, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32> loc("loop")
      scf.yield %2 : tensor<1x2xf32>
    }
    scf.yield %1 : tensor<1x2xf32>
  }
  return %y : tensor<1x2xf32>
}
