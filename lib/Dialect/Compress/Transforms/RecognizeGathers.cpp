//===- RecognizeGathers.cpp - table lookups become gathers ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
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

static constexpr StringLiteral kCategory = "compress-recognize-gathers";

namespace {
/// A generic whose result is `table[0..., row(inputs), trailing loops]`.
struct GatherMatch {
  tensor::ExtractOp extract;
  /// The row number, an `index` computed in the body.
  Value row;
  /// The dimension of the rows; those before have size 1.
  int64_t firstDim;
  int64_t numRows;
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
  if (auto cast = row.getDefiningOp<arith::IndexCastOp>();
      cast && !cast.getIn().getType().isInteger(1))
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

/// The read of an element of a constant table that `op` yields; null when it
/// yields anything else.
static tensor::ExtractOp getTableRead(linalg::GenericOp op,
                                      SymbolTableCollection &symbols) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1)
    return {};
  Block *body = op.getBody();
  auto extract =
      body->getTerminator()->getOperand(0).getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract->getBlock() != body ||
      !isa<FloatType>(extract.getType()) ||
      !extract.getTensor().getType().hasStaticShape())
    return {};
  Value root = getMovedRoot(extract.getTensor());
  return getWeight(root, symbols) || root.getDefiningOp<arith::ConstantOp>()
             ? extract
             : tensor::ExtractOp();
}

/// True when `index` is 0: a constant, or the index of a loop of one step.
static bool isZeroIndex(Value index, linalg::GenericOp op) {
  if (matchPattern(index, m_Zero()))
    return true;
  auto loop = index.getDefiningOp<linalg::IndexOp>();
  return loop && op.getStaticLoopRanges()[loop.getDim()] == 1;
}

/// Fills in the ops that compute the row; returns what is in the way, or null.
/// They may depend on the inputs at the `leading` loops.
static const char *collectSlice(linalg::GenericOp op, unsigned leading,
                                GatherMatch &match) {
  Block *body = op.getBody();
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.inclusive = true;
  options.filter = [&](Operation *inner) { return inner->getBlock() == body; };
  Operation *root = match.row.getDefiningOp();
  if (root && root->getBlock() == body &&
      failed(getBackwardSlice(root, &slice, options)))
    return "the row has no slice of its own";
  match.slice = llvm::to_vector(slice);
  for (Operation *inner : match.slice)
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      if (index.getDim() >= leading)
        return "the row depends on the place within it";
  for (OpOperand *input : op.getDpsInputOperands())
    for (unsigned dim = leading; dim < op.getNumLoops(); ++dim)
      if (op.getMatchingIndexingMap(input).isFunctionOfDim(dim))
        return "an input depends on the place within a row";
  for (Operation &inner : body->without_terminator()) {
    auto check = dyn_cast<cf::AssertOp>(inner);
    if (check ? !isBoundsCheck(check, match.row, match.numRows)
              : !isMemoryEffectFree(&inner))
      return "the body has an effect that a gather has not";
  }
  return nullptr;
}

/// Matches a generic that yields `read`, an element of a constant table;
/// returns what is in the way, or null.
static const char *matchGather(linalg::GenericOp op, tensor::ExtractOp read,
                               GatherMatch &match) {
  if (op.getNumReductionLoops() != 0 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return "the result is permuted or reduced";
  RankedTensorType table = read.getTensor().getType();
  unsigned loops = op.getNumLoops(), rank = table.getRank(), first = 0;
  while (first + 1 < rank && table.getDimSize(first) == 1 &&
         isZeroIndex(read.getIndices()[first], op))
    ++first;
  unsigned rowRank = rank - first - 1;
  if (rank == 0 || loops < rowRank)
    return "the table has more dimensions than the result";
  match = {read, read.getIndices()[first], first, table.getDimSize(first), {}};

  // The trailing loops walk along the row.
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getResult(0).getType()).getShape();
  if (shape.take_back(rowRank) != table.getShape().take_back(rowRank))
    return "only a part of each row is read";
  for (unsigned dim = 0; dim < rowRank; ++dim) {
    Value index = read.getIndices()[first + 1 + dim];
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    bool isLoop = loop && loop.getDim() == loops - rowRank + dim;
    if (!isLoop &&
        !(table.getDimSize(first + 1 + dim) == 1 && isZeroIndex(index, op)))
      return "rows are not read in order";
  }
  return collectSlice(op, loops - rowRank, match);
}

/// The table with the row as its first dimension.
static Value makeTable(OpBuilder &builder, GatherMatch match) {
  Value table = match.extract.getTensor();
  if (match.firstDim == 0)
    return table;
  SmallVector<ReassociationIndices> groups(1);
  for (int64_t dim = 0, rank = match.extract.getIndices().size(); dim < rank;
       ++dim) {
    if (dim > match.firstDim)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return tensor::CollapseShapeOp::create(builder, match.extract.getLoc(), table,
                                         groups);
}

/// The tensor of row numbers: an input as it is where the body only casts it,
/// else a generic of what the body computes.
static Value makeIndices(OpBuilder &builder, linalg::GenericOp op,
                         GatherMatch match) {
  unsigned leading =
      op.getNumLoops() - match.extract.getIndices().size() + 1 + match.firstDim;
  Value source = match.row;
  if (auto cast = source.getDefiningOp<arith::IndexCastOp>();
      cast && !cast.getIn().getType().isInteger(1))
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
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, op.getDpsInits()[0]);
  sizes.truncate(leading);
  Value init =
      tensor::EmptyOp::create(builder, loc, sizes, builder.getI64Type());
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
      tensor::ExtractOp read = getTableRead(op, symbols);
      if (!read)
        return;
      GatherMatch match;
      if (const char *reason = matchGather(op, read, match))
        emitMissed(op, "LookupStays", kCategory)
            << remark::reason("{0}", reason);
      else
        matches.emplace_back(op, match);
    });
    for (auto &[op, match] : matches) {
      IRRewriter rewriter(op);
      Value indices = makeIndices(rewriter, op, match);
      Value table = makeTable(rewriter, match);
      rewriter.replaceOpWithNewOp<GatherOp>(op, op.getResult(0).getType(),
                                            table, indices);
    }
  }
};
} // namespace
