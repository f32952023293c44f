// RUN: compression-opt %s --compress-hoist-checks --verify-diagnostics \
// RUN:   --remark-format=emitRemark --remarks-filter-missed=compress-hoist-checks | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#sum = affine_map<(d0) -> ()>
// CHECK-LABEL: func.func @of_the_sum
// CHECK: linalg.generic
// CHECK: cf.assert
func.func @of_the_sum(%x: tensor<4xi32>, %z: tensor<i32>) -> tensor<i32> {
  %limit = arith.constant 100 : i32
  %r = linalg.generic {indexing_maps = [#id, #sum], iterator_types = ["reduction"]} ins(%x : tensor<4xi32>) outs(%z : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %out : i32
    %p = arith.cmpi slt, %s, %limit : i32
    // expected-remark @below {{[Missed] CheckStays | Category:compress-hoist-checks | Function=of_the_sum | Reason="the condition of 'sum too large' can't be computed apart from the values that it guards"}}
    cf.assert %p, "sum too large"
    linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
