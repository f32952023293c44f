// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Results are buffers of the caller, whatever value they get.

func.func @argument() {
  %x = check.input dense<[1.5, -2.0]> : tensor<2xf32>
  %want = arith.constant dense<[1.5, -2.0]> : tensor<2xf32>
  check.expect_eq %x, %want : tensor<2xf32>
  check.expect_eq %x, %want : tensor<2xf32>
  return
}

func.func @computed_once_returned_twice() {
  %x = check.input dense<[1.5, -2.0]> : tensor<2xf32>
  %sum = arith.addf %x, %x : tensor<2xf32>
  %again = arith.addf %x, %x : tensor<2xf32>
  %want = arith.constant dense<[3.0, -4.0]> : tensor<2xf32>
  check.expect_eq %sum, %want : tensor<2xf32>
  check.expect_eq %again, %want : tensor<2xf32>
  check.expect_eq %sum, %want : tensor<2xf32>
  return
}

func.func @constant() {
  %x = arith.constant dense<[1.5, -2.0]> : tensor<2xf32>
  %i = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  check.expect_eq %x, %x : tensor<2xf32>
  check.expect_eq %i, %i : tensor<3xi32>
  return
}

ml_program.global private @weight(dense<[1.5, -2.0]> : tensor<2xf32>) : tensor<2xf32>

func.func @weight_itself() {
  %w = ml_program.global_load @weight : tensor<2xf32>
  %want = arith.constant dense<[1.5, -2.0]> : tensor<2xf32>
  check.expect_eq %w, %want : tensor<2xf32>
  check.expect_eq %w, %want : tensor<2xf32>
  return
}

func.func @reshaped() {
  %x = check.input dense<[1.5, -2.0, 0.5, 4.0]> : tensor<4xf32>
  %sum = arith.addf %x, %x : tensor<4xf32>
  %matrix = tensor.expand_shape %sum [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %row = tensor.extract_slice %matrix[1, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<2xf32>
  %want = arith.constant dense<[3.0, -4.0, 1.0, 8.0]> : tensor<4xf32>
  %wantMatrix = arith.constant dense<[[3.0, -4.0], [1.0, 8.0]]> : tensor<2x2xf32>
  %wantRow = arith.constant dense<[1.0, 8.0]> : tensor<2xf32>
  check.expect_eq %matrix, %wantMatrix : tensor<2x2xf32>
  check.expect_eq %sum, %want : tensor<4xf32>
  check.expect_eq %row, %wantRow : tensor<2xf32>
  return
}

func.func @booleans() {
  %x = check.input dense<[1.5, -2.0, 0.0]> : tensor<3xf32>
  %b = check.input dense<[true, false, true]> : tensor<3xi1>
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  %positive = arith.cmpf ogt, %x, %zero : tensor<3xf32>
  %both = arith.andi %positive, %b : tensor<3xi1>
  %wantPositive = arith.constant dense<[true, false, false]> : tensor<3xi1>
  %wantBoth = arith.constant dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq %positive, %wantPositive : tensor<3xi1>
  check.expect_eq %both, %wantBoth : tensor<3xi1>
  return
}
