//===- NormalizeContractions.cpp - one form for contractions ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSNORMALIZECONTRACTIONSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr StringLiteral kCategory = "compress-normalize-contractions";

/// True when `op` adds products of two floats to its init, and does nothing
/// else: a contraction or a convolution.
static bool addsProducts(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op.getNumReductionLoops() != 0 &&
         isMultiplyAdd(op) &&
         (linalg::isaContractionOpInterface(op) ||
          isa<linalg::ConvolutionOpInterface>(op.getOperation()));
}

/// Zeros of the shape of `like`.
static Value makeZeros(OpBuilder &builder, Location loc, Value like) {
  Type elementType = getElementTypeOrSelf(like);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, like), elementType);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(elementType));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// What `init` is a copy of, perhaps repeated along some dimensions, with the
/// map from its own elements; `init` itself with the identity if it is no copy.
static std::pair<Value, AffineMap> skipBroadcast(Value init) {
  auto rank = cast<RankedTensorType>(init.getType()).getRank();
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(rank, init.getContext());
  auto copy = init.getDefiningOp<linalg::LinalgOp>();
  if (!copy || copy.getNumDpsInputs() != 1 || copy->getNumResults() != 1 ||
      !copy.hasPureTensorSemantics() || copy.getNumReductionLoops() != 0)
    return {init, identity};
  OpOperand *input = copy.getDpsInputOperand(0);
  if (!isa<RankedTensorType>(input->get().getType()) ||
      copy.getBlock()->getTerminator()->getOperand(0) !=
          copy.getMatchingBlockArgument(input) ||
      !copy.getMatchingIndexingMap(copy.getDpsInitOperand(0)).isIdentity() ||
      copy.getBlock()->getOperations().size() != 1)
    return {init, identity};
  return {input->get(), copy.getMatchingIndexingMap(input)};
}

namespace {
/// What the sums start from becomes an addition behind them: biases have one
/// form, and the sums start from zero.
struct AddInitBehind : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!addsProducts(op) || isZeroTensor(getMovedRoot(op.getDpsInits()[0])))
      return rewriter.notifyMatchFailure(op, "sums start from zero");
    Location loc = op.getLoc();
    Value init = op.getDpsInits()[0];
    SmallVector<Value> operands = op.getDpsInputs();
    operands.push_back(makeZeros(rewriter, loc, init));
    Operation *sums = clone(rewriter, op, op->getResultTypes(), operands);
    auto [added, map] = skipBroadcast(init);
    auto type = cast<RankedTensorType>(init.getType());
    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, init),
        type.getElementType());
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange{sums->getResult(0), added}, empty,
        ArrayRef{identity, map, identity}, iterators,
        [&](OpBuilder &nested, Location bodyLoc, ValueRange arguments) {
          Value sum = arith::AddFOp::create(nested, bodyLoc, arguments[0],
                                            arguments[1]);
          linalg::YieldOp::create(nested, bodyLoc, sum);
        });
    return success();
  }
};

/// Several loops of one role that lie side by side in all operands become one.
struct CollapseLoops : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!addsProducts(op) || !linalg::isaContractionOpInterface(op) ||
        op.hasDynamicShape())
      return rewriter.notifyMatchFailure(op, "not a static contraction");
    FailureOr<linalg::ContractionDimensions> dims =
        linalg::inferContractionDims(op);
    if (failed(dims))
      return rewriter.notifyMatchFailure(op, "loops of unknown roles");
    SmallVector<ReassociationIndices> groups;
    for (ArrayRef<unsigned> loops : {ArrayRef(dims->n), ArrayRef(dims->k)}) {
      ReassociationIndices group(loops.begin(), loops.end());
      llvm::sort(group);
      if (group.size() > 1)
        groups.push_back(group);
    }
    if (groups.empty() ||
        !linalg::areDimSequencesPreserved(op.getIndexingMapsArray(), groups))
      return rewriter.notifyMatchFailure(op, "nothing to collapse");
    if (!isa<linalg::GenericOp>(op.getOperation())) {
      FailureOr<linalg::GenericOp> generic =
          linalg::generalizeNamedOp(rewriter, op);
      if (failed(generic))
        return failure();
      op = cast<linalg::LinalgOp>(generic->getOperation());
    }
    FailureOr<linalg::CollapseResult> result =
        linalg::collapseOpIterationDims(op, groups, rewriter);
    if (failed(result))
      return failure();
    linalg::LinalgOp collapsed = result->collapsedOp;
    Value init = collapsed.getDpsInits()[0];
    if (isZeroTensor(getMovedRoot(init))) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(collapsed);
      Value zeros = makeZeros(rewriter, op.getLoc(), init);
      rewriter.modifyOpInPlace(collapsed,
                               [&] { collapsed.setDpsInitOperand(0, zeros); });
    }
    rewriter.replaceOp(op, result->results);
    return success();
  }
};

