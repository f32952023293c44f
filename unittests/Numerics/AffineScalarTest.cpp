//===- AffineScalarTest.cpp - quantizing and decoding one value --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestUtils.h"
#include "compression/Numerics/Affine.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace mlir::compress::numerics;

namespace {

std::vector<int32_t> quantizeAll(llvm::ArrayRef<float> values,
                                 AffineParams params,
                                 const AffineFormat &format) {
  std::vector<int32_t> codes;
  for (float value : values)
    codes.push_back(quantize(value, params, format));
  return codes;
}

using Codes = std::vector<int32_t>;

// Case 025: saturation in floating point, after the zero point is added.
TEST(QuantizeTest, Case025Saturates) {
  const float values[] = {270.0f, -190.0f, 251.0f, 4.5f, 5.5f, -4.5f};
  AffineFormat u8 = AffineFormat::activations(8);
  AffineFormat s8 = AffineFormat::signedActivations(8);
  EXPECT_EQ(quantizeAll(values, {1.0f, 0}, u8), Codes({255, 0, 251, 4, 6, 0}));
  EXPECT_EQ(quantizeAll(values, {1.0f, 8}, u8),
            Codes({255, 0, 255, 12, 14, 4}));
  EXPECT_EQ(quantizeAll(values, {1.0f, 0}, s8),
            Codes({127, -128, 127, 4, 6, -4}));
  const float extremes[] = {3e38f, -3e38f, kMaxFloat, -kMaxFloat, kInf, -kInf};
  EXPECT_EQ(quantizeAll(extremes, {1.0f, 0}, s8),
            Codes({127, -128, 127, -128, 127, -128}));
  // Quotients that overflow.
  EXPECT_EQ(quantizeAll(extremes, {0x1p-126f, 8}, u8),
            Codes({255, 0, 255, 0, 255, 0}));
}

// Case 030: ties go to even, and the zero point is added after rounding.
TEST(QuantizeTest, Case030TiesToEven) {
  const float values[] = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, 0.9f, -0.9f};
  AffineFormat format = AffineFormat::signedActivations(8);
  EXPECT_EQ(quantizeAll(values, {1.0f, 0}, format),
            Codes({0, 2, 2, 0, -2, -2, 1, -1}));
  EXPECT_EQ(quantizeAll(values, {1.0f, 11}, format),
            Codes({11, 13, 13, 11, 9, 9, 12, 10}));
  format.rounding = Rounding::NearestAway;
  EXPECT_EQ(quantizeAll(values, {1.0f, 0}, format),
            Codes({1, 2, 3, -1, -2, -3, 1, -1}));
  EXPECT_EQ(quantizeAll(values, {1.0f, 11}, format),
            Codes({12, 13, 14, 10, 9, 8, 12, 10}));
  // The largest float below 0.5, to which adding 0.5 gives 1.
  EXPECT_EQ(quantize(0x1.FFFFFEp-2f, {1.0f, 0}, format), 0);
  EXPECT_EQ(quantize(-0x1.FFFFFEp-2f, {1.0f, 0}, format), 0);
}

// Case 035: what a NaN becomes where it is not an error.
TEST(QuantizeTest, Case035NaNIsTheZeroPoint) {
  for (const AffineFormat &format : getAllFormats()) {
    AffineParams params = chooseParams(-1.0f, 3.0f, format);
    EXPECT_EQ(quantize(kNaN, params, format), params.zeroPoint);
    EXPECT_EQ(quantize(-kNaN, params, format), params.zeroPoint);
    EXPECT_EQ(quantize(kInf, params, format), format.qmax);
    EXPECT_EQ(quantize(-kInf, params, format), format.qmin);
  }
}

TEST(QuantizeTest, DividesRatherThanMultiplying) {
  // Values next to the boundaries between codes: a product with the rounded
  // reciprocal of the scale falls on the other side of many.
  int differences = 0;
  AffineFormat format = AffineFormat::symmetricWeights(8);
  for (int k = -127; k < 127; ++k) {
    for (int scale = 1; scale < 1000; ++scale) {
      const float s = scale * 0.001f, x = (k + 0.5f) * s;
      volatile float reciprocal = 1.0f / s;
      volatile float product = x * reciprocal;
      ASSERT_EQ(quantize(x, {s, 0}, format),
                quantizeByDefinition(x, {s, 0}, format));
      differences += std::nearbyint(product) != quantize(x, {s, 0}, format);
    }
  }
  EXPECT_GT(differences, 1000);
}

TEST(QuantizeTest, IsTheDefinition) {
  std::vector<float> values = makeRandomBits(2000, 6);
  for (int k = -600; k <= 600; ++k)
    values.push_back(k * 0.5f);
  for (const AffineFormat &format : getAllFormats()) {
    for (float scale : {1.0f, 0.5f, 0x1p-126f, 3.1e-5f, 1e30f}) {
      for (int32_t zeroPoint : {format.qmin, format.getMidPoint(), format.qmax})
        for (float value : values)
          ASSERT_EQ(quantize(value, {scale, zeroPoint}, format),
                    quantizeByDefinition(value, {scale, zeroPoint}, format))
              << describe(format) << " " << value << " " << scale;
    }
  }
}

TEST(QuantizeTest, IsMonotone) {
  std::vector<float> values = makeRandomBits(3000, 7);
  std::vector<float> gaussian = makeGaussian(3000, 8);
  values.insert(values.end(), gaussian.begin(), gaussian.end());
  for (int k = -256; k <= 256; ++k) {
    const float tie = (k + 0.5f) * 0.013f;
    values.insert(values.end(), {std::nextafter(tie, -kInf), tie,
                                 std::nextafter(tie, kInf), kInf, -kInf});
  }
  llvm::sort(values);
  for (const AffineFormat &format : getAllFormats()) {
    AffineParams params = chooseParams(-1.5f, 0.013f * 127, format);
    int32_t previous = format.qmin;
    for (float value : values) {
      const int32_t code = quantize(value, params, format);
      ASSERT_LE(previous, code) << describe(format) << " " << value;
      previous = code;
    }
    EXPECT_EQ(previous, format.qmax);
  }
}

TEST(DequantizeTest, IsOneMultiplication) {
  EXPECT_EQ(dequantize(3, {0.1f, 0}), 3 * 0.1f);
  EXPECT_EQ(dequantize(0, {0.1f, 255}), -255 * 0.1f);
  // Not code * scale - zeroPoint * scale.
  volatile float product = 254 * 0.1f, offset = 7 * 0.1f;
  EXPECT_NE(dequantize(254, {0.1f, 7}), product - offset);
  EXPECT_EQ(dequantize(254, {0.1f, 7}), 247 * 0.1f);
  EXPECT_EQ(bitsOf(dequantize(7, {0.1f, 7})), 0u);
}

// Case 047: the same byte with and without a sign.
TEST(DequantizeTest, Case047DecodeByte) {
  EXPECT_EQ(decodeByte(0xFF, /*isSigned=*/true), -1);
  EXPECT_EQ(decodeByte(0xFF, /*isSigned=*/false), 255);
  EXPECT_EQ(decodeByte(0x80, /*isSigned=*/true), -128);
  EXPECT_EQ(decodeByte(0x7F, /*isSigned=*/true), 127);
}

} // namespace
