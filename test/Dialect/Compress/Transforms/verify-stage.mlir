// RUN: split-file %s %t
// RUN: compression-opt %t/normalized.mlir --compress-verify-stage=stage=normalized
// RUN: compression-opt %t/observed.mlir --compress-verify-stage=stage=observed
// RUN: compression-opt %t/observed.mlir --compress-plan=preset=W8A8 --compress-verify-stage=stage=planned
// RUN: compression-opt %t/observed.mlir --compress-plan=preset=W8A8_DYNAMIC --compress-verify-stage=stage=planned
// RUN: compression-opt %t/observed.mlir --compress-plan=preset=W8A8 --compress-apply --compress-verify-stage=stage=compressed
// RUN: compression-opt %t/observed.mlir --compress-plan=preset=W8A8_DYNAMIC --compress-apply --compress-to-integer \
// RUN:   --compress-verify-stage=stage=integer
// RUN: compression-opt %t/float.mlir --compress-to-integer --compress-verify-stage=stage=integer
// RUN: compression-opt %t/observed.mlir --compress-plan=preset=W8A8 --compress-apply --compress-to-integer --compress-pack \
// RUN:   --compress-verify-stage=stage=packed

// What each contract allows.

//--- normalized.mlir

ml_program.global private @w(dense<1.0> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @layer(%x: tensor<4x3xf32>, %y: tensor<2x3xf32>, %ids: tensor<4xi64>, %s: tensor<1x1xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<2xi64>, tensor<f32>) {
  // A splat, a scalar, and integers are no weights.
  %splat = arith.constant dense<0.0> : tensor<4x2xf32>
  %scalar = arith.constant dense<2.0> : tensor<f32>
  %integers = arith.constant dense<[1, 2]> : tensor<2xi64>
  %w = ml_program.global_load @w : tensor<3x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%splat : tensor<4x2xf32>) -> tensor<4x2xf32>
  // The transpose of an activation.
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%y : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %1 = linalg.matmul ins(%x, %t : tensor<4x3xf32>, tensor<3x2xf32>) outs(%splat : tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = compress.gather %w[%ids] : tensor<3x2xf32>, tensor<4xi64> -> tensor<4x2xf32>
  // Quantization that the model came with.
  %q = compress.quantize %2, %s {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<4x2xf32>, tensor<1x1xf32> -> tensor<4x2xi8>
  %3 = compress.dequantize %q, %s {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<4x2xi8>, tensor<1x1xf32> -> tensor<4x2xf32>
  return %0, %1, %2, %3, %integers, %scalar : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<2xi64>, tensor<f32>
}

//--- observed.mlir

ml_program.global private @w(dense<1.0> : tensor<3x3xf32>) : tensor<3x3xf32>
func.func @layers(%x: tensor<4x3xf32>, %v: tensor<3x3xf32>, %q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %i: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) {
  %w = ml_program.global_load @w : tensor<3x3xf32>
  %seen = compress.observe %x {name = "x", statistics = #compress.statistics<min = -1.0 : f32, max = 4.0 : f32, count = 12>} : tensor<4x3xf32>
  %0 = linalg.matmul ins(%seen, %w : tensor<4x3xf32>, tensor<3x3xf32>) outs(%i : tensor<4x3xf32>) -> tensor<4x3xf32>
  // Quantized already.
  %values = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %1 = linalg.matmul ins(%values, %w : tensor<4x3xf32>, tensor<3x3xf32>) outs(%i : tensor<4x3xf32>) -> tensor<4x3xf32>
  // Two activations.
  %2 = linalg.matmul ins(%x, %v : tensor<4x3xf32>, tensor<3x3xf32>) outs(%i : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0, %1, %2 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}

//--- float.mlir

// What compress-to-integer leaves float may stay.
func.func @float(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %groups: tensor<3x2xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %v = compress.dequantize %codes, %sw {scheme = #compress.affine<s8, f32, block [*, *], compute f32>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  %0 = linalg.matmul ins(%x, %v : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  %w = compress.dequantize %codes, %groups {scheme = #compress.affine<s8, f32, block [1, 1]>} : tensor<3x2xi8>, tensor<3x2xf32> -> tensor<3x2xf32>
  %1 = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%0 : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
