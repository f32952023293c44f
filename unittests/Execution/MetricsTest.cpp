//===- MetricsTest.cpp - How near a result is to the expected ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/Metrics.h"
#include "../IO/TestFiles.h"
#include "compression/Numerics/FloatFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <cmath>
#include <random>

using namespace llvm;
using namespace mlir::compress;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();
constexpr float inf32 = std::numeric_limits<float>::infinity();

/// Figures of results that are given at once, one call per sample.
template <typename T>
Fidelity judge(const std::vector<T> &expected, const std::vector<T> &result,
               ArrayRef<int64_t> shape, ArrayType type) {
  FidelityMetrics metrics(type, ResultLayout(shape, {1, 1}));
  metrics.add(bytesOf(expected), bytesOf(result));
  return metrics.get();
}

Fidelity judge(const std::vector<float> &expected,
               const std::vector<float> &result, ArrayRef<int64_t> shape) {
  return judge(expected, result, shape, ArrayType::F32);
}

void expectSame(const Fidelity &a, const Fidelity &b) {
  EXPECT_EQ(a.sqnrDb, b.sqnrDb);
  EXPECT_EQ(a.maxAbsError, b.maxAbsError);
  EXPECT_EQ(a.cosineMean, b.cosineMean);
  EXPECT_EQ(a.cosineMin, b.cosineMin);
  EXPECT_EQ(a.top1Agreement, b.top1Agreement);
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_EQ(a.unmeasurableSamples, b.unmeasurableSamples);
  EXPECT_EQ(a.unmeasurableExpected, b.unmeasurableExpected);
}

TEST(FidelityTest, Figures) {
  // Two samples of two rows of two classes.
  Fidelity figures =
      judge({3, 4, 1, 0, 0, 2, 5, 6}, {4, 3, 1, 0, 0, 2, 5, 9}, {1, 2, 2});
  double signal = 9 + 16 + 1 + 4 + 25 + 36, noise = 1 + 1 + 9;
  EXPECT_DOUBLE_EQ(figures.sqnrDb, 10 * std::log10(signal / noise));
  EXPECT_EQ(figures.maxAbsError, 3);
  double first = 25.0 / 26, second = 83 / std::sqrt(65.0 * 110);
  EXPECT_DOUBLE_EQ(figures.cosineMean, (first + second) / 2);
  EXPECT_DOUBLE_EQ(figures.cosineMin, first);
  EXPECT_EQ(figures.top1Agreement, 0.75);
  EXPECT_EQ(figures.samples, 2);
  EXPECT_EQ(figures.unmeasurableSamples, 0);
}

TEST(FidelityTest, PartsAreLeftOut) {
  // Two samples of three rows of two classes: all errors are in rows that are
  // left out, but for one.
  std::vector<float> expected = {3, 4, 1, 0, 9, 8, 0, 2, 5, 6, 7, 1};
  std::vector<float> result = {3, 4, 0, 5, 9, 8, 8, 0, 5, 7, 0, 9};
  FidelityMetrics metrics(ArrayType::F32, ResultLayout({1, 3, 2}, {2, 1}));
  bool kept[] = {true, false, true, false, true, false};
  metrics.add(bytesOf(expected), bytesOf(result), kept);
  Fidelity figures = metrics.get();
  double signal = 9 + 16 + 81 + 64 + 25 + 36;
  EXPECT_DOUBLE_EQ(figures.sqnrDb, 10 * std::log10(signal / 1));
  EXPECT_EQ(figures.maxAbsError, 1);
  EXPECT_EQ(figures.top1Agreement, 1);
  EXPECT_DOUBLE_EQ(figures.cosineMin, 67 / std::sqrt(61.0 * 74));
  EXPECT_EQ(figures.samples, 2);
}

TEST(FidelityTest, NoErrorIsCapped) {
  Fidelity figures = judge({1, 2, 3}, {1, 2, 3}, {1, 3});
  EXPECT_EQ(figures.sqnrDb, 300);
  EXPECT_EQ(figures.maxAbsError, 0);
  EXPECT_DOUBLE_EQ(figures.cosineMean, 1);
  EXPECT_DOUBLE_EQ(figures.cosineMin, 1);
  EXPECT_LE(figures.cosineMin, 1);
  EXPECT_EQ(figures.top1Agreement, 1);
  // An error that is too small to count is no better than none.
  EXPECT_EQ(
      judge<double>({1e10, 1e-30}, {1e10, 0}, {1, 2}, ArrayType::F64).sqnrDb,
      300);
}

