// RUN: compression-opt %s --compress-lift-weights --split-input-file --verify-diagnostics

func.func @missing() -> tensor<2xf32> {
  // expected-error @below {{expected data for the resource 'nosuch', but got none: it was elided or is not in the file}}
  %w = arith.constant dense_resource<nosuch> : tensor<2xf32>
  return %w : tensor<2xf32>
}

// -----

func.func @elided() -> tensor<2xf32> {
  // expected-error @below {{expected data for the resource '__elided__', but got none: it was elided or is not in the file}}
  %w = arith.constant dense_resource<__elided__> : tensor<2xf32>
  return %w : tensor<2xf32>
}

// -----

// Integers are checked too, though they are no weights.
func.func @wrong_size() -> tensor<3xi64> {
  // expected-error @below {{expected 24 bytes for the resource 'short' of type 'tensor<3xi64>', but got 8}}
  %w = arith.constant dense_resource<short> : tensor<3xi64>
  return %w : tensor<3xi64>
}
{-#
  dialect_resources: { builtin: {
    short: "0x080000000A00000000000000" } }
#-}

// -----

// expected-error @below {{expected data for the resource 'absent', but got none: it was elided or is not in the file}}
ml_program.global private @w(dense_resource<absent> : tensor<2xf32>) : tensor<2xf32>

// -----

func.func @huge_value(%x: tensor<4xf32>) -> tensor<4x4611686018427387904xf32> {
  // expected-error @below {{expected tensors of at most 2^37 elements, but got 'tensor<4x4611686018427387904xf32>'}}
  %0 = tensor.empty() : tensor<4x4611686018427387904xf32>
  return %0 : tensor<4x4611686018427387904xf32>
}

// -----

// expected-error @below {{expected tensors of at most 2^37 elements, but got 'tensor<4x1000000000000xf32>'}}
ml_program.global private @huge(dense<0.5> : tensor<4x1000000000000xf32>) : tensor<4x1000000000000xf32>
