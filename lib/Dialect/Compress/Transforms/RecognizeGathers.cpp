//===- RecognizeGathers.cpp - table lookups become gathers ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSRECOGNIZEGATHERSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

namespace {
/// A generic whose result is `table[row(inputs), trailing loops]`.
struct GatherMatch {
  tensor::ExtractOp extract;
  /// The row number, an `index` computed in the body.
  Value row;
  /// Ops of the body that compute it, in order.
  SmallVector<Operation *> slice;
};
} // namespace

/// True when the assertion says nothing but that `row`, or the integer that it
/// was cast from, lies inside [0, rows): the gather checks that itself.
static bool isBoundsCheck(cf::AssertOp check, Value row, int64_t rows) {
  auto compare = check.getArg().getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return false;
  Value source = row;
  if (auto cast = row.getDefiningOp<arith::IndexCastOp>())
    source = cast.getIn();
  if (compare.getLhs() != row && compare.getLhs() != source)
    return false;
  APInt bound;
  if (!matchPattern(compare.getRhs(), m_ConstantInt(&bound)))
    return false;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
    return bound.getSExtValue() == rows;
  case arith::CmpIPredicate::sle:
    return bound.getSExtValue() == rows - 1;
  case arith::CmpIPredicate::sge:
    return bound.isZero();
  case arith::CmpIPredicate::sgt:
    return bound.isAllOnes();
  default:
    return false;
  }
}

/// Matches a generic that reads rows of a constant table.
static FailureOr<GatherMatch> matchGather(linalg::GenericOp op,
                                          SymbolTableCollection &symbols) {
  if (op.getNumReductionLoops() != 0 || op->getNumResults() != 1 ||
      !op.hasPureTensorSemantics())
    return failure();
  Block *body = op.getBody();
  auto yield = cast<linalg::YieldOp>(body->getTerminator());
  auto extract = yield.getValues()[0].getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract->getBlock() != body ||
      !getWeight(extract.getTensor(), symbols))
    return failure();

  // The trailing loops walk along the row; the result is not permuted.
  unsigned loops = op.getNumLoops(), rank = extract.getIndices().size();
  if (rank == 0 || loops + 1 < rank ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return failure();
  for (unsigned dim = 1; dim < rank; ++dim) {
    auto index = extract.getIndices()[dim].getDefiningOp<linalg::IndexOp>();
    if (!index || index.getDim() != loops - rank + dim)
      return failure();
  }
  RankedTensorType table = extract.getTensor().getType();
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getResult(0).getType()).getShape();
  if (shape.take_back(rank - 1) != table.getShape().drop_front())
    return failure();

  // Whatever computes the row may depend on the inputs at the leading loops.
  GatherMatch match{extract, extract.getIndices()[0], {}};
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.inclusive = true;
  options.filter = [&](Operation *inner) { return inner->getBlock() == body; };
  if (Operation *root = match.row.getDefiningOp())
    if (root->getBlock() == body &&
        failed(getBackwardSlice(root, &slice, options)))
      return failure();
  match.slice = llvm::to_vector(slice);
  unsigned leading = loops - rank + 1;
  for (Operation *inner : match.slice)
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      if (index.getDim() >= leading)
        return failure();
  for (OpOperand *input : op.getDpsInputOperands())
    for (AffineExpr result : op.getMatchingIndexingMap(input).getResults())
      for (unsigned dim = leading; dim < loops; ++dim)
        if (result.isFunctionOfDim(dim))
          return failure();

  // Nothing else may happen in the body.
  for (Operation &inner : body->without_terminator()) {
    if (auto check = dyn_cast<cf::AssertOp>(inner)) {
      if (!isBoundsCheck(check, match.row, table.getDimSize(0)))
        return failure();
    } else if (!isMemoryEffectFree(&inner)) {
      return failure();
    }
  }
  return match;
}

/// The tensor of row numbers: an input as it is where the body only casts it,
/// else a generic of what the body computes.
static Value makeIndices(OpBuilder &builder, linalg::GenericOp op,
                         GatherMatch match) {
  unsigned leading = op.getNumLoops() - match.extract.getIndices().size() + 1;
  Value source = match.row;
  if (auto cast = source.getDefiningOp<arith::IndexCastOp>())
    source = cast.getIn();
  AffineMap identity = builder.getMultiDimIdentityMap(leading);
  auto restrict = [&](AffineMap map) {
    return AffineMap::get(leading, 0, map.getResults(), builder.getContext());
  };
  if (auto argument = dyn_cast<BlockArgument>(source))
    if (argument.getOwner() == op.getBody()) {
      OpOperand &input = op->getOpOperand(argument.getArgNumber());
      if (restrict(op.getMatchingIndexingMap(&input)) == identity)
        return input.get();
    }

  Location loc = op.getLoc();
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getResult(0).getType()).getShape();
  Value init = tensor::EmptyOp::create(builder, loc, shape.take_front(leading),
                                       builder.getI64Type());
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands())
    maps.push_back(restrict(op.getMatchingIndexingMap(input)));
  maps.push_back(identity);
  SmallVector<utils::IteratorType> iterators(leading,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), op.getInputs(), init, maps,
             iterators,
             [&](OpBuilder &nested, Location, ValueRange arguments) {
               IRMapping mapping;
               for (auto [from, to] : llvm::zip(op.getBody()->getArguments(),
                                                arguments.drop_back()))
                 mapping.map(from, to);
               for (Operation *inner : match.slice)
                 nested.clone(*inner, mapping);
               Value row = arith::IndexCastOp::create(
                   nested, loc, nested.getI64Type(),
                   mapping.lookupOrDefault(match.row));
               linalg::YieldOp::create(nested, loc, row);
             })
      .getResult(0);
}

namespace {
struct RecognizeGathers
    : public compress::impl::CompressRecognizeGathersPassBase<
          RecognizeGathers> {
  using CompressRecognizeGathersPassBase::CompressRecognizeGathersPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    SmallVector<std::pair<linalg::GenericOp, GatherMatch>> matches;
    getOperation().walk([&](linalg::GenericOp op) {
      FailureOr<GatherMatch> match = matchGather(op, symbols);
      if (succeeded(match))
        matches.emplace_back(op, *match);
    });
    for (auto &[op, match] : matches) {
      IRRewriter rewriter(op);
      Value indices = makeIndices(rewriter, op, match);
      rewriter.replaceOpWithNewOp<GatherOp>(op, op.getResult(0).getType(),
                                            match.extract.getTensor(), indices);
    }
  }
};
} // namespace
