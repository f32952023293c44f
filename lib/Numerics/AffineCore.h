//===- AffineCore.h - the arithmetic of one code ----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Quantizing and decoding one element, without branches, so that a loop over
/// them is vectorized and gives the bits of the scalar functions. Files that
/// include it are compiled with -ffp-contract=off.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_NUMERICS_AFFINECORE_H
#define COMPRESSION_LIB_NUMERICS_AFFINECORE_H

#include "compression/Numerics/Affine.h"
#include <cfloat>

namespace mlir::compress::numerics::detail {

static_assert(FLT_EVAL_METHOD == 0,
              "results are defined by operations in single precision");

/// Rounds `x` to an integer, ties to even. |x| is at most 2^22: the last place
/// of the sum is then 1, and the addition does the rounding. Unlike roundeven,
/// every vector unit has it.
inline float roundSmallToEven(float x) {
  constexpr float kShift = 0x1.8p23f;
  return (x + kShift) - kShift;
}

/// Rounds `x`, at most 2^22 in magnitude, to an integer.
template <Rounding R>
inline float roundSmall(float x) {
  float even = roundSmallToEven(x);
  if constexpr (R == Rounding::NearestEven)
    return even;
  // The difference is exact. A tie that went towards zero goes the other way.
  float rest = x - even;
  float up = rest == 0.5f && x > 0 ? 1.0f : 0.0f;
  float down = rest == -0.5f && x < 0 ? 1.0f : 0.0f;
  return even + up - down;
}

/// quantize() for a format whose codes are [qmin, qmax]. The clamp comes before
/// the rounding: since its bounds are integers, that is the same.
template <Rounding R>
inline int32_t encode(float x, float scale, int32_t zeroPoint, int32_t qmin,
                      int32_t qmax) {
  float lowest = static_cast<float>(qmin - zeroPoint);
  float highest = static_cast<float>(qmax - zeroPoint);
  float steps = x / scale;
  steps = steps == steps ? steps : 0.0f; // NaN
  steps = steps < lowest ? lowest : steps;
  steps = steps > highest ? highest : steps;
  return static_cast<int32_t>(roundSmall<R>(steps)) + zeroPoint;
}

/// dequantize().
inline float decode(int32_t code, float scale, int32_t zeroPoint) {
  return static_cast<float>(code - zeroPoint) * scale;
}

} // namespace mlir::compress::numerics::detail

#endif // COMPRESSION_LIB_NUMERICS_AFFINECORE_H
