//===- KernelBuilder.cpp - what the emitters of kernels share ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

KernelBuilder::KernelBuilder(OpBuilder &builder, Location loc,
                             PackedContractOp op, const KernelTile &tile)
    : builder(builder), loc(loc), tile(tile) {
  // Computed in front of the loop over k; LLVM strength-reduces the rest.
  for (int64_t row = 0; row < tile.rows; ++row)
    rows.push_back(add(tile.row, row));
  if (op.getRowMajor())
    return;
  Value first = arith::DivUIOp::create(builder, loc, tile.column,
                                       index(PackedContractOp::kPanel));
  for (int64_t panel = 0; panel < tile.panels; ++panel)
    panels.push_back(add(first, panel));
}

SmallVector<Value> KernelBuilder::loop(
    int64_t steps, ArrayRef<Value> init,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> step) {
  if (steps == 0)
    return SmallVector<Value>(init);
  auto body = [&](OpBuilder &, Location, Value k, ValueRange sums) {
    scf::YieldOp::create(builder, loc, step(k, sums));
  };
  OpBuilder::InsertionGuard guard(builder);
  auto loop =
      scf::ForOp::create(builder, loc, index(0), index(steps), index(1), init);
  builder.setInsertionPointToStart(loop.getBody());
  body(builder, loc, loop.getInductionVar(), loop.getRegionIterArgs());
  return llvm::to_vector_of<Value>(loop.getResults());
}
