//===- BlockedLayout.h - which elements share parameters --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tensor is divided into blocks whose elements share a scale and a zero
/// point. One block shape of the tensor's rank expresses every granularity:
///
///   one scale                     [*, *]
///   one per row, per column       [1, *], [*, 1]
///   groups of 32 along a row      [1, 32]
///   two-dimensional blocks        [128, 128]
///
/// Blocks start at index 0 and never reach over the end of a dimension: the
/// last one is ragged where the size is not a multiple.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_NUMERICS_BLOCKEDLAYOUT_H
#define COMPRESSION_NUMERICS_BLOCKEDLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace mlir::compress::numerics {

/// Prints sizes or indices as "[3, 4]".
std::string formatIndices(llvm::ArrayRef<int64_t> indices);

/// The division of a row-major tensor into blocks. Elements and blocks are
/// numbered in row-major order; the scale tensor, whose size in each dimension
/// is ceil(size / block), holds one entry per block.
class BlockedLayout {
public:
  /// A block size that stands for the whole dimension.
  static constexpr int64_t kWhole = -1;

  /// Consecutive elements within one row of the tensor, either all of one block
  /// or each of the block after its predecessor's.
  struct Run {
    /// Number of the first element.
    int64_t begin;
    /// Number of elements, at least 1.
    int64_t size;
    /// Number of the first element's block.
    int64_t block;
    /// Added to the block's number from one element to the next: 0 or 1.
    int64_t blockStride;
  };

  /// The layout of a tensor of `shape` in blocks of shape `block`. It is an
  /// error if the ranks differ, a size is negative or dynamic, a block size is
  /// neither positive nor kWhole, or the elements cannot be counted in 63 bits.
  static llvm::Expected<BlockedLayout> get(llvm::ArrayRef<int64_t> shape,
                                           llvm::ArrayRef<int64_t> block);

  /// One block. A tensor without elements has none.
  static llvm::Expected<BlockedLayout> perTensor(llvm::ArrayRef<int64_t> shape);

  /// One block per index of dimension `axis`.
  static llvm::Expected<BlockedLayout> perAxis(llvm::ArrayRef<int64_t> shape,
                                               int64_t axis);

  /// Blocks of `groupSize` elements along dimension `axis`, one element wide in
  /// all others: the groups of a weight along its reduction dimension.
  static llvm::Expected<BlockedLayout>
  perGroup(llvm::ArrayRef<int64_t> shape, int64_t axis, int64_t groupSize);

  int64_t getRank() const { return shape.size(); }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  /// The block shape, kWhole replaced by the size (by 1 where that is 0).
  llvm::ArrayRef<int64_t> getBlockShape() const { return block; }
  llvm::ArrayRef<int64_t> getScaleShape() const { return scaleShape; }
  int64_t getNumElements() const { return numElements; }
  int64_t getNumBlocks() const { return numBlocks; }

  /// The indices of an element, from its number.
  llvm::SmallVector<int64_t> getElementIndices(int64_t element) const;

  /// The indices of a block in the scale tensor, from its number.
  llvm::SmallVector<int64_t> getBlockIndices(int64_t block) const;

  /// The number of the block of the element at `indices`.
  int64_t getBlockOf(llvm::ArrayRef<int64_t> indices) const;

  /// The number of the block of an element, from the element's number.
  int64_t getBlockOf(int64_t element) const {
    return getBlockOf(getElementIndices(element));
  }

  /// Visits all elements in order, in the longest runs that the layout allows:
  /// the fast way to walk over a tensor.
  void forEachRun(llvm::function_ref<void(const Run &)> visit) const;

private:
  BlockedLayout() = default;

  llvm::SmallVector<int64_t, 4> shape;
  llvm::SmallVector<int64_t, 4> block;
  llvm::SmallVector<int64_t, 4> scaleShape;
  int64_t numElements = 1;
  int64_t numBlocks = 1;
};

} // namespace mlir::compress::numerics

#endif // COMPRESSION_NUMERICS_BLOCKEDLAYOUT_H
