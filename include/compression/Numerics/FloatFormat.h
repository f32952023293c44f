//===- FloatFormat.h - storage formats of floats ----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversions between f32 and the floats that weights and scales are stored
/// in. Every conversion to a narrower format rounds to nearest, ties to even;
/// what is too large becomes infinite, what is small becomes subnormal and then
/// zero of the same sign. A NaN stays a NaN: its sign and the leading bits of
/// its payload are kept and its quiet bit is set. (IEEE 754-2019, 5.4.2, 6.2.)
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_NUMERICS_FLOATFORMAT_H
#define COMPRESSION_NUMERICS_FLOATFORMAT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace mlir::compress::numerics {

/// The floats that a scale or an expressed value may be stored in.
enum class FloatKind {
  /// IEEE binary32.
  F32,
  /// IEEE binary16: 5 bits of exponent, 10 of fraction.
  F16,
  /// bfloat16: the upper half of a binary32.
  BF16,
};

/// The name of `kind` as MLIR spells the type: "f32", "f16" or "bf16".
llvm::StringRef stringify(FloatKind kind);

/// Rounds to binary16 and returns the encoding.
uint16_t toF16(float value);

/// The value of a binary16 encoding; exact.
float fromF16(uint16_t bits);

/// Rounds to bfloat16 and returns the encoding.
uint16_t toBF16(float value);

/// The value of a bfloat16 encoding; exact.
float fromBF16(uint16_t bits);

/// The value of `kind` nearest to `value`; `value` itself for F32.
float roundTo(float value, FloatKind kind);

/// The largest finite value of `kind`: 65504 for F16.
float largestFinite(FloatKind kind);

/// The smallest positive normal value of `kind`: 2^-14 for F16, else 2^-126.
float smallestNormal(FloatKind kind);

} // namespace mlir::compress::numerics

#endif // COMPRESSION_NUMERICS_FLOATFORMAT_H
