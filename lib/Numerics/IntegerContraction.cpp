//===- IntegerContraction.cpp - products of codes ---------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/IntegerContraction.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>

using namespace mlir::compress::numerics;

int32_t mlir::compress::numerics::dot(CodeSpan x, CodeSpan w) {
  // Unsigned arithmetic is defined to wrap.
  uint32_t acc = 0;
  for (auto [xByte, wByte] : llvm::zip_equal(x.codes, w.codes)) {
    int32_t xCode = decodeByte(xByte, x.isSigned) - x.zeroPoint;
    int32_t wCode = decodeByte(wByte, w.isSigned) - w.zeroPoint;
    acc += static_cast<uint32_t>(xCode * wCode);
  }
  return static_cast<int32_t>(acc);
}

int32_t mlir::compress::numerics::dotCodes(CodeSpan x, CodeSpan w) {
  return dot({x.codes, x.isSigned, 0}, {w.codes, w.isSigned, 0});
}

int32_t mlir::compress::numerics::sumCodes(CodeSpan x) {
  uint32_t sum = 0;
  for (uint8_t byte : x.codes)
    sum += static_cast<uint32_t>(decodeByte(byte, x.isSigned));
  return static_cast<int32_t>(sum);
}

int32_t mlir::compress::numerics::applyZeroPoints(int32_t product, int32_t sumX,
                                                  int32_t sumW, int64_t depth,
                                                  int32_t zx, int32_t zw) {
  const uint32_t uzx = zx, uzw = zw;
  return static_cast<int32_t>(product - uzw * sumX - uzx * sumW +
                              static_cast<uint32_t>(depth) * uzx * uzw);
}

/// The largest |code - zeroPoint| over all codes and zero points of `format`.
static int64_t getLargestStep(const AffineFormat &format) {
  if (!format.symmetric)
    return format.qmax - format.qmin;
  return std::max(format.qmax - format.getMidPoint(),
                  format.getMidPoint() - format.qmin);
}

int64_t mlir::compress::numerics::maxDepth(const AffineFormat &x,
                                           const AffineFormat &w) {
  return std::numeric_limits<int32_t>::max() /
         (getLargestStep(x) * getLargestStep(w));
}

float mlir::compress::numerics::rescale(int32_t acc, float sx, float sw) {
  const float scale = sx * sw;
  return static_cast<float>(acc) * scale;
}

float mlir::compress::numerics::rescale(int32_t acc, float sx, float sw,
                                        float bias) {
  return rescale(acc, sx, sw) + bias;
}

int32_t mlir::compress::numerics::requantize(int32_t acc, float sx, float sw,
                                             float bias, AffineParams params,
                                             const AffineFormat &format) {
  return quantize(rescale(acc, sx, sw, bias), params, format);
}
