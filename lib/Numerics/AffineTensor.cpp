//===- AffineTensor.cpp - affine integer quantization: tensors --*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whole tensors, such as embedding tables, pass through here: each inner loop
/// is a plain function over a contiguous run that the compiler vectorizes.
///
//===----------------------------------------------------------------------===//

#include "AffineCore.h"
#include "compression/Numerics/Affine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir::compress::numerics;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using Run = BlockedLayout::Run;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool isNotFinite(float value) {
  constexpr uint32_t kExponent = 0x7F800000;
  return (llvm::bit_cast<uint32_t>(value) & kExponent) == kExponent;
}

static bool hasNonFinite(ArrayRef<float> values) {
  uint32_t found = 0;
  for (float value : values)
    found |= isNotFinite(value);
  return found;
}

static Error checkValues(ArrayRef<float> values, const BlockedLayout &layout,
                         const AffineFormat &format, StringRef name) {
  if (Error error = format.verify())
    return llvm::createStringError(llvm::formatv(
        "tensor '{0}': {1}", name, llvm::toString(std::move(error))));
  if (static_cast<int64_t>(values.size()) != layout.getNumElements())
    return llvm::createStringError(llvm::formatv(
        "expected {0} values for tensor '{1}' of shape {2}, but got {3}",
        layout.getNumElements(), name, formatIndices(layout.getShape()),
        values.size()));
  if (!hasNonFinite(values))
    return Error::success();
  const float *first = llvm::find_if(values, isNotFinite);
  return llvm::createStringError(llvm::formatv(
      "expected finite values in tensor '{0}', but got {1} at index {2}", name,
      *first, formatIndices(layout.getElementIndices(first - values.begin()))));
}

static Error checkParams(const QuantizedTensor &tensor, StringRef name) {
  const BlockedLayout &layout = tensor.layout;
  const int64_t numBlocks = layout.getNumBlocks();
  if (static_cast<int64_t>(tensor.scales.size()) != numBlocks ||
      static_cast<int64_t>(tensor.zeroPoints.size()) != numBlocks)
    return llvm::createStringError(llvm::formatv(
        "expected {0} scales and zero points for tensor '{1}' of shape {2} in "
        "blocks of {3}, but got {4} and {5}",
        numBlocks, name, formatIndices(layout.getShape()),
        formatIndices(layout.getBlockShape()), tensor.scales.size(),
        tensor.zeroPoints.size()));
  for (int64_t block = 0; block < numBlocks; ++block)
    if (Error error = verifyParams(tensor.getParams(block), tensor.format))
      return llvm::createStringError(
          llvm::formatv("block {0} of tensor '{1}': {2}",
                        formatIndices(layout.getBlockIndices(block)), name,
                        llvm::toString(std::move(error))));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static float smaller(float lhs, float rhs) { return lhs < rhs ? lhs : rhs; }
static float larger(float lhs, float rhs) { return lhs > rhs ? lhs : rhs; }

/// Widens [lo, hi] to hold `n` finite values. Lanes make it a vector loop
/// without licence to reorder comparisons of floats.
static void widenRange(const float *x, int64_t n, float &lo, float &hi) {
  constexpr int kLanes = 16;
  float laneLo[kLanes], laneHi[kLanes];
  std::fill_n(laneLo, kLanes, lo);
  std::fill_n(laneHi, kLanes, hi);
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      laneLo[lane] = smaller(x[i + lane], laneLo[lane]);
      laneHi[lane] = larger(x[i + lane], laneHi[lane]);
    }
  }
  for (; i < n; ++i) {
    laneLo[0] = smaller(x[i], laneLo[0]);
    laneHi[0] = larger(x[i], laneHi[0]);
  }
  lo = *std::min_element(laneLo, laneLo + kLanes);
  hi = *std::max_element(laneHi, laneHi + kLanes);
}

/// Widens [lo[i], hi[i]] to hold x[i].
static void widenRanges(const float *x, int64_t n, float *lo, float *hi) {
  for (int64_t i = 0; i < n; ++i) {
    lo[i] = smaller(x[i], lo[i]);
    hi[i] = larger(x[i], hi[i]);
  }
}

