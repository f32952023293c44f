//===- KernelBuilder.h - what the emitters of kernels share -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_KERNELBUILDER_H
#define COMPRESSION_LIB_TARGET_CPU_KERNELBUILDER_H

#include "compression/Target/CPU/MicroKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::compress::cpu {

/// Index arithmetic with constants, at one place.
class IndexBuilder {
public:
  IndexBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value value, int64_t offset) {
    return offset == 0
               ? value
               : arith::AddIOp::create(builder, loc, value, index(offset));
  }
  Value add(Value lhs, Value rhs) {
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  }
  Value multiply(Value value, int64_t factor) {
    return factor == 1
               ? value
               : arith::MulIOp::create(builder, loc, value, index(factor));
  }

  OpBuilder &builder;
  Location loc;
};

/// A row of the left operand: some consecutive elements of a buffer, or the
/// elements of several ones.
struct LhsRow {
  /// All but the last of several buffers have `size` elements.
  SmallVector<Value> buffers;
  int64_t size = 0;
  /// The coordinate of the first element: all but the last dimension, and that.
  SmallVector<Value> position;
  int64_t first = 0;
};

/// The products of some consecutive k, for all rows of a tile.
struct KernelStep {
  ArrayRef<LhsRow> rows;
  /// The first k in a row; a constant for rows of several buffers.
  Value k;
  /// The number of the step in a panel of the packed right operand.
  Value packed;
  /// How many k there are.
  int64_t count;
};

/// What the emitters of contractions share: the panels, the loops over k.
class KernelBuilder : public IndexBuilder {
public:
  KernelBuilder(OpBuilder &builder, Location loc, PackedContractOp op,
                const KernelTile &tile);

  /// The number of panel `panel` of the tile in a packed right operand.
  Value panelNumber(int64_t panel) { return panels[panel]; }

  /// The sums of a tile before any product.
  SmallVector<Value> getFirstSums(Type elementType);

  /// `size` elements at `step` of panel `panel` of a packed right operand;
  /// floats as f32. Without `converts` the target has no instruction that
  /// extends f16.
  Value loadPacked(int64_t panel, Value step, int64_t size, bool converts);

  /// The element of `row` at the k that is the `number`-th of `step`.
  Value loadElement(const LhsRow &row, const KernelStep &step,
                    int64_t number = 0);
  /// The elements of a row of one buffer at all k of `step`, as a vector.
  Value loadElements(const LhsRow &row, const KernelStep &step);

  using Step =
      llvm::function_ref<SmallVector<Value>(const KernelStep &, ValueRange)>;

  /// Loops over k, and over the taps of a window around it, that carry the
  /// sums, which start at `init`: `step` gets `width` k, at the end of a row
  /// fewer, and the sums, and returns the next sums.
  SmallVector<Value> reduce(int64_t width, ArrayRef<Value> init, Step step);

private:
  /// The vector of f16 or bf16 as f32.
  Value extend(Value halves, bool converts);
  SmallVector<Value>
  loop(int64_t steps, ValueRange init,
       llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body);
  /// The `size` k of one row, whose steps begin at `packed` in a panel.
  SmallVector<Value> reduceRow(ArrayRef<LhsRow> rows, int64_t size,
                               Value packed, int64_t width, ValueRange init,
                               Step step);
  SmallVector<Value> reduceLines(int64_t width, ArrayRef<Value> init,
                                 Step step);
  SmallVector<Value> reduceTaps(int64_t width, ArrayRef<Value> init, Step step);
  SmallVector<Value> reduceJoinedTaps(int64_t width, ArrayRef<Value> init,
                                      Step step);

  PackedContractOp op;
  const KernelTile &tile;
  SmallVector<Value> panels;
};

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_KERNELBUILDER_H
