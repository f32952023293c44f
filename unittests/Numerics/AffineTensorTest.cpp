//===- AffineTensorTest.cpp - quantizing and decoding tensors ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestUtils.h"
#include "compression/Numerics/Affine.h"
#include "gtest/gtest.h"

using namespace mlir::compress::numerics;
using llvm::ArrayRef;
using llvm::cantFail;
using llvm::SmallVector;

namespace {

constexpr int64_t kWhole = BlockedLayout::kWhole;

/// The codes as integers.
std::vector<int32_t> getCodes(const QuantizedTensor &tensor) {
  std::vector<int32_t> codes(tensor.codes.size());
  for (size_t i = 0; i < codes.size(); ++i)
    codes[i] = tensor.getCode(i);
  return codes;
}

using Codes = std::vector<int32_t>;
using Scales = std::vector<float>;

//===----------------------------------------------------------------------===//
// Equality with the scalar functions
//===----------------------------------------------------------------------===//

/// Checks every code and decoded value against the scalar functions.
void checkElements(ArrayRef<float> values, const QuantizedTensor &tensor) {
  std::vector<float> decoded = dequantizeTensor(tensor);
  ASSERT_EQ(tensor.codes.size(), values.size());
  ASSERT_EQ(decoded.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    AffineParams params = tensor.getParams(tensor.layout.getBlockOf(i));
    ASSERT_EQ(tensor.getCode(i), quantize(values[i], params, tensor.format))
        << values[i] << " / " << params.scale;
    ASSERT_EQ(bitsOf(decoded[i]),
              bitsOf(dequantize(tensor.getCode(i), params)));
  }
}

/// Checks the parameters of every block against chooseParams.
void checkParams(ArrayRef<float> values, const QuantizedTensor &tensor) {
  const size_t numBlocks = tensor.layout.getNumBlocks();
  std::vector<float> lo(numBlocks, kInf), hi(numBlocks, -kInf);
  for (size_t i = 0; i < values.size(); ++i) {
    const int64_t block = tensor.layout.getBlockOf(i);
    lo[block] = std::min(lo[block], values[i]);
    hi[block] = std::max(hi[block], values[i]);
  }
  ASSERT_EQ(tensor.scales.size(), numBlocks);
  ASSERT_EQ(tensor.zeroPoints.size(), numBlocks);
  for (size_t block = 0; block < numBlocks; ++block)
    ASSERT_EQ(tensor.getParams(block),
              chooseParams(lo[block], hi[block], tensor.format));
}

/// Layouts of every granularity, long enough for whole vectors and remainders.
std::vector<BlockedLayout> getLayouts() {
  const std::pair<SmallVector<int64_t>, SmallVector<int64_t>> layouts[] = {
      {{}, {}},
      {{1}, {1}},
      {{103}, {kWhole}},
      {{103}, {1}},
      {{103}, {40}},
      {{7, 67}, {kWhole, kWhole}},
      {{7, 67}, {1, kWhole}},
      {{7, 67}, {kWhole, 1}},
      {{7, 67}, {1, 32}},
      {{7, 67}, {3, 1}},
      {{7, 67}, {2, 24}},
      {{3, 5, 2, 37}, {1, kWhole, kWhole, kWhole}},
      {{3, 5, 2, 37}, {kWhole, 1, kWhole, kWhole}},
      {{3, 5, 2, 37}, {kWhole, kWhole, 1, kWhole}},
      {{3, 5, 2, 37}, {kWhole, kWhole, kWhole, 1}},
      {{3, 5, 2, 37}, {2, 3, 1, 17}},
      {{0, 5}, {1, kWhole}},
      {{5, 0}, {kWhole, kWhole}},
  };
  std::vector<BlockedLayout> result;
  for (const auto &[shape, block] : layouts)
    result.push_back(cantFail(BlockedLayout::get(shape, block)));
  return result;
}

/// Sets of 1110 values each, the largest of the layouts.
std::vector<std::vector<float>> getValueSets() {
  std::vector<std::vector<float>> sets = {makeGaussian(1110, 1),
                                          makeRandomBits(1110, 2)};
  std::mt19937 generator(3);
  std::vector<float> ties, subnormals, huge, positive;
  for (int i = 0; i < 1110; ++i) {
    const uint32_t bits = generator();
    ties.push_back((static_cast<int>(bits % 1021) - 510) * 0.25f);
    subnormals.push_back(floatOf(bits & 0x807FFFFF));
    huge.push_back(floatOf((bits & 0x807FFFFF) | 0x7F000000));
    positive.push_back(1.0f + bits * 0x1p-32f);
  }
  sets.insert(sets.end(),
              {ties, subnormals, huge, positive, std::vector<float>(1110, 0.0f),
               std::vector<float>(1110, -0.0f)});
  return sets;
}

TEST(QuantizeTensorTest, IsBitEqualToTheScalarFunctions) {
  const std::vector<std::vector<float>> sets = getValueSets();
  for (const BlockedLayout &layout : getLayouts()) {
    for (const AffineFormat &format : getAllFormats()) {
      for (size_t set = 0; set < sets.size(); ++set) {
        SCOPED_TRACE(describe(format) + " " + formatIndices(layout.getShape()) +
                     " " + formatIndices(layout.getBlockShape()) + " set " +
                     std::to_string(set));
        ArrayRef<float> values(sets[set].data(), layout.getNumElements());
        QuantizedTensor tensor =
            cantFail(quantizeTensor(values, layout, format, "w"));
        checkParams(values, tensor);
        checkElements(values, tensor);
        if (HasFatalFailure())
          return;
      }
    }
  }
}

TEST(QuantizeTensorTest, GivenParametersAreBitEqualToTheScalarFunctions) {
  const std::vector<std::vector<float>> sets = getValueSets();
  std::mt19937 generator(4);
  for (const BlockedLayout &layout : getLayouts()) {
    for (const AffineFormat &format : getAllFormats()) {
      SCOPED_TRACE(describe(format) + " " + formatIndices(layout.getShape()) +
                   " " + formatIndices(layout.getBlockShape()));
      // Powers of two: the quarters of a set are ties of many of them.
      std::vector<float> scales;
      std::vector<int32_t> zeroPoints;
      for (int64_t i = 0; i < layout.getNumBlocks(); ++i) {
        scales.push_back(
            std::ldexp(1.0f, static_cast<int>(generator() % 6) - 3));
        zeroPoints.push_back(
            format.symmetric
                ? format.getMidPoint()
                : format.qmin +
                      static_cast<int32_t>(generator() %
                                           (format.qmax - format.qmin + 1)));
      }
      for (const std::vector<float> &set : sets) {
        ArrayRef<float> values(set.data(), layout.getNumElements());
        QuantizedTensor tensor = cantFail(
            quantizeTensor(values, layout, format, scales, zeroPoints, "w"));
        ASSERT_EQ(tensor.scales, scales);
        ASSERT_EQ(tensor.zeroPoints, zeroPoints);
        checkElements(values, tensor);
        if (HasFatalFailure())
          return;
      }
    }
  }
}

TEST(QuantizeTensorTest, PerAxisIsALoopOfPerTensor) {
  const std::vector<float> values = makeGaussian(6 * 50, 9);
  BlockedLayout rows = cantFail(BlockedLayout::perAxis({6, 50}, 0));
  BlockedLayout row = cantFail(BlockedLayout::perTensor({50}));
  for (const AffineFormat &format : getAllFormats()) {
    QuantizedTensor tensor =
        cantFail(quantizeTensor(values, rows, format, "w"));
    for (int64_t i = 0; i < 6; ++i) {
      QuantizedTensor part = cantFail(
          quantizeTensor(ArrayRef(values).slice(i * 50, 50), row, format, "w"));
      EXPECT_EQ(part.getParams(0), tensor.getParams(i));
      EXPECT_EQ(ArrayRef<uint8_t>(part.codes),
                ArrayRef<uint8_t>(tensor.codes).slice(i * 50, 50));
    }
  }
}

TEST(QuantizeTensorTest, GroupOfAWholeAxisIsPerAxis) {
  const std::vector<float> values = makeGaussian(6 * 50, 10);
  AffineFormat format = AffineFormat::activations(4);
  QuantizedTensor axis = cantFail(quantizeTensor(
      values, cantFail(BlockedLayout::perAxis({6, 50}, 0)), format, "w"));
  QuantizedTensor group = cantFail(quantizeTensor(
      values, cantFail(BlockedLayout::perGroup({6, 50}, 1, 50)), format, "w"));
  EXPECT_EQ(axis.codes, group.codes);
  EXPECT_EQ(axis.scales, group.scales);
  EXPECT_EQ(axis.zeroPoints, group.zeroPoints);
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

// Case 001: a tensor of zeros, and one zero channel beside another.
TEST(QuantizeTensorTest, Case001Zeros) {
  BlockedLayout columns = cantFail(BlockedLayout::perAxis({3, 2}, 1));
  const float values[] = {0.0f, 0.635f, -0.0f, -1.27f, 0.0f, 1.27f};
  QuantizedTensor tensor = cantFail(
      quantizeTensor(values, columns, AffineFormat::symmetricWeights(8), "w"));
  EXPECT_EQ(tensor.scales, Scales({1.0f, 1.27f / 127}));
  EXPECT_EQ(getCodes(tensor), Codes({0, 64, 0, -127, 0, 127}));
  std::vector<float> decoded = dequantizeTensor(tensor);
  EXPECT_EQ(bitsOf(decoded[0]), 0u);
  EXPECT_EQ(bitsOf(decoded[2]), 0u);
  EXPECT_EQ(bitsOf(decoded[4]), 0u);
}

// Case 014: the channels of a [K, N] weight are its columns.
TEST(QuantizeTensorTest, Case014ChannelsOfAMatmulWeight) {
  const float values[] = {1.1f, 100.0f, -2.0f, 50.0f, 0.5f, -127.0f};
  QuantizedTensor tensor = cantFail(
      quantizeTensor(values, cantFail(BlockedLayout::perAxis({3, 2}, 1)),
                     AffineFormat::symmetricWeights(8), "w"));
  EXPECT_EQ(tensor.scales, Scales({2.0f / 127, 1.0f}));
  EXPECT_EQ(tensor.zeroPoints, Codes({0, 0}));
  EXPECT_EQ(getCodes(tensor), Codes({70, 100, -127, 50, 32, -127}));
  // Case 015: the same weight stored as [N, K].
  const float transposed[] = {1.1f, -2.0f, 0.5f, 100.0f, 50.0f, -127.0f};
  QuantizedTensor other = cantFail(
      quantizeTensor(transposed, cantFail(BlockedLayout::perAxis({2, 3}, 0)),
                     AffineFormat::symmetricWeights(8), "w"));
  EXPECT_EQ(other.scales, tensor.scales);
  EXPECT_EQ(getCodes(other), Codes({70, -127, 32, 100, 50, -127}));
}

// Case 029: a group without negative values has the zero point 0.
TEST(QuantizeTensorTest, Case029ZeroPointZero) {
  const float values[] = {0.0f, 0.1f, 0.2f, 1.5f};
  QuantizedTensor tensor =
      cantFail(quantizeTensor(values, cantFail(BlockedLayout::perTensor({4})),
                              AffineFormat::activations(4), "w"));
  EXPECT_EQ(tensor.scales, Scales({0.1f}));
  EXPECT_EQ(tensor.zeroPoints, Codes({0}));
  EXPECT_EQ(getCodes(tensor), Codes({0, 1, 2, 15}));
}

// Case 035: NaN and infinity are errors that name the tensor and the index.
TEST(QuantizeTensorTest, Case035NonFiniteValues) {
  BlockedLayout layout = cantFail(BlockedLayout::perAxis({2, 3, 30}, 0));
  AffineFormat format = AffineFormat::symmetricWeights(8);
  std::vector<float> values = makeGaussian(180, 11);
  values[95] = kNaN;
  values[100] = -kInf;
  EXPECT_EQ(messageOf(quantizeTensor(values, layout, format, "encoder.weight")),
            "expected finite values in tensor 'encoder.weight', but got nan at "
            "index [1, 0, 5]");
  values[95] = 0.0f;
  EXPECT_EQ(messageOf(quantizeTensor(values, layout, format, {1.0f, 1.0f}, {},
                                     "encoder.weight")),
            "expected finite values in tensor 'encoder.weight', but got -INF "
            "at index [1, 0, 10]");
  values[100] = kMaxFloat;
  EXPECT_EQ(messageOf(quantizeTensor(values, layout, format, "w")), "success");
  // The sign and payload of a NaN do not matter; the last element is seen.
  values[179] = floatOf(0xFF800001);
  EXPECT_EQ(messageOf(quantizeTensor(values, layout, format, "w")),
            "expected finite values in tensor 'w', but got nan at index [1, 2, "
            "29]");
}

// Case 047: a signed and an unsigned reading of the codes 0x8 to 0xF.
TEST(QuantizeTensorTest, Case047SignedAndUnsignedCodes) {
  BlockedLayout layout = cantFail(BlockedLayout::perTensor({8}));
  QuantizedTensor s4{
      layout, AffineFormat::fullRangeWeights(4), {}, {1.0f}, {0}};
  QuantizedTensor u4{layout, AffineFormat::activations(4), {}, {1.0f}, {8}};
  for (uint8_t code = 0x8; code <= 0xF; ++code) {
    s4.codes.push_back(0xF0 | code);
    u4.codes.push_back(code);
  }
  EXPECT_EQ(dequantizeTensor(s4), Scales({-8, -7, -6, -5, -4, -3, -2, -1}));
  EXPECT_EQ(dequantizeTensor(u4), Scales({0, 1, 2, 3, 4, 5, 6, 7}));
  for (int64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(dequantize(s4.getCode(i), s4.getParams(0)), i - 8);
    EXPECT_EQ(dequantize(u4.getCode(i), u4.getParams(0)), i);
  }
}

// Case 048: K = 10 in groups of 4: the last group holds two rows.
TEST(QuantizeTensorTest, Case048RaggedGroup) {
  std::vector<float> values(20);
  for (int64_t k = 0; k < 10; ++k) {
    values[2 * k] = static_cast<float>(k);
    values[2 * k + 1] = static_cast<float>(-10 * k);
  }
  BlockedLayout layout = cantFail(BlockedLayout::perGroup({10, 2}, 0, 4));
  EXPECT_EQ(layout.getScaleShape(), ArrayRef<int64_t>({3, 2}));
  QuantizedTensor tensor = cantFail(
      quantizeTensor(values, layout, AffineFormat::symmetricWeights(8), "w"));
  EXPECT_EQ(tensor.scales, Scales({3.0f / 127, 30.0f / 127, 7.0f / 127,
                                   70.0f / 127, 9.0f / 127, 90.0f / 127}));
  EXPECT_EQ(tensor.getCode(2 * 9), 127);
  EXPECT_EQ(tensor.getCode(2 * 8), 113);
}

//===----------------------------------------------------------------------===//
// Errors in arguments
//===----------------------------------------------------------------------===//

TEST(QuantizeTensorTest, RejectsWrongArguments) {
  BlockedLayout layout = cantFail(BlockedLayout::perAxis({2, 3}, 0));
  AffineFormat format = AffineFormat::signedActivations(8);
  const std::vector<float> values(6, 1.0f);
  EXPECT_EQ(messageOf(quantizeTensor(ArrayRef(values).drop_back(), layout,
                                     format, "w")),
            "expected 6 values for tensor 'w' of shape [2, 3], but got 5");
  EXPECT_EQ(messageOf(quantizeTensor(values, layout, format, {1.0f}, {0}, "w")),
            "expected 2 scales and zero points for tensor 'w' of shape [2, 3] "
            "in blocks of [1, 3], but got 1 and 1");
  EXPECT_EQ(
      messageOf(quantizeTensor(values, layout, format, {1.0f, 1.0f}, {}, "w")),
      "expected 2 scales and zero points for tensor 'w' of shape [2, 3] "
      "in blocks of [1, 3], but got 2 and 0");
  EXPECT_EQ(messageOf(quantizeTensor(values, layout, format, {1.0f, 1.0f},
                                     {0, 300}, "w")),
            "block [1, 0] of tensor 'w': expected a zero point in [-128, 127], "
            "but got 300");
  format.bits = 1;
  EXPECT_EQ(messageOf(quantizeTensor(values, layout, format, "w")),
            "tensor 'w': expected codes of 2 to 8 bits, but got 1");
}

TEST(QuantizeTensorTest, SymmetricFormatsNeedNoZeroPoints) {
  AffineFormat format = AffineFormat::activations(8);
  format.symmetric = true;
  QuantizedTensor tensor = cantFail(
      quantizeTensor({-1.0f, 2.0f}, cantFail(BlockedLayout::perTensor({2})),
                     format, {0.5f}, {}, "w"));
  EXPECT_EQ(tensor.zeroPoints, Codes({128}));
  EXPECT_EQ(getCodes(tensor), Codes({126, 132}));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(ErrorStatsTest, KnownFigures) {
  ErrorStats stats = measureError({3.0f, -4.0f}, {3.0f, -5.0f});
  EXPECT_EQ(stats.signal, 25);
  EXPECT_EQ(stats.noise, 1);
  EXPECT_EQ(stats.maxAbsError, 1);
  EXPECT_NEAR(stats.getSqnrDb(), 13.9794, 1e-4);
  stats.merge(measureError({5.0f}, {2.0f}));
  EXPECT_EQ(stats.signal, 50);
  EXPECT_EQ(stats.noise, 10);
  EXPECT_EQ(stats.maxAbsError, 3);
  EXPECT_NEAR(stats.getSqnrDb(), 6.9897, 1e-4);
}

TEST(ErrorStatsTest, EveryElementCounts) {
  std::vector<float> reference(37, 2.0f);
  for (size_t i = 0; i < reference.size(); ++i) {
    std::vector<float> actual = reference;
    actual[i] = -1.0f;
    ErrorStats stats = measureError(reference, actual);
    EXPECT_EQ(stats.signal, 4 * 37);
    EXPECT_EQ(stats.noise, 9);
    EXPECT_EQ(stats.maxAbsError, 3);
  }
}

/// Runs of one block, of many, and longer than a part that is decoded at once.
TEST(ErrorStatsTest, OfTensorEqualsOfItsValues) {
  std::vector<float> reference(3 * 5000);
  for (size_t i = 0; i < reference.size(); ++i)
    reference[i] = std::sin(0.37f * i);
  std::vector<int64_t> shape = {3, 5000};
  for (std::vector<int64_t> block :
       {std::vector<int64_t>{BlockedLayout::kWhole, BlockedLayout::kWhole},
        {1, BlockedLayout::kWhole},
        {BlockedLayout::kWhole, 1},
        {2, 7}})
    for (AffineFormat format :
         {AffineFormat::symmetricWeights(4), AffineFormat::activations(8)}) {
      auto tensor = quantizeTensor(
          reference, llvm::cantFail(BlockedLayout::get(shape, block)), format,
          "w");
      ASSERT_TRUE(static_cast<bool>(tensor));
      ErrorStats direct = measureError(reference, *tensor);
      ErrorStats dense = measureError(reference, dequantizeTensor(*tensor));
      EXPECT_EQ(direct.signal, dense.signal);
      EXPECT_EQ(direct.noise, dense.noise);
      EXPECT_EQ(direct.maxAbsError, dense.maxAbsError);
    }
}

TEST(ErrorStatsTest, Limits) {
  EXPECT_EQ(ErrorStats().getSqnrDb(), 300);
  EXPECT_EQ(measureError({1.0f}, {1.0f}).getSqnrDb(), 300);
  EXPECT_EQ(measureError({0.0f}, {1.0f}).getSqnrDb(), -300);
  ErrorStats stats = measureError({1.0f, 1.0f}, {1.0f, kNaN});
  EXPECT_TRUE(std::isnan(stats.getSqnrDb()));
  EXPECT_TRUE(std::isnan(stats.maxAbsError));
  // A NaN stays, whichever side of a merge it is on.
  ErrorStats pooled = measureError({1.0f}, {3.0f});
  pooled.merge(stats);
  EXPECT_TRUE(std::isnan(pooled.maxAbsError));
  stats.merge(measureError({1.0f}, {3.0f}));
  EXPECT_TRUE(std::isnan(stats.maxAbsError));
}

//===----------------------------------------------------------------------===//
// Figures on the standard normal distribution, 2^20 samples
//===----------------------------------------------------------------------===//

/// The mean squared error relative to the variance, 1. Where `divisor` is
/// given, the scale of a block is its largest magnitude divided by it.
double getRelativeError(ArrayRef<float> values, const BlockedLayout &layout,
                        const AffineFormat &format, float divisor = 0) {
  QuantizedTensor tensor =
      cantFail(quantizeTensor(values, layout, format, "w"));
  if (divisor != 0) {
    std::vector<float> scales(layout.getNumBlocks());
    for (size_t i = 0; i < values.size(); ++i) {
      float &scale = scales[layout.getBlockOf(i)];
      scale = std::max(scale, std::fabs(values[i]) / divisor);
    }
    tensor = cantFail(quantizeTensor(values, layout, format, scales, {}, "w"));
  }
  ErrorStats stats = measureError(values, dequantizeTensor(tensor));
  EXPECT_NEAR(stats.getSqnrDb(), -10 * std::log10(stats.noise / stats.signal),
              1e-9);
  return stats.noise / values.size();
}

// The sample-to-sample spread of these figures is a few tenths of a percent;
// neighbouring schemes are 4 % and more apart.
TEST(GaussianTest, GroupsHaveTheKnownErrors) {
  constexpr double kTolerance = 0.01;
  const std::vector<float> values = makeGaussian(1 << 20, 42);
  struct Figures {
    int64_t group;
    double narrow, full, asymmetric;
  };
  for (const Figures &figures : {Figures{32, 9.43e-3, 9.00e-3, 6.53e-3},
                                 Figures{64, 1.161e-2, 1.060e-2, 8.31e-3},
                                 Figures{128, 1.380e-2, 1.230e-2, 1.013e-2}}) {
    BlockedLayout layout =
        cantFail(BlockedLayout::perGroup({1 << 20}, 0, figures.group));
    EXPECT_NEAR(
        getRelativeError(values, layout, AffineFormat::symmetricWeights(4)) /
            figures.narrow,
        1, kTolerance);
    EXPECT_NEAR(getRelativeError(values, layout,
                                 AffineFormat::fullRangeWeights(4), 7.5f) /
                    figures.full,
                1, kTolerance);
    EXPECT_NEAR(getRelativeError(values, layout, AffineFormat::activations(4)) /
                    figures.asymmetric,
                1, kTolerance);
  }
  EXPECT_NEAR(getRelativeError(
                  values, cantFail(BlockedLayout::perGroup({1 << 20}, 0, 32)),
                  AffineFormat::symmetricWeights(8)) /
                  2.863e-5,
              1, kTolerance);
}

TEST(GaussianTest, PerTensorErrorIsThatOfAUniformStep) {
  const std::vector<float> values = makeGaussian(1 << 20, 42);
  BlockedLayout layout = cantFail(BlockedLayout::perTensor({1 << 20}));
  AffineFormat format = AffineFormat::symmetricWeights(8);
  float largest = 0;
  for (float value : values)
    largest = std::max(largest, std::fabs(value));
  // The largest of 2^20 samples varies, and the error follows it as s^2 / 12:
  // 1.296e-4 where it is 5.008.
  const double step = largest / 127;
  const double error = getRelativeError(values, layout, format);
  EXPECT_NEAR(error / (step * step / 12), 1, 0.005);
  EXPECT_NEAR(error * std::pow(5.008 / largest, 2), 1.296e-4, 0.006e-4);
}

} // namespace
