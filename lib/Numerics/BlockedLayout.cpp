//===- BlockedLayout.cpp - which elements share parameters ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/BlockedLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir::compress::numerics;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;

std::string mlir::compress::numerics::formatIndices(ArrayRef<int64_t> indices) {
  return llvm::formatv("[{0:$[, ]}]",
                       llvm::make_range(indices.begin(), indices.end()));
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Expected<BlockedLayout> BlockedLayout::get(ArrayRef<int64_t> shape,
                                           ArrayRef<int64_t> block) {
  if (shape.size() != block.size())
    return llvm::createStringError(llvm::formatv(
        "expected a block shape of rank {0} for the shape {1}, but got {2}",
        shape.size(), formatIndices(shape), formatIndices(block)));

  BlockedLayout layout;
  layout.shape.assign(shape.begin(), shape.end());
  for (auto [size, blockSize] : llvm::zip_equal(shape, block)) {
    if (size < 0)
      return llvm::createStringError(
          llvm::formatv("expected a shape of known sizes, but got {0}",
                        formatIndices(shape)));
    if (blockSize < 1 && blockSize != kWhole)
      return llvm::createStringError(llvm::formatv(
          "expected positive block sizes, but got {0} for the shape {1}",
          formatIndices(block), formatIndices(shape)));
    if (llvm::MulOverflow(layout.numElements, size, layout.numElements))
      return llvm::createStringError(llvm::formatv(
          "expected a shape of less than 2^63 elements, but got {0}",
          formatIndices(shape)));
    layout.block.push_back(blockSize == kWhole ? std::max<int64_t>(size, 1)
                                               : blockSize);
    layout.scaleShape.push_back(
        llvm::divideCeil(uint64_t(size), uint64_t(layout.block.back())));
    layout.numBlocks *= layout.scaleShape.back();
  }
  return layout;
}

Expected<BlockedLayout> BlockedLayout::perTensor(ArrayRef<int64_t> shape) {
  return get(shape, SmallVector<int64_t>(shape.size(), kWhole));
}

static llvm::Error checkAxis(ArrayRef<int64_t> shape, int64_t axis) {
  if (axis >= 0 && axis < static_cast<int64_t>(shape.size()))
    return llvm::Error::success();
  return llvm::createStringError(llvm::formatv(
      "expected an axis below the rank {0} of the shape {1}, but got {2}",
      shape.size(), formatIndices(shape), axis));
}

Expected<BlockedLayout> BlockedLayout::perAxis(ArrayRef<int64_t> shape,
                                               int64_t axis) {
  if (llvm::Error error = checkAxis(shape, axis))
    return std::move(error);
  SmallVector<int64_t> block(shape.size(), kWhole);
  block[axis] = 1;
  return get(shape, block);
}

Expected<BlockedLayout> BlockedLayout::perGroup(ArrayRef<int64_t> shape,
                                                int64_t axis,
                                                int64_t groupSize) {
  if (llvm::Error error = checkAxis(shape, axis))
    return std::move(error);
  SmallVector<int64_t> block(shape.size(), 1);
  block[axis] = groupSize;
  return get(shape, block);
}

//===----------------------------------------------------------------------===//
// Index mapping
//===----------------------------------------------------------------------===//

/// The row-major indices of entry `linear` of a tensor of `shape`.
static SmallVector<int64_t> delinearize(int64_t linear,
                                        ArrayRef<int64_t> shape) {
  SmallVector<int64_t> indices(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    indices[dim] = linear % shape[dim];
    linear /= shape[dim];
  }
  return indices;
}

SmallVector<int64_t> BlockedLayout::getElementIndices(int64_t element) const {
  assert(element >= 0 && element < numElements && "no such element");
  return delinearize(element, shape);
}

SmallVector<int64_t> BlockedLayout::getBlockIndices(int64_t block) const {
  assert(block >= 0 && block < numBlocks && "no such block");
  return delinearize(block, scaleShape);
}

int64_t BlockedLayout::getBlockOf(ArrayRef<int64_t> indices) const {
  assert(indices.size() == shape.size() && "expected an index per dimension");
  int64_t result = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    assert(indices[dim] >= 0 && indices[dim] < shape[dim] && "out of range");
    result = result * scaleShape[dim] + indices[dim] / block[dim];
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// A dimension, or several neighbours that act as one.
struct Dimension {
  int64_t size;
  int64_t block;
};
} // namespace

/// Merges neighbouring dimensions as long as the numbers of elements and blocks
/// stay the same: rows become long, as in a convolution's [F, H * W * C].
static SmallVector<Dimension, 4> mergeDimensions(ArrayRef<int64_t> shape,
                                                 ArrayRef<int64_t> block) {
  SmallVector<Dimension, 4> merged;
  for (auto [size, blockSize] : llvm::zip_equal(shape, block)) {
    // A whole dimension extends the blocks of the one before it.
    if (!merged.empty() && blockSize >= size) {
      merged.back().size *= size;
      merged.back().block *= size;
      continue;
    }
    if (!merged.empty() && merged.back().block == 1 && blockSize == 1) {
      merged.back().size *= size;
      continue;
    }
    merged.push_back({size, std::min(blockSize, size)});
  }
  return merged;
}

void BlockedLayout::forEachRun(
    llvm::function_ref<void(const Run &)> visit) const {
  if (numElements == 0)
    return;
  SmallVector<Dimension, 4> dims = mergeDimensions(shape, block);
  const Dimension row = dims.empty() ? Dimension{1, 1} : dims.pop_back_val();
  const int64_t blocksPerRow = llvm::divideCeil(row.size, row.block);

  for (int64_t begin = 0; begin < numElements; begin += row.size) {
    // The block of the row's first element: as getBlockOf, on merged indices.
    int64_t outer = begin / row.size, stride = blocksPerRow, first = 0;
    for (const Dimension &dim : llvm::reverse(dims)) {
      first += outer % dim.size / dim.block * stride;
      stride *= llvm::divideCeil(dim.size, dim.block);
      outer /= dim.size;
    }
    if (row.block == 1) {
      visit({begin, row.size, first, /*blockStride=*/1});
      continue;
    }
    for (int64_t offset = 0; offset < row.size; offset += row.block)
      visit({begin + offset, std::min(row.block, row.size - offset), first++,
             /*blockStride=*/0});
  }
}