/// A weight is the right factor, and so is a matrix that is multiplied by a
/// vector.
struct SwapFactors : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  SwapFactors(MLIRContext *context, function_ref<bool(Value)> isWeight)
      : OpInterfaceRewritePattern(context), isWeight(isWeight) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!addsProducts(op) || !linalg::isaContractionOpInterface(op))
      return rewriter.notifyMatchFailure(op, "not a contraction");
    FailureOr<linalg::ContractionDimensions> dims =
        linalg::inferContractionDims(op);
    if (failed(dims) || dims->m.empty())
      return rewriter.notifyMatchFailure(op, "the left factor has no rows");
    Value lhs = op.getDpsInputs()[0], rhs = op.getDpsInputs()[1];
    if (!dims->n.empty() && (!isWeight(lhs) || isWeight(rhs)))
      return rewriter.notifyMatchFailure(op, "factors lie right");
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    std::swap(maps[0], maps[1]);
    if (!llvm::all_of(
            maps, [](AffineMap map) { return map.isProjectedPermutation(); }))
      return rewriter.notifyMatchFailure(op, "maps of an unknown form");
    rewriter.replaceOpWithNewOp<linalg::ContractOp>(
        op, op->getResultTypes(), ValueRange{rhs, lhs}, op.getDpsInits(),
        rewriter.getAffineMapArrayAttr(maps));
    return success();
  }

private:
  function_ref<bool(Value)> isWeight;
};

/// A transpose or a broadcast in front of the right factor goes into its
/// indexing map.
struct LookThroughCopies : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<Contraction> contraction = matchContraction(op);
    if (failed(contraction))
      return rewriter.notifyMatchFailure(op, "not a contraction");
    Value rhs = contraction->rhs().get();
    auto copy = rhs.getDefiningOp<linalg::LinalgOp>();
    OpOperand *moved = getMovedOperand(copy);
    if (!moved ||
        getElementTypeOrSelf(moved->get()) != getElementTypeOrSelf(rhs))
      return rewriter.notifyMatchFailure(op, "operand is used as it lies");
    AffineMap in = copy.getMatchingIndexingMap(moved);
    AffineMap out = copy.getMatchingIndexingMap(copy.getDpsInitOperand(0));
    AffineMap map =
        in.compose(inversePermutation(out)).compose(contraction->rhsMap());
    SmallVector<AffineMap> maps = {contraction->lhsMap(), map,
                                   contraction->initMap()};
    if (!map.isProjectedPermutation())
      return rewriter.notifyMatchFailure(op, "maps of an unknown form");
    rewriter.replaceOpWithNewOp<linalg::ContractOp>(
        op, op->getResultTypes(),
        ValueRange{contraction->lhs().get(), moved->get()}, op.getDpsInits(),
        rewriter.getAffineMapArrayAttr(maps));
    return success();
  }
};

struct NormalizeContractions
    : public compress::impl::CompressNormalizeContractionsPassBase<
          NormalizeContractions> {
  using CompressNormalizeContractionsPassBase::
      CompressNormalizeContractionsPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    auto isWeight = [&](Value value) {
      return getWeight(getMovedRoot(value), symbols) != nullptr;
    };
    RewritePatternSet patterns(&getContext());
    patterns.add<AddInitBehind, CollapseLoops, LookThroughCopies>(
        &getContext());
    patterns.add<SwapFactors>(&getContext(), isWeight);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (!linalg::isaContractionOpInterface(op) ||
          succeeded(matchContraction(op)) ||
          llvm::none_of(op.getDpsInputs(), isWeight))
        return;
      emitMissed(op, "ContractionStays", kCategory)
          << remark::reason("'{0}' reads a weight, but is no sum of float "
                            "products with one n and one k loop",
                            op->getName().getStringRef());
    });
  }
};
} // namespace