TEST(FidelityTest, NothingIsNoGoodFigure) {
  Fidelity figures = judge({}, {}, {1, 3});
  EXPECT_EQ(figures.samples, 0);
  EXPECT_EQ(figures.sqnrDb, -infinity);
  EXPECT_EQ(figures.maxAbsError, infinity);
  EXPECT_EQ(figures.cosineMin, -1);
  EXPECT_EQ(figures.top1Agreement, std::nullopt);
}

TEST(FidelityTest, Zeros) {
  // No signal and no noise.
  Fidelity figures = judge({0, 0}, {0, 0}, {1, 2});
  EXPECT_EQ(figures.sqnrDb, 300);
  EXPECT_EQ(figures.cosineMean, 1);
  // Noise without a signal.
  figures = judge({0, 0}, {0, 1}, {1, 2});
  EXPECT_EQ(figures.sqnrDb, -infinity);
  EXPECT_EQ(figures.maxAbsError, 1);
  EXPECT_EQ(figures.cosineMean, 0);
  EXPECT_EQ(figures.cosineMin, 0);
}

TEST(FidelityTest, NotANumberIsNoGoodFigure) {
  using Pair = std::pair<float, float>;
  for (auto [want, got] :
       {Pair(nan32, 1), Pair(1, nan32), Pair(nan32, nan32), Pair(inf32, 1),
        Pair(1, -inf32), Pair(inf32, inf32)}) {
    // The first sample is fine.
    Fidelity figures = judge({1, 2, want, 2}, {1, 2, got, 2}, {1, 2});
    EXPECT_EQ(figures.sqnrDb, -infinity);
    EXPECT_EQ(figures.maxAbsError, infinity);
    EXPECT_NEAR(figures.cosineMean, 0, 1e-15);
    EXPECT_EQ(figures.cosineMin, -1);
    EXPECT_EQ(figures.samples, 2);
    EXPECT_EQ(figures.unmeasurableSamples, 1);
  }
  EXPECT_EQ(judge({nan32, 1}, {nan32, 1}, {1, 2}).top1Agreement, 0);
  EXPECT_EQ(judge({1, nan32}, {1, 0}, {1, 2}).top1Agreement, 0);
  // An infinity has an order: masked classes are usual.
  EXPECT_EQ(judge({-inf32, 1}, {-inf32, 2}, {1, 2}).top1Agreement, 1);
}

TEST(FidelityTest, OverflowIsNoGoodFigure) {
  std::vector<double> large = {1e200, 1};
  Fidelity figures = judge(large, large, {1, 2}, ArrayType::F64);
  EXPECT_EQ(figures.unmeasurableSamples, 1);
  EXPECT_EQ(figures.sqnrDb, -infinity);
  // Each sample can be measured, but not their sum.
  std::vector<double> expected = {1e154, 1e154, 1e154, 1e154};
  std::vector<double> result = {0, 0, 0, 0};
  figures = judge(expected, result, {1, 1}, ArrayType::F64);
  EXPECT_EQ(figures.unmeasurableSamples, 0);
  EXPECT_EQ(figures.sqnrDb, -infinity);
  EXPECT_EQ(figures.maxAbsError, 1e154);
}

TEST(FidelityTest, TheFirstOfEqualElementsIsTheLargest) {
  EXPECT_EQ(judge({1, 5, 5}, {0, 2, 2}, {1, 3}).top1Agreement, 1);
  EXPECT_EQ(judge({1, 5, 5}, {0, 1, 2}, {1, 3}).top1Agreement, 0);
}

TEST(FidelityTest, ScalarsHaveNoClasses) {
  Fidelity figures = judge({1, 2}, {1, 2}, {1});
  EXPECT_EQ(figures.samples, 2);
  EXPECT_EQ(figures.top1Agreement, std::nullopt);
  EXPECT_EQ(judge({1, 2}, {1, 3}, {1, 1}).top1Agreement, 1);
}

