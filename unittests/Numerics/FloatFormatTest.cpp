//===- FloatFormatTest.cpp - conversions between floats ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/FloatFormat.h"
#include "TestUtils.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

using namespace mlir::compress::numerics;
using llvm::APFloat;
using llvm::APInt;

namespace {

/// The encoding of `value` in `semantics` as LLVM converts it.
uint16_t convertByAPFloat(float value, const llvm::fltSemantics &semantics) {
  APFloat result(APFloat::IEEEsingle(), APInt(32, bitsOf(value)));
  bool losesInfo;
  result.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return static_cast<uint16_t>(result.bitcastToAPInt().getZExtValue());
}

/// The value of an encoding in `semantics` as LLVM converts it, as bits.
uint32_t extendByAPFloat(uint16_t bits, const llvm::fltSemantics &semantics) {
  APFloat result(semantics, APInt(16, bits));
  bool losesInfo;
  result.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return static_cast<uint32_t>(result.bitcastToAPInt().getZExtValue());
}

TEST(FloatFormatTest, Names) {
  EXPECT_EQ(stringify(FloatKind::F32), "f32");
  EXPECT_EQ(stringify(FloatKind::F16), "f16");
  EXPECT_EQ(stringify(FloatKind::BF16), "bf16");
}

TEST(FloatFormatTest, EveryEncodingIsReadAsLLVMReadsIt) {
  for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    ASSERT_EQ(bitsOf(fromF16(bits)), extendByAPFloat(bits, APFloat::IEEEhalf()))
        << "f16 " << bits;
    ASSERT_EQ(bitsOf(fromBF16(bits)), extendByAPFloat(bits, APFloat::BFloat()))
        << "bf16 " << bits;
  }
}

TEST(FloatFormatTest, EveryValueIsKept) {
  for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    if (!std::isnan(fromF16(bits)))
      ASSERT_EQ(toF16(fromF16(bits)), bits);
    if (!std::isnan(fromBF16(bits)))
      ASSERT_EQ(toBF16(fromBF16(bits)), bits);
  }
}

/// Checks the conversion on both sides of every point between two neighbours;
/// `infinity` is the encoding that follows the largest finite value and
/// `overflow` the value it would have.
void checkMidpoints(uint16_t (*convert)(float), float (*extend)(uint16_t),
                    uint16_t infinity, double overflow) {
  for (uint16_t bits = 0; bits < infinity; ++bits) {
    const uint16_t next = bits + 1;
    const double upper =
        next == infinity ? overflow : static_cast<double>(extend(next));
    const float midpoint = static_cast<float>((extend(bits) + upper) / 2);
    const float below = std::nextafter(midpoint, 0.0f);
    const float above = std::nextafter(midpoint, kInf);
    ASSERT_EQ(convert(midpoint), bits % 2 ? next : bits) << bits;
    ASSERT_EQ(convert(below), bits) << bits;
    ASSERT_EQ(convert(above), next) << bits;
    ASSERT_EQ(convert(-midpoint), (bits % 2 ? next : bits) | 0x8000) << bits;
    ASSERT_EQ(convert(-below), bits | 0x8000) << bits;
    ASSERT_EQ(convert(-above), next | 0x8000) << bits;
  }
}

TEST(FloatFormatTest, RoundsToNearestEven) {
  checkMidpoints(toF16, fromF16, 0x7C00, 0x1p16);
  checkMidpoints(toBF16, fromBF16, 0x7F80, 0x1p128);
}

TEST(FloatFormatTest, RandomBitsConvertAsInLLVM) {
  std::mt19937 generator(1);
  for (int i = 0; i < 1000000; ++i) {
    const uint32_t bits = generator();
    const float value = floatOf(bits);
    ASSERT_EQ(toF16(value), convertByAPFloat(value, APFloat::IEEEhalf()))
        << bits;
    ASSERT_EQ(toBF16(value), convertByAPFloat(value, APFloat::BFloat()))
        << bits;
  }
}

TEST(FloatFormatTest, KnownValues) {
  EXPECT_EQ(toF16(1.0f / 3), 0x3555);
  EXPECT_EQ(toF16(65519.996f), 0x7BFF);
  EXPECT_EQ(toF16(65520.0f), 0x7C00);
  EXPECT_EQ(toF16(-0.0f), 0x8000);
  EXPECT_EQ(toF16(0x1p-25f), 0x0000);
  EXPECT_EQ(toF16(0x1.000002p-25f), 0x0001);
  EXPECT_EQ(toF16(std::numeric_limits<float>::denorm_min()), 0x0000);
  EXPECT_EQ(toBF16(1.0f / 3), 0x3EAB);
  EXPECT_EQ(toBF16(kMaxFloat), 0x7F80);
  EXPECT_EQ(toF16(-kInf), 0xFC00);
  EXPECT_EQ(toBF16(-kInf), 0xFF80);
}

TEST(FloatFormatTest, NaNStaysAQuietNaN) {
  // A signaling NaN whose payload would vanish: it must not become infinite.
  EXPECT_EQ(toF16(floatOf(0x7F800001)), 0x7E00);
  EXPECT_EQ(toF16(floatOf(0xFF800001)), 0xFE00);
  EXPECT_EQ(toBF16(floatOf(0x7F800001)), 0x7FC0);
  EXPECT_EQ(toBF16(floatOf(0xFF800001)), 0xFFC0);
  // All ones: the carry of a rounding would make it a zero.
  EXPECT_EQ(toF16(floatOf(0x7FFFFFFF)), 0x7FFF);
  EXPECT_EQ(toBF16(floatOf(0x7FFFFFFF)), 0x7FFF);
  EXPECT_EQ(bitsOf(fromF16(0x7C01)), 0x7FC02000u);
  EXPECT_EQ(bitsOf(fromBF16(0x7F81)), 0x7FC10000u);
}

TEST(FloatFormatTest, RoundTo) {
  EXPECT_EQ(roundTo(1.0f / 3, FloatKind::F32), 1.0f / 3);
  EXPECT_EQ(roundTo(1.0f / 3, FloatKind::F16), 0x1.554p-2f);
  EXPECT_EQ(roundTo(1.0f / 3, FloatKind::BF16), 0x1.56p-2f);
  // Not by way of bf16: that would be a second rounding, to 1.
  EXPECT_EQ(roundTo(0x1.006p0f, FloatKind::F16), 0x1.008p0f);
}

TEST(FloatFormatTest, Limits) {
  const std::pair<FloatKind, const llvm::fltSemantics *> kinds[] = {
      {FloatKind::F32, &APFloat::IEEEsingle()},
      {FloatKind::F16, &APFloat::IEEEhalf()},
      {FloatKind::BF16, &APFloat::BFloat()}};
  for (auto [kind, semantics] : kinds) {
    EXPECT_EQ(largestFinite(kind),
              APFloat::getLargest(*semantics).convertToDouble());
    EXPECT_EQ(smallestNormal(kind),
              APFloat::getSmallestNormalized(*semantics).convertToDouble());
  }
}

} // namespace
