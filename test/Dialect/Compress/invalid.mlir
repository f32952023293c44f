// RUN: compression-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// Schemes
//===----------------------------------------------------------------------===//

// expected-error @below {{expected storage such as 's8' or 'u4', but got 'i8'}}
func.func private @storage() attributes {a = #compress.affine<i8, f32, block [*]>}

// -----

// expected-error @below {{expected storage such as 's8' or 'u4', but got 's'}}
func.func private @storage_without_bits() attributes {a = #compress.affine<s, f32, block [*]>}

// -----

// expected-error @below {{expected storage of 2 to 8 bits, but got 9}}
func.func private @wide() attributes {a = #compress.affine<s9, f32, block [*]>}

// -----

// expected-error @below {{expected storage of 2 to 8 bits, but got 1}}
func.func private @narrow() attributes {a = #compress.affine<u1, f32, block [*]>}

// -----

// expected-error @below {{expected a code range within [-128, 127], but got [-129, 127]}}
func.func private @range_low() attributes {a = #compress.affine<s8 [-129, 127], f32, block [*]>}

// -----

// expected-error @below {{expected a code range within [0, 15], but got [0, 16]}}
func.func private @range_high() attributes {a = #compress.affine<u4 [0, 16], f32, block [*]>}

// -----

// expected-error @below {{expected a code range within [-8, 7], but got [3, 3]}}
func.func private @range_empty() attributes {a = #compress.affine<s4 [3, 3], f32, block [*], zero_point>}

// -----

// expected-error @below {{expected a code range that holds 0 without a zero point, but got [1, 15]}}
func.func private @range_without_zero() attributes {a = #compress.affine<u4 [1, 15], f32, block [*]>}

// -----

// expected-error @below {{expected expressed type f32, f16 or bf16, but got 'f64'}}
func.func private @expressed() attributes {a = #compress.affine<s8, f64, block [*]>}

// -----

// expected-error @below {{expected scale type f32, f16 or bf16, but got 'f64'}}
func.func private @scale() attributes {a = #compress.affine<s8, f32, block [*], scale f64>}

// -----

// expected-error @below {{expected positive block sizes or '*', but got 0}}
func.func private @block() attributes {a = #compress.affine<s8, f32, block [1, 0]>}

// -----

// expected-error @below {{expected positive block sizes or '*', but got -1}}
func.func private @negative_block() attributes {a = #compress.affine<s8, f32, block [-1]>}

// -----

// expected-error @below {{expected compute type i8 or the expressed type 'f32', but got 'f16'}}
func.func private @compute() attributes {a = #compress.affine<s8, f32, block [*], compute f16>}

// -----

// expected-error @below {{expected 'nearest_even' or 'nearest_away', but got 'up'}}
func.func private @rounding() attributes {a = #compress.affine<s8, f32, block [*], rounding up>}

// -----

// expected-error @below {{expected 'minmax', but got 'percentile'}}
func.func private @range_policy() attributes {a = #compress.affine<s8, f32, block [*], range percentile>}

// -----

// expected-error @below {{expected 'zero_point', 'scale', 'rounding', 'range' or 'compute', but got 'zero'}}
func.func private @keyword() attributes {a = #compress.affine<s8, f32, block [*], zero>}

// -----

//===----------------------------------------------------------------------===//
// Statistics, kernels and targets
//===----------------------------------------------------------------------===//

// expected-error @below {{expected finite f32 statistics, but got 1.000000e+00 : f64}}
func.func private @statistics_type() attributes {a = #compress.statistics<min = 1.0 : f64, max = 2.0 : f32, count = 1>}

// -----

// expected-error @below {{expected finite f32 statistics, but got 0x7F800000 : f32}}
func.func private @statistics_infinity() attributes {a = #compress.statistics<min = 1.0 : f32, max = 0x7F800000 : f32, count = 1>}

// -----

// expected-error @below {{expected min <= max, but got 2.000000e+00 : f32 and 1.000000e+00 : f32}}
func.func private @statistics_order() attributes {a = #compress.statistics<min = 2.0 : f32, max = 1.0 : f32, count = 1>}

// -----

// expected-error @below {{expected a tile of at least 1 row and a multiple of 16 columns, but got [0, 64]}}
func.func private @tile_rows() attributes {a = #compress.kernel<"f32", tile [0, 64]>}

// -----

// expected-error @below {{expected a tile of at least 1 row and a multiple of 16 columns, but got [4, 0]}}
func.func private @tile_without_columns() attributes {a = #compress.kernel<"f32", tile [4, 0]>}

// -----

// expected-error @below {{expected a tile of at least 1 row and a multiple of 16 columns, but got [4, 20]}}
func.func private @tile_columns() attributes {a = #compress.kernel<"f32", tile [4, 20]>}

// -----

// expected-error @below {{expected vector_bits to be a power of 2 from 128 to 2048, but got 96}}
func.func private @vector_bits() attributes {a = #compress.target<arch = "x86_64", cpu = "x86-64", features = "", vector_bits = 96>}

// -----

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

func.func @block_rank(%c: tensor<6x4xi8>, %s: tensor<1x1xf32>) {
  // expected-error @below {{expected a block shape of rank 2, but got rank 1}}
  compress.dequantize %c, %s {scheme = #compress.affine<s8, f32, block [*]>} : tensor<6x4xi8>, tensor<1x1xf32> -> tensor<6x4xf32>
  return
}

// -----

func.func @value_type(%c: tensor<6x4xi8>, %s: tensor<1x1xf32>) {
  // expected-error @below {{expected float values of type 'f32', but got 'f16'}}
  compress.dequantize %c, %s {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<6x4xi8>, tensor<1x1xf32> -> tensor<6x4xf16>
  return
}

// -----

func.func @code_type(%c: tensor<6x4xi8>, %s: tensor<1x1xf32>) {
  // expected-error @below {{expected codes of type 'i4', but got 'i8'}}
  compress.dequantize %c, %s {scheme = #compress.affine<s4, f32, block [*, *]>} : tensor<6x4xi8>, tensor<1x1xf32> -> tensor<6x4xf32>
  return
}

// -----

func.func @code_shape(%c: tensor<6x4xi8>, %s: tensor<1x1xf32>) {
  // expected-error @below {{expected codes and float values of one shape, but got 'tensor<6x4xi8>' and 'tensor<4x6xf32>'}}
  compress.dequantize %c, %s {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<6x4xi8>, tensor<1x1xf32> -> tensor<4x6xf32>
  return
}

// -----

func.func @dynamic_code_shape(%x: tensor<?xf32>, %s: tensor<1xf32>) {
  // expected-error @below {{expected codes and float values of one shape, but got 'tensor<4xi8>' and 'tensor<?xf32>'}}
  compress.quantize %x, %s {scheme = #compress.affine<s8, f32, block [*]>} : tensor<?xf32>, tensor<1xf32> -> tensor<4xi8>
  return
}

// -----

func.func @dynamic_scale_shape(%c: tensor<6x4xi8>, %s: tensor<?x1xf32>) {
  // expected-error @below {{expected scales of type 'tensor<6x1xf32>', but got 'tensor<?x1xf32>'}}
  compress.dequantize %c, %s {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<6x4xi8>, tensor<?x1xf32> -> tensor<6x4xf32>
  return
}

// -----

func.func @scale_shape(%c: tensor<5x7xi8>, %s: tensor<2x2xf32>) {
  // expected-error @below {{expected scales of type 'tensor<3x3xf32>', but got 'tensor<2x2xf32>'}}
  compress.dequantize %c, %s {scheme = #compress.affine<s8, f32, block [2, 3]>} : tensor<5x7xi8>, tensor<2x2xf32> -> tensor<5x7xf32>
  return
}

// -----

func.func @scale_type(%c: tensor<6x4xi8>, %s: tensor<6x1xf32>) {
  // expected-error @below {{expected scales of type 'tensor<6x1xf16>', but got 'tensor<6x1xf32>'}}
  compress.dequantize %c, %s {scheme = #compress.affine<s8, f32, block [1, *], scale f16>} : tensor<6x4xi8>, tensor<6x1xf32> -> tensor<6x4xf32>
  return
}

// -----

func.func @no_zero_points(%c: tensor<6x4xi8>, %s: tensor<1x1xf32>) {
  // expected-error @below {{expected zero points exactly when the scheme has 'zero_point'}}
  compress.dequantize %c, %s {scheme = #compress.affine<s8, f32, block [*, *], zero_point>} : tensor<6x4xi8>, tensor<1x1xf32> -> tensor<6x4xf32>
  return
}

// -----

func.func @needless_zero_points(%x: tensor<6x4xf32>, %s: tensor<1x1xf32>, %z: tensor<1x1xi8>) {
  // expected-error @below {{expected zero points exactly when the scheme has 'zero_point'}}
  compress.quantize %x, %s, %z {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<6x4xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<6x4xi8>
  return
}

// -----

func.func @zero_point_type(%x: tensor<6x4xf32>, %s: tensor<1x1xf32>, %z: tensor<1x1xi32>) {
  // expected-error @below {{expected zero points of type 'tensor<1x1xi8>', but got 'tensor<1x1xi32>'}}
  compress.quantize %x, %s, %z {scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<6x4xf32>, tensor<1x1xf32>, tensor<1x1xi32> -> tensor<6x4xi8>
  return
}

// -----

func.func @quantized_type(%x: tensor<6x4xf32>, %s: tensor<1x1xf32>) {
  // expected-error @below {{expected codes of type 'i8', but got 'i32'}}
  compress.quantize %x, %s {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<6x4xf32>, tensor<1x1xf32> -> tensor<6x4xi32>
  return
}

// -----

func.func @chosen_scales(%x: tensor<6x4xf32>) {
  // expected-error @below {{expected scales of type 'tensor<6x1xf32>', but got 'tensor<1x1xf32>'}}
  compress.choose_params %x {scheme = #compress.affine<s8, f32, block [1, *]>} : tensor<6x4xf32> -> tensor<1x1xf32>
  return
}

// -----

func.func @no_chosen_zero_points(%x: tensor<6x4xf32>) {
  // expected-error @below {{expected zero points exactly when the scheme has 'zero_point'}}
  compress.choose_params %x {scheme = #compress.affine<u8, f32, block [1, *], zero_point>} : tensor<6x4xf32> -> tensor<6x1xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Observation and gathers
//===----------------------------------------------------------------------===//

func.func @observe_without_name(%x: tensor<6x4xf32>) {
  // expected-error @below {{expected a name, but got an empty one}}
  compress.observe %x {name = ""} : tensor<6x4xf32>
  return
}

// -----

func.func @observe_integers(%x: tensor<6x4xi32>) {
  // expected-error @below {{expected a tensor of floats, but got 'tensor<6x4xi32>'}}
  compress.observe %x {name = "x"} : tensor<6x4xi32>
  return
}

// -----

func.func @gather_from_scalar(%t: tensor<f32>, %i: tensor<5xi64>) {
  // expected-error @below {{expected a table of rank 1 or more, but got 'tensor<f32>'}}
  compress.gather %t[%i] : tensor<f32>, tensor<5xi64> -> tensor<5xf32>
  return
}

// -----

func.func @gather_by_floats(%t: tensor<9x4xf32>, %i: tensor<5xf32>) {
  // expected-error @below {{expected indices of index type or of signless integers of 2 bits or more, but got 'f32'}}
  compress.gather %t[%i] : tensor<9x4xf32>, tensor<5xf32> -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_by_booleans(%t: tensor<9x4xf32>, %i: tensor<5xi1>) {
  // expected-error @below {{expected indices of index type or of signless integers of 2 bits or more, but got 'i1'}}
  compress.gather %t[%i] : tensor<9x4xf32>, tensor<5xi1> -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_shape(%t: tensor<9x4xf32>, %i: tensor<1x5xi64>) {
  // expected-error @below {{expected a result of type 'tensor<1x5x4xf32>', but got 'tensor<5x4xf32>'}}
  compress.gather %t[%i] : tensor<9x4xf32>, tensor<1x5xi64> -> tensor<5x4xf32>
  return
}

// -----

func.func @gather_type(%t: tensor<9x4xf32>, %i: tensor<5xi64>) {
  // expected-error @below {{expected a result of type 'tensor<5x4xf32>', but got 'tensor<5x4xf16>'}}
  compress.gather %t[%i] : tensor<9x4xf32>, tensor<5xi64> -> tensor<5x4xf16>
  return
}
