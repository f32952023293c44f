//===- ApproximateMath.cpp - functions without calls ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUAPPROXIMATEMATHPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

namespace {
/// Without an instruction LLVM makes a fused multiply-add a call of fmaf.
struct ExpandFma : public OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Value product = arith::MulFOp::create(rewriter, op.getLoc(), op.getA(),
                                          op.getB(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, product, op.getC(),
                                               op.getFastmath());
    return success();
  }
};

struct ApproximateMath
    : public cpu::impl::CompressCPUApproximateMathPassBase<ApproximateMath> {
  using CompressCPUApproximateMathPassBase::CompressCPUApproximateMathPassBase;

  void runOnOperation() override {
    TargetAttr target =
        cpu::getModuleTarget(getOperation()->getParentOfType<ModuleOp>());
    RewritePatternSet patterns(&getContext());
    populateMathAlgebraicSimplificationPatterns(patterns);
    populateMathPolynomialApproximationPatterns(patterns);
    arith::populateExpandBFloat16Patterns(patterns);
    if (!target.hasFeature("fma"))
      patterns.add<ExpandFma>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
