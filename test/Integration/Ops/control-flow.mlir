// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Functions of several blocks: branches, loops, and both in functions that are
// called. Each way gives its own values.

func.func private @choose(%x: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  cf.cond_br %p, ^twice, ^square
^twice:
  %0 = arith.addf %x, %x : tensor<4xf32>
  cf.br ^end(%0 : tensor<4xf32>)
^square:
  %1 = arith.mulf %x, %x : tensor<4xf32>
  cf.br ^end(%1 : tensor<4xf32>)
^end(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}

// Returns in both branches.
func.func private @choose_early(%x: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  cf.cond_br %p, ^twice, ^square
^twice:
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
^square:
  %1 = arith.mulf %x, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// x doubled n times.
func.func private @repeat(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, tensor<4xf32>)
^head(%i: index, %y: tensor<4xf32>):
  %more = arith.cmpi ult, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %0 = arith.addf %y, %y : tensor<4xf32>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next, %0 : index, tensor<4xf32>)
^end:
  return %y : tensor<4xf32>
}

func.func @branches() {
  %x = check.input dense<[1.0, -2.0, 3.0, 0.5]> : tensor<4xf32>
  %flags = check.input dense<[true, false]> : tensor<2xi1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %yes = tensor.extract %flags[%c0] : tensor<2xi1>
  %no = tensor.extract %flags[%c1] : tensor<2xi1>
  %a = call @choose(%x, %yes) : (tensor<4xf32>, i1) -> tensor<4xf32>
  %b = call @choose(%x, %no) : (tensor<4xf32>, i1) -> tensor<4xf32>
  %c = call @choose_early(%x, %yes) : (tensor<4xf32>, i1) -> tensor<4xf32>
  %d = call @choose_early(%x, %no) : (tensor<4xf32>, i1) -> tensor<4xf32>
  %twice = arith.constant dense<[2.0, -4.0, 6.0, 1.0]> : tensor<4xf32>
  %square = arith.constant dense<[1.0, 4.0, 9.0, 0.25]> : tensor<4xf32>
  check.expect_eq %a, %twice : tensor<4xf32>
  check.expect_eq %b, %square : tensor<4xf32>
  check.expect_eq %c, %twice : tensor<4xf32>
  check.expect_eq %d, %square : tensor<4xf32>
  return
}

func.func @loops() {
  %x = check.input dense<[1.0, -2.0, 3.0, 0.5]> : tensor<4xf32>
  %counts = check.input dense<[0, 1, 4]> : tensor<3xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m0 = tensor.extract %counts[%c0] : tensor<3xi32>
  %m1 = tensor.extract %counts[%c1] : tensor<3xi32>
  %m2 = tensor.extract %counts[%c2] : tensor<3xi32>
  %n0 = arith.index_cast %m0 : i32 to index
  %n1 = arith.index_cast %m1 : i32 to index
  %n2 = arith.index_cast %m2 : i32 to index
  %a = call @repeat(%x, %n0) : (tensor<4xf32>, index) -> tensor<4xf32>
  %b = call @repeat(%x, %n1) : (tensor<4xf32>, index) -> tensor<4xf32>
  %c = call @repeat(%x, %n2) : (tensor<4xf32>, index) -> tensor<4xf32>
  %want1 = arith.constant dense<[2.0, -4.0, 6.0, 1.0]> : tensor<4xf32>
  %want4 = arith.constant dense<[16.0, -32.0, 48.0, 8.0]> : tensor<4xf32>
  check.expect_eq %a, %x : tensor<4xf32>
  check.expect_eq %b, %want1 : tensor<4xf32>
  check.expect_eq %c, %want4 : tensor<4xf32>
  return
}

// Blocks inside of an op.
func.func @regions() {
  %x = check.input dense<[1.0, -2.0, 3.0, 0.5]> : tensor<4xf32>
  %flags = check.input dense<[true, false]> : tensor<2xi1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %sum = scf.for %i = %c0 to %c2 step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %p = tensor.extract %flags[%i] : tensor<2xi1>
    %z = scf.execute_region -> tensor<4xf32> {
      cf.cond_br %p, ^twice, ^square
    ^twice:
      %0 = arith.addf %y, %y : tensor<4xf32>
      cf.br ^end(%0 : tensor<4xf32>)
    ^square:
      %1 = arith.mulf %y, %y : tensor<4xf32>
      cf.br ^end(%1 : tensor<4xf32>)
    ^end(%2: tensor<4xf32>):
      scf.yield %2 : tensor<4xf32>
    }
    scf.yield %z : tensor<4xf32>
  }
  %plain = scf.execute_region -> tensor<4xf32> {
    %0 = arith.negf %x : tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  %want = arith.constant dense<[4.0, 16.0, 36.0, 1.0]> : tensor<4xf32>
  %negated = arith.constant dense<[-1.0, 2.0, -3.0, -0.5]> : tensor<4xf32>
  check.expect_eq %sum, %want : tensor<4xf32>
  check.expect_eq %plain, %negated : tensor<4xf32>
  return
}

func.func @switch() {
  %x = check.input dense<[1.0, -2.0, 3.0, 0.5]> : tensor<4xf32>
  %choices = check.input dense<[2, 7]> : tensor<2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = tensor.extract %choices[%c0] : tensor<2xi32>
  %seven = tensor.extract %choices[%c1] : tensor<2xi32>
  %a = call @select(%x, %two) : (tensor<4xf32>, i32) -> tensor<4xf32>
  %b = call @select(%x, %seven) : (tensor<4xf32>, i32) -> tensor<4xf32>
  %twice = arith.constant dense<[2.0, -4.0, 6.0, 1.0]> : tensor<4xf32>
  check.expect_eq %a, %twice : tensor<4xf32>
  check.expect_eq %b, %x : tensor<4xf32>
  return
}

func.func private @select(%x: tensor<4xf32>, %which: i32) -> tensor<4xf32> {
  cf.switch %which : i32, [
    default: ^end(%x : tensor<4xf32>),
    1: ^square,
    2: ^twice
  ]
^square:
  %0 = arith.mulf %x, %x : tensor<4xf32>
  cf.br ^end(%0 : tensor<4xf32>)
^twice:
  %1 = arith.addf %x, %x : tensor<4xf32>
  cf.br ^end(%1 : tensor<4xf32>)
^end(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}
