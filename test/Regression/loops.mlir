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

// The number of iterations is known only at run time.
func.func @swapped_n_times() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %y = check.input dense<[10.0, 20.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = check.input dense<3> : tensor<1xi32>
  %m = tensor.extract %n[%c0] : tensor<1xi32>
  %c3 = arith.index_cast %m : i32 to index
  %a, %b = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x, %q = %y) -> (tensor<2xf32>, tensor<2xf32>) {
    scf.yield %q, %p : tensor<2xf32>, tensor<2xf32>
  }
  check.expect_eq %a, %y : tensor<2xf32>
  check.expect_eq %b, %x : tensor<2xf32>
  return
}

func.func @rotate() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %y = check.input dense<[10.0, 20.0]> : tensor<2xf32>
  %z = check.input dense<[100.0, 200.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = check.input dense<4> : tensor<1xi32>
  %m = tensor.extract %n[%c0] : tensor<1xi32>
  %c3 = arith.index_cast %m : i32 to index
  %a, %b, %c = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x, %q = %y, %r = %z) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %s = arith.addf %p, %q : tensor<2xf32>
    scf.yield %q, %r, %s : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  %wa = arith.constant dense<[110.0, 220.0]> : tensor<2xf32>
  %wb = arith.constant dense<[111.0, 222.0]> : tensor<2xf32>
  %wc = arith.constant dense<[121.0, 242.0]> : tensor<2xf32>
  check.expect_eq %a, %wa : tensor<2xf32>
  check.expect_eq %b, %wb : tensor<2xf32>
  check.expect_eq %c, %wc : tensor<2xf32>
  return
}

func.func @while_swapped() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %y = check.input dense<[10.0, 20.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = check.input dense<3> : tensor<1xi32>
  %m = tensor.extract %n[%c0] : tensor<1xi32>
  %c3 = arith.index_cast %m : i32 to index
  %w, %v, %k = scf.while (%p = %x, %q = %y, %i = %c0) : (tensor<2xf32>, tensor<2xf32>, index) -> (tensor<2xf32>, tensor<2xf32>, index) {
    %c = arith.cmpi slt, %i, %c3 : index
    scf.condition(%c) %p, %q, %i : tensor<2xf32>, tensor<2xf32>, index
  } do {
  ^bb0(%p: tensor<2xf32>, %q: tensor<2xf32>, %i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %q, %p, %j : tensor<2xf32>, tensor<2xf32>, index
  }
  check.expect_eq %w, %y : tensor<2xf32>
  check.expect_eq %v, %x : tensor<2xf32>
  return
}

// An iteration reads what it carried until its last op: the next value must not
// take its place before.
func.func @reversed() {
  %x = check.input dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %n = check.input dense<3> : tensor<1xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = tensor.extract %n[%c0] : tensor<1xi32>
  %end = arith.index_cast %m : i32 to index
  %y = scf.for %i = %c0 to %end step %c1 iter_args(%p = %x) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %r = linalg.generic {indexing_maps = [affine_map<(d) -> (3 - d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
        ins(%p, %p : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.addf %b, %b : f32
      %t = arith.addf %a, %s : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  }
  %want = arith.constant dense<[66.0, 67.0, 68.0, 69.0]> : tensor<4xf32>
  check.expect_eq %y, %want : tensor<4xf32>
  return
}

// The old value is used behind the op that computes the next one.
func.func @used_later() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %n = check.input dense<3> : tensor<1xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.extract %n[%c0] : tensor<1xi32>
  %end = arith.index_cast %m : i32 to index
  %y, %z = scf.for %i = %c0 to %end step %c1 iter_args(%p = %x, %q = %x) -> (tensor<2xf32>, tensor<2xf32>) {
    %next = arith.addf %p, %p : tensor<2xf32>
    %sum = arith.addf %q, %p : tensor<2xf32>
    scf.yield %next, %sum : tensor<2xf32>, tensor<2xf32>
  }
  %wantY = arith.constant dense<[8.0, 16.0]> : tensor<2xf32>
  %wantZ = arith.constant dense<[8.0, 16.0]> : tensor<2xf32>
  check.expect_eq %y, %wantY : tensor<2xf32>
  check.expect_eq %z, %wantZ : tensor<2xf32>
  return
}

// A loop in a loop, and the outer one's value is still needed.
func.func @nested() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %n = check.input dense<2> : tensor<1xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.extract %n[%c0] : tensor<1xi32>
  %end = arith.index_cast %m : i32 to index
  %y = scf.for %i = %c0 to %end step %c1 iter_args(%p = %x) -> tensor<2xf32> {
    %z = scf.for %j = %c0 to %end step %c1 iter_args(%q = %p) -> tensor<2xf32> {
      %s = arith.mulf %q, %p : tensor<2xf32>
      scf.yield %s : tensor<2xf32>
    }
    %t = arith.addf %z, %p : tensor<2xf32>
    scf.yield %t : tensor<2xf32>
  }
  // 1 + 1 = 2, 8 + 2 = 10; 8 + 2 = 10, 1000 + 10 = 1010.
  %want = arith.constant dense<[10.0, 1010.0]> : tensor<2xf32>
  check.expect_eq %y, %want : tensor<2xf32>
  return
}
