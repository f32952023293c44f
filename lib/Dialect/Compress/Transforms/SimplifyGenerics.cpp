//===- SimplifyGenerics.cpp - drop what generics don't need -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSSIMPLIFYGENERICSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// The element of a constant that has the same one everywhere; null for any
/// other value.
static TypedAttr getSplatElement(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return {};
  auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!dense || !dense.isSplat())
    return {};
  return dyn_cast<TypedAttr>(dense.getSplatValue<Attribute>());
}

/// True for ops whose operands may be weights, which stay operands.
static bool mayHaveWeights(linalg::LinalgOp op) {
  return linalg::isaContractionOpInterface(op) ||
         isa<linalg::ConvolutionOpInterface>(op.getOperation());
}

/// True for what a loop carries: the next value is best written over it.
static bool isCarried(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
}

namespace {
/// An operand that has the same element everywhere becomes a constant of the
/// body.
struct InlineSplats : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (mayHaveWeights(op))
      return rewriter.notifyMatchFailure(op, "a contraction");
    bool changed = false;
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      TypedAttr element = getSplatElement(input->get());
      if (!element || argument.use_empty())
        continue;
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(op.getBody());
      Value constant =
          arith::ConstantOp::create(rewriter, op.getLoc(), element);
      rewriter.replaceAllUsesWith(argument, constant);
      changed = true;
    }
    return success(changed);
  }
};

/// An init of one element everywhere is a fill, and one of which nothing is
/// left in the result is empty: importers take any tensor of the right type.
struct SimplifyInits : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      auto type = dyn_cast<RankedTensorType>(init.get().getType());
      // Elements that no point of the loops writes stay in the result.
      bool isNeeded = op.payloadUsesValueFromOperand(&init) ||
                      !op.getMatchingIndexingMap(&init).isPermutation();
      TypedAttr element = getSplatElement(init.get());
      if (!type || (isNeeded && !element) || isCarried(init.get()) ||
          init.get().getDefiningOp<tensor::EmptyOp>())
        continue;
      Location loc = init.get().getLoc();
      Value value = tensor::EmptyOp::create(
          rewriter, loc, tensor::getMixedSizes(rewriter, loc, init.get()),
          type.getElementType());
      if (isNeeded) {
        Value scalar = arith::ConstantOp::create(rewriter, loc, element);
        value =
            linalg::FillOp::create(rewriter, loc, scalar, value).getResult(0);
      }
      rewriter.modifyOpInPlace(op, [&] { init.set(value); });
      changed = true;
    }
    return success(changed);
  }
};

/// A result that nobody uses, and that the others don't need, is not computed
/// any more: its init is yielded as it is, which upstream's patterns drop.
struct DropDeadResults : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "no results on tensors");
    auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
    bool changed = false;
    for (OpResult result : op->getResults()) {
      BlockArgument sum = op.getMatchingBlockArgument(
          op.getDpsInitOperand(result.getResultNumber()));
      OpOperand &yielded = yield->getOpOperand(result.getResultNumber());
      if (!result.use_empty() || yielded.get() == sum ||
          isNeededElsewhere(sum, yielded))
        continue;
      rewriter.modifyOpInPlace(yield, [&] { yielded.set(sum); });
      changed = true;
    }
    return success(changed);
  }

  /// True when `value` reaches another yielded value than `own`, or an op with
  /// side effects.
  static bool isNeededElsewhere(Value value, OpOperand &own) {
    SmallVector<Value> worklist = {value};
    DenseSet<Value> seen;
    while (!worklist.empty()) {
      for (OpOperand &use : worklist.pop_back_val().getUses()) {
        Operation *user = use.getOwner();
        if (&use == &own)
          continue;
        if (user == own.getOwner() || !isMemoryEffectFree(user) ||
            user->getBlock() != own.getOwner()->getBlock())
          return true;
        for (Value result : user->getResults())
          if (seen.insert(result).second)
            worklist.push_back(result);
      }
    }
    return false;
  }
};

/// A generic that only writes a constant is a fill.
struct MakeFill : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    Attribute element;
    Value yielded = op.getBody()->getTerminator()->getOperand(0);
    if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 0 ||
        op->getNumResults() != 1 ||
        !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() ||
        !llvm::all_of(op.getBody()->without_terminator(),
                      [](Operation &inner) { return isPure(&inner); }) ||
        !matchPattern(yielded, m_Constant(&element)))
      return rewriter.notifyMatchFailure(op, "writes no constant");
    Value scalar = arith::ConstantOp::create(rewriter, op.getLoc(),
                                             cast<TypedAttr>(element));
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, scalar,
                                                op.getDpsInits()[0]);
    return success();
  }
};

/// A constant that is rounded is a constant; upstream folds a truncation only
/// where it loses nothing.
struct RoundConstant : public OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    APFloat value(0.0f);
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || op.getRoundingmodeAttr() ||
        !matchPattern(op.getIn(), m_ConstantFloat(&value)))
      return rewriter.notifyMatchFailure(op, "no rounding of a constant");
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op,
                                                   FloatAttr::get(type, value));
    return success();
  }
};

struct SimplifyGenerics
    : public compress::impl::CompressSimplifyGenericsPassBase<
          SimplifyGenerics> {
  using CompressSimplifyGenericsPassBase::CompressSimplifyGenericsPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<InlineSplats, SimplifyInits, DropDeadResults, MakeFill,
                 RoundConstant>(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
