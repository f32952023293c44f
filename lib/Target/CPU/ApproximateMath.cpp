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

/// Without an instruction LLVM makes rounding a call. Adding 2^p to a value
/// below it, and taking it off again, where p is the precision, rounds to the
/// nearest integer; the rest is a correction by 1.
template <typename OpTy>
struct ExpandRounding : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getType();
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    if (element.getWidth() < 32) {
      Type f32 = rewriter.getF32Type();
      Type wide = f32;
      if (auto vector = dyn_cast<VectorType>(type))
        wide = vector.clone(f32);
      Value x = arith::ExtFOp::create(rewriter, loc, wide, op.getOperand());
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(
          op, type, OpTy::create(rewriter, loc, x));
      return success();
    }
    auto constant = [&](double value) -> Value {
      TypedAttr attr = rewriter.getFloatAttr(element, value);
      if (auto vector = dyn_cast<VectorType>(type))
        attr = SplatElementsAttr::get(vector, attr);
      return arith::ConstantOp::create(rewriter, loc, attr);
    };
    using Predicate = arith::CmpFPredicate;
    auto oneIf = [&](Predicate predicate, Value a, Value b) -> Value {
      return arith::SelectOp::create(
          rewriter, loc, arith::CmpFOp::create(rewriter, loc, predicate, a, b),
          constant(1.0), constant(0.0));
    };

    Value x = op.getOperand();
    Value size = math::AbsFOp::create(rewriter, loc, x);
    Value bound = constant(std::ldexp(1.0, element.getFPMantissaWidth() - 1));
    Value result = arith::SubFOp::create(
        rewriter, loc, arith::AddFOp::create(rewriter, loc, size, bound),
        bound);
    if constexpr (std::is_same_v<OpTy, math::FloorOp>) {
      result = math::CopySignOp::create(rewriter, loc, result, x);
      result = arith::SubFOp::create(rewriter, loc, result,
                                     oneIf(Predicate::OGT, result, x));
    } else if constexpr (std::is_same_v<OpTy, math::CeilOp>) {
      result = math::CopySignOp::create(rewriter, loc, result, x);
      result = arith::AddFOp::create(rewriter, loc, result,
                                     oneIf(Predicate::OLT, result, x));
    } else if constexpr (!std::is_same_v<OpTy, math::RoundEvenOp>) {
      result = arith::SubFOp::create(rewriter, loc, result,
                                     oneIf(Predicate::OGT, result, size));
      if constexpr (std::is_same_v<OpTy, math::RoundOp>)
        result = arith::AddFOp::create(
            rewriter, loc, result,
            oneIf(Predicate::OGE,
                  arith::SubFOp::create(rewriter, loc, size, result),
                  constant(0.5)));
    }
    result = math::CopySignOp::create(rewriter, loc, result, x);
    // Larger values are integers; NaN stays what it is.
    Value isSmall =
        arith::CmpFOp::create(rewriter, loc, Predicate::OLT, size, bound);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isSmall, result, x);
    return success();
  }
};

/// False when the target needs a call to round.
bool hasRounding(TargetAttr target) {
  return target.getArch() != "x86_64" || target.getVectorBits() > 128 ||
         target.hasFeature("sse4.1");
}

struct ApproximateMath
    : public cpu::impl::CompressCPUApproximateMathPassBase<ApproximateMath> {
  using CompressCPUApproximateMathPassBase::CompressCPUApproximateMathPassBase;

  void runOnOperation() override {
    TargetAttr target =
        cpu::getModuleTarget(getOperation()->getParentOfType<ModuleOp>());
    RewritePatternSet patterns(&getContext());
    populateMathAlgebraicSimplificationPatterns(patterns);
    // Narrower types in f32: LLVM would convert them by calls.
    populateMathF32ExpansionPatterns(patterns, [](StringRef) { return true; });
    populateMathPolynomialApproximationPatterns(patterns);
    arith::populateExpandBFloat16Patterns(patterns);
    if (!target.hasFeature("fma"))
      patterns.add<ExpandFma>(&getContext());
    if (!hasRounding(target))
      patterns.add<ExpandRounding<math::FloorOp>, ExpandRounding<math::CeilOp>,
                   ExpandRounding<math::RoundOp>, ExpandRounding<math::TruncOp>,
                   ExpandRounding<math::RoundEvenOp>>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
