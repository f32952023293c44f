//===- BitStreamTest.cpp - storage of codes narrower than a byte --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/BitStream.h"
#include "TestUtils.h"
#include "compression/Numerics/BlockedLayout.h"
#include "gtest/gtest.h"

using namespace mlir::compress::numerics;
using llvm::ArrayRef;
using llvm::cantFail;
using llvm::SmallVector;

namespace {

using Bytes = std::vector<uint8_t>;

/// Random codes of `bits` bits, one per byte, sign-extended if `isSigned`.
Bytes makeCodes(size_t size, unsigned bits, bool isSigned) {
  std::mt19937 generator(bits);
  Bytes codes(size);
  for (uint8_t &code : codes) {
    int32_t value = generator() % (1 << bits);
    if (isSigned && value >= 1 << (bits - 1))
      value -= 1 << bits;
    code = static_cast<uint8_t>(value);
  }
  return codes;
}

// The words of compressed-tensors' `weight_packed` for 32 codes i mod 2^bits.
TEST(BitStreamTest, GoldenWordsOfCompressedTensors) {
  const std::pair<unsigned, std::vector<uint32_t>> golden[] = {
      {2, {0xe4e4e4e4, 0xe4e4e4e4}},
      {3, {0x88fac688, 0xc688fac6, 0xfac688fa}},
      {4, {0x76543210, 0xfedcba98, 0x76543210, 0xfedcba98}},
      {5, {0x8a418820, 0xc5a92839, 0xca307b9a, 0x38bdab49, 0xffbbcdeb}}};
  for (const auto &[bits, words] : golden) {
    Bytes codes, expected;
    for (int i = 0; i < 32; ++i)
      codes.push_back(i % (1 << bits));
    for (uint32_t word : words)
      for (int byte = 0; byte < 4; ++byte)
        expected.push_back(word >> (8 * byte));
    // A row by itself, and as the second slice of a matrix.
    EXPECT_EQ(cantFail(BitStream::get({32}, bits)).pack(codes), expected);
    Bytes rows = codes;
    rows.insert(rows.end(), codes.begin(), codes.end());
    Bytes packed = cantFail(BitStream::get({2, 32}, bits)).pack(rows);
    EXPECT_EQ(ArrayRef(packed).drop_front(expected.size()), ArrayRef(expected));
  }
}

// Case 046: two's complement nibbles, the even element in the low half.
TEST(BitStreamTest, Case046LinearNibbles) {
  Bytes codes;
  for (int i = 0; i < 32; ++i)
    codes.push_back(i % 16 - 8);
  BitStream stream = cantFail(BitStream::get({32}, 4));
  EXPECT_EQ(stream.pack(codes),
            Bytes({0x98, 0xBA, 0xDC, 0xFE, 0x10, 0x32, 0x54, 0x76, 0x98, 0xBA,
                   0xDC, 0xFE, 0x10, 0x32, 0x54, 0x76}));
  EXPECT_EQ(cantFail(stream.unpack(stream.pack(codes), /*isSigned=*/true)),
            codes);
}

// Case 047: 0x8 to 0xF are negative or not, as the reader says.
TEST(BitStreamTest, Case047Signedness) {
  BitStream stream = cantFail(BitStream::get({8}, 4));
  const Bytes packed = {0x98, 0xBA, 0xDC, 0xFE};
  EXPECT_EQ(cantFail(stream.unpack(packed, /*isSigned=*/true)),
            Bytes({0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF}));
  EXPECT_EQ(cantFail(stream.unpack(packed, /*isSigned=*/false)),
            Bytes({8, 9, 10, 11, 12, 13, 14, 15}));
  for (int64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(stream.read(packed, i, /*isSigned=*/true), i - 8);
    EXPECT_EQ(stream.read(packed, i, /*isSigned=*/false), i + 8);
  }
}

// Case 029: zero points are stored as they are, 0 among them.
TEST(BitStreamTest, Case029ZeroPointsSurvive) {
  BitStream stream = cantFail(BitStream::get({3}, 4));
  const Bytes zeroPoints = {0, 15, 0};
  EXPECT_EQ(stream.pack(zeroPoints), Bytes({0xF0, 0x00}));
  EXPECT_EQ(cantFail(stream.unpack(stream.pack(zeroPoints), false)),
            zeroPoints);
}

TEST(BitStreamTest, Sizes) {
  auto numBytes = [](ArrayRef<int64_t> shape, unsigned bits) {
    return cantFail(BitStream::get(shape, bits)).getNumBytes();
  };
  EXPECT_EQ(numBytes({1536, 384}, 4), 1536 * 192);
  EXPECT_EQ(numBytes({3, 5}, 3), 3 * 2);
  EXPECT_EQ(numBytes({3, 5, 7}, 1), 3 * 5); // 35 bits a slice
  EXPECT_EQ(numBytes({2, 0}, 4), 0);
  EXPECT_EQ(numBytes({0, 2}, 4), 0);
  // A vector is one slice, and so is a scalar.
  EXPECT_EQ(numBytes({15}, 3), 6);
  EXPECT_EQ(numBytes({15, 1}, 3), 15);
  EXPECT_EQ(numBytes({}, 3), 1);
  EXPECT_EQ(cantFail(BitStream::get({3, 5}, 7)).getSliceBytes(), 5);
}

TEST(BitStreamTest, Errors) {
  EXPECT_EQ(messageOf(BitStream::get({4}, 0)),
            "expected codes of 1 to 8 bits, but got 0");
  EXPECT_EQ(messageOf(BitStream::get({4}, 9)),
            "expected codes of 1 to 8 bits, but got 9");
  EXPECT_EQ(messageOf(BitStream::get({4, -1}, 4)),
            "expected a shape of known sizes and less than 2^59 elements, but "
            "got [4, -1]");
  EXPECT_NE(messageOf(BitStream::get({1ll << 59}, 4)), "success");
  EXPECT_NE(messageOf(BitStream::get({1ll << 40, 1ll << 40}, 4)), "success");
  EXPECT_EQ(messageOf(cantFail(BitStream::get({2, 5}, 4)).unpack({1, 2}, true)),
            "expected 6 bytes for 2 slices of 5 codes of 4 bits, but got 2");
}

/// Shapes whose slices end within a byte, on one, and are shorter than one.
const SmallVector<int64_t> kShapes[] = {{},       {1},    {9},     {64},
                                        {3, 1},   {3, 8}, {3, 13}, {2, 3, 5},
                                        {5, 100}, {0, 3}, {3, 0}};

TEST(BitStreamTest, RoundTrip) {
  for (unsigned bits = 1; bits <= 8; ++bits) {
    for (ArrayRef<int64_t> shape : kShapes) {
      for (bool isSigned : {false, true}) {
        SCOPED_TRACE(std::to_string(bits) + " " + formatIndices(shape));
        BitStream stream = cantFail(BitStream::get(shape, bits));
        Bytes codes = makeCodes(stream.getNumElements(), bits, isSigned);
        Bytes packed = stream.pack(codes);
        ASSERT_EQ(static_cast<int64_t>(packed.size()), stream.getNumBytes());
        EXPECT_EQ(cantFail(stream.unpack(packed, isSigned)), codes);
        for (size_t i = 0; i < codes.size(); ++i)
          ASSERT_EQ(stream.read(packed, i, isSigned),
                    decodeByte(codes[i], isSigned));
      }
    }
  }
}

TEST(BitStreamTest, BitsAreWhereTheFormatSays) {
  // Straight from the definition, bit by bit.
  for (unsigned bits = 1; bits <= 8; ++bits) {
    BitStream stream = cantFail(BitStream::get({3, 13}, bits));
    Bytes codes = makeCodes(39, bits, /*isSigned=*/false);
    Bytes expected(3 * ((13 * bits + 7) / 8));
    for (unsigned i = 0; i < 39; ++i) {
      for (unsigned bit = 0; bit < bits; ++bit) {
        const unsigned position = i % 13 * bits + bit;
        expected[i / 13 * expected.size() / 3 + position / 8] |=
            (codes[i] >> bit & 1) << position % 8;
      }
    }
    EXPECT_EQ(stream.pack(codes), expected) << bits;
  }
}

TEST(BitStreamTest, WriteReplacesOneElement) {
  for (unsigned bits = 1; bits <= 8; ++bits) {
    BitStream stream = cantFail(BitStream::get({3, 13}, bits));
    Bytes codes = makeCodes(39, bits, /*isSigned=*/true);
    for (size_t i = 0; i < codes.size(); ++i) {
      Bytes changed = codes;
      changed[i] = static_cast<uint8_t>(~codes[i]);
      Bytes packed = stream.pack(codes);
      stream.write(packed, i, ~decodeByte(codes[i], /*isSigned=*/true));
      ASSERT_EQ(packed, stream.pack(changed)) << bits << " " << i;
    }
  }
}

TEST(BitStreamTest, UnusedBitsAreWrittenAsZeroAndIgnored) {
  BitStream stream = cantFail(BitStream::get({2, 3}, 3));
  const Bytes ones(6, 0xFF);
  Bytes packed = stream.pack(ones);
  EXPECT_EQ(packed, Bytes({0xFF, 0x01, 0xFF, 0x01}));
  packed[1] = packed[3] = 0xFF;
  EXPECT_EQ(cantFail(stream.unpack(packed, /*isSigned=*/true)), ones);
}

} // namespace
