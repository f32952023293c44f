//===- DropUnitDims.cpp - loops and dimensions of size 1 --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DropUnitDims.h"
#include "compression/Target/CPU/Passes.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUDROPUNITDIMSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// The loops in `loops`, without those that stay because of `operand`. Without
/// `oh`, of one step, `oh * 2 + kh` is `kh`, which has to walk along the whole
/// dimension: a pooling that leaves a rest of its input unread doesn't.
static llvm::SmallBitVector withoutWindows(linalg::GenericOp op,
                                           OpOperand &operand,
                                           llvm::SmallBitVector loops) {
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> others;
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    others.push_back(loops.test(loop) ? getAffineConstantExpr(0, context)
                                      : getAffineDimExpr(loop, context));
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [expr, size] :
       llvm::zip_equal(op.getMatchingIndexingMap(&operand).getResults(),
                       op.getShape(&operand))) {
    if (isa<AffineDimExpr>(expr))
      continue;
    auto left = dyn_cast<AffineDimExpr>(expr.replaceDims(others));
    if (!left ||
        (ranges[left.getPosition()] == size && !ShapedType::isDynamic(size)))
      continue;
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      if (expr.isFunctionOfDim(loop))
        loops.reset(loop);
  }
  return loops;
}

/// The loops of size 1 that may go, or dimensions of a pad.
static SmallVector<unsigned> getDroppable(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return linalg::ControlDropUnitDims().controlFn(op);
  llvm::SmallBitVector loops(generic.getNumLoops());
  for (auto [loop, range] : llvm::enumerate(generic.getStaticLoopRanges()))
    loops[loop] = range == 1;
  // What stays because of one operand changes what is left of the others.
  llvm::SmallBitVector before;
  do {
    before = loops;
    for (OpOperand &operand : generic->getOpOperands())
      loops = withoutWindows(generic, operand, loops);
  } while (loops != before);
  return llvm::to_vector_of<unsigned>(loops.set_bits());
}

LogicalResult
cpu::dropUnitDims(Operation *root,
                  linalg::ControlDropUnitDims::RankReductionStrategy strategy,
                  RewritePatternSet cleanUp) {
  linalg::ControlDropUnitDims control;
  control.rankReductionStrategy = strategy;
  control.controlFn = getDroppable;
  RewritePatternSet patterns(root->getContext());
  linalg::populateFoldUnitExtentDimsPatterns(patterns, control);
  walkAndApplyPatterns(root, std::move(patterns));
  linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(cleanUp, control);
  return applyPatternsGreedily(root, std::move(cleanUp));
}

namespace {
struct DropUnitDims
    : public cpu::impl::CompressCPUDropUnitDimsPassBase<DropUnitDims> {
  using CompressCPUDropUnitDimsPassBase::CompressCPUDropUnitDimsPassBase;

  void runOnOperation() override {
    using Strategy = linalg::ControlDropUnitDims::RankReductionStrategy;
    RewritePatternSet cleanUp(&getContext());
    linalg::populateMoveInitOperandsToInputPattern(cleanUp);
    if (failed(cpu::dropUnitDims(getOperation(), Strategy::ReassociativeReshape,
                                 std::move(cleanUp))))
      signalPassFailure();
  }
};
} // namespace
