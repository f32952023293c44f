//===- IntegerContraction.h - products of codes -----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One output element of a contraction over codes. Its sum
///
///   acc = sum over k of (x[k] - zx) * (w[k] - zw)
///
/// is accumulated in 32 bits and exact as long as K is at most maxDepth. The
/// zero points may be applied after the sum (Jacob et al., "Quantization and
/// Training of Neural Networks for Efficient Integer-Arithmetic-Only
/// Inference", 2018, equation 7):
///
///   acc = sum(x * w) - zw * sum(x) - zx * sum(w) + K * zx * zw
///
/// Sums are modulo 2^32: the terms may wrap where the result does not.
///
/// The float epilogue is one fixed sequence of f32 operations, never fused into
/// an FMA: f32(acc) * (sx * sw), then + bias, the activation, and quantize.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_NUMERICS_INTEGERCONTRACTION_H
#define COMPRESSION_NUMERICS_INTEGERCONTRACTION_H

#include "compression/Numerics/Affine.h"

namespace mlir::compress::numerics {

/// The codes along the reduction dimension of one operand, one per byte.
struct CodeSpan {
  llvm::ArrayRef<uint8_t> codes;
  bool isSigned;
  int32_t zeroPoint;
};

/// sum (x - zx) * (w - zw) over operands of the same length, modulo 2^32.
int32_t dot(CodeSpan x, CodeSpan w);

/// sum x * w, without zero points, modulo 2^32.
int32_t dotCodes(CodeSpan x, CodeSpan w);

/// sum x, without the zero point, modulo 2^32.
int32_t sumCodes(CodeSpan x);

/// dot() from dotCodes() and the sums of the codes of both operands, each
/// `depth` long, modulo 2^32. `sumX` matters only if zw is not 0.
int32_t applyZeroPoints(int32_t product, int32_t sumX, int32_t sumW,
                        int64_t depth, int32_t zx, int32_t zw);

/// The largest reduction size K for which no codes of the formats `x` and `w`
/// and no zero points they allow take the sum out of 32 bits: 66311 for u8
/// activations and symmetric s8 weights in the narrow range, 65793 in the full.
int64_t maxDepth(const AffineFormat &x, const AffineFormat &w);

/// f32(acc) * (sx * sw): the product of the scales is rounded to f32 first.
float rescale(int32_t acc, float sx, float sw);

/// The same, then + bias with a rounding of its own.
float rescale(int32_t acc, float sx, float sw, float bias);

/// quantize() of what rescale() gives: the code that a layer without an
/// activation function hands to the next.
int32_t requantize(int32_t acc, float sx, float sw, float bias,
                   AffineParams params, const AffineFormat &format);

} // namespace mlir::compress::numerics

#endif // COMPRESSION_NUMERICS_INTEGERCONTRACTION_H
