// RUN: compression-opt %s --canonicalize --cse --sccp --canonicalize --verify-diagnostics | FileCheck %s

#row = #compress.affine<s8 [-127, 127], f32, block [1, *]>
#full = #compress.affine<s8, f32, block [1, *]>
#token = #compress.affine<u8, f32, block [1, *], zero_point>

//===----------------------------------------------------------------------===//
// quantize(dequantize(codes)) is codes, by the same parameters only, and if the
// codes are in the range
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @same_parameters
// CHECK-SAME: (%[[CODES:.*]]: tensor<6x4xi8>, %{{.*}}: tensor<6x1xf32>)
// CHECK-NEXT: return %[[CODES]]
func.func @same_parameters(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>) -> tensor<6x4xi8> {
  %0 = compress.dequantize %codes, %scales {scheme = #full} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %1 = compress.quantize %0, %scales {scheme = #full} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  return %1 : tensor<6x4xi8>
}

// The narrow range holds what was clamped to it.
// CHECK-LABEL: func @clamped
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK-NEXT: return %[[CODES]]
func.func @clamped(%x: tensor<6x4xf32>, %scales: tensor<6x1xf32>) -> tensor<6x4xi8> {
  %0 = compress.quantize %x, %scales {scheme = #row} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  %1 = compress.dequantize %0, %scales {scheme = #row} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %2 = compress.quantize %1, %scales {scheme = #row} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  return %2 : tensor<6x4xi8>
}

// It may not hold other codes: -128 becomes -127.
// CHECK-LABEL: func @not_clamped
// CHECK: compress.dequantize
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK: return %[[CODES]]
func.func @not_clamped(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>) -> tensor<6x4xi8> {
  %0 = compress.dequantize %codes, %scales {scheme = #row} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %1 = compress.quantize %0, %scales {scheme = #row} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  return %1 : tensor<6x4xi8>
}

// CHECK-LABEL: func @clamped_wider
// CHECK: compress.quantize
// CHECK: compress.dequantize
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK: return %[[CODES]]
func.func @clamped_wider(%x: tensor<6x4xf32>, %scales: tensor<6x1xf32>) -> tensor<6x4xi8> {
  %0 = compress.quantize %x, %scales {scheme = #full} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  %1 = compress.dequantize %0, %scales {scheme = #row} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %2 = compress.quantize %1, %scales {scheme = #row} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  return %2 : tensor<6x4xi8>
}

// An f16 may have overflowed.
// CHECK-LABEL: func @half
// CHECK: compress.dequantize
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK: return %[[CODES]]
func.func @half(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>) -> tensor<6x4xi8> {
  %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f16, block [1, *]>} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf16>
  %1 = compress.quantize %0, %scales {scheme = #compress.affine<s8, f16, block [1, *]>} : tensor<6x4xf16>, tensor<6x1xf32> -> tensor<6x4xi8>
  return %1 : tensor<6x4xi8>
}

// CHECK-LABEL: func @same_zero_points
// CHECK-SAME: (%[[CODES:.*]]: tensor<6x4xi8>,
// CHECK-NEXT: return %[[CODES]]
func.func @same_zero_points(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>, %zeros: tensor<6x1xi8>) -> tensor<6x4xi8> {
  %0 = compress.dequantize %codes, %scales, %zeros {scheme = #token} : tensor<6x4xi8>, tensor<6x1xf32>, tensor<6x1xi8> -> tensor<6x4xf32>
  %1 = compress.quantize %0, %scales, %zeros {scheme = #token} : tensor<6x4xf32>, tensor<6x1xf32>, tensor<6x1xi8> -> tensor<6x4xi8>
  return %1 : tensor<6x4xi8>
}

// CHECK-LABEL: func @other_scales
// CHECK: compress.dequantize
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK: return %[[CODES]]
func.func @other_scales(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>, %others: tensor<6x1xf32>) -> tensor<6x4xi8> {
  %0 = compress.dequantize %codes, %scales {scheme = #full} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %1 = compress.quantize %0, %others {scheme = #full} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  return %1 : tensor<6x4xi8>
}

// CHECK-LABEL: func @other_zero_points
// CHECK: compress.dequantize
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK: return %[[CODES]]
func.func @other_zero_points(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>, %zeros: tensor<6x1xi8>, %others: tensor<6x1xi8>) -> tensor<6x4xi8> {
  %0 = compress.dequantize %codes, %scales, %zeros {scheme = #token} : tensor<6x4xi8>, tensor<6x1xf32>, tensor<6x1xi8> -> tensor<6x4xf32>
  %1 = compress.quantize %0, %scales, %others {scheme = #token} : tensor<6x4xf32>, tensor<6x1xf32>, tensor<6x1xi8> -> tensor<6x4xi8>
  return %1 : tensor<6x4xi8>
}

// The narrow range clamps what the full range holds.
// CHECK-LABEL: func @other_range
// CHECK: compress.dequantize
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK: return %[[CODES]]
func.func @other_range(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>) -> tensor<6x4xi8> {
  %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %1 = compress.quantize %0, %scales {scheme = #row} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  return %1 : tensor<6x4xi8>
}

// A scale per row is another tensor than one per column, even of one shape.
// CHECK-LABEL: func @other_block
// CHECK: compress.dequantize
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK: return %[[CODES]]
func.func @other_block(%codes: tensor<6x1xi8>, %scales: tensor<6x1xf32>) -> tensor<6x1xi8> {
  %0 = compress.dequantize %codes, %scales {scheme = #full} : tensor<6x1xi8>, tensor<6x1xf32> -> tensor<6x1xf32>
  %1 = compress.quantize %0, %scales {scheme = #compress.affine<s8, f32, block [1, 1]>} : tensor<6x1xf32>, tensor<6x1xf32> -> tensor<6x1xi8>
  return %1 : tensor<6x1xi8>
}

//===----------------------------------------------------------------------===//
// dequantize(quantize(x)) rounds: it is never x
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @simulated
// CHECK: compress.quantize
// CHECK: %[[ROUNDED:.*]] = compress.dequantize
// CHECK: return %[[ROUNDED]]
func.func @simulated(%x: tensor<6x4xf32>, %scales: tensor<6x1xf32>) -> tensor<6x4xf32> {
  %0 = compress.quantize %x, %scales {scheme = #row} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  %1 = compress.dequantize %0, %scales {scheme = #row} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}

//===----------------------------------------------------------------------===//
// Compression is not undone
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @constants
// CHECK-DAG: %[[CODES:.*]] = arith.constant dense<{{.*}}> : tensor<2x2xi8>
// CHECK-DAG: %[[SCALES:.*]] = arith.constant dense<{{.*}}> : tensor<2x1xf32>
// CHECK-NOT: tensor<2x2xf32>
// CHECK: %[[VALUE:.*]] = compress.dequantize %[[CODES]], %[[SCALES]]
// CHECK-NEXT: return %[[VALUE]]
func.func @constants() -> tensor<2x2xf32> {
  %codes = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %scales = arith.constant dense<[[0.5], [0.25]]> : tensor<2x1xf32>
  %0 = compress.dequantize %codes, %scales {scheme = #row} : tensor<2x2xi8>, tensor<2x1xf32> -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func @splats
// CHECK: %[[VALUE:.*]] = compress.dequantize
// CHECK-NEXT: return %[[VALUE]]
func.func @splats() -> tensor<2x2xf32> {
  %codes = arith.constant dense<0> : tensor<2x2xi8>
  %scales = arith.constant dense<1.0> : tensor<2x1xf32>
  %0 = compress.dequantize %codes, %scales {scheme = #row} : tensor<2x2xi8>, tensor<2x1xf32> -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// A nested expression: the scales are compressed, too.
// CHECK-LABEL: func @nested
// CHECK: %[[SCALES:.*]] = compress.dequantize
// CHECK: %[[VALUE:.*]] = compress.dequantize %{{.*}}, %[[SCALES]]
// CHECK-NEXT: return %[[VALUE]]
func.func @nested() -> tensor<2x2xf32> {
  %codes = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %scaleCodes = arith.constant dense<[[1], [2]]> : tensor<2x1xi8>
  %scale = arith.constant dense<[[0.25]]> : tensor<1x1xf32>
  %scales = compress.dequantize %scaleCodes, %scale {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<2x1xi8>, tensor<1x1xf32> -> tensor<2x1xf32>
  %0 = compress.dequantize %codes, %scales {scheme = #row} : tensor<2x2xi8>, tensor<2x1xf32> -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func @quantized_constant
// CHECK: %[[CODES:.*]] = compress.quantize
// CHECK-NEXT: return %[[CODES]]
func.func @quantized_constant() -> tensor<2x2xi8> {
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scales = arith.constant dense<[[0.5], [0.25]]> : tensor<2x1xf32>
  %0 = compress.quantize %x, %scales {scheme = #row} : tensor<2x2xf32>, tensor<2x1xf32> -> tensor<2x2xi8>
  return %0 : tensor<2x2xi8>
}

// CHECK-LABEL: func @observed
// CHECK: %[[SAME:.*]] = compress.observe
// CHECK-NEXT: return %[[SAME]]
func.func @observed(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = compress.observe %x {name = "x"} : tensor<2xf32>
  return %0 : tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// Ops without effects
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @unused
// CHECK-NEXT: return
func.func @unused(%x: tensor<6x4xf32>, %codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>, %rows: tensor<2xi64>) {
  %0 = compress.dequantize %codes, %scales {scheme = #row} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %1 = compress.quantize %x, %scales {scheme = #row} : tensor<6x4xf32>, tensor<6x1xf32> -> tensor<6x4xi8>
  %2 = compress.choose_params %x {scheme = #row} : tensor<6x4xf32> -> tensor<6x1xf32>
  %3 = compress.gather %x[%rows] : tensor<6x4xf32>, tensor<2xi64> -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func @computed_twice
// CHECK: %[[VALUE:.*]] = compress.dequantize
// CHECK-NEXT: return %[[VALUE]], %[[VALUE]]
func.func @computed_twice(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
  %0 = compress.dequantize %codes, %scales {scheme = #row} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %1 = compress.dequantize %codes, %scales {scheme = #row} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  return %0, %1 : tensor<6x4xf32>, tensor<6x4xf32>
}

// On memrefs a packed contraction writes.
// CHECK-LABEL: func @packed_write
// CHECK: compress.packed_contract
func.func @packed_write(%a: memref<5x7xf32>, %w: memref<1x7x16xf32>, %e: memref<5x16xf32>) {
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<1x7x16xf32>) maps [] outs(%e : memref<5x16xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// CHECK-LABEL: func @packed_unused
// CHECK-NEXT: return
func.func @packed_unused(%a: tensor<5x7xf32>, %w: tensor<1x7x16xf32>, %e: tensor<5x16xf32>) {
  %0 = compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : tensor<5x7xf32>, tensor<1x7x16xf32>) maps [] outs(%e : tensor<5x16xf32>) -> tensor<5x16xf32> {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}
