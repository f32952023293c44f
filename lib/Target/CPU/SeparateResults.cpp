//===- SeparateResults.cpp - a buffer for each result -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUSEPARATERESULTSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// `tensor` in a buffer of its own.
static Value copy(OpBuilder &builder, Location loc, Value tensor) {
  SmallVector<Value> noSizes;
  return bufferization::AllocTensorOp::create(
      builder, loc, cast<RankedTensorType>(tensor.getType()), noSizes, tensor);
}

/// True when `value` is `carried` with other slices: what the loops of tiles
/// carry, which bufferization does in place.
static bool replacesSlices(Value value, Value carried) {
  while (value != carried) {
    if (auto insert = value.getDefiningOp<tensor::InsertSliceOp>())
      value = insert.getDest();
    else if (auto loop = value.getDefiningOp<scf::ForOp>())
      value = loop.getTiedLoopInit(cast<OpResult>(value))->get();
    else
      return false;
  }
  return true;
}

/// Puts each tensor of `next`, operands of `terminator`, where the value is
/// that a loop carried before.
static void carryInPlace(Operation *terminator, MutableOperandRange next,
                         ValueRange carried) {
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  SmallVector<std::pair<OpOperand *, Value>> moved;
  for (auto [operand, argument] : llvm::zip(next, carried))
    if (isa<RankedTensorType>(argument.getType()) &&
        operand.get().getType() == argument.getType() &&
        !replacesSlices(operand.get(), argument))
      moved.emplace_back(&operand, argument);
  // Of several the next one may be computed from, or be, another one's old
  // value.
  if (moved.size() > 1)
    for (auto [operand, argument] : moved)
      operand->set(copy(builder, loc, operand->get()));
  for (auto [operand, argument] : moved)
    operand->set(bufferization::MaterializeInDestinationOp::create(
                     builder, loc, operand->get(), argument)
                     ->getResult(0));
}

namespace {
struct SeparateResults
    : public cpu::impl::CompressCPUSeparateResultsPassBase<SeparateResults> {
  using CompressCPUSeparateResultsPassBase::CompressCPUSeparateResultsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    // The arguments of an entry are the caller's.
    if (function.isPublic())
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
        if (isa<RankedTensorType>(function.getArgument(i).getType()))
          function.setArgAttr(
              i, bufferization::BufferizationDialect::kWritableAttrName,
              BoolAttr::get(&getContext(), false));
    separateResults();
    getOperation().walk([](scf::ForOp loop) {
      auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
      carryInPlace(yield, yield.getResultsMutable(), loop.getRegionIterArgs());
    });
    getOperation().walk([](scf::WhileOp loop) {
      scf::ConditionOp condition = loop.getConditionOp();
      carryInPlace(condition, condition.getArgsMutable(),
                   loop.getBeforeArguments());
      scf::YieldOp yield = loop.getYieldOp();
      carryInPlace(yield, yield.getResultsMutable(), loop.getAfterArguments());
    });
  }

  void separateResults() {
    Operation *end = getOperation().front().getTerminator();
    OpBuilder builder(end);
    llvm::SmallPtrSet<Value, 4> returned;
    for (OpOperand &operand : end->getOpOperands()) {
      if (isa<RankedTensorType>(operand.get().getType()) &&
          !returned.insert(operand.get()).second)
        operand.set(copy(builder, end->getLoc(), operand.get()));
    }
  }
};
} // namespace