/// Chooses the parameters of every block.
static void chooseAllParams(ArrayRef<float> values, QuantizedTensor &tensor) {
  const size_t numBlocks = tensor.layout.getNumBlocks();
  // The range of a block contains 0, so it may begin as just that.
  std::vector<float> lo(numBlocks, 0.0f), hi(numBlocks, 0.0f);
  tensor.layout.forEachRun([&](const Run &run) {
    const float *x = values.data() + run.begin;
    if (run.blockStride)
      widenRanges(x, run.size, &lo[run.block], &hi[run.block]);
    else
      widenRange(x, run.size, lo[run.block], hi[run.block]);
  });

  tensor.scales.reserve(numBlocks);
  tensor.zeroPoints.reserve(numBlocks);
  for (auto [blockLo, blockHi] : llvm::zip_equal(lo, hi)) {
    AffineParams params = chooseParams(blockLo, blockHi, tensor.format);
    tensor.scales.push_back(params.scale);
    tensor.zeroPoints.push_back(params.zeroPoint);
  }
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

/// Encodes `n` values with the same parameters.
template <Rounding R>
static void encodeRun(const float *x, int64_t n, AffineParams params,
                      const AffineFormat &format, uint8_t *codes) {
  const int32_t qmin = format.qmin, qmax = format.qmax;
  for (int64_t i = 0; i < n; ++i)
    codes[i] = static_cast<uint8_t>(
        detail::encode<R>(x[i], params.scale, params.zeroPoint, qmin, qmax));
}

/// Encodes `n` values, each with its own parameters.
template <Rounding R>
static void encodeRuns(const float *x, int64_t n, const float *scales,
                       const int32_t *zeroPoints, const AffineFormat &format,
                       uint8_t *codes) {
  const int32_t qmin = format.qmin, qmax = format.qmax;
  for (int64_t i = 0; i < n; ++i)
    codes[i] = static_cast<uint8_t>(
        detail::encode<R>(x[i], scales[i], zeroPoints[i], qmin, qmax));
}

template <Rounding R>
static void encodeTensor(ArrayRef<float> values, QuantizedTensor &tensor) {
  tensor.codes.resize(values.size());
  tensor.layout.forEachRun([&](const Run &run) {
    const float *x = values.data() + run.begin;
    uint8_t *codes = tensor.codes.data() + run.begin;
    if (run.blockStride)
      encodeRuns<R>(x, run.size, &tensor.scales[run.block],
                    &tensor.zeroPoints[run.block], tensor.format, codes);
    else
      encodeRun<R>(x, run.size, tensor.getParams(run.block), tensor.format,
                   codes);
  });
}

static void encodeTensor(ArrayRef<float> values, QuantizedTensor &tensor) {
  if (tensor.format.rounding == Rounding::NearestEven)
    encodeTensor<Rounding::NearestEven>(values, tensor);
  else
    encodeTensor<Rounding::NearestAway>(values, tensor);
}

Expected<QuantizedTensor> mlir::compress::numerics::quantizeTensor(
    ArrayRef<float> values, const BlockedLayout &layout,
    const AffineFormat &format, StringRef name) {
  if (Error error = checkValues(values, layout, format, name))
    return std::move(error);
  QuantizedTensor tensor{layout, format, {}, {}, {}};
  chooseAllParams(values, tensor);
  encodeTensor(values, tensor);
  return tensor;
}

Expected<QuantizedTensor> mlir::compress::numerics::quantizeTensor(
    ArrayRef<float> values, const BlockedLayout &layout,
    const AffineFormat &format, ArrayRef<float> scales,
    ArrayRef<int32_t> zeroPoints, StringRef name) {
  if (Error error = checkValues(values, layout, format, name))
    return std::move(error);
  QuantizedTensor tensor{layout, format, {}, scales.vec(), zeroPoints.vec()};
  if (format.symmetric && zeroPoints.empty())
    tensor.zeroPoints.assign(scales.size(), format.getMidPoint());
  if (Error error = checkParams(tensor, name))
    return std::move(error);
  encodeTensor(values, tensor);
  return tensor;
}

/// Decodes `n` codes with the same parameters.
template <typename CodeT>
static void decodeRun(const uint8_t *codes, int64_t n, AffineParams params,
                      float *values) {
  for (int64_t i = 0; i < n; ++i)
    values[i] = detail::decode(static_cast<CodeT>(codes[i]), params.scale,
                               params.zeroPoint);
}

/// Decodes `n` codes, each with its own parameters.
template <typename CodeT>
static void decodeRuns(const uint8_t *codes, int64_t n, const float *scales,
                       const int32_t *zeroPoints, float *values) {
  for (int64_t i = 0; i < n; ++i)
    values[i] =
        detail::decode(static_cast<CodeT>(codes[i]), scales[i], zeroPoints[i]);
}

/// Decodes a run of `tensor`.
template <typename CodeT>
static void decodePart(const QuantizedTensor &tensor, const Run &run,
                       float *values) {
  const uint8_t *codes = tensor.codes.data() + run.begin;
  if (run.blockStride)
    decodeRuns<CodeT>(codes, run.size, &tensor.scales[run.block],
                      &tensor.zeroPoints[run.block], values);
  else
    decodeRun<CodeT>(codes, run.size, tensor.getParams(run.block), values);
}

template <typename CodeT>
static void decodeTensor(const QuantizedTensor &tensor, float *values) {
  tensor.layout.forEachRun([&](const Run &run) {
    decodePart<CodeT>(tensor, run, values + run.begin);
  });
}

std::vector<float>
mlir::compress::numerics::dequantizeTensor(const QuantizedTensor &tensor) {
  std::vector<float> values(tensor.codes.size());
  if (tensor.format.isSigned)
    decodeTensor<int8_t>(tensor, values.data());
  else
    decodeTensor<uint8_t>(tensor, values.data());
  return values;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void ErrorStats::merge(const ErrorStats &other) {
  signal += other.signal;
  noise += other.noise;
  if (other.maxAbsError > maxAbsError || std::isnan(other.maxAbsError))
    maxAbsError = other.maxAbsError;
}

double ErrorStats::getSqnrDb() const {
  constexpr double kLimit = 300;
  if (noise == 0)
    return kLimit;
  return std::clamp(10 * std::log10(signal / noise), -kLimit, kLimit);
}

namespace {
/// Sums errors. Element i belongs to lane i % kLanes: a fixed order that a
/// vector unit can keep.
class ErrorSum {
public:
  /// Adds the elements from number `begin` on.
  void add(size_t begin, ArrayRef<float> reference, ArrayRef<float> actual) {
    for (size_t i = 0, e = reference.size(); i < e; ++i) {
      ErrorStats &lane = lanes[(begin + i) % kLanes];
      double value = reference[i];
      double difference = actual[i] - value;
      lane.signal += value * value;
      lane.noise += difference * difference;
      lane.maxAbsError = std::max(lane.maxAbsError, std::fabs(difference));
    }
  }

  ErrorStats get() const {
    ErrorStats total;
    for (const ErrorStats &lane : lanes)
      total.merge(lane);
    if (std::isnan(total.noise))
      total.maxAbsError = total.noise;
    return total;
  }

private:
  static constexpr size_t kLanes = 8;
  ErrorStats lanes[kLanes];
};
} // namespace

ErrorStats mlir::compress::numerics::measureError(ArrayRef<float> reference,
                                                  ArrayRef<float> actual) {
  assert(reference.size() == actual.size() && "expected as many values");
  ErrorSum sum;
  sum.add(0, reference, actual);
  return sum.get();
}

ErrorStats
mlir::compress::numerics::measureError(ArrayRef<float> reference,
                                       const QuantizedTensor &tensor) {
  assert(reference.size() == tensor.codes.size() && "expected as many values");
  constexpr int64_t kPart = 4096;
  float values[kPart];
  ErrorSum sum;
  tensor.layout.forEachRun([&](const Run &run) {
    for (int64_t offset = 0; offset < run.size; offset += kPart) {
      Run part = run;
      part.begin += offset;
      part.block += offset * run.blockStride;
      part.size = std::min(kPart, run.size - offset);
      if (tensor.format.isSigned)
        decodePart<int8_t>(tensor, part, values);
      else
        decodePart<uint8_t>(tensor, part, values);
      sum.add(part.begin, reference.slice(part.begin, part.size),
              ArrayRef(values, part.size));
    }
  });
  return sum.get();
}
