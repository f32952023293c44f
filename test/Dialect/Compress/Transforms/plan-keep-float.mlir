// RUN: compression-opt %s --compress-plan="preset=W8A8_DYNAMIC keep-float=layer.?.out*" \
// RUN:   --verify-diagnostics --remark-format=emitRemark --remarks-filter-missed=compress-plan -o %t
// RUN: FileCheck %s < %t
// RUN: not compression-opt %s --compress-plan="preset=W8A8_DYNAMIC keep-float=layer.12.*" -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNUSED

// UNUSED: error: keep-float: expected the name of a weight that is compressed otherwise, but got 'layer.12.*'

// CHECK: @layer.1.in{{.*}} {compress.scheme =
ml_program.global private @layer.1.in(dense<1.0> : tensor<3x3xf32>) : tensor<3x3xf32>
// CHECK: ml_program.global private @layer.1.out
// CHECK-NOT: compress.scheme
ml_program.global private @layer.1.out(dense<1.0> : tensor<3x3xf32>) : tensor<3x3xf32>
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %in = ml_program.global_load @layer.1.in : tensor<3x3xf32>
  // CHECK: compress.observe %{{.*}} {dynamic, name = "x"
  %0 = compress.observe %x {name = "x"} : tensor<2x3xf32>
  %1 = linalg.matmul ins(%0, %in : tensor<2x3xf32>, tensor<3x3xf32>) outs(%i : tensor<2x3xf32>) -> tensor<2x3xf32>
  %out = ml_program.global_load @layer.1.out : tensor<3x3xf32>
  // CHECK: compress.observe %{{.*}} {name = "y"}
  %2 = compress.observe %1 {name = "y"} : tensor<2x3xf32>
  // expected-remark @below {{[Missed] KeptFloat | Category:compress-plan | Function=main | Reason="weight 'layer.1.out' is kept float, as asked"}}
  %3 = linalg.matmul ins(%2, %out : tensor<2x3xf32>, tensor<3x3xf32>) outs(%i : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}
