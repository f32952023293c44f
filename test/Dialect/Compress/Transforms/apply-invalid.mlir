// RUN: compression-opt %s --compress-apply --split-input-file --verify-diagnostics

#s8 = #compress.affine<s8 [-127, 127], f32, block [1, *]>
// expected-error @below {{expected finite values in tensor 'decoder.weight', but got nan at index [1, 0]}}
ml_program.global private @decoder.weight(dense<[[1.0, -2.0], [0x7FC00000, 1.0]]> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #s8}

// -----

#s8 = #compress.affine<s8 [-127, 127], f32, block [1, *]>
// expected-error @below {{expected finite values in tensor 'w', but got -INF at index [0, 1]}}
ml_program.global private @w(dense<[[1.0, 0xFF800000], [0.0, 1.0]]> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #s8}

// -----

#s8 = #compress.affine<s8 [-127, 127], f32, block [1, *]>
// expected-error @below {{expected data for the resource 'lost', but got none: it was elided or is not in the file}}
ml_program.global private @w(dense_resource<lost> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #s8}

// -----

#s8 = #compress.affine<s8 [-127, 127], f32, block [1, *]>
// expected-error @below {{expected 16 bytes for the resource 'short' of type 'tensor<2x2xf32>', but got 8}}
ml_program.global private @w(dense_resource<short> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #s8}
{-#
  dialect_resources: { builtin: { short: "0x040000000000803F0000803F" } }
#-}

// -----

#s8 = #compress.affine<s8 [-127, 127], f32, block [1, *]>
// expected-error @below {{expected a planned weight to be a constant with a value}}
ml_program.global private mutable @state : tensor<2x2xf32> {compress.scheme = #s8}

// -----

//===----------------------------------------------------------------------===//
// Plans that were edited
//===----------------------------------------------------------------------===//

// expected-error @below {{expected a scheme that fits the type 'tensor<2x2xf32>', but got #compress.affine<s8, f32, block [*]>}}
ml_program.global private @rank(dense<0.0> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<s8, f32, block [*]>}

// -----

// expected-error @below {{expected a scheme that fits the type 'tensor<2x2xf32>', but got #compress.affine<s8, f16, block [*, *]>}}
ml_program.global private @expressed(dense<0.0> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<s8, f16, block [*, *]>}

// -----

// expected-error @below {{expected a scheme that fits the type 'f32', but got #compress.affine<s8, f32, block []>}}
ml_program.global private @scalar(0.0 : f32) : f32 {compress.scheme = #compress.affine<s8, f32, block []>}

// -----

// expected-error @below {{expected a scheme that fits the type 'tensor<2x2xf32>', but got "s8"}}
ml_program.global private @string(dense<0.0> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = "s8"}

// -----

// expected-error @below {{expected a scheme with a zero point for values below 0, but got #compress.affine<u8, f32, block [1, *]>}}
ml_program.global private @below_zero(dense<[[0.0, 1.0], [-1.0, 1.0]]> : tensor<2x2xf32>) : tensor<2x2xf32> {compress.scheme = #compress.affine<u8, f32, block [1, *]>}

// -----

func.func @input_below_zero(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{expected a scheme with a zero point for values below 0, but got #compress.affine<u8, f32, block [*, *]>}}
  %0 = compress.observe %x {name = "x", scheme = #compress.affine<u8, f32, block [*, *]>,
         statistics = #compress.statistics<min = -1.0 : f32, max = 4.0 : f32, count = 12>} : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @input_rank(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{expected a scheme that fits the type 'tensor<4x3xf32>', but got #compress.affine<u8, f32, block [*], zero_point>}}
  %0 = compress.observe %x {name = "x", dynamic, scheme = #compress.affine<u8, f32, block [*], zero_point>} : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @without_statistics(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{expected statistics and a scheme with one scale, or 'dynamic', but got #compress.affine<u8, f32, block [*, *], zero_point>}}
  %0 = compress.observe %x {name = "x", scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @static_rows(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{expected statistics and a scheme with one scale, or 'dynamic', but got #compress.affine<u8, f32, block [1, *], zero_point>}}
  %0 = compress.observe %x {name = "x", scheme = #compress.affine<u8, f32, block [1, *], zero_point>,
         statistics = #compress.statistics<min = -1.0 : f32, max = 4.0 : f32, count = 12>} : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
