//===- BitStream.cpp - storage of codes narrower than a byte ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/BitStream.h"
#include "compression/Numerics/BlockedLayout.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

using namespace mlir::compress::numerics;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::MutableArrayRef;

/// Codes that together fill whole bytes, whatever their width.
static constexpr int64_t kGroup = 8;

static uint8_t getMask(unsigned bits) { return 0xFF >> (8 - bits); }

/// Extends the sign of the `bits` low bits of `code`, the others being 0.
static uint8_t extendSign(uint8_t code, unsigned bits) {
  uint8_t sign = 1u << (bits - 1);
  return (code ^ sign) - sign;
}

Expected<BitStream> BitStream::get(ArrayRef<int64_t> shape, unsigned bits) {
  if (bits < 1 || bits > 8)
    return llvm::createStringError(
        llvm::formatv("expected codes of 1 to 8 bits, but got {0}", bits));
  int64_t numElements = 1;
  for (int64_t size : shape)
    if (size < 0 || llvm::MulOverflow(numElements, size, numElements) ||
        numElements >> 59)
      return llvm::createStringError(llvm::formatv(
          "expected a shape of known sizes and less than 2^59 elements, but "
          "got {0}",
          formatIndices(shape)));
  const int64_t numSlices = shape.size() > 1 ? shape.front() : 1;
  return BitStream(bits, numSlices, numSlices ? numElements / numSlices : 0);
}

int32_t BitStream::read(ArrayRef<uint8_t> bytes, int64_t element,
                        bool isSigned) const {
  assert(static_cast<int64_t>(bytes.size()) == getNumBytes() && "wrong size");
  assert(element >= 0 && element < getNumElements() && "no such element");
  const uint8_t *slice = bytes.data() + element / sliceElements * sliceBytes;
  const int64_t bit = element % sliceElements * bits;
  const unsigned shift = bit % 8;
  unsigned window = slice[bit / 8];
  if (shift + bits > 8)
    window |= slice[bit / 8 + 1] << 8;
  const uint8_t code = (window >> shift) & getMask(bits);
  return isSigned ? static_cast<int8_t>(extendSign(code, bits)) : code;
}

void BitStream::write(MutableArrayRef<uint8_t> bytes, int64_t element,
                      int32_t code) const {
  assert(static_cast<int64_t>(bytes.size()) == getNumBytes() && "wrong size");
  assert(element >= 0 && element < getNumElements() && "no such element");
  uint8_t *slice = bytes.data() + element / sliceElements * sliceBytes;
  const int64_t bit = element % sliceElements * bits;
  const unsigned shift = bit % 8;
  const unsigned mask = getMask(bits) << shift;
  const unsigned value = (code & getMask(bits)) << shift;
  uint8_t &low = slice[bit / 8];
  low = (low & ~mask) | value;
  if (shift + bits > 8) {
    uint8_t &high = slice[bit / 8 + 1];
    high = (high & ~(mask >> 8)) | value >> 8;
  }
}

/// Packs `n` codes, which end a slice or are kGroup.
static void packGroup(const uint8_t *codes, int64_t n, unsigned bits,
                      uint8_t *bytes) {
  uint64_t word = 0;
  for (int64_t i = 0; i < n; ++i)
    word |= static_cast<uint64_t>(codes[i] & getMask(bits)) << (i * bits);
  uint8_t little[8];
  llvm::support::endian::write64le(little, word);
  std::memcpy(bytes, little, (n * bits + 7) / 8);
}

/// Unpacks `n` codes, which end a slice or are kGroup.
static void unpackGroup(const uint8_t *bytes, int64_t n, unsigned bits,
                        bool isSigned, uint8_t *codes) {
  uint8_t little[8] = {};
  std::memcpy(little, bytes, (n * bits + 7) / 8);
  const uint64_t word = llvm::support::endian::read64le(little);
  for (int64_t i = 0; i < n; ++i) {
    const uint8_t code = (word >> (i * bits)) & getMask(bits);
    codes[i] = isSigned ? extendSign(code, bits) : code;
  }
}

/// Calls `group(element, n, byte)` for each group of a slice.
template <typename GroupFn>
static void forEachGroup(int64_t sliceElements, unsigned bits, GroupFn group) {
  int64_t element = 0, byte = 0;
  for (; element + kGroup <= sliceElements; element += kGroup, byte += bits)
    group(element, kGroup, byte);
  if (element < sliceElements)
    group(element, sliceElements - element, byte);
}

std::vector<uint8_t> BitStream::pack(ArrayRef<uint8_t> codes) const {
  assert(static_cast<int64_t>(codes.size()) == getNumElements() &&
         "expected a code per element");
  std::vector<uint8_t> bytes(getNumBytes());
  for (int64_t slice = 0; slice < numSlices; ++slice) {
    const uint8_t *from = codes.data() + slice * sliceElements;
    uint8_t *to = bytes.data() + slice * sliceBytes;
    forEachGroup(sliceElements, bits,
                 [&](int64_t element, int64_t n, int64_t byte) {
                   packGroup(from + element, n, bits, to + byte);
                 });
  }
  return bytes;
}

Expected<std::vector<uint8_t>> BitStream::unpack(ArrayRef<uint8_t> bytes,
                                                 bool isSigned) const {
  if (static_cast<int64_t>(bytes.size()) != getNumBytes())
    return llvm::createStringError(llvm::formatv(
        "expected {0} bytes for {1} slices of {2} codes of {3} bits, but got "
        "{4}",
        getNumBytes(), numSlices, sliceElements, bits, bytes.size()));
  std::vector<uint8_t> codes(getNumElements());
  for (int64_t slice = 0; slice < numSlices; ++slice) {
    const uint8_t *from = bytes.data() + slice * sliceBytes;
    uint8_t *to = codes.data() + slice * sliceElements;
    forEachGroup(sliceElements, bits,
                 [&](int64_t element, int64_t n, int64_t byte) {
                   unpackGroup(from + byte, n, bits, isSigned, to + element);
                 });
  }
  return codes;
}