/// The same small values have the same figures in every type.
TEST(FidelityTest, Types) {
  const std::vector<float> expected = {1, 2, 7, 1, 0, 5};
  const std::vector<float> result = {1, 3, 7, 0, 0, 4};
  const Fidelity figures = judge(expected, result, {1, 3});
  auto check = [&](ArrayType type, auto convert) {
    std::vector<decltype(convert(1.0f))> a, b;
    for (auto [want, got] : zip_equal(expected, result)) {
      a.push_back(convert(want));
      b.push_back(convert(got));
    }
    SCOPED_TRACE(getName(type).str());
    expectSame(judge(a, b, {1, 3}, type), figures);
  };
  check(ArrayType::U8, [](float v) { return static_cast<uint8_t>(v); });
  check(ArrayType::S8, [](float v) { return static_cast<int8_t>(v); });
  check(ArrayType::U16, [](float v) { return static_cast<uint16_t>(v); });
  check(ArrayType::S16, [](float v) { return static_cast<int16_t>(v); });
  check(ArrayType::U32, [](float v) { return static_cast<uint32_t>(v); });
  check(ArrayType::S32, [](float v) { return static_cast<int32_t>(v); });
  check(ArrayType::U64, [](float v) { return static_cast<uint64_t>(v); });
  check(ArrayType::S64, [](float v) { return static_cast<int64_t>(v); });
  check(ArrayType::F16, numerics::toF16);
  check(ArrayType::BF16, numerics::toBF16);
  check(ArrayType::F64, [](float v) { return static_cast<double>(v); });
}

TEST(FidelityTest, SignedAndUnsignedDiffer) {
  std::vector<uint8_t> expected = {200, 1}, result = {100, 1};
  EXPECT_EQ(judge(expected, result, {1, 2}, ArrayType::U8).maxAbsError, 100);
  EXPECT_EQ(judge(expected, result, {1, 2}, ArrayType::S8).maxAbsError, 156);
}

/// 64-bit integers are compared as such where only their order counts.
TEST(FidelityTest, LargeIntegersKeepTheirOrder) {
  constexpr int64_t large = int64_t{1} << 60;
  std::vector<int64_t> expected = {large, large + 1}, result = {0, 1};
  EXPECT_EQ(judge(expected, result, {1, 2}, ArrayType::S64).top1Agreement, 1);
}

//===----------------------------------------------------------------------===//
// Divided data
//===----------------------------------------------------------------------===//

class DividedTest : public testing::Test {
protected:
  static constexpr int64_t samples = 23, elements = 60, classes = 10;

  void SetUp() override {
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    for (int64_t i = 0; i != samples * elements; ++i) {
      // Magnitudes that make the order of a plain sum visible.
      float scale = std::ldexp(1.0f, static_cast<int>(i / elements) * 5 % 37);
      expected.push_back(scale * normal(random));
      result.push_back(expected.back() + scale * normal(random) / 30);
      if (i % classes == 0)
        labels.push_back(random() % classes);
    }
  }

  FidelityMetrics makeMetrics(int64_t samplesPerCall = 1) const {
    return {ArrayType::F32, ResultLayout({samplesPerCall, 6, classes},
                                         {samples, samplesPerCall})};
  }

  void add(FidelityMetrics &metrics, int64_t first, int64_t count) const {
    size_t bytes = elements * sizeof(float);
    metrics.add(bytesOf(expected).slice(first * bytes, count * bytes),
                bytesOf(result).slice(first * bytes, count * bytes));
  }

  std::vector<float> expected, result;
  std::vector<int64_t> labels;
};

/// The definition of the figures, in one go and in extended precision.
TEST_F(DividedTest, AgreesWithTheDefinition) {
  FidelityMetrics metrics = makeMetrics();
  add(metrics, 0, samples);
  Fidelity figures = metrics.get();

  long double noise = 0, signal = 0, cosines = 0, smallest = 1;
  double largest = 0;
  for (int64_t s = 0; s != samples; ++s) {
    long double aa = 0, bb = 0, ab = 0;
    for (int64_t i = s * elements; i != (s + 1) * elements; ++i) {
      long double a = expected[i], b = result[i];
      aa += a * a;
      bb += b * b;
      ab += a * b;
      noise += (a - b) * (a - b);
      largest = std::max(largest, std::fabs(double(expected[i]) - result[i]));
    }
    signal += aa;
    cosines += ab / std::sqrt(aa * bb);
    smallest = std::min(smallest, ab / std::sqrt(aa * bb));
  }
  int64_t agreeing = 0;
  for (int64_t i = 0; i != samples * elements; i += classes)
    agreeing +=
        std::max_element(&expected[i], &expected[i] + classes) - &expected[i] ==
        std::max_element(&result[i], &result[i] + classes) - &result[i];
  EXPECT_NEAR(figures.sqnrDb, double(10 * std::log10(signal / noise)), 1e-11);
  EXPECT_NEAR(figures.cosineMean, double(cosines / samples), 1e-14);
  EXPECT_NEAR(figures.cosineMin, double(smallest), 1e-14);
  EXPECT_EQ(figures.maxAbsError, largest);
  EXPECT_EQ(figures.top1Agreement, double(agreeing) / (samples * 6));
  EXPECT_LT(*figures.top1Agreement, 1);
}

