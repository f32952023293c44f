//===- SmoothingTest.cpp --------------------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Solvers/Smoothing.h"

#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace mlir::compress::solvers;

TEST(SmoothingScales, FollowTheFormula) {
  // |x| = 16, 4 and |w| = 1, 4: at 0.5 the roots of 16 / 1 and 4 / 4, whose
  // geometric mean is 2.
  std::vector<float> scales =
      getSmoothingScales({-16, -1}, {2, 4}, {1, 4}, {0.5, 0.1});
  ASSERT_EQ(scales.size(), 2u);
  EXPECT_FLOAT_EQ(scales[0], 2.0f);
  EXPECT_FLOAT_EQ(scales[1], 0.5f);
}

TEST(SmoothingScales, ChannelsSeldomSeenKeepATenthOfTheRange) {
  // The second channel counts as 1, not as 0.001.
  std::vector<float> scales =
      getSmoothingScales({0, 0}, {10, 0.001f}, {1, 1}, {1.0, 0.1});
  EXPECT_FLOAT_EQ(scales[0] / scales[1], 10.0f);
  EXPECT_FLOAT_EQ(scales[0] * scales[1], 1.0f);
}

TEST(SmoothingScales, ALowerFloorSmoothsMore) {
  std::vector<float> scales =
      getSmoothingScales({0, 0}, {10, 0.001f}, {1, 1}, {1.0, 0.01});
  EXPECT_NEAR(scales[0] / scales[1], 100.0f, 1e-3f);
}

TEST(SmoothingScales, WeightsOfZeroDoNotDivide) {
  for (float scale : getSmoothingScales({-1, -1}, {1, 1}, {0, 1}, {0.25, 0.1}))
    EXPECT_TRUE(std::isfinite(scale));
}

TEST(SmoothingScales, AnInputOfZerosIsLeftAsItIs) {
  for (float scale : getSmoothingScales({0, 0}, {0, 0}, {1, 2}, {0.5, 0.1}))
    EXPECT_EQ(scale, 1.0f);
}

namespace {
constexpr int64_t kChannels = 16, kOutputs = 8, kCalls = 4, kRows = 8;

/// A layer whose first input channel is `outlier` times as large as others, and
/// met by weights that are smaller by as much.
SmoothedInput makeInput(float outlier) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  SmoothedInput input;
  SmoothedLayer layer;
  layer.depth = kChannels;
  input.weightMax.assign(kChannels, 0);
  for (int64_t i = 0; i < kOutputs * kChannels; ++i) {
    float value = normal(random) / (i % kChannels == 0 ? outlier : 1);
    layer.weight.push_back(value);
    float &largest = input.weightMax[i % kChannels];
    largest = std::max(largest, std::fabs(value));
  }
  for (int half : {0, 1}) {
    input.calls[half] = kCalls;
    input.min[half].assign(kChannels, 0);
    input.max[half].assign(kChannels, 0);
    for (int64_t i = 0; i < kCalls * kRows * kChannels; ++i) {
      int64_t channel = i % kChannels;
      float value = normal(random) * (channel == 0 ? outlier : 1);
      layer.rows[half].push_back(value);
      input.min[half][channel] = std::min(input.min[half][channel], value);
      input.max[half][channel] = std::max(input.max[half][channel], value);
    }
  }
  input.layers.push_back(layer);
  return input;
}
} // namespace

TEST(ChooseSmoothing, HalvesTheErrorThatAnOutlierBrings) {
  std::optional<Smoothing> chosen = chooseSmoothing(makeInput(100));
  ASSERT_TRUE(chosen);
  EXPECT_LT(chosen->errorAfter, chosen->errorBefore / 2);
  // One channel is a hundred times as large as all others.
  EXPECT_EQ(chosen->rule.floor, 0.03);
  // The channel is divided by more than any other one.
  for (int64_t c = 1; c < kChannels; ++c)
    EXPECT_GT(chosen->scales[0], chosen->scales[c]);
  double logs = 0;
  for (float scale : chosen->scales)
    logs += std::log(scale);
  EXPECT_NEAR(logs, 0, 1e-4);
}

TEST(ChooseSmoothing, OneStrangeCallDoesNotDecide) {
  // Of a half one call is a thousand times as large: in a sum of squares
  // nothing else would count.
  SmoothedInput input = makeInput(100);
  SmoothedInput strange = input;
  for (int64_t i = 0; i < kRows * kChannels; ++i)
    strange.layers[0].rows[1][i] *= 1000;
  EXPECT_EQ(chooseSmoothing(strange)->rule.exponent,
            chooseSmoothing(input)->rule.exponent);
}

TEST(ChooseSmoothing, NeedsRowsOfBothHalves) {
  SmoothedInput input = makeInput(100);
  input.layers[0].rows[1].clear();
  EXPECT_FALSE(chooseSmoothing(input));
}

TEST(ChooseSmoothing, LeavesWhatIsBetterWithout) {
  // Inputs and weights are integers that codes of scale 1 give exactly.
  SmoothedInput input;
  SmoothedLayer layer;
  layer.depth = 3;
  layer.weight = {127, 3, -50};
  input.weightMax = {127, 3, 50};
  for (int half : {0, 1}) {
    layer.rows[half] = {255, 7, 31, 0, 200, 90};
    input.min[half] = {0, 7, 31};
    input.max[half] = {255, 200, 90};
  }
  input.layers.push_back(layer);
  EXPECT_FALSE(chooseSmoothing(input));
}
