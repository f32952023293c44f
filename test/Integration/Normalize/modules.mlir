// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Functions that call others, globals, regions, simulated quantization.

ml_program.global private @w(dense<[[1.0, -1.0], [0.5, 2.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
ml_program.global private @scale(1000.0 : f32) : f32

func.func private @layer(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = ml_program.global_load_const @w : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %r = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}

func.func @called_twice() {
  %x = check.input dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %k = arith.constant dense<1000.0> : tensor<1x2xf32>
  %0 = func.call @layer(%x) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = arith.mulf %0, %k : tensor<1x2xf32>
  %got = func.call @layer(%1) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %want = arith.constant dense<[[3500.0, 4000.0]]> : tensor<1x2xf32>
  check.expect_eq %got, %want : tensor<1x2xf32>
  return
}

func.func @scalar_global() {
  %x = check.input dense<[1.0, 2.0]> : tensor<2xf32>
  %s = ml_program.global_load @scale : f32
  %t = tensor.splat %s : tensor<2xf32>
  %got = arith.mulf %x, %t : tensor<2xf32>
  %want = arith.constant dense<[1000.0, 2000.0]> : tensor<2xf32>
  check.expect_eq %got, %want : tensor<2xf32>
  return
}

// A weight that is also a result, and what is computed from it.
func.func @weight_returned() {
  %x = check.input dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %w = arith.constant dense<[[1.0, -0.5], [0.25, 2.0]]> : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %got = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  %absolute = math.absf %w : tensor<2x2xf32>
  %want = arith.constant dense<[[1.5, 3.5]]> : tensor<1x2xf32>
  %wantAbsolute = arith.constant dense<[[1.0, 0.5], [0.25, 2.0]]> : tensor<2x2xf32>
  check.expect_eq %got, %want : tensor<1x2xf32>
  check.expect_eq %absolute, %wantAbsolute : tensor<2x2xf32>
  check.expect_eq %w, %w : tensor<2x2xf32>
  return
}

// Both ways of a branch that contracts with a weight from outside.
func.func @regions() {
  %ways = check.input dense<[true, false]> : tensor<2xi1>
  %x = check.input dense<[[1.0, -1.0]]> : tensor<1x2xf32>
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = arith.constant dense<0.0> : tensor<1x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %way0 = tensor.extract %ways[%c0] : tensor<2xi1>
  %way1 = tensor.extract %ways[%c1] : tensor<2xi1>
  %a = scf.if %way0 -> tensor<1x2xf32> {
    %0 = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
    scf.yield %0 : tensor<1x2xf32>
  } else {
    scf.yield %x : tensor<1x2xf32>
  }
  %b = scf.if %way1 -> tensor<1x2xf32> {
    %0 = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
    scf.yield %0 : tensor<1x2xf32>
  } else {
    scf.yield %x : tensor<1x2xf32>
  }
  %wantA = arith.constant dense<[[-2.0, -2.0]]> : tensor<1x2xf32>
  %wantB = arith.constant dense<[[1.0, -1.0]]> : tensor<1x2xf32>
  check.expect_eq %a, %wantA : tensor<1x2xf32>
  check.expect_eq %b, %wantB : tensor<1x2xf32>
  return
}

!whole = !quant.uniform<i8:f32, 0.5>
!axis = !quant.uniform<u8:f32:1, {0.5:10, 0.25:255}>
func.func @fake_quant() {
  %x = check.input dense<[0.3, 0.2, 300.0, -300.0]> : tensor<4xf32>
  %y = check.input dense<[[0.3, 0.2], [-10.0, -1.1], [500.0, -100.0]]> : tensor<3x2xf32>
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!whole>
  %1 = quant.dcast %0 : tensor<4x!whole> to tensor<4xf32>
  %2 = quant.qcast %y : tensor<3x2xf32> to tensor<3x2x!axis>
  %3 = quant.dcast %2 : tensor<3x2x!axis> to tensor<3x2xf32>
  %want1 = arith.constant dense<[0.5, 0.0, 63.5, -64.0]> : tensor<4xf32>
  %want3 = arith.constant dense<[[0.5, 0.0], [-5.0, -1.0], [122.5, -63.75]]> : tensor<3x2xf32>
  check.expect_eq %1, %want1 : tensor<4xf32>
  check.expect_eq %3, %want3 : tensor<3x2xf32>
  return
}
