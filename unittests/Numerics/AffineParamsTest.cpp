//===- AffineParamsTest.cpp - formats and the choice of parameters --*- C++
//-*-===//
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

namespace {

AffineFormat withScale(AffineFormat format, FloatKind kind) {
  format.scaleKind = kind;
  return format;
}

AffineFormat unsignedSymmetric(unsigned bits) {
  AffineFormat format = AffineFormat::activations(bits);
  format.symmetric = true;
  return format;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

TEST(AffineFormatTest, Factories) {
  AffineFormat weights = AffineFormat::symmetricWeights(4);
  EXPECT_EQ(weights.qmin, -7);
  EXPECT_EQ(weights.qmax, 7);
  EXPECT_TRUE(weights.isSigned && weights.symmetric);
  AffineFormat full = AffineFormat::fullRangeWeights(4);
  EXPECT_EQ(full.qmin, -8);
  EXPECT_EQ(full.qmax, 7);
  AffineFormat activations = AffineFormat::activations(8);
  EXPECT_EQ(activations.qmin, 0);
  EXPECT_EQ(activations.qmax, 255);
  EXPECT_FALSE(activations.isSigned || activations.symmetric);
  AffineFormat signedActivations = AffineFormat::signedActivations(8);
  EXPECT_EQ(signedActivations.qmin, -128);
  EXPECT_EQ(signedActivations.qmax, 127);
  EXPECT_FALSE(signedActivations.symmetric);
  EXPECT_EQ(AffineFormat(), AffineFormat::symmetricWeights(8));
  EXPECT_NE(AffineFormat(), withScale(AffineFormat(), FloatKind::F16));
  for (const AffineFormat &format : getAllFormats())
    EXPECT_EQ(messageOf(format.verify()), "success") << describe(format);
}

TEST(AffineFormatTest, VerifyRejectsWhatCannotBeUsed) {
  AffineFormat format;
  format.bits = 9;
  EXPECT_EQ(messageOf(format.verify()),
            "expected codes of 2 to 8 bits, but got 9");
  format.bits = 1;
  EXPECT_EQ(messageOf(format.verify()),
            "expected codes of 2 to 8 bits, but got 1");
  format.bits = 4;
  EXPECT_EQ(messageOf(format.verify()),
            "expected a range of codes within [-8, 7], but got [-127, 127]");
  format = AffineFormat::activations(4);
  format.qmin = -1;
  EXPECT_EQ(messageOf(format.verify()),
            "expected a range of codes within [0, 15], but got [-1, 15]");
  format.qmin = format.qmax = 3;
  EXPECT_EQ(messageOf(format.verify()),
            "expected a range of at least two codes, but got [3, 3]");
  format = AffineFormat::symmetricWeights(8);
  format.qmin = 0;
  EXPECT_EQ(messageOf(format.verify()),
            "expected the codes of a symmetric format to lie on both sides of "
            "0, but got [0, 127]");
  format = unsignedSymmetric(8);
  format.qmax = 128;
  EXPECT_EQ(messageOf(format.verify()),
            "expected the codes of a symmetric format to lie on both sides of "
            "128, but got [0, 128]");
}

// Case 010: a zero point outside the storage, and other impossible parameters.
TEST(AffineFormatTest, Case010VerifyParams) {
  AffineFormat activations = AffineFormat::signedActivations(8);
  EXPECT_EQ(messageOf(verifyParams({1.0f, 127}, activations)), "success");
  EXPECT_EQ(messageOf(verifyParams({1.0f, 300}, activations)),
            "expected a zero point in [-128, 127], but got 300");
  EXPECT_EQ(messageOf(verifyParams({1.0f, -129}, activations)),
            "expected a zero point in [-128, 127], but got -129");
  EXPECT_EQ(messageOf(verifyParams({1.0f, 1}, AffineFormat())),
            "expected the zero point 0 of a symmetric format, but got 1");
  EXPECT_EQ(messageOf(verifyParams({0.0f, 0}, AffineFormat())),
            "expected a positive finite scale, but got 0.000000e+00");
  EXPECT_NE(messageOf(verifyParams({-1.0f, 0}, AffineFormat())), "success");
  EXPECT_NE(messageOf(verifyParams({kInf, 0}, AffineFormat())), "success");
  EXPECT_NE(messageOf(verifyParams({kNaN, 0}, AffineFormat())), "success");
  EXPECT_EQ(messageOf(verifyParams({0.1f, 0},
                                   withScale(AffineFormat(), FloatKind::F16))),
            "expected a scale of type f16, but got 1.000000015e-01");
  EXPECT_EQ(messageOf(verifyParams({0.125f, 0},
                                   withScale(AffineFormat(), FloatKind::F16))),
            "success");
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

// Cases 001 and 005: a range of zero, of a weight or of a dead activation.
TEST(ChooseParamsTest, Case001Case005ZeroRange) {
  for (const AffineFormat &format : getAllFormats()) {
    AffineParams params = chooseParams(0.0f, -0.0f, format);
    int32_t zeroPoint =
        format.symmetric && !format.isSigned ? 1 << (format.bits - 1) : 0;
    EXPECT_EQ(params, (AffineParams{1.0f, zeroPoint})) << describe(format);
    EXPECT_EQ(quantize(0.0f, params, format), zeroPoint);
    EXPECT_EQ(bitsOf(dequantize(zeroPoint, params)), 0u);
    // An activation that comes to life later is clamped, not lost.
    EXPECT_EQ(quantize(1e30f, params, format), format.qmax);
    EXPECT_EQ(quantize(-1e30f, params, format), format.qmin);
  }
  // A range of codes without the zero: the nearest code stands for it.
  AffineFormat upper = AffineFormat::activations(8);
  upper.qmin = 16;
  EXPECT_EQ(chooseParams(0, 0, upper), (AffineParams{1.0f, 16}));
}

// Case 003: constant tensors; the range is widened to hold 0.
TEST(ChooseParamsTest, Case003ConstantTensor) {
  AffineFormat weights = AffineFormat::symmetricWeights(8);
  AffineParams half = chooseParams(0.5f, 0.5f, weights);
  EXPECT_EQ(half, (AffineParams{0.5f / 127, 0}));
  EXPECT_EQ(quantize(0.5f, half, weights), 127);
  EXPECT_NEAR(dequantize(127, half), 0.5f, 0x1p-24);

  AffineFormat activations = AffineFormat::activations(8);
  AffineParams quarter = chooseParams(-0.25f, -0.25f, activations);
  EXPECT_EQ(quarter, (AffineParams{0.25f / 255, 255}));
  EXPECT_EQ(quantize(-0.25f, quarter, activations), 0);
  EXPECT_NEAR(dequantize(0, quarter), -0.25f, 0x1p-25);
}

// Case 004: a scale that f16 cannot hold, and one that is subnormal.
TEST(ChooseParamsTest, Case004TinyRanges) {
  AffineFormat wide = AffineFormat::symmetricWeights(8);
  AffineFormat half = withScale(wide, FloatKind::F16);
  EXPECT_FLOAT_EQ(chooseParams(-1e-6f, 1e-6f, wide).scale, 7.874016e-9f);
  EXPECT_EQ(chooseParams(-1e-6f, 1e-6f, half).scale, 0x1p-24f);
  EXPECT_EQ(quantize(1e-6f, {0x1p-24f, 0}, half), 17);

  // 1.45 and 127.5 of the smallest f16 are rounded up: nothing is clipped.
  EXPECT_EQ(chooseParams(0, 1.1e-5f, half).scale, 0x1p-23f);
  EXPECT_EQ(chooseParams(0, 127.5f * 127 * 0x1p-24f, half).scale, 0x1p-17f);

  for (FloatKind kind : kAllKinds) {
    AffineFormat format = withScale(wide, kind);
    AffineParams params = chooseParams(-1.0e-42f, 1.0e-42f, format);
    EXPECT_EQ(params.scale, smallestScale(kind));
    EXPECT_EQ(quantize(1.0e-42f, params, format), 0);
  }
  EXPECT_EQ(smallestScale(FloatKind::F16), 0x1p-24f);
  EXPECT_EQ(smallestScale(FloatKind::BF16), 0x1p-126f);
  EXPECT_EQ(smallestScale(FloatKind::F32), 0x1p-126f);
}

// Case 008: a range that does not contain zero.
TEST(ChooseParamsTest, Case008PositiveRange) {
  const float values[] = {1.0f, 1.5f, 3.0f, 4.0f};
  const std::pair<unsigned, std::vector<int32_t>> expected[] = {
      {8, {64, 96, 191, 255}}, {4, {4, 6, 11, 15}}};
  for (const auto &[bits, codes] : expected) {
    AffineFormat format = AffineFormat::activations(bits);
    AffineParams params = chooseParams(1.0f, 4.0f, format);
    EXPECT_EQ(params, (AffineParams{4.0f / format.qmax, 0}));
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(quantize(values[i], params, format), codes[i]);
      EXPECT_LE(std::fabs(dequantize(codes[i], params) - values[i]),
                params.scale / 2);
    }
  }
}

TEST(ChooseParamsTest, NegativeRange) {
  AffineFormat format = AffineFormat::activations(8);
  AffineParams params = chooseParams(-22.0f, -15.0f, format);
  EXPECT_EQ(params, (AffineParams{22.0f / 255, 255}));
  EXPECT_EQ(quantize(-22.0f, params, format), 0);
  EXPECT_EQ(quantize(-15.0f, params, format), 81);
}

// Case 011: weights on a grid of [-8, 7] steps.
TEST(ChooseParamsTest, Case011FullRangeKeepsAGrid) {
  const float values[] = {-2.0f, -1.75f, 0.25f, 1.75f};
  AffineFormat narrow = AffineFormat::symmetricWeights(4);
  AffineFormat full = AffineFormat::fullRangeWeights(4);
  AffineParams narrowParams = chooseParams(-2.0f, 1.75f, narrow);
  AffineParams fullParams = chooseParams(-2.0f, 1.75f, full);
  EXPECT_EQ(narrowParams, (AffineParams{2.0f / 7, 0}));
  EXPECT_EQ(fullParams, (AffineParams{0.25f, 0}));
  const int32_t narrowCodes[] = {-7, -6, 1, 6};
  const int32_t fullCodes[] = {-8, -7, 1, 7};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(quantize(values[i], narrowParams, narrow), narrowCodes[i]);
    EXPECT_EQ(quantize(values[i], fullParams, full), fullCodes[i]);
    EXPECT_EQ(dequantize(fullCodes[i], fullParams), values[i]);
  }
}

// Case 012: the mid point of unsigned storage is 128, not 127.
TEST(ChooseParamsTest, Case012SymmetricUnsigned) {
  AffineFormat format = unsignedSymmetric(8);
  AffineParams params = chooseParams(-1.0f, 1.0f, format);
  EXPECT_EQ(params, (AffineParams{1.0f / 127, 128}));
  EXPECT_EQ(quantize(-1.0f, params, format), 1);
  EXPECT_EQ(quantize(0.0f, params, format), 128);
  EXPECT_EQ(quantize(1.0f, params, format), 255);
}

TEST(ChooseParamsTest, SymmetricUnsignedIsSignedWithAnOffset) {
  std::vector<float> values = makeGaussian(1000, 3);
  for (unsigned bits = 2; bits <= 8; ++bits) {
    AffineFormat plain = AffineFormat::fullRangeWeights(bits);
    AffineFormat offset = unsignedSymmetric(bits);
    AffineParams plainParams = chooseParams(-2.5f, 3.0f, plain);
    AffineParams offsetParams = chooseParams(-2.5f, 3.0f, offset);
    EXPECT_EQ(plainParams.scale, offsetParams.scale);
    for (float value : values)
      ASSERT_EQ(quantize(value, plainParams, plain) + (1 << (bits - 1)),
                quantize(value, offsetParams, offset));
  }
}

// The zero point by the reference arithmetic of ONNX's DynamicQuantizeLinear:
// scale = (max(0, x) - min(0, x)) / 255, zero point = roundeven(0 - min /
// scale).
TEST(ChooseParamsTest, ActivationsMatchDynamicQuantizeLinear) {
  std::mt19937 generator(4);
  AffineFormat format = AffineFormat::activations(8);
  for (int i = 0; i < 100000; ++i) {
    float bounds[2];
    for (float &bound : bounds)
      bound = std::ldexp(static_cast<float>(generator()) - 0x1p31f,
                         static_cast<int>(generator() % 120) - 90);
    const float lo = std::min({bounds[0], bounds[1], 0.0f});
    const float hi = std::max({bounds[0], bounds[1], 0.0f});
    AffineParams params = chooseParams(lo, hi, format);
    volatile float range = hi - lo;
    volatile float scale = range / 255.0f;
    volatile float quotient = lo / scale;
    ASSERT_EQ(params.scale, scale) << lo << " " << hi;
    ASSERT_EQ(params.zeroPoint, std::nearbyint(0.0f - quotient));
  }
}

TEST(ChooseParamsTest, ZeroPointTiesGoToEven) {
  // -lo / scale is 0.5, 1.5, 2.5: scale 1 and a range of 255.
  AffineFormat format = AffineFormat::activations(8);
  EXPECT_EQ(chooseParams(-0.5f, 254.5f, format), (AffineParams{1.0f, 0}));
  EXPECT_EQ(chooseParams(-1.5f, 253.5f, format), (AffineParams{1.0f, 2}));
  EXPECT_EQ(chooseParams(-2.5f, 252.5f, format), (AffineParams{1.0f, 2}));
  // -128 + 0.5 and -128 + 1.5.
  AffineFormat signedFormat = AffineFormat::signedActivations(8);
  EXPECT_EQ(chooseParams(-0.5f, 254.5f, signedFormat),
            (AffineParams{1.0f, -128}));
  EXPECT_EQ(chooseParams(-1.5f, 253.5f, signedFormat),
            (AffineParams{1.0f, -126}));
}

TEST(ChooseParamsTest, RoundsTheScaleFirst) {
  // 1/127 is 0x1.020408p-7, in bf16 0x1.02p-7: 64.4985 steps of the one are
  // 64.5024 of the other.
  AffineFormat format = withScale(AffineFormat(), FloatKind::BF16);
  AffineParams params = chooseParams(-1.0f, 1.0f, format);
  EXPECT_EQ(params, (AffineParams{0x1.02p-7f, 0}));
  EXPECT_EQ(quantize(64.4985f / 127, params, format), 65);
  EXPECT_EQ(quantize(64.4985f / 127, {1.0f / 127, 0}, format), 64);
  // The zero point, too: 30.18 is 100.6 steps of 0.3, 100.34 of bf16's 0.3008.
  AffineFormat activations = AffineFormat::activations(8);
  EXPECT_EQ(chooseParams(-30.18f, 46.32f, activations).zeroPoint, 101);
  activations.scaleKind = FloatKind::BF16;
  EXPECT_EQ(chooseParams(-30.18f, 46.32f, activations),
            (AffineParams{0x1.34p-2f, 100}));
}

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

TEST(ChooseParamsTest, RangeWiderThanTheLargestFloat) {
  AffineFormat format = AffineFormat::activations(8);
  AffineParams params = chooseParams(-3e38f, 3e38f, format);
  EXPECT_FLOAT_EQ(params.scale, 3e38f / 127.5f);
  EXPECT_EQ(params.zeroPoint, 128);
  EXPECT_EQ(quantize(-3e38f, params, format), 0);
  EXPECT_EQ(quantize(3e38f, params, format), 255);
  // -128 steps of 2 * max / 255 would be -infinity.
  params = chooseParams(-kMaxFloat, kMaxFloat, format);
  EXPECT_EQ(params, (AffineParams{0x1.FEp120f, 128}));
  EXPECT_TRUE(std::isfinite(dequantize(0, params)));
}

TEST(ChooseParamsTest, ScaleThatOverflowsItsTypeKeepsBothSigns) {
  AffineFormat weights = withScale(AffineFormat(), FloatKind::F16);
  EXPECT_EQ(chooseParams(-1e9f, 1e9f, weights), (AffineParams{65504.0f, 0}));
  AffineFormat activations =
      withScale(AffineFormat::activations(8), FloatKind::F16);
  AffineParams params = chooseParams(-1e9f, 3e9f, activations);
  EXPECT_EQ(params, (AffineParams{65504.0f, 64}));
  EXPECT_EQ(quantize(-1e9f, params, activations), 0);
  EXPECT_EQ(quantize(3e9f, params, activations), 255);
}

/// Magnitudes at which something changes, and some between.
const float kMagnitudes[] = {
    0.0f,      0x1p-149f, 1e-42f,  0x1.FFFFFCp-127f,
    0x1p-126f, 1.3e-38f,  1e-37f,  1e-30f,
    3.1e-8f,   1e-6f,     1.1e-5f, 7e-4f,
    0.0077f,   0.3f,      1.0f,    127.0f,
    255.0f,    8.3e6f,    1.67e7f, 1e9f,
    1e30f,     1.7e38f,   3e38f,   0x1.FEp127f,
    kMaxFloat,
};

/// Calls `check(lo, hi, params)` for the ranges between all kMagnitudes.
template <typename CheckFn>
void forEachRange(const AffineFormat &format, CheckFn check) {
  for (float lo : kMagnitudes)
    for (float hi : kMagnitudes)
      check(-lo, hi, chooseParams(-lo, hi, format));
}

TEST(ChooseParamsTest, ParametersAreAlwaysUsable) {
  for (const AffineFormat &format : getAllFormats()) {
    forEachRange(format, [&](float lo, float hi, AffineParams params) {
      SCOPED_TRACE(describe(format) + " " + std::to_string(lo) + " " +
                   std::to_string(hi));
      ASSERT_EQ(messageOf(verifyParams(params, format)), "success");
      ASSERT_GE(params.scale, smallestScale(format.scaleKind));
      ASSERT_EQ(quantize(0.0f, params, format), params.zeroPoint);
      ASSERT_EQ(quantize(-0.0f, params, format), params.zeroPoint);
      ASSERT_EQ(dequantize(params.zeroPoint, params), 0.0f);
      for (int32_t code = format.qmin; code <= format.qmax; ++code) {
        const float value = dequantize(code, params);
        ASSERT_TRUE(std::isfinite(value)) << code;
        ASSERT_EQ(quantize(value, params, format), code);
      }
    });
  }
}

/// The largest |x - dequantize(quantize(x))| for an x that is not clipped. With
/// u = 2^-24, v = fl(x / s) and k = round(v): |v - k| <= 1/2 and
/// |x / s - v| <= u |x / s|, and the product k * s is rounded by at most u |k
/// s|. (Neither is subnormal unless k is 0, s being normal.)
double getErrorBound(float x, int32_t code, AffineParams params) {
  const double decoded = (code - params.zeroPoint) * double(params.scale);
  return 0.5 * params.scale + 0x1p-24 * (std::fabs(x) + std::fabs(decoded));
}

TEST(ChooseParamsTest, ErrorIsAtMostHalfAStep) {
  for (const AffineFormat &format : getAllFormats()) {
    forEachRange(format, [&](float lo, float hi, AffineParams params) {
      for (int i = 0; i <= 64; ++i) {
        const float x = lo + (hi / 64 * i - lo / 64 * i);
        const double steps = double(x) / params.scale + params.zeroPoint;
        if (steps < format.qmin - 0.5 || steps > format.qmax + 0.5)
          continue;
        const int32_t code = quantize(x, params, format);
        ASSERT_LE(std::fabs(double(x) - dequantize(code, params)),
                  getErrorBound(x, code, params))
            << describe(format) << " " << lo << " " << hi << " " << x;
      }
    });
  }
}

TEST(ChooseParamsTest, SymmetricFormatsClipNothing) {
  for (const AffineFormat &format : getAllFormats()) {
    if (!format.symmetric)
      continue;
    // Beyond this the farther end of the codes would not be finite.
    const auto [fewer, more] =
        std::minmax({format.qmax - format.getMidPoint(),
                     format.getMidPoint() - format.qmin});
    const float limit = 0x1.FEp127f / more * fewer;
    forEachRange(format, [&](float lo, float hi, AffineParams params) {
      if (params.scale == largestFinite(format.scaleKind) ||
          std::max(-lo, hi) > limit)
        return;
      for (float x : {lo, hi}) {
        const int32_t code = quantize(x, params, format);
        ASSERT_LE(std::fabs(double(x) - dequantize(code, params)),
                  getErrorBound(x, code, params))
            << describe(format) << " " << lo << " " << hi;
      }
    });
  }
}

// A tensor that is decoded and quantized anew has the same codes, where the
// scale has the full precision of its type.
TEST(ChooseParamsTest, RequantizingKeepsSymmetricCodes) {
  std::mt19937 generator(5);
  for (const AffineFormat &format : getAllFormats()) {
    if (!format.symmetric)
      continue;
    for (int i = 0; i < 200; ++i) {
      const float hi = std::ldexp(1.0f + generator() * 0x1p-32f,
                                  static_cast<int>(generator() % 20) - 2);
      AffineParams params = chooseParams(-hi, hi, format);
      const int32_t lowest = quantize(-hi, params, format);
      const int32_t highest = quantize(hi, params, format);
      AffineParams again = chooseParams(dequantize(lowest, params),
                                        dequantize(highest, params), format);
      for (int32_t code = lowest; code <= highest; ++code)
        ASSERT_EQ(quantize(dequantize(code, params), again, format), code)
            << describe(format) << " " << hi;
    }
  }
}

} // namespace
