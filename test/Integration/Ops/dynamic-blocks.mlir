// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Parameters of blocks of a tensor that has a dynamic dimension: a block spans
// all of its rows, and two or three of the columns.

func.func @columns() {
  %0 = check.input dense<[[1.0, -254.0, 3.0, 0.0, 0.25], [-127.0, 5.0, 6.0, -63.5, 0.5], [0.0, 2.0, -31.75, 1.0, -127.0]]> : tensor<3x5xf32>
  %x = tensor.cast %0 : tensor<3x5xf32> to tensor<?x5xf32>
  %pairs = compress.choose_params %x {scheme = #compress.affine<s8 [-127, 127], f32, block [*, 2]>} : tensor<?x5xf32> -> tensor<1x3xf32>
  %triples = compress.choose_params %x {scheme = #compress.affine<s8 [-127, 127], f32, block [*, 3]>} : tensor<?x5xf32> -> tensor<1x2xf32>
  %wantPairs = arith.constant dense<[[2.0, 0.5, 1.0]]> : tensor<1x3xf32>
  %wantTriples = arith.constant dense<[[2.0, 1.0]]> : tensor<1x2xf32>
  check.expect_eq %pairs, %wantPairs : tensor<1x3xf32>
  check.expect_eq %triples, %wantTriples : tensor<1x2xf32>
  return
}
