//===- VectorTiles.cpp - the part of a linalg op that is one vector *- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorTiles.h"

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

/// The longest row that is reduced as one vector, with a register for 16
/// elements; longer ones are reduced part by part.
static constexpr int64_t kMaxRow = 512;
/// The side of the tiles of a transposition.
static constexpr int64_t kTransposeTile = 16;

/// True when no tile of `tile` iterations of `loop` holds parts of two blocks
/// of an operand with an element per block (`loop floordiv block`): upstream
/// counts the blocks of a tile from its first iteration on.
static bool fitsBlocks(linalg::LinalgOp op, unsigned loop, int64_t tile) {
  bool fits = true;
  for (AffineMap map : op.getIndexingMapsArray())
    map.walkExprs([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || expr.getKind() != AffineExprKind::FloorDiv ||
          !binary.getLHS().isFunctionOfDim(loop))
        return;
      auto block = dyn_cast<AffineConstantExpr>(binary.getRHS());
      fits &= block &&
              (tile % block.getValue() == 0 || block.getValue() % tile == 0);
    });
  return fits;
}

/// Registers of `lanes` elements, and parts of one, that hold `size` elements.
static int64_t getNumPieces(int64_t size, int64_t lanes) {
  return size / lanes + llvm::popcount(static_cast<uint64_t>(size % lanes));
}

/// The tile of the innermost loop: about `width` elements, so that no element
/// is left over; 0 when there is no good one.
static int64_t chooseTile(linalg::LinalgOp op, int64_t width, int64_t lanes) {
  int64_t size = op.getStaticLoopRanges().back();
  if (size <= width)
    return size;
  int64_t whole = size <= 8 * width ? size : 0;
  for (int64_t tile = width; tile >= width / 4; --tile) {
    if (size % tile != 0 || !fitsBlocks(op, op.getNumLoops() - 1, tile))
      continue;
    // A short row is better one vector than several odd ones.
    bool isOdd =
        size / tile * getNumPieces(tile, lanes) > getNumPieces(size, lanes);
    return isOdd && size <= 2 * width ? size : tile;
  }
  return whole;
}

bool mlir::compress::cpu::isTransposed(linalg::LinalgOp op, unsigned &other) {
  unsigned last = op.getNumLoops() - 1;
  for (AffineMap map : op.getIndexingMapsArray()) {
    if (map.getNumResults() == 0 || !map.isFunctionOfDim(last))
      continue;
    auto fastest = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (fastest && fastest.getPosition() != last) {
      other = fastest.getPosition();
      return true;
    }
  }
  return false;
}

std::optional<SmallVector<int64_t>>
mlir::compress::cpu::chooseVectorTiles(linalg::LinalgOp op, int64_t width) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (ranges.empty() || ShapedType::isDynamicShape(ranges))
    return std::nullopt;
  SmallVector<int64_t> tiles(ranges.size(), 1);
  bool reducesLast = iterators.back() == utils::IteratorType::reduction;
  tiles.back() = chooseTile(op, reducesLast ? kMaxRow : width, width / 2);
  if (tiles.back() == 0)
    return std::nullopt;
  unsigned other;
  if (op.getNumReductionLoops() == 0 && isTransposed(op, other) &&
      ranges[other] % kTransposeTile == 0 &&
      ranges.back() % kTransposeTile == 0 &&
      fitsBlocks(op, other, kTransposeTile) &&
      fitsBlocks(op, op.getNumLoops() - 1, kTransposeTile))
    tiles[other] = tiles.back() = kTransposeTile;
  for (auto [tile, range] : llvm::zip(tiles, ranges))
    if (tile == range)
      tile = 0;
  return tiles;
}
