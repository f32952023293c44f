//===- IntegerContractionTest.cpp - products of codes -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/IntegerContraction.h"
#include "TestUtils.h"
#include "gtest/gtest.h"

using namespace mlir::compress::numerics;
using llvm::ArrayRef;

namespace {

using Bytes = std::vector<uint8_t>;

Bytes toBytes(ArrayRef<int32_t> codes) { return {codes.begin(), codes.end()}; }

/// The sum in 64 bits, in which nothing wraps.
int64_t dotWide(CodeSpan x, CodeSpan w) {
  int64_t sum = 0;
  for (size_t i = 0; i < x.codes.size(); ++i)
    sum += int64_t(decodeByte(x.codes[i], x.isSigned) - x.zeroPoint) *
           (decodeByte(w.codes[i], w.isSigned) - w.zeroPoint);
  return sum;
}

// Case 028: accumulation is in 32 bits.
TEST(IntegerContractionTest, Case028WideAccumulator) {
  const Bytes x = toBytes({100, 100}), w = toBytes({2, 2});
  EXPECT_EQ(dot({x, true, 0}, {w, true, 0}), 400);
}

// Case 096: both zero points count.
TEST(IntegerContractionTest, Case096ZeroPoints) {
  const Bytes rows[] = {toBytes({1, 2, 3}), toBytes({4, 5, 6})};
  const Bytes columns[] = {toBytes({1, 3, 5}), toBytes({2, 4, 6})};
  const int32_t expected[2][2] = {{-11, -14}, {34, 40}};
  for (int m = 0; m < 2; ++m)
    for (int n = 0; n < 2; ++n)
      EXPECT_EQ(dot({rows[m], true, 3}, {columns[n], true, -2}),
                expected[m][n]);
}

TEST(IntegerContractionTest, SignednessOfTheBytes) {
  const Bytes bytes = {0xFF}, one = {1};
  EXPECT_EQ(dot({bytes, false, 0}, {bytes, true, 0}), -255);
  EXPECT_EQ(dot({bytes, true, 0}, {bytes, true, 0}), 1);
  EXPECT_EQ(dot({bytes, false, 0}, {bytes, false, 0}), 255 * 255);
  EXPECT_EQ(dot({bytes, false, 128}, {bytes, true, 1}), -254);
  EXPECT_EQ(sumCodes({bytes, true, 7}), -1);
  EXPECT_EQ(sumCodes({bytes, false, 7}), 255);
  EXPECT_EQ(dot({{}, false, 3}, {{}, true, 0}), 0);
}

TEST(IntegerContractionTest, Case028DepthLimits) {
  AffineFormat u8 = AffineFormat::activations(8);
  AffineFormat s8 = AffineFormat::symmetricWeights(8);
  AffineFormat s8Full = AffineFormat::fullRangeWeights(8);
  EXPECT_EQ(maxDepth(u8, s8Full), 65793);
  EXPECT_EQ(maxDepth(u8, s8), 66311);
  EXPECT_EQ(maxDepth(s8Full, s8Full), 131071);
  EXPECT_EQ(maxDepth(s8, s8), 133144);
  EXPECT_EQ(maxDepth(u8, u8), 33025);
  EXPECT_EQ(maxDepth(u8, AffineFormat::symmetricWeights(4)), 1203072);
}

/// The codes and zero point of `format` that lie farthest apart, the code above
/// the zero point or below it.
std::pair<uint8_t, int32_t> getExtreme(const AffineFormat &format, bool above) {
  const int32_t code = above ? format.qmax : format.qmin;
  if (format.symmetric)
    return {static_cast<uint8_t>(code), format.getMidPoint()};
  return {static_cast<uint8_t>(code), above ? format.qmin : format.qmax};
}

// No codes reach the limits of an i32 at that depth, and some do beyond it.
TEST(IntegerContractionTest, DepthLimitsAreTight) {
  AffineFormat u8 = AffineFormat::activations(8);
  AffineFormat s8 = AffineFormat::signedActivations(8);
  for (const AffineFormat &x : {u8, s8}) {
    for (const AffineFormat &w :
         {AffineFormat::symmetricWeights(8), AffineFormat::fullRangeWeights(8),
          AffineFormat::activations(4), u8}) {
      bool beyond = false;
      for (bool xAbove : {false, true}) {
        for (bool wAbove : {false, true}) {
          const auto [xCode, zx] = getExtreme(x, xAbove);
          const auto [wCode, zw] = getExtreme(w, wAbove);
          const int64_t depth = maxDepth(x, w);
          const Bytes xs(depth + 1, xCode), ws(depth + 1, wCode);
          CodeSpan xSpan{ArrayRef(xs).drop_back(), x.isSigned, zx};
          CodeSpan wSpan{ArrayRef(ws).drop_back(), w.isSigned, zw};
          EXPECT_EQ(dot(xSpan, wSpan), dotWide(xSpan, wSpan));
          xSpan.codes = xs;
          wSpan.codes = ws;
          beyond |= dot(xSpan, wSpan) != dotWide(xSpan, wSpan);
        }
      }
      EXPECT_TRUE(beyond) << describe(x) << " " << describe(w);
    }
  }
}

// Zero points applied after the sum give what they give inside it.
TEST(IntegerContractionTest, CorrectionEqualsDirectForm) {
  std::mt19937 generator(12);
  for (int64_t depth : {0, 1, 2, 17, 384, 4096, 65793}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      Bytes x(depth), w(depth);
      const bool isExtreme = repeat < 4;
      for (uint8_t &code : x)
        code = isExtreme ? (repeat & 1 ? 0xFF : 0) : generator();
      for (uint8_t &code : w)
        code = isExtreme ? (repeat & 2 ? 0x80 : 0x7F) : generator();
      // Products with other zero points than 0 need more than 32 bits.
      for (int32_t zx : {0, 1, 128, 255}) {
        for (int32_t zw : {0, 1, -128, 127}) {
          CodeSpan xSpan{x, /*isSigned=*/false, zx};
          CodeSpan wSpan{w, /*isSigned=*/true, zw};
          const int32_t direct = dot(xSpan, wSpan);
          ASSERT_EQ(applyZeroPoints(dotCodes(xSpan, wSpan), sumCodes(xSpan),
                                    sumCodes(wSpan), depth, zx, zw),
                    direct)
              << depth << " " << zx << " " << zw;
          if (depth <= 4096)
            ASSERT_EQ(direct, dotWide(xSpan, wSpan));
          // Without a zero point of the weights the activations need no sum.
          if (zw == 0)
            ASSERT_EQ(applyZeroPoints(dotCodes(xSpan, wSpan), /*sumX=*/0,
                                      sumCodes(wSpan), depth, zx, zw),
                      direct);
        }
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

TEST(EpilogueTest, RoundsTheAccumulatorFirst) {
  EXPECT_EQ(rescale(16777217, 1.0f, 1.0f), 16777216.0f);
  // 16777220 * 0.75; the exact product, 12582914.25, would give 12582914.
  EXPECT_EQ(rescale(16777219, 0.75f, 1.0f), 12582915.0f);
  EXPECT_EQ(rescale(std::numeric_limits<int32_t>::max(), 1.0f, 1.0f), 0x1p31f);
  EXPECT_EQ(rescale(std::numeric_limits<int32_t>::min(), 1.0f, 1.0f), -0x1p31f);
  EXPECT_EQ(rescale(std::numeric_limits<int32_t>::min(), 1.0f, 1.0f, 1.0f),
            -0x1p31f);
}

TEST(EpilogueTest, RoundsTheProductOfTheScalesFirst) {
  EXPECT_EQ(rescale(89715, 0.0557f, 0.0035f), 0x1.17d6cap+4f);
  // The other order, and the exact product.
  volatile float partial = 89715.0f * 0.0557f;
  EXPECT_EQ(partial * 0.0035f, 0x1.17d6ccp+4f);
  EXPECT_EQ(static_cast<float>(89715.0 * 0.0557f * 0.0035f), 0x1.17d6ccp+4f);
}

TEST(EpilogueTest, BiasIsNotFusedIntoAnFMA) {
  int differences = 0;
  for (int32_t acc = 1; acc < 100000; acc += 7) {
    const float sx = 0.0557f, sw = 0.0035f;
    const float product = rescale(acc, sx, sw);
    // An FMA leaves the product's rounding error here.
    ASSERT_EQ(rescale(acc, sx, sw, -product), 0.0f);
    differences += std::fma(static_cast<float>(acc), sx * sw, -product) != 0;
    // And here it rounds once.
    volatile float sum = product + 0.75f;
    ASSERT_EQ(rescale(acc, sx, sw, 0.75f), sum);
  }
  EXPECT_GT(differences, 10000);
}

TEST(EpilogueTest, Requantize) {
  AffineFormat u8 = AffineFormat::activations(8);
  const AffineParams params{0.5f, 10};
  EXPECT_EQ(requantize(100, 0.25f, 0.5f, 0.0f, params, u8), 35);
  // 12.5 + 0.25 is 25.5 steps: a tie, to even.
  EXPECT_EQ(requantize(100, 0.25f, 0.5f, 0.25f, params, u8), 36);
  EXPECT_EQ(requantize(-100, 0.25f, 0.5f, 0.0f, params, u8), 0);
  EXPECT_EQ(requantize(std::numeric_limits<int32_t>::max(), 1.0f, 1.0f, 0.0f,
                       params, u8),
            255);
  AffineFormat away = u8;
  away.rounding = Rounding::NearestAway;
  EXPECT_EQ(requantize(98, 0.25f, 0.5f, 0.0f, params, u8), 34);
  EXPECT_EQ(requantize(98, 0.25f, 0.5f, 0.0f, params, away), 35);
}

// Quantize, contract and rescale: the float result to half a step an operand.
TEST(EpilogueTest, ContractionOfCodesApproximatesTheFloatOne) {
  constexpr int64_t kDepth = 384;
  const std::vector<float> x = makeGaussian(kDepth, 13);
  const std::vector<float> w = makeGaussian(kDepth, 14);
  BlockedLayout layout = llvm::cantFail(BlockedLayout::perTensor({kDepth}));
  QuantizedTensor qx = llvm::cantFail(
      quantizeTensor(x, layout, AffineFormat::activations(8), "x"));
  QuantizedTensor qw = llvm::cantFail(
      quantizeTensor(w, layout, AffineFormat::symmetricWeights(8), "w"));
  const int32_t acc = dot({qx.codes, false, qx.zeroPoints[0]},
                          {qw.codes, true, qw.zeroPoints[0]});
  const std::vector<float> dx = dequantizeTensor(qx), dw = dequantizeTensor(qw);
  double exact = 0, decoded = 0, bound = 0;
  for (int64_t k = 0; k < kDepth; ++k) {
    exact += double(x[k]) * w[k];
    decoded += double(dx[k]) * dw[k];
    bound += 0.5 * (qx.scales[0] * std::fabs(w[k]) +
                    qw.scales[0] * (std::fabs(x[k]) + qx.scales[0]));
  }
  const float result = rescale(acc, qx.scales[0], qw.scales[0]);
  EXPECT_NEAR(result, decoded, std::fabs(decoded) * 1e-5);
  EXPECT_NEAR(result, exact, bound);
  EXPECT_NE(result, exact);
}

} // namespace
