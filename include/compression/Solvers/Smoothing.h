//===- Smoothing.h - scales that move error to weights ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_SOLVERS_SMOOTHING_H
#define COMPRESSION_SOLVERS_SMOOTHING_H

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace mlir::compress::solvers {

/// A layer `y = clamp(W x + bias, low, high)` that reads a smoothed input. A
/// row holds what a sum reads: `channels` values for each tap of a window.
struct SmoothedLayer {
  /// Length of a row: taps times channels.
  int64_t depth = 0;
  /// [outputs][depth]; a sample of the outputs is enough.
  std::vector<float> weight;
  /// One per output, or none.
  std::vector<float> bias;
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
  /// Sampled inputs [rows][depth] of each half of the data, the same number of
  /// rows of each call.
  std::array<std::vector<float>, 2> rows;
};

/// A tensor that layers read, and what was seen of it.
struct SmoothedInput {
  /// The ranges of its channels over each half of the data.
  std::array<std::vector<float>, 2> min, max;
  /// The largest |w| that meets each channel, over all layers.
  std::vector<float> weightMax;
  /// Each row is quantized by its own range, not by that of the tensor.
  bool isPerRow = false;
  /// The calls of the model that the rows of each half come from.
  std::array<int64_t, 2> calls = {1, 1};
  std::vector<SmoothedLayer> layers;

  int64_t getNumChannels() const { return weightMax.size(); }
};

/// How scales follow from ranges: see `getSmoothingScales`.
struct SmoothingRule {
  double exponent = 0.5;
  double floor = 0.1;
};

/// What was chosen.
struct Smoothing {
  /// The input's channels are divided by these, the weights multiplied; their
  /// geometric mean is 1.
  std::vector<float> scales;
  SmoothingRule rule;
  /// Relative errors of the outputs, without and with the scales: of the
  /// outputs of a call |wrong - right| / |right|, the mean over the calls.
  double errorBefore = 0, errorAfter = 0;
};

/// The scales of a rule with exponent `a`, from ranges over the data:
///
///   s_c = max|x_c|^a / max|w_c|^(1-a)
///
/// with max|x_c| not below the rule's floor times the largest one, max|w_c| not
/// below 1e-5, divided by the geometric mean (SmoothQuant, Xiao et al.,
/// arXiv:2211.10438, eq. 4; the floors keep channels that calibration seldom
/// saw from clipping later).
std::vector<float> getSmoothingScales(llvm::ArrayRef<float> min,
                                      llvm::ArrayRef<float> max,
                                      llvm::ArrayRef<float> weightMax,
                                      SmoothingRule rule);

/// Chooses the rule, of some exponents from 0.25 to 0.9 and the floors 0.1 and
/// 0.03, by the relative error of the layers' outputs with inputs of u8 and
/// weights of s8 per output. The lower floor is for inputs of which one channel
/// is far larger than all others. Each call counts alike: in a sum of squares
/// one call with values far outside of the range would decide for all.
/// Scales and ranges come from one half of the data, the error from the other,
/// and the other way round; the scales that are returned come from all of it.
/// Nothing when none is better than no scales, or a half has no rows.
std::optional<Smoothing> chooseSmoothing(const SmoothedInput &input);

} // namespace mlir::compress::solvers

#endif // COMPRESSION_SOLVERS_SMOOTHING_H
