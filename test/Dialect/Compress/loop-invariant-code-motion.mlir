// RUN: compression-opt %s --loop-invariant-code-motion | FileCheck %s

// A gather checks its indices, and the call fails if one is outside: it stays in
// a loop that may have no iterations. What has no such effect moves.

// CHECK-LABEL: func @gather
// CHECK: compress.dequantize
// CHECK: scf.for
// CHECK-NEXT: compress.gather
func.func @gather(%codes: tensor<3x2xi8>, %scales: tensor<3x1xf32>, %ids: tensor<1xi64>, %init: tensor<1x2xf32>, %n: index) -> tensor<1x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%last = %init) -> tensor<1x2xf32> {
    %table = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<3x2xi8>, tensor<3x1xf32> -> tensor<3x2xf32>
    %rows = compress.gather %table[%ids] : tensor<3x2xf32>, tensor<1xi64> -> tensor<1x2xf32>
    scf.yield %rows : tensor<1x2xf32>
  }
  return %r : tensor<1x2xf32>
}
