// RUN: split-file %s %t
// RUN: compression-opt %t/unknown.mlir --compress-verify-stage=stage=lowered --verify-diagnostics
// RUN: compression-opt %t/normalized.mlir --compress-verify-stage=stage=normalized --split-input-file --verify-diagnostics
// RUN: compression-opt %t/observed.mlir --compress-verify-stage=stage=observed --split-input-file --verify-diagnostics
// RUN: compression-opt %t/planned.mlir --compress-verify-stage=stage=planned --split-input-file --verify-diagnostics
// RUN: compression-opt %t/compressed.mlir --compress-verify-stage=stage=compressed --split-input-file --verify-diagnostics
// RUN: compression-opt %t/integer.mlir --compress-verify-stage=stage=integer --split-input-file --verify-diagnostics
// RUN: compression-opt %t/packed.mlir --compress-verify-stage=stage=packed --split-input-file --verify-diagnostics

// Each contract, broken in one way at a time.

//--- unknown.mlir

// expected-error @below {{expected a stage (normalized, observed, planned, compressed, integer, packed), but got 'lowered'}}
module {
}

//--- normalized.mlir

func.func @constant() -> tensor<2xf32> {
  // expected-error @below {{'arith.constant' op breaks the contract of stage 'normalized': expected a named weight instead of a constant 'tensor<2xf32>'}}
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @resource() -> tensor<2xf32> {
  // expected-error @below {{'arith.constant' op breaks the contract of stage 'normalized': expected a named weight instead of a constant 'tensor<2xf32>'}}
  %0 = arith.constant dense_resource<r> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

ml_program.global private @w(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32>
func.func @transpose(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @w : tensor<2x3xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  // expected-error @below {{'linalg.matmul' op breaks the contract of stage 'normalized': expected the weight itself as an operand, but got a transpose of it}}
  %y = linalg.matmul ins(%x, %t : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// -----

func.func @observe(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{'compress.observe' op breaks the contract of stage 'normalized': expected no such op}}
  %0 = compress.observe %x {name = "x"} : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// expected-error @below {{'ml_program.global' op breaks the contract of stage 'normalized': expected no 'compress.scheme' outside of a plan}}
ml_program.global private @w(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32> {compress.scheme = #compress.affine<s8, f32, block [*, *]>}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @quantized(%x: tensor<4xf32>) {
  // expected-error @below {{'quant.qcast' op breaks the contract of stage 'normalized': expected no quantized type, but got 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>'}}
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
// expected-error @below {{'func.func' op breaks the contract of stage 'normalized': expected no quantized type, but got 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>'}}
func.func @quantized_argument(%x: tensor<4x!q>) {
  return
}

//--- observed.mlir

func.func @names(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  // expected-note @below {{it names this value}}
  %0 = compress.observe %x {name = "x"} : tensor<4x3xf32>
  // expected-error @below {{'compress.observe' op breaks the contract of stage 'observed': expected a name of its own, but got 'x'}}
  %1 = compress.observe %0 {name = "x"} : tensor<4x3xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

ml_program.global private @w(dense<1.0> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @unobserved(%x: tensor<4x3xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = ml_program.global_load @w : tensor<3x2xf32>
  // expected-error @below {{'linalg.matmul' op breaks the contract of stage 'observed': expected an observed left operand}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// -----

// expected-error @below {{'ml_program.global' op breaks the contract of stage 'observed': expected no 'compress.scheme' outside of a plan}}
ml_program.global private @w(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32> {compress.scheme = #compress.affine<s8, f32, block [*, *]>}

// -----

func.func @constant() -> tensor<2xf32> {
  // expected-error @below {{'arith.constant' op breaks the contract of stage 'observed': expected a named weight instead of a constant 'tensor<2xf32>'}}
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- planned.mlir

func.func @names(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  // expected-note @below {{it names this value}}
  %0 = compress.observe %x {name = "x"} : tensor<4x3xf32>
  // expected-error @below {{'compress.observe' op breaks the contract of stage 'planned': expected a name of its own, but got 'x'}}
  %1 = compress.observe %0 {name = "x"} : tensor<4x3xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

func.func @without_statistics(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{'compress.observe' op breaks the contract of stage 'planned': expected statistics beside a static scheme}}
  %0 = compress.observe %x {name = "x", scheme = #compress.affine<u8, f32, block [*, *], zero_point>} : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @packed(%x: tensor<4x3xf32>, %w: tensor<1x3x16xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // expected-error @below {{'compress.packed_contract' op breaks the contract of stage 'planned': expected no such op}}
  %0 = compress.packed_contract <"f32", tile [6, 16]> ins(%x, %w : tensor<4x3xf32>, tensor<1x3x16xf32>) maps [] outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32> {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return %0 : tensor<4x2xf32>
}

//--- compressed.mlir

func.func @observe(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{'compress.observe' op breaks the contract of stage 'compressed': expected no such op}}
  %0 = compress.observe %x {name = "x"} : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// expected-error @below {{'ml_program.global' op breaks the contract of stage 'compressed': expected no 'compress.scheme' outside of a plan}}
ml_program.global private @w(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32> {compress.scheme = #compress.affine<s8, f32, block [*, *]>}

//--- integer.mlir

func.func @float_values(%q: tensor<4x3xi8>, %sx: tensor<1x1xf32>, %codes: tensor<3x2xi8>, %sw: tensor<1x1xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %x = compress.dequantize %q, %sx {scheme = #compress.affine<u8, f32, block [*, *]>} : tensor<4x3xi8>, tensor<1x1xf32> -> tensor<4x3xf32>
  %w = compress.dequantize %codes, %sw {scheme = #compress.affine<s8, f32, block [*, *]>} : tensor<3x2xi8>, tensor<1x1xf32> -> tensor<3x2xf32>
  // expected-error @below {{'linalg.matmul' op breaks the contract of stage 'integer': expected a contraction of codes, but got one of dequantized values}}
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// -----

func.func @packed(%x: tensor<4x3xf32>, %w: tensor<1x3x16xf32>, %i: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // expected-error @below {{'compress.packed_contract' op breaks the contract of stage 'integer': expected no such op}}
  %0 = compress.packed_contract <"f32", tile [6, 16]> ins(%x, %w : tensor<4x3xf32>, tensor<1x3x16xf32>) maps [] outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32> {
  ^bb0(%sum: f32):
    compress.yield %sum : f32
  }
  return %0 : tensor<4x2xf32>
}

//--- packed.mlir

func.func @observe(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{'compress.observe' op breaks the contract of stage 'packed': expected no such op}}
  %0 = compress.observe %x {name = "x"} : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
