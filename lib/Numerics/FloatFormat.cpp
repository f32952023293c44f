//===- FloatFormat.cpp - storage formats of floats --------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/FloatFormat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <limits>

using namespace mlir::compress::numerics;

// Encodings of binary32.
static constexpr uint32_t kSignMask = 0x80000000;
static constexpr uint32_t kInfinity = 0x7F800000;
static constexpr uint32_t kQuietBit = 0x00400000;

/// Adds what makes dropping the low `dropped` bits round to nearest even. The
/// carry may run into the exponent, which is the right result.
static uint32_t addRoundingBias(uint32_t bits, unsigned dropped) {
  uint32_t lastKept = (bits >> dropped) & 1;
  return bits + ((1u << (dropped - 1)) - 1) + lastKept;
}

llvm::StringRef mlir::compress::numerics::stringify(FloatKind kind) {
  switch (kind) {
  case FloatKind::F32:
    return "f32";
  case FloatKind::F16:
    return "f16";
  case FloatKind::BF16:
    return "bf16";
  }
  llvm_unreachable("unknown FloatKind");
}

uint16_t mlir::compress::numerics::toF16(float value) {
  // Where binary16 has its limits, as binary32 encodings.
  constexpr uint32_t kFirstNormal = 0x38800000;   // 2^-14
  constexpr uint32_t kFirstTooLarge = 0x47800000; // 2^16
  constexpr uint32_t kExponentRebias = (127 - 15) << 23;
  constexpr uint32_t kOneHalf = 0x3F000000;

  const uint32_t bits = llvm::bit_cast<uint32_t>(value);
  const uint32_t magnitude = bits & ~kSignMask;
  const uint16_t sign = (bits & kSignMask) >> 16;
  if (magnitude > kInfinity)
    return sign | 0x7C00 | ((magnitude | kQuietBit) >> 13 & 0x3FF);
  if (magnitude >= kFirstTooLarge)
    return sign | 0x7C00;
  if (magnitude < kFirstNormal) {
    // The last place of 0.5 is 2^-24, binary16's smallest subnormal: the sum
    // rounds to a multiple of it, which is then the distance from 0.5.
    float sum = llvm::bit_cast<float>(magnitude) + 0.5f;
    return sign | (llvm::bit_cast<uint32_t>(sum) - kOneHalf);
  }
  return sign | (addRoundingBias(magnitude - kExponentRebias, 13) >> 13);
}

float mlir::compress::numerics::fromF16(uint16_t bits) {
  const uint32_t sign = uint32_t(bits & 0x8000) << 16;
  const uint32_t exponent = bits >> 10 & 0x1F;
  const uint32_t fraction = bits & 0x3FF;
  uint32_t magnitude;
  if (exponent == 0x1F)
    magnitude = kInfinity | fraction << 13 | (fraction ? kQuietBit : 0);
  else if (exponent == 0)
    magnitude = llvm::bit_cast<uint32_t>(float(fraction) * 0x1p-24f);
  else
    magnitude = (exponent + (127 - 15)) << 23 | fraction << 13;
  return llvm::bit_cast<float>(sign | magnitude);
}

uint16_t mlir::compress::numerics::toBF16(float value) {
  const uint32_t bits = llvm::bit_cast<uint32_t>(value);
  if ((bits & ~kSignMask) > kInfinity)
    return (bits | kQuietBit) >> 16;
  return addRoundingBias(bits, 16) >> 16;
}

float mlir::compress::numerics::fromBF16(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  if ((wide & ~kSignMask) > kInfinity)
    wide |= kQuietBit;
  return llvm::bit_cast<float>(wide);
}

float mlir::compress::numerics::roundTo(float value, FloatKind kind) {
  switch (kind) {
  case FloatKind::F32:
    return value;
  case FloatKind::F16:
    return fromF16(toF16(value));
  case FloatKind::BF16:
    return fromBF16(toBF16(value));
  }
  llvm_unreachable("unknown FloatKind");
}

float mlir::compress::numerics::largestFinite(FloatKind kind) {
  switch (kind) {
  case FloatKind::F32:
    return std::numeric_limits<float>::max();
  case FloatKind::F16:
    return 65504.0f;
  case FloatKind::BF16:
    return 0x1.FEp127f;
  }
  llvm_unreachable("unknown FloatKind");
}

float mlir::compress::numerics::smallestNormal(FloatKind kind) {
  return kind == FloatKind::F16 ? 0x1p-14f : 0x1p-126f;
}
