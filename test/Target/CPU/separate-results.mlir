// RUN: compression-opt %s --pass-pipeline="builtin.module(func.func(compress-cpu-separate-results))" | FileCheck %s

// CHECK-LABEL: func @twice
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<2xi8>)
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[X]]) : tensor<4xf32>
// CHECK-NOT: bufferization.alloc_tensor
// CHECK: return %[[X]], %[[Y]], %[[COPY]]
func.func @twice(%x: tensor<4xf32>, %y: tensor<2xi8>) -> (tensor<4xf32>, tensor<2xi8>, tensor<4xf32>) {
  return %x, %y, %x : tensor<4xf32>, tensor<2xi8>, tensor<4xf32>
}

// CHECK: func private @external() -> tensor<4xf32>
func.func private @external() -> tensor<4xf32>
