// Loops that carry tensors: computed from, swapped with, or copied from what
// they carried before.

// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

func.func @computed() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %y = check.input dense<[10.0, 20.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x) -> tensor<2xf32> {
    %s = arith.addf %p, %y : tensor<2xf32>
    %t = arith.mulf %s, %p : tensor<2xf32>
    scf.yield %t : tensor<2xf32>
  }
  %want = arith.constant dense<[55671.0, 7986176.0]> : tensor<2xf32>
  check.expect_eq %0, %want : tensor<2xf32>
  return
}

func.func @swapped() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %y = check.input dense<[10.0, 20.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a, %b = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x, %q = %y) -> (tensor<2xf32>, tensor<2xf32>) {
    scf.yield %q, %p : tensor<2xf32>, tensor<2xf32>
  }
  check.expect_eq %a, %y : tensor<2xf32>
  check.expect_eq %b, %x : tensor<2xf32>
  return
}

// Fibonacci: one value becomes the other, that the sum.
func.func @chained() {
  %x = check.input dense<[0.0, 1.0]> : tensor<2xf32>
  %y = check.input dense<[1.0, 1.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %a, %b = scf.for %i = %c0 to %c7 step %c1 iter_args(%p = %x, %q = %y) -> (tensor<2xf32>, tensor<2xf32>) {
    %s = arith.addf %p, %q : tensor<2xf32>
    scf.yield %q, %s : tensor<2xf32>, tensor<2xf32>
  }
  %want = arith.constant dense<[13.0, 21.0]> : tensor<2xf32>
  check.expect_eq %a, %want : tensor<2xf32>
  return
}

func.func @while() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %y = check.input dense<[10.0, 20.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %w, %n = scf.while (%p = %x, %i = %c0) : (tensor<2xf32>, index) -> (tensor<2xf32>, index) {
    %t = arith.addf %p, %y : tensor<2xf32>
    %c = arith.cmpi slt, %i, %c3 : index
    scf.condition(%c) %t, %i : tensor<2xf32>, index
  } do {
  ^bb0(%p: tensor<2xf32>, %i: index):
    %t = arith.addf %p, %p : tensor<2xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %t, %j : tensor<2xf32>, index
  }
  %want = arith.constant dense<[158.0, 316.0]> : tensor<2xf32>
  check.expect_eq %w, %want : tensor<2xf32>
  return
}

// A product in a loop, its weight outside.
func.func @power() {
  %x = check.input dense<[[1.0, 1.0]]> : tensor<1x2xf32>
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x) -> tensor<1x2xf32> {
    %t = linalg.matmul ins(%p, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
    scf.yield %t : tensor<1x2xf32>
  }
  %want = arith.constant dense<[[118.0, 172.0]]> : tensor<1x2xf32>
  check.expect_eq %0, %want : tensor<1x2xf32>
  return
}
