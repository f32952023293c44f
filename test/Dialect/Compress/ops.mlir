// RUN: compression-opt %s --verify-roundtrip | FileCheck %s
// RUN: compression-opt %s --emit-bytecode | compression-opt | FileCheck %s
// RUN: compression-opt %s --mlir-print-op-generic | compression-opt | FileCheck %s

// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0, 0)>

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// Defaults are not printed.
// CHECK: func.func private @a0() attributes {a = #compress.affine<s8, f32, block [1, *]>}
func.func private @a0() attributes {a = #compress.affine<s8 [-128, 127], f32, block [1, *], scale f32, rounding nearest_even, range minmax, compute i8>}

// CHECK: func.func private @a1() attributes {a = #compress.affine<s8 [-127, 127], f32, block [*]>}
func.func private @a1() attributes {a = #compress.affine<s8 [-127, 127], f32, block [*]>}

// CHECK: func.func private @a2() attributes {a = #compress.affine<u8, f32, block [*, 2, 3], zero_point>}
func.func private @a2() attributes {a = #compress.affine<u8, f32, block [*, 2, 3], zero_point>}

// CHECK: func.func private @a3() attributes {a = #compress.affine<s4 [-7, 7], f16, block [1, 32], scale bf16, rounding nearest_away, compute f16>}
func.func private @a3() attributes {a = #compress.affine<s4 [-7, 7], f16, block [1, 32], compute f16, rounding nearest_away, scale bf16>}

// CHECK: func.func private @a4() attributes {a = #compress.affine<u2 [1, 2], bf16, block [], zero_point, scale f16>}
func.func private @a4() attributes {a = #compress.affine<u2 [1, 2], bf16, block [], scale f16, zero_point>}

// CHECK: func.func private @k0() attributes {a = #compress.kernel<"f32", tile [6, 64]>}
func.func private @k0() attributes {a = #compress.kernel<"f32", tile [6, 64]>}

// CHECK: func.func private @s0() attributes {a = #compress.statistics<min = -3.500000e+00 : f32, max = 4.250000e+00 : f32, count = 49152>}
func.func private @s0() attributes {a = #compress.statistics<min = -3.5 : f32, max = 4.25 : f32, count = 49152>}

// Nothing was seen: the bounds say nothing.
// CHECK: func.func private @s1() attributes {a = #compress.statistics<min = 1.000000e+00 : f32, max = 0.000000e+00 : f32, count = 0>}
func.func private @s1() attributes {a = #compress.statistics<min = 1.0 : f32, max = 0.0 : f32, count = 0>}

// CHECK: func.func private @t0() attributes {a = #compress.target<arch = "x86_64", cpu = "znver4", features = "+avx512f,+avx512vnni", vector_bits = 512>}
func.func private @t0() attributes {a = #compress.target<arch = "x86_64", cpu = "znver4", features = "+avx512f,+avx512vnni", vector_bits = 512>}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @dequantize
func.func @dequantize(%codes: tensor<6x4xi8>, %scales: tensor<6x1xf32>) -> tensor<6x4xf32> {
  // CHECK: compress.dequantize %{{.*}}, %{{.*}} {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
         : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// The last block of both dimensions is ragged.
// CHECK-LABEL: func @dequantize_blocks
func.func @dequantize_blocks(%codes: tensor<5x7xi4>, %scales: tensor<3x3xf16>, %zeros: tensor<3x3xi4>) -> tensor<5x7xbf16> {
  // CHECK: compress.dequantize %{{.*}}, %{{.*}}, %{{.*}} {scheme = #compress.affine<u4, bf16, block [2, 3], zero_point, scale f16>} : tensor<5x7xi4>, tensor<3x3xf16>, tensor<3x3xi4> -> tensor<5x7xbf16>
  %0 = compress.dequantize %codes, %scales, %zeros {scheme = #compress.affine<u4, bf16, block [2, 3], zero_point, scale f16>}
         : tensor<5x7xi4>, tensor<3x3xf16>, tensor<3x3xi4> -> tensor<5x7xbf16>
  return %0 : tensor<5x7xbf16>
}

// Blocks larger than a dimension are whole; a dynamic dimension has dynamically
// many blocks, or one.
// CHECK-LABEL: func @dequantize_dynamic
func.func @dequantize_dynamic(%codes: tensor<?x?x4xi8>, %scales: tensor<?x1x1xf32>) -> tensor<?x?x4xf32> {
  // CHECK: compress.dequantize
  %0 = compress.dequantize %codes, %scales {scheme = #compress.affine<s8, f32, block [1, *, 9]>}
         : tensor<?x?x4xi8>, tensor<?x1x1xf32> -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

// CHECK-LABEL: func @dequantize_scalar
func.func @dequantize_scalar(%code: tensor<i8>, %scale: tensor<f32>) -> tensor<f32> {
  // CHECK: compress.dequantize
  %0 = compress.dequantize %code, %scale {scheme = #compress.affine<s8, f32, block []>}
         : tensor<i8>, tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @quantize
func.func @quantize(%x: tensor<6x4xf32>, %scale: tensor<1x1xf32>, %zero: tensor<1x1xi8>) -> tensor<6x4xi8> {
  // CHECK: compress.quantize %{{.*}}, %{{.*}}, %{{.*}} {scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<6x4xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<6x4xi8>
  %0 = compress.quantize %x, %scale, %zero {scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
         : tensor<6x4xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<6x4xi8>
  return %0 : tensor<6x4xi8>
}

// CHECK-LABEL: func @choose_params
func.func @choose_params(%x: tensor<6x4xf32>) -> (tensor<6x1xf32>, tensor<6x1xi8>, tensor<1x4xf16>) {
  // CHECK: compress.choose_params %{{.*}} {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<6x4xf32> -> tensor<6x1xf32>, tensor<6x1xi8>
  %s, %z = compress.choose_params %x {scheme = #compress.affine<u8, f32, block [1, *], zero_point>}
             : tensor<6x4xf32> -> tensor<6x1xf32>, tensor<6x1xi8>
  // CHECK: compress.choose_params %{{.*}} {scheme = #compress.affine<s8, f32, block [*, 1], scale f16>} : tensor<6x4xf32> -> tensor<1x4xf16>
  %t = compress.choose_params %x {scheme = #compress.affine<s8, f32, block [*, 1], scale f16>}
         : tensor<6x4xf32> -> tensor<1x4xf16>
  return %s, %z, %t : tensor<6x1xf32>, tensor<6x1xi8>, tensor<1x4xf16>
}

//===----------------------------------------------------------------------===//
// Observation and gathers
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @observe
func.func @observe(%x: tensor<6x?xf32>) -> tensor<6x?xf32> {
  // CHECK: compress.observe %{{.*}} {name = "x"} : tensor<6x?xf32>
  %0 = compress.observe %x {name = "x"} : tensor<6x?xf32>
  // CHECK: compress.observe %{{.*}} {name = "y", scheme = #compress.affine<u8, f32, block [*, *], zero_point>, statistics = #compress.statistics<min = -1.000000e+00 : f32, max = 2.000000e+00 : f32, count = 24>} : tensor<6x?xf32>
  %1 = compress.observe %0 {
         name = "y", scheme = #compress.affine<u8, f32, block [*, *], zero_point>,
         statistics = #compress.statistics<min = -1.0 : f32, max = 2.0 : f32, count = 24>} : tensor<6x?xf32>
  return %1 : tensor<6x?xf32>
}

// CHECK-LABEL: func @gather
func.func @gather(%table: tensor<9x4xf32>, %rows: tensor<1x5xi64>, %row: tensor<index>) -> (tensor<1x5x4xf32>, tensor<4xf32>) {
  // CHECK: compress.gather %{{.*}}[%{{.*}}] : tensor<9x4xf32>, tensor<1x5xi64> -> tensor<1x5x4xf32>
  %0 = compress.gather %table[%rows] : tensor<9x4xf32>, tensor<1x5xi64> -> tensor<1x5x4xf32>
  // CHECK: compress.gather %{{.*}}[%{{.*}}] : tensor<9x4xf32>, tensor<index> -> tensor<4xf32>
  %1 = compress.gather %table[%row] : tensor<9x4xf32>, tensor<index> -> tensor<4xf32>
  return %0, %1 : tensor<1x5x4xf32>, tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Packed contractions
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @packed_floats
func.func @packed_floats(%a: tensor<?x7xf32>, %w: tensor<2x7x16xf32>, %bias: tensor<20xf32>, %e: tensor<?x20xf32>) -> tensor<?x20xf32> {
  // CHECK: compress.packed_contract <"f32", tile [6, 64]> ins(%{{.*}}, %{{.*}} : tensor<?x7xf32>, tensor<2x7x16xf32>) extras(%{{.*}} : tensor<20xf32>) maps [#[[$COLUMN]]] outs(%{{.*}} : tensor<?x20xf32>) -> tensor<?x20xf32> {
  // CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[BIAS:.*]]: f32):
  // CHECK-NEXT:   %[[VALUE:.*]] = arith.addf %[[SUM]], %[[BIAS]] : f32
  // CHECK-NEXT:   compress.yield %[[VALUE]] : f32
  %0 = compress.packed_contract <"f32", tile [6, 64]>
         ins(%a, %w : tensor<?x7xf32>, tensor<2x7x16xf32>)
         extras(%bias : tensor<20xf32>) maps [affine_map<(m, n) -> (n)>]
         outs(%e : tensor<?x20xf32>) -> tensor<?x20xf32> {
  ^bb0(%sum: f32, %b: f32):
    %1 = arith.addf %sum, %b : f32
    compress.yield %1 : f32
  }
  return %0 : tensor<?x20xf32>
}

// The last group of 4 codes of k is padded.
// CHECK-LABEL: func @packed_codes
func.func @packed_codes(%a: memref<5x10xi8>, %w: memref<1x3x64xi8>, %zero: memref<5x1xi8>, %e: memref<5x9xi32>) {
  // CHECK: compress.packed_contract <"u8s8_portable", tile [2, 16]> ins(%{{.*}}, %{{.*}} : memref<5x10xi8>, memref<1x3x64xi8>) extras(%{{.*}} : memref<5x1xi8>) maps [#[[$ROW]]] outs(%{{.*}} : memref<5x9xi32>) {
  compress.packed_contract <"u8s8_portable", tile [2, 16]>
    ins(%a, %w : memref<5x10xi8>, memref<1x3x64xi8>)
    extras(%zero : memref<5x1xi8>) maps [affine_map<(m, n) -> (m, 0)>]
    outs(%e : memref<5x9xi32>) {
  ^bb0(%sum: i32, %z: i8):
    %0 = arith.extui %z : i8 to i32
    %1 = arith.subi %sum, %0 : i32
    compress.yield %1 : i32
  }
  return
}

// A convolution; its pixels outside of the image are the zero point of each
// image, and the 3 codes of the 3 taps of a row lie side by side.
// CHECK-LABEL: func @packed_window
func.func @packed_window(%a: memref<2x5x5x3xi8>, %w: memref<1x9x64xi8>, %zero: memref<2x1x1x1xi8>, %e: memref<2x3x3x9xi32>) {
  // CHECK: compress.packed_contract <"u8s8_portable", tile [2, 16]> window <kernel [3, 3], strides [2, 2], dilations [1, 1], low [1, 1]> ins(%{{.*}}, %{{.*}} : memref<2x5x5x3xi8>, memref<1x9x64xi8>) pad(%{{.*}} : memref<2x1x1x1xi8>) maps [] outs(%{{.*}} : memref<2x3x3x9xi32>) {
  compress.packed_contract <"u8s8_portable", tile [2, 16]>
    window <kernel [3, 3], strides [2, 2], dilations [1, 1], low [1, 1]>
    ins(%a, %w : memref<2x5x5x3xi8>, memref<1x9x64xi8>) pad(%zero : memref<2x1x1x1xi8>) maps []
    outs(%e : memref<2x3x3x9xi32>) {
  ^bb0(%sum: i32):
    compress.yield %sum : i32
  }
  return
}

// CHECK-LABEL: func @packed_depthwise
func.func @packed_depthwise(%a: tensor<?x5x5x20xf32>, %w: tensor<2x6x16xf32>, %bias: tensor<20xf32>, %e: tensor<?x4x5x20xf32>) -> tensor<?x4x5x20xf32> {
  // CHECK: compress.packed_contract <"f32_depthwise", tile [8, 16]> window <kernel [2, 3], strides [1, 1], dilations [1, 1], low [0, 1]> depthwise ins(%{{.*}}, %{{.*}} : tensor<?x5x5x20xf32>, tensor<2x6x16xf32>) extras(%{{.*}} : tensor<20xf32>) maps [#{{.*}}] outs(%{{.*}} : tensor<?x4x5x20xf32>) -> tensor<?x4x5x20xf32> {
  %0 = compress.packed_contract <"f32_depthwise", tile [8, 16]>
         window <kernel [2, 3], strides [1, 1], dilations [1, 1], low [0, 1]> depthwise
         ins(%a, %w : tensor<?x5x5x20xf32>, tensor<2x6x16xf32>)
         extras(%bias : tensor<20xf32>) maps [affine_map<(b, y, x, n) -> (n)>]
         outs(%e : tensor<?x4x5x20xf32>) -> tensor<?x4x5x20xf32> {
  ^bb0(%sum: f32, %b: f32):
    %1 = arith.addf %sum, %b : f32
    compress.yield %1 : f32
  }
  return %0 : tensor<?x4x5x20xf32>
}

// Weights of 16 bits stay so.
// CHECK-LABEL: func @packed_halves
func.func @packed_halves(%a: memref<5x7xf32>, %v: memref<2x7x16xf16>, %w: memref<2x7x16xbf16>, %e: memref<5x20xf32>) {
  // CHECK: compress.packed_contract <"f32", tile [6, 64]> ins(%{{.*}}, %{{.*}} : memref<5x7xf32>, memref<2x7x16xf16>)
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %v : memref<5x7xf32>, memref<2x7x16xf16>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  // CHECK: compress.packed_contract <"f32", tile [6, 64]> ins(%{{.*}}, %{{.*}} : memref<5x7xf32>, memref<2x7x16xbf16>)
  compress.packed_contract <"f32", tile [6, 64]> ins(%a, %w : memref<5x7xf32>, memref<2x7x16xbf16>) maps [] outs(%e : memref<5x20xf32>) {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return
}

// CHECK-LABEL: func @packed_activations
func.func @packed_activations(%a: tensor<2x5x7xf32>, %b: tensor<2x7x9xf32>, %e: tensor<2x5x9xf32>) -> tensor<2x5x9xf32> {
  // CHECK: compress.packed_contract <"f32", tile [12, 16]> row_major ins(%{{.*}}, %{{.*}} : tensor<2x5x7xf32>, tensor<2x7x9xf32>) maps [] outs(%{{.*}} : tensor<2x5x9xf32>) -> tensor<2x5x9xf32> {
  %0 = compress.packed_contract <"f32", tile [12, 16]> row_major
         ins(%a, %b : tensor<2x5x7xf32>, tensor<2x7x9xf32>) maps []
         outs(%e : tensor<2x5x9xf32>) -> tensor<2x5x9xf32> {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return %0 : tensor<2x5x9xf32>
}
