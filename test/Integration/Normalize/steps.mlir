// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Ops that are several others, of linalg and of TOSA.

func.func @softmax() {
  %x = check.input dense<[[0.0, 0.0], [0.0, 1.0986123]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %got = linalg.softmax dimension(1) ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %want = arith.constant dense<[[0.5, 0.5], [0.25, 0.75]]> : tensor<2x2xf32>
  check.expect_close %got, %want : tensor<2x2xf32>
  return
}

func.func @pack_and_unpack() {
  %x = check.input dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %zero = arith.constant 0.0 : f32
  %ep = tensor.empty() : tensor<1x2x2x2xf32>
  %packed = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %ep : tensor<2x3xf32> -> tensor<1x2x2x2xf32>
  %wantPacked = arith.constant dense<[[[[1.0, 2.0], [4.0, 5.0]], [[3.0, 0.0], [6.0, 0.0]]]]> : tensor<1x2x2x2xf32>
  check.expect_eq %packed, %wantPacked : tensor<1x2x2x2xf32>
  %eu = tensor.empty() : tensor<2x3xf32>
  %unpacked = linalg.unpack %packed inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %eu : tensor<1x2x2x2xf32> -> tensor<2x3xf32>
  %wantUnpacked = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  check.expect_eq %unpacked, %wantUnpacked : tensor<2x3xf32>
  return
}

// Stride 2: each input is a tile of the result.
func.func @transposed_convolution() {
  %x = check.input dense<[[[[1.0], [2.0]]]]> : tensor<1x1x2x1xf32>
  %w = "tosa.const"() <{values = dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>}> : () -> tensor<1x2x2x1xf32>
  %b = "tosa.const"() <{values = dense<10.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %got = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x1x2x1xf32>, tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x1xf32>
  %want = arith.constant dense<[[[[11.0], [12.0], [12.0], [14.0]], [[13.0], [14.0], [16.0], [18.0]]]]> : tensor<1x2x4x1xf32>
  check.expect_eq %got, %want : tensor<1x2x4x1xf32>
  return
}
