//===- BitStream.h - storage of codes narrower than a byte ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a tensor of b-bit codes lies in memory: as a little-endian stream of
/// bits in which element i of a slice of dimension 0, flattened, occupies the
/// bits [i * b, (i + 1) * b), bit k being bit k % 8 of byte k / 8. Codes may
/// straddle bytes. Each slice begins on a byte, so that rows can be addressed;
/// a tensor of rank 0 or 1 is a single slice. The unused bits at the end of a
/// slice are written as 0 and ignored when read.
///
/// A code is its low b bits, two's complement if signed. The format is that of
/// compressed-tensors' `weight_packed`, but that rows are not padded to 32 bits
/// and that signed codes are not stored with an offset.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_NUMERICS_BITSTREAM_H
#define COMPRESSION_NUMERICS_BITSTREAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace mlir::compress::numerics {

/// Reads and writes the packed codes of a tensor.
class BitStream {
public:
  /// The storage of a tensor of `shape` with codes of `bits` bits. It is an
  /// error if the width is not 1 to 8, a size is negative or dynamic, or the
  /// elements cannot be counted in 59 bits.
  static llvm::Expected<BitStream> get(llvm::ArrayRef<int64_t> shape,
                                       unsigned bits);

  int64_t getNumElements() const { return numSlices * sliceElements; }
  /// The size of the packed tensor.
  int64_t getNumBytes() const { return numSlices * sliceBytes; }
  /// The distance between slices of dimension 0.
  int64_t getSliceBytes() const { return sliceBytes; }

  /// Reads the code of an element, given by its number in row-major order, from
  /// the packed tensor.
  int32_t read(llvm::ArrayRef<uint8_t> bytes, int64_t element,
               bool isSigned) const;

  /// Replaces the code of an element by the low bits of `code`.
  void write(llvm::MutableArrayRef<uint8_t> bytes, int64_t element,
             int32_t code) const;

  /// Packs codes that are held one to a byte; their high bits are dropped.
  std::vector<uint8_t> pack(llvm::ArrayRef<uint8_t> codes) const;

  /// Unpacks to one code per byte, sign-extended if `isSigned`. It is an error
  /// if there are not getNumBytes() bytes.
  llvm::Expected<std::vector<uint8_t>> unpack(llvm::ArrayRef<uint8_t> bytes,
                                              bool isSigned) const;

private:
  BitStream(unsigned bits, int64_t numSlices, int64_t sliceElements)
      : bits(bits), numSlices(numSlices), sliceElements(sliceElements),
        sliceBytes((sliceElements * bits + 7) / 8) {}

  unsigned bits;
  int64_t numSlices;
  int64_t sliceElements;
  int64_t sliceBytes;
};

} // namespace mlir::compress::numerics

#endif // COMPRESSION_NUMERICS_BITSTREAM_H
