//===- FuseElementwise.cpp - elementwise chains in one pass -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Fusion.h"
#include "compression/Target/CPU/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUFUSEELEMENTWISEPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// True for a body that hands its elements on, at most with a cast.
static bool onlyCasts(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && llvm::all_of(generic.getBody()->without_terminator(),
                                 llvm::IsaPred<CastOpInterface>);
}

/// True when the user reads each element in one iteration only, so that fusion
/// computes nothing twice; `operand` is the fused one.
static bool readsOnce(OpOperand *operand) {
  auto user = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!user)
    return true;
  AffineMap map = user.getMatchingIndexingMap(operand);
  SmallVector<int64_t> ranges = user.getStaticLoopRanges();
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (range != 1 && !map.isFunctionOfDim(loop))
      return false;
  return true;
}

/// True when the producer of `operand` may go into its user.
static bool mayFuse(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  return producer && producer->hasOneUse() &&
         (readsOnce(operand) || onlyCasts(producer));
}

/// True when a reshape between an op and its only user may move.
static bool mayMove(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  return producer && producer->hasOneUse();
}

namespace {
struct FuseElementwise
    : public cpu::impl::CompressCPUFuseElementwisePassBase<FuseElementwise> {
  using CompressCPUFuseElementwisePassBase::CompressCPUFuseElementwisePassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    populateElementwiseFusionPatterns(patterns, mayFuse);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayMove);
    linalg::populateConstantFoldLinalgOperations(patterns, mayMove);
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    context->getLoadedDialect<linalg::LinalgDialect>()
        ->getCanonicalizationPatterns(patterns);
    // Producers before users takes the fewest steps.
    if (failed(applyPatternsGreedily(
            getOperation(), std::move(patterns),
            GreedyRewriteConfig().setUseTopDownTraversal())))
      signalPassFailure();
  }
};
} // namespace
