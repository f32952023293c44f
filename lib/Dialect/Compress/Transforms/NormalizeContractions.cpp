//===- NormalizeContractions.cpp - weights reach contractions ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSNORMALIZECONTRACTIONSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// An operand and how its coordinates follow from the loops.
struct MappedOperand {
  Value value;
  AffineMap map;
};

/// Looks through one op that only moves elements: a transpose, or a generic
/// that copies its one input (a transpose or a broadcast).
static FailureOr<MappedOperand> lookThrough(MappedOperand operand) {
  if (auto transpose = operand.value.getDefiningOp<linalg::TransposeOp>()) {
    // result[i] = input[i'] with i'[permutation[d]] = i[d].
    SmallVector<AffineExpr> results(operand.map.getNumResults());
    for (auto [dim, source] : llvm::enumerate(transpose.getPermutation()))
      results[source] = operand.map.getResult(dim);
    return MappedOperand{transpose.getInput(),
                         AffineMap::get(operand.map.getNumDims(), 0, results,
                                        operand.map.getContext())};
  }
  auto copy = operand.value.getDefiningOp<linalg::GenericOp>();
  if (!copy || copy.getNumDpsInputs() != 1 || copy->getNumResults() != 1 ||
      copy.getNumReductionLoops() != 0 ||
      !llvm::hasSingleElement(*copy.getBody()))
    return failure();
  auto yield = cast<linalg::YieldOp>(copy.getBody()->getTerminator());
  AffineMap in = copy.getMatchingIndexingMap(copy.getDpsInputOperand(0));
  AffineMap out = copy.getMatchingIndexingMap(copy.getDpsInitOperand(0));
  if (yield.getValues()[0] != copy.getBody()->getArgument(0) ||
      !out.isPermutation() || !in.isProjectedPermutation())
    return failure();
  return MappedOperand{
      copy.getInputs()[0],
      in.compose(inversePermutation(out)).compose(operand.map)};
}

namespace {
/// Gives a contraction the operands behind its transposes and broadcasts.
struct LookThroughOperands
    : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<Contraction> contraction = matchContraction(op);
    if (failed(contraction))
      return rewriter.notifyMatchFailure(op, "not a contraction");

    MappedOperand rhs{contraction->rhs().get(), contraction->rhsMap()};
    bool changed = false;
    for (FailureOr<MappedOperand> next = lookThrough(rhs); succeeded(next);
         next = lookThrough(rhs)) {
      rhs = *next;
      changed = true;
    }
    // The loops of the contraction must still follow from its operands.
    if (!changed || !rhs.map.isProjectedPermutation())
      return rewriter.notifyMatchFailure(op, "operand is used as it lies");

    SmallVector<Attribute> maps = {AffineMapAttr::get(contraction->lhsMap()),
                                   AffineMapAttr::get(rhs.map),
                                   AffineMapAttr::get(contraction->initMap())};
    rewriter.replaceOpWithNewOp<linalg::ContractOp>(
        op, op->getResultTypes(),
        ValueRange{contraction->lhs().get(), rhs.value},
        ValueRange{contraction->init().get()}, rewriter.getArrayAttr(maps));
    return success();
  }
};

struct NormalizeContractions
    : public compress::impl::CompressNormalizeContractionsPassBase<
          NormalizeContractions> {
  using CompressNormalizeContractionsPassBase::
      CompressNormalizeContractionsPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LookThroughOperands>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
