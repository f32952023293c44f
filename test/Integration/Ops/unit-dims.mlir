// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Poolings and convolutions whose result is one pixel wide, and whose stride
// leaves a part of the image unread.

func.func @pooling() {
  %x = check.input dense<[[[[1.0], [2.0], [9.0]], [[3.0], [4.0], [9.0]], [[5.0], [9.0], [9.0]]]]> : tensor<1x3x3x1xf32>
  %lowest = arith.constant 0xFF800000 : f32
  %window = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x1x1x1xf32>
  %i = linalg.fill ins(%lowest : f32) outs(%e : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %y = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>} ins(%x, %window : tensor<1x3x3x1xf32>, tensor<2x2xf32>) outs(%i : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %want = arith.constant dense<4.0> : tensor<1x1x1x1xf32>
  check.expect_eq %y, %want : tensor<1x1x1x1xf32>
  return
}

// Of a column of pixels only one dimension is 1 wide.
func.func @column() {
  %x = check.input dense<[[[[1.0], [2.0], [9.0]], [[3.0], [4.0], [9.0]], [[5.0], [6.0], [9.0]], [[7.0], [8.0], [9.0]], [[9.0], [9.0], [9.0]]]]> : tensor<1x5x3x1xf32>
  %zero = arith.constant 0.0 : f32
  %window = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x2x1x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %y = linalg.pooling_nhwc_sum {strides = dense<2> : vector<2xi64>} ins(%x, %window : tensor<1x5x3x1xf32>, tensor<2x2xf32>) outs(%i : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %want = arith.constant dense<[[[[10.0]], [[26.0]]]]> : tensor<1x2x1x1xf32>
  check.expect_eq %y, %want : tensor<1x2x1x1xf32>
  return
}

// A window that covers its image: its loops may go.
func.func @global_pooling() {
  %x = check.input dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>
  %zero = arith.constant 0.0 : f32
  %window = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x1x1x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %y = linalg.pooling_nhwc_sum ins(%x, %window : tensor<1x2x2x1xf32>, tensor<2x2xf32>) outs(%i : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %want = arith.constant dense<10.0> : tensor<1x1x1x1xf32>
  check.expect_eq %y, %want : tensor<1x1x1x1xf32>
  return
}

// A kernel that is no constant stays a loop nest.
func.func @convolution() {
  %x = check.input dense<[[[[1.0], [2.0], [9.0]], [[3.0], [4.0], [9.0]], [[5.0], [9.0], [9.0]]]]> : tensor<1x3x3x1xf32>
  %w = check.input dense<[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]> : tensor<2x2x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x1x1x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %y = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) outs(%i : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %want = arith.constant dense<4321.0> : tensor<1x1x1x1xf32>
  check.expect_eq %y, %want : tensor<1x1x1x1xf32>
  return
}

// The largest of one element is the first.
func.func @argmax_of_one() {
  %x = check.input dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>
  %y = tosa.argmax %x {axis = 2 : i32} : (tensor<1x2x1xf32>) -> tensor<1x2xi32>
  %z = tosa.argmax %x {axis = 0 : i32} : (tensor<1x2x1xf32>) -> tensor<2x1xi32>
  %want = arith.constant dense<0> : tensor<1x2xi32>
  %wantZ = arith.constant dense<0> : tensor<2x1xi32>
  check.expect_eq %y, %want : tensor<1x2xi32>
  check.expect_eq %z, %wantZ : tensor<2x1xi32>
  return
}

// A loop that carries a tensor with dimensions of size 1.
func.func @carried() {
  %x = check.input dense<[[[[[1.0], [2.0]]], [[[3.0], [4.0]]]]]> : tensor<1x2x1x2x1xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x) -> tensor<1x2x1x2x1xf32> {
    %e = tensor.empty() : tensor<1x2x1x2x1xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>, affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>, affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
        ins(%p, %x : tensor<1x2x1x2x1xf32>, tensor<1x2x1x2x1xf32>) outs(%e : tensor<1x2x1x2x1xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    } -> tensor<1x2x1x2x1xf32>
    scf.yield %s : tensor<1x2x1x2x1xf32>
  }
  %want = arith.constant dense<[[[[[4.0], [8.0]]], [[[12.0], [16.0]]]]]> : tensor<1x2x1x2x1xf32>
  check.expect_eq %y, %want : tensor<1x2x1x2x1xf32>
  return
}
