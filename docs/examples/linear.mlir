// A linear layer as torch-mlir writes it: x [3, 4] times the transposed weight
// [2, 4], and the bias behind the product.
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %weight = arith.constant dense<[[0.5, -0.25, 1.27, 0.1], [-0.8, 0.0, 0.3, 2.54]]> : tensor<2x4xf32> loc("fc.weight")
  %bias = arith.constant dense<[0.1, -0.2]> : tensor<2xf32> loc("fc.bias")
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4x2xf32>
  %1 = linalg.transpose ins(%weight : tensor<2x4xf32>) outs(%0 : tensor<4x2xf32>) permutation = [1, 0]
  %2 = tensor.empty() : tensor<3x2xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = linalg.matmul ins(%x, %1 : tensor<3x4xf32>, tensor<4x2xf32>) outs(%3 : tensor<3x2xf32>) -> tensor<3x2xf32> loc("fc")
  %5 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
       ins(%4, %bias : tensor<3x2xf32>, tensor<2xf32>) outs(%2 : tensor<3x2xf32>) {
  ^bb0(%product: f32, %b: f32, %out: f32):
    %6 = arith.addf %product, %b : f32
    linalg.yield %6 : f32
  } -> tensor<3x2xf32> loc("fc")
  return %5 : tensor<3x2xf32>
}
