//===- RecognizeClamps.cpp - comparisons become minima, maxima --*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Fusion.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSRECOGNIZECLAMPSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

using Predicate = arith::CmpFPredicate;

/// The predicate of `b p a` that means `a predicate b`.
static Predicate swapOperands(Predicate predicate) {
  switch (predicate) {
  case Predicate::OGT:
    return Predicate::OLT;
  case Predicate::OGE:
    return Predicate::OLE;
  case Predicate::OLT:
    return Predicate::OGT;
  case Predicate::OLE:
    return Predicate::OGE;
  case Predicate::UGT:
    return Predicate::ULT;
  case Predicate::UGE:
    return Predicate::ULE;
  case Predicate::ULT:
    return Predicate::UGT;
  case Predicate::ULE:
    return Predicate::UGE;
  default:
    return predicate;
  }
}

/// True when `value` is a constant other than NaN.
static bool isNumber(Value value) {
  APFloat constant(0.0f);
  return matchPattern(value, m_ConstantFloat(&constant)) && !constant.isNaN();
}

namespace {
/// `x > c ? x : c` and its kin. With a constant c only x can be NaN: where the
/// comparison then takes x the result is NaN, as that of maximumf; where it
/// takes c, it is the number, as that of maxnumf.
struct SelectToClamp : public OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>();
    if (!compare)
      return rewriter.notifyMatchFailure(op, "no comparison of floats");
    Value x = compare.getLhs(), bound = compare.getRhs();
    Predicate predicate = compare.getPredicate();
    if (isNumber(x)) {
      std::swap(x, bound);
      predicate = swapOperands(predicate);
    }
    bool takesX = op.getTrueValue() == x && op.getFalseValue() == bound;
    bool takesBound = op.getTrueValue() == bound && op.getFalseValue() == x;
    if (!isNumber(bound) || !(takesX || takesBound))
      return rewriter.notifyMatchFailure(op, "no choice of x and a constant");

    bool isGreater, isUnordered;
    switch (predicate) {
    case Predicate::OGT:
    case Predicate::OGE:
      isGreater = true, isUnordered = false;
      break;
    case Predicate::UGT:
    case Predicate::UGE:
      isGreater = isUnordered = true;
      break;
    case Predicate::OLT:
    case Predicate::OLE:
      isGreater = isUnordered = false;
      break;
    case Predicate::ULT:
    case Predicate::ULE:
      isGreater = false, isUnordered = true;
      break;
    default:
      return rewriter.notifyMatchFailure(op, "no comparison of order");
    }
    bool isMaximum = isGreater == takesX, keepsNaN = isUnordered == takesX;
    if (isMaximum && keepsNaN)
      rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, x, bound);
    else if (isMaximum)
      rewriter.replaceOpWithNewOp<arith::MaxNumFOp>(op, x, bound);
    else if (keepsNaN)
      rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, x, bound);
    else
      rewriter.replaceOpWithNewOp<arith::MinNumFOp>(op, x, bound);
    return success();
  }
};
} // namespace

/// True for a generic that only takes minima and maxima with constants.
static bool isClamp(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && generic.getNumReductionLoops() == 0 &&
         generic.getNumDpsInputs() == 1 &&
         generic.getBody()->getOperations().size() > 1 &&
         llvm::all_of(
             generic.getBody()->without_terminator(), [](Operation &inner) {
               return isa<arith::MaximumFOp, arith::MaxNumFOp,
                          arith::MinimumFOp, arith::MinNumFOp>(inner) &&
                      (isNumber(inner.getOperand(0)) ||
                       isNumber(inner.getOperand(1)));
             });
}

/// True when a clamp is all that reads the result of another one.
static bool isClampOfClamp(OpOperand *operand) {
  return operand->get().hasOneUse() && isClamp(operand->getOwner()) &&
         isClamp(operand->get().getDefiningOp());
}

namespace {
struct RecognizeClamps
    : public compress::impl::CompressRecognizeClampsPassBase<RecognizeClamps> {
  using CompressRecognizeClampsPassBase::CompressRecognizeClampsPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SelectToClamp>(&getContext());
    populateElementwiseFusionPatterns(patterns, isClampOfClamp);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