TEST_F(DividedTest, CallsDoNotMatter) {
  FidelityMetrics whole = makeMetrics();
  add(whole, 0, samples);
  for (int64_t samplesPerCall : {1, 2, 5, 23, 40}) {
    FidelityMetrics metrics = makeMetrics(samplesPerCall);
    for (int64_t first = 0; first < samples; first += samplesPerCall)
      add(metrics, first, std::min(samplesPerCall, samples - first));
    expectSame(metrics.get(), whole.get());
  }
}

TEST_F(DividedTest, MergingInAnyOrderDoesNotMatter) {
  FidelityMetrics whole = makeMetrics();
  add(whole, 0, samples);
  std::mt19937 random(11);
  for (int round = 0; round != 20; ++round) {
    std::vector<FidelityMetrics> parts(4, makeMetrics());
    for (int64_t sample : seq(samples))
      add(parts[random() % 4], sample, 1);
    std::shuffle(parts.begin(), parts.end(), random);
    for (const FidelityMetrics &part : drop_begin(parts))
      parts.front().merge(part);
    expectSame(parts.front().get(), whole.get());
  }
}

TEST_F(DividedTest, MergingKeepsWhatCannotBeMeasured) {
  result[3] = nan32;
  FidelityMetrics bad = makeMetrics(), good = makeMetrics();
  add(bad, 0, 1);
  add(good, 1, samples - 1);
  EXPECT_GT(good.get().sqnrDb, 20);
  good.merge(bad);
  EXPECT_EQ(good.get().sqnrDb, -infinity);
  EXPECT_EQ(good.get().unmeasurableSamples, 1);
  EXPECT_EQ(good.get().samples, samples);
}

//===----------------------------------------------------------------------===//
// Accuracy
//===----------------------------------------------------------------------===//

TEST(AccuracyTest, CountsRightAnswers) {
  AccuracyMetrics metrics(ArrayType::F32, ResultLayout({1, 3}, {4, 1}));
  EXPECT_EQ(metrics.get(), 0);
  // Right; the first of two; wrong; not a number.
  metrics.add({2, 0}, bytesOf(std::vector<float>{1, 2, 3, 5, 5, 1}));
  EXPECT_EQ(metrics.get(), 1);
  metrics.add({0, 0}, bytesOf(std::vector<float>{1, 2, 3, 5, nan32, 1}));
  EXPECT_EQ(metrics.get(), 0.5);
}

TEST(AccuracyTest, TakesIntegerResults) {
  AccuracyMetrics metrics(ArrayType::U8, ResultLayout({1, 2}, {1, 1}));
  metrics.add({0}, bytesOf(std::vector<uint8_t>{200, 100}));
  EXPECT_EQ(metrics.get(), 1);
}

TEST_F(DividedTest, AccuracyOfPartsIsThatOfAll) {
  AccuracyMetrics whole(ArrayType::F32, ResultLayout({1, 6, classes}, {1, 1}));
  std::vector<AccuracyMetrics> parts(3, whole);
  whole.add(labels, bytesOf(result));
  for (int64_t sample : seq(samples))
    parts[sample % 3].add(
        ArrayRef(labels).slice(sample * 6, 6),
        bytesOf(result).slice(sample * elements * sizeof(float),
                              elements * sizeof(float)));
  parts[0].merge(parts[2]);
  parts[0].merge(parts[1]);
  EXPECT_EQ(parts[0].get(), whole.get());
  EXPECT_GT(whole.get(), 0);
  EXPECT_LT(whole.get(), 0.5);
}

} // namespace
