//===- Affine.cpp - affine integer quantization: formats and scalars --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/Affine.h"
#include "AffineCore.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace mlir::compress::numerics;

//===----------------------------------------------------------------------===//
// AffineFormat
//===----------------------------------------------------------------------===//

static AffineFormat makeFormat(unsigned bits, bool isSigned, bool symmetric) {
  assert(bits >= 2 && bits <= 8 && "unsupported width");
  AffineFormat format;
  format.bits = bits;
  format.isSigned = isSigned;
  format.symmetric = symmetric;
  format.qmin = format.getStorageMin();
  format.qmax = format.getStorageMax();
  return format;
}

AffineFormat AffineFormat::symmetricWeights(unsigned bits) {
  AffineFormat format = fullRangeWeights(bits);
  format.qmin = -format.qmax;
  return format;
}

AffineFormat AffineFormat::fullRangeWeights(unsigned bits) {
  return makeFormat(bits, /*isSigned=*/true, /*symmetric=*/true);
}

AffineFormat AffineFormat::activations(unsigned bits) {
  return makeFormat(bits, /*isSigned=*/false, /*symmetric=*/false);
}

AffineFormat AffineFormat::signedActivations(unsigned bits) {
  return makeFormat(bits, /*isSigned=*/true, /*symmetric=*/false);
}

llvm::Error AffineFormat::verify() const {
  if (bits < 2 || bits > 8)
    return llvm::createStringError(
        llvm::formatv("expected codes of 2 to 8 bits, but got {0}", bits));
  if (qmin < getStorageMin() || qmax > getStorageMax())
    return llvm::createStringError(llvm::formatv(
        "expected a range of codes within [{0}, {1}], but got [{2}, {3}]",
        getStorageMin(), getStorageMax(), qmin, qmax));
  if (qmin >= qmax)
    return llvm::createStringError(llvm::formatv(
        "expected a range of at least two codes, but got [{0}, {1}]", qmin,
        qmax));
  if (symmetric && (qmin >= getMidPoint() || qmax <= getMidPoint()))
    return llvm::createStringError(
        llvm::formatv("expected the codes of a symmetric format to lie on both "
                      "sides of {0}, but got [{1}, {2}]",
                      getMidPoint(), qmin, qmax));
  return llvm::Error::success();
}

bool AffineFormat::operator==(const AffineFormat &other) const {
  return bits == other.bits && isSigned == other.isSigned &&
         qmin == other.qmin && qmax == other.qmax &&
         symmetric == other.symmetric && scaleKind == other.scaleKind &&
         rounding == other.rounding;
}

//===----------------------------------------------------------------------===//
// AffineParams
//===----------------------------------------------------------------------===//

float mlir::compress::numerics::smallestScale(FloatKind kind) {
  return kind == FloatKind::F16 ? 0x1p-24f : smallestNormal(kind);
}

llvm::Error mlir::compress::numerics::verifyParams(AffineParams params,
                                                   const AffineFormat &format) {
  if (!std::isfinite(params.scale) || params.scale <= 0)
    return llvm::createStringError(llvm::formatv(
        "expected a positive finite scale, but got {0:e}", params.scale));
  if (roundTo(params.scale, format.scaleKind) != params.scale)
    return llvm::createStringError(
        llvm::formatv("expected a scale of type {0}, but got {1:e9}",
                      stringify(format.scaleKind), params.scale));
  if (format.symmetric && params.zeroPoint != format.getMidPoint())
    return llvm::createStringError(llvm::formatv(
        "expected the zero point {0} of a symmetric format, but got {1}",
        format.getMidPoint(), params.zeroPoint));
  if (params.zeroPoint < format.qmin || params.zeroPoint > format.qmax)
    return llvm::createStringError(
        llvm::formatv("expected a zero point in [{0}, {1}], but got {2}",
                      format.qmin, format.qmax, params.zeroPoint));
  return llvm::Error::success();
}

/// Brings `raw`, not negative, into the range of scales of `kind` and rounds
/// it.
static float roundScale(float raw, FloatKind kind) {
  if (raw >= smallestNormal(kind))
    return roundTo(std::min(raw, largestFinite(kind)), kind);
  // The quotient is exact: the divisor is a power of two.
  float step = smallestScale(kind);
  return std::max(std::ceil(raw / step), 1.0f) * step;
}

/// The largest scale whose codes all decode to finite values. The numerator is
/// far enough below the largest float that no rounding reaches infinity.
static float largestScale(int32_t zeroPoint, const AffineFormat &format) {
  int32_t steps = std::max(format.qmax - zeroPoint, zeroPoint - format.qmin);
  return roundTo(0x1.FEp127f / static_cast<float>(steps), format.scaleKind);
}

static int32_t clampToCodes(float value, const AffineFormat &format) {
  float lowest = static_cast<float>(format.qmin);
  float highest = static_cast<float>(format.qmax);
  return static_cast<int32_t>(
      detail::roundSmallToEven(std::clamp(value, lowest, highest)));
}

AffineParams
mlir::compress::numerics::chooseParams(float lo, float hi,
                                       const AffineFormat &format) {
  assert(std::isfinite(lo) && std::isfinite(hi) && lo <= hi &&
         "expected a finite range");
  lo = std::min(lo, 0.0f);
  hi = std::max(hi, 0.0f);
  const int32_t mid = format.getMidPoint();
  if (lo == hi)
    return {1.0f,
            format.symmetric ? mid : std::clamp(0, format.qmin, format.qmax)};

  AffineParams params;
  if (format.symmetric) {
    float raw = std::max(hi / static_cast<float>(format.qmax - mid),
                         -lo / static_cast<float>(mid - format.qmin));
    params = {roundScale(raw, format.scaleKind), mid};
  } else {
    float raw = (hi * 0.5f - lo * 0.5f) /
                (static_cast<float>(format.qmax - format.qmin) * 0.5f);
    params.scale = roundScale(raw, format.scaleKind);
    // Where the range had to be clipped, both of its sides keep their share of
    // the codes.
    bool clipped = raw > largestFinite(format.scaleKind);
    float steps = lo / (clipped ? raw : params.scale);
    params.zeroPoint =
        clampToCodes(static_cast<float>(format.qmin) - steps, format);
  }
  params.scale = std::min(params.scale, largestScale(params.zeroPoint, format));
  return params;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

int32_t mlir::compress::numerics::quantize(float x, AffineParams params,
                                           const AffineFormat &format) {
  if (format.rounding == Rounding::NearestEven)
    return detail::encode<Rounding::NearestEven>(
        x, params.scale, params.zeroPoint, format.qmin, format.qmax);
  return detail::encode<Rounding::NearestAway>(
      x, params.scale, params.zeroPoint, format.qmin, format.qmax);
}

float mlir::compress::numerics::dequantize(int32_t code, AffineParams params) {
  return detail::decode(code, params.scale, params.zeroPoint);
}
