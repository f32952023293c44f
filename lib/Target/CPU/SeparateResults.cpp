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

namespace {
struct SeparateResults
    : public cpu::impl::CompressCPUSeparateResultsPassBase<SeparateResults> {
  using CompressCPUSeparateResultsPassBase::CompressCPUSeparateResultsPassBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    Operation *end = getOperation().front().getTerminator();
    OpBuilder builder(end);
    llvm::SmallPtrSet<Value, 4> returned;
    for (OpOperand &operand : end->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!type || returned.insert(operand.get()).second)
        continue;
      SmallVector<Value> noSizes;
      operand.set(bufferization::AllocTensorOp::create(
          builder, end->getLoc(), type, noSizes, /*copy=*/operand.get()));
    }
  }
};
} // namespace
