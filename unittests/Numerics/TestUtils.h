//===- TestUtils.h - helpers of the numerics tests --------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_UNITTESTS_NUMERICS_TESTUTILS_H
#define COMPRESSION_UNITTESTS_NUMERICS_TESTUTILS_H

#include "compression/Numerics/Affine.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace mlir::compress::numerics {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kMaxFloat = std::numeric_limits<float>::max();
constexpr FloatKind kAllKinds[] = {FloatKind::F32, FloatKind::F16,
                                   FloatKind::BF16};

inline uint32_t bitsOf(float value) { return llvm::bit_cast<uint32_t>(value); }
inline float floatOf(uint32_t bits) { return llvm::bit_cast<float>(bits); }

/// The message of a failure, or "success".
inline std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "success";
}
template <typename T>
std::string messageOf(llvm::Expected<T> value) {
  return messageOf(value.takeError());
}

/// Formats of all widths, signednesses and ranges, with every rounding and
/// scale type.
inline std::vector<AffineFormat> getAllFormats() {
  std::vector<AffineFormat> formats;
  for (unsigned bits = 2; bits <= 8; ++bits) {
    AffineFormat unsignedSymmetric = AffineFormat::activations(bits);
    unsignedSymmetric.symmetric = true;
    for (AffineFormat format :
         {AffineFormat::symmetricWeights(bits),
          AffineFormat::fullRangeWeights(bits), AffineFormat::activations(bits),
          AffineFormat::signedActivations(bits), unsignedSymmetric}) {
      for (FloatKind kind : kAllKinds) {
        for (Rounding rounding :
             {Rounding::NearestEven, Rounding::NearestAway}) {
          format.scaleKind = kind;
          format.rounding = rounding;
          formats.push_back(format);
        }
      }
    }
  }
  return formats;
}

/// A line for failure messages.
inline std::string describe(const AffineFormat &format) {
  return (format.isSigned ? "s" : "u") + std::to_string(format.bits) + " [" +
         std::to_string(format.qmin) + ", " + std::to_string(format.qmax) +
         "]" + (format.symmetric ? " symmetric " : " ") +
         stringify(format.scaleKind).str() +
         (format.rounding == Rounding::NearestAway ? " away" : "");
}

/// How GoogleTest prints parameters.
inline std::ostream &operator<<(std::ostream &os, const AffineParams &params) {
  return os << "{" << params.scale << ", " << params.zeroPoint << "}";
}

/// quantize() as it is defined, on the standard library's rounding functions.
inline int32_t quantizeByDefinition(float x, AffineParams params,
                                    const AffineFormat &format) {
  if (std::isnan(x))
    return params.zeroPoint;
  volatile float quotient = x / params.scale;
  double rounded = format.rounding == Rounding::NearestEven
                       ? std::nearbyint(static_cast<double>(quotient))
                       : std::round(static_cast<double>(quotient));
  return static_cast<int32_t>(
      std::clamp<double>(rounded + params.zeroPoint, format.qmin, format.qmax));
}

/// Samples of the standard normal distribution (Box and Muller).
inline std::vector<float> makeGaussian(size_t size, uint32_t seed) {
  std::mt19937 generator(seed);
  auto uniform = [&] { return (generator() + 0.5) / 0x1p32; };
  std::vector<float> values(size);
  for (float &value : values) {
    double radius = std::sqrt(-2 * std::log(uniform()));
    value = static_cast<float>(radius * std::cos(2 * M_PI * uniform()));
  }
  return values;
}

/// Finite floats with random bits: all magnitudes, subnormals among them.
inline std::vector<float> makeRandomBits(size_t size, uint32_t seed) {
  std::mt19937 generator(seed);
  std::vector<float> values(size);
  for (float &value : values)
    do
      value = floatOf(generator());
    while (!std::isfinite(value));
  return values;
}

} // namespace mlir::compress::numerics

#endif // COMPRESSION_UNITTESTS_NUMERICS_TESTUTILS_H
