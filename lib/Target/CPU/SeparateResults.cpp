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
    function.walk(defineTensor);
    function.walk(keepRest);
    separateResults();
  }

  /// Bufferization knows no poison.
  static void defineTensor(ub::PoisonOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !type.hasStaticShape())
      return;
    OpBuilder builder(op);
    op.replaceAllUsesWith(
        tensor::EmptyOp::create(builder, op.getLoc(), type, ValueRange())
            .getResult());
    op.erase();
  }

  /// Bufferization takes an init that the body does not read for one that is
  /// overwritten, even if the op writes only some of its elements.
  static void keepRest(linalg::GenericOp op) {
    OpBuilder builder(op);
    for (OpOperand &init : op.getDpsInitsMutable())
      if (isa<RankedTensorType>(init.get().getType()) &&
          !init.get().getDefiningOp<tensor::EmptyOp>() &&
          !op.payloadUsesValueFromOperand(&init) &&
          !op.getMatchingIndexingMap(&init).isPermutation())
        init.set(copy(builder, op.getLoc(), init.get()));
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
