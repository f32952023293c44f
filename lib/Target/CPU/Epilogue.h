//===- Epilogue.h - epilogues of packed contractions ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_EPILOGUE_H
#define COMPRESSION_LIB_TARGET_CPU_EPILOGUE_H

#include "KernelBuilder.h"

namespace mlir::compress::cpu {

/// Computes the results of one tile from its sums and stores them.
class EpilogueEmitter : public IndexBuilder {
public:
  EpilogueEmitter(OpBuilder &builder, PackedContractOp op,
                  const KernelTile &tile)
      : IndexBuilder(builder, op.getLoc()), op(op), tile(tile) {}

  /// What the sums of codes start with: an epilogue that first subtracts a
  /// number for each column needs no instruction for it. Empty if it does not.
  SmallVector<Value> getStart();

  /// `sums` are those of `MicroKernelEmitter::emit`, which began with the
  /// tile's `start`.
  void emit(ArrayRef<Value> sums);

private:
  VectorType getType(int64_t panel, Type elementType) const {
    return VectorType::get(tile.getLanes(panel), elementType);
  }
  Value getMask(int64_t panel);
  /// The subtraction that the start of the sums stands for; null if there is
  /// none.
  Operation *getFirstSubtraction();
  /// The lowest bytes of a vector of i32.
  Value truncate(arith::TruncIOp op, Value words);
  /// The coordinate of the first element of a row and a panel that `map` gives.
  SmallVector<Value> getPosition(AffineMap map, int64_t row, int64_t panel);
  /// The lanes of extra operand `number` at a row and a panel.
  Value loadExtra(unsigned number, int64_t row, int64_t panel);
  Value emitRegion(Value sum, int64_t row, int64_t panel);

  PackedContractOp op;
  const KernelTile &tile;
  /// Extras already loaded, by number, row (the first of those that share it)
  /// and panel (-1: all).
  DenseMap<std::tuple<unsigned, int64_t, int64_t>, Value> loaded;
};

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_EPILOGUE_H
