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

/// Index arithmetic with constants, and the loop over k, at one place.
class KernelBuilder {
public:
  KernelBuilder(OpBuilder &builder, Location loc, PackedContractOp op,
                const KernelTile &tile);

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value add(Value value, int64_t offset) {
    return offset == 0
               ? value
               : arith::AddIOp::create(builder, loc, value, index(offset));
  }
  Value multiply(Value value, int64_t factor) {
    return factor == 1
               ? value
               : arith::MulIOp::create(builder, loc, value, index(factor));
  }

  /// Coordinates (batch..., row of the tile, `last`).
  SmallVector<Value> lhsPosition(int64_t row, Value last) {
    SmallVector<Value> position(tile.batch);
    position.append({rows[row], last});
    return position;
  }
  /// The number of panel `panel` of the tile in a packed right operand.
  Value panelNumber(int64_t panel) { return panels[panel]; }

  /// A loop over [0, `steps`) that carries the sums, which start at `init`:
  /// `step` gets the counter and the sums and returns the next sums.
  SmallVector<Value>
  loop(int64_t steps, ArrayRef<Value> init,
       llvm::function_ref<SmallVector<Value>(Value, ValueRange)> step);

  OpBuilder &builder;
  Location loc;

private:
  const KernelTile &tile;
  SmallVector<Value> rows, panels;
};

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_KERNELBUILDER_H
