//===- MarkFastMath.cpp - where floats may be reordered ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUMARKFASTMATHPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

using Flags = arith::FastMathFlags;

static void addFlags(arith::ArithFastMathInterface op, Flags flags) {
  if (auto old = op.getFastMathFlagsAttr())
    flags = flags | old.getValue();
  op->setAttr(op.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

/// The op of a reduction's body that combines the sum with the next value.
static Operation *getCombiner(linalg::LinalgOp op, OpOperand &init) {
  BlockArgument sum = op.getMatchingBlockArgument(&init);
  return sum.hasOneUse() ? *sum.getUsers().begin() : nullptr;
}

/// True when the body converts floats to integers: a model that was quantized
/// elsewhere, or a compressed one in its linalg form. Its codes must not depend
/// on the target either.
static bool givesCodes(linalg::GenericOp op) {
  return llvm::any_of(*op.getBody(), [](Operation &inner) {
    return isa<arith::FPToSIOp, arith::FPToUIOp, arith::BitcastOp>(inner);
  });
}

namespace {
struct MarkFastMath
    : public cpu::impl::CompressCPUMarkFastMathPassBase<MarkFastMath> {
  using CompressCPUMarkFastMathPassBase::CompressCPUMarkFastMathPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](linalg::GenericOp op) {
      if (givesCodes(op))
        return;
      op.getBody()->walk([](arith::ArithFastMathInterface inner) {
        // A conversion has no use for them, and its lowering would leave the
        // attribute, which tools that only know LLVM can't read.
        if (isa<CastOpInterface>(*inner))
          return;
        addFlags(inner, Flags::nsz);
      });
      if (op.getNumReductionLoops() == 0)
        return;
      for (OpOperand &init : op.getDpsInitsMutable())
        if (auto combiner =
                dyn_cast_or_null<arith::AddFOp>(getCombiner(op, init)))
          addFlags(combiner, Flags::reassoc);
    });
  }
};
} // namespace
