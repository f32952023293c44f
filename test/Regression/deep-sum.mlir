// A sum that could leave 32 bits is not computed in integers, and that is said.

// RUN: compression-opt %s --compress=preset=W8A8_DYNAMIC -o %t.mlir --remark-format=emitRemark --remarks-filter-missed=compress-plan 2>&1 | FileCheck %s
// CHECK: remark: [Missed] TooDeep {{.*}} Reason="a sum of 70000 products may leave 32 bits; at most 66311 are safe"
// CHECK: compress: W8A8_DYNAMIC: 0 weights compressed
// CHECK: compress: left float: weight
// RUN: %python %S/../Inputs/npy.py write %t.npy f32 1x70000 1
// RUN: compression-run %t.mlir --input=%t.npy --output=%t.out.npy
// RUN: %python %S/../Inputs/npy.py print %t.out.npy | FileCheck %s --check-prefix=SUM
// SUM: {{^}}70000{{$}}

func.func @main(%x: tensor<1x70000xf32>) -> tensor<1x1xf32> {
  %w = arith.constant dense<1.0> : tensor<70000x1xf32>
  %i = arith.constant dense<0.0> : tensor<1x1xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x70000xf32>, tensor<70000x1xf32>) outs(%i : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
