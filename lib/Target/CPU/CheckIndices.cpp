//===- CheckIndices.cpp - indices that the data gives -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUCHECKINDICESPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

namespace {
/// Ranges of integers, as far as they follow from constants, the iterations of
/// loops, and arithmetic on them.
class RangeFinder {
public:
  ConstantIntRanges get(Value value);

private:
  ConstantIntRanges compute(Value value);
  std::optional<ConstantIntRanges> computeArgument(BlockArgument argument);
  ConstantIntRanges computeInduction(scf::ForOp loop);

  DenseMap<Value, ConstantIntRanges> known;
};
} // namespace

static ConstantIntRanges getRange(int64_t min, int64_t max) {
  constexpr unsigned kWidth = IndexType::kInternalStorageBitWidth;
  return ConstantIntRanges::fromSigned(APInt(kWidth, min, /*isSigned=*/true),
                                       APInt(kWidth, max, /*isSigned=*/true));
}

ConstantIntRanges RangeFinder::get(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  ConstantIntRanges range = compute(value);
  known.try_emplace(value, range);
  return range;
}

ConstantIntRanges RangeFinder::compute(Value value) {
  ConstantIntRanges unknown = ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(value.getType()));
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument).value_or(unknown);
  Operation *op = value.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    auto linalgOp = cast<linalg::LinalgOp>(op->getParentOp());
    int64_t size = linalgOp.getStaticLoopRanges()[index.getDim()];
    return getRange(0, ShapedType::isDynamic(size) ? INT64_MAX : size - 1);
  }
  auto inferable = dyn_cast<InferIntRangeInterface>(op);
  if (!inferable || op->getNumRegions() != 0)
    return unknown;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands())
    operands.push_back(get(operand));
  std::optional<ConstantIntRanges> range;
  inferable.inferResultRanges(
      operands, [&](Value result, const ConstantIntRanges &inferred) {
        if (result == value)
          range = inferred;
      });
  return range.value_or(unknown);
}

std::optional<ConstantIntRanges>
RangeFinder::computeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent);
      loop && argument == loop.getInductionVar() &&
      argument.getType().isIndex())
    return computeInduction(loop);
  // An element of a constant tensor.
  auto op = dyn_cast<linalg::LinalgOp>(parent);
  if (!op)
    return std::nullopt;
  OpOperand *operand = op.getMatchingOpOperand(argument);
  DenseIntElementsAttr elements;
  if (!op.isDpsInput(operand) ||
      !matchPattern(operand->get(), m_Constant(&elements)))
    return std::nullopt;
  std::optional<ConstantIntRanges> range;
  for (const APInt &element : elements.getValues<APInt>()) {
    ConstantIntRanges constant = ConstantIntRanges::constant(element);
    range = range ? range->rangeUnion(constant) : constant;
  }
  return range;
}

ConstantIntRanges RangeFinder::computeInduction(scf::ForOp loop) {
  int64_t first = get(loop.getLowerBound()).smin().getSExtValue();
  int64_t end = get(loop.getUpperBound()).smax().getSExtValue();
  std::optional<int64_t> start = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (end <= first)
    return getRange(first, first);
  int64_t last = end - 1;
  // The last iteration may begin well before the end.
  if (start && step && *step > 0)
    last = first + (last - first) / *step * *step;
  return getRange(first, last);
}

namespace {
/// An index or offset, and the number of its values that are inside of the
/// tensor.
struct Access {
  OpOperand *index;
  unsigned dim;
  int64_t limit;
};

struct CheckIndices
    : public cpu::impl::CompressCPUCheckIndicesPassBase<CheckIndices> {
  using CompressCPUCheckIndicesPassBase::CompressCPUCheckIndicesPassBase;

  void runOnOperation() override {
    RangeFinder ranges;
    SmallVector<Access> unknown;
    getOperation().walk([&](Operation *op) {
      for (const Access &access : getAccesses(op))
        if (ranges.get(access.index->get()).umax().uge(access.limit))
          unknown.push_back(access);
    });
    for (const Access &access : unknown)
      check(access);
  }

  static SmallVector<Access> getAccesses(Operation *op);
  static void check(const Access &access);
};
} // namespace

/// The indices of the elements that `op` reads or writes, and the offsets of
/// its slices. Sizes that are not static have no arena.
SmallVector<Access> CheckIndices::getAccesses(Operation *op) {
  SmallVector<Access> accesses;
  auto addIndices = [&](RankedTensorType type, MutableOperandRange indices) {
    for (auto [dim, index] : llvm::enumerate(indices))
      if (!type.isDynamicDim(dim))
        accesses.push_back({&index, unsigned(dim), type.getDimSize(dim)});
  };
  auto addOffsets = [&](RankedTensorType type,
                        OffsetSizeAndStrideOpInterface slice) {
    for (unsigned dim = 0; dim < type.getRank(); ++dim) {
      if (!slice.isDynamicOffset(dim) || slice.isDynamicSize(dim) ||
          slice.isDynamicStride(dim) || type.isDynamicDim(dim))
        continue;
      int64_t last =
          (slice.getStaticSize(dim) - 1) * slice.getStaticStride(dim);
      accesses.push_back(
          {&slice->getOpOperand(slice.getIndexOfDynamicOffset(dim)), dim,
           type.getDimSize(dim) - last});
    }
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::ExtractOp extract) {
        addIndices(extract.getTensor().getType(), extract.getIndicesMutable());
      })
      .Case([&](tensor::InsertOp insert) {
        addIndices(insert.getDest().getType(), insert.getIndicesMutable());
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        addOffsets(slice.getSourceType(), slice);
      })
      .Case([&](tensor::InsertSliceOp slice) {
        addOffsets(slice.getDestType(), slice);
      });
  return accesses;
}

/// Asserts that the index is inside, and keeps it there if it isn't: a negative
/// one is a huge unsigned one.
void CheckIndices::check(const Access &access) {
  Operation *op = access.index->getOwner();
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value index = access.index->get();
  Value limit = arith::ConstantIndexOp::create(builder, loc, access.limit);
  Value isInside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, index, limit);
  cf::AssertOp::create(builder, loc, isInside,
                       ("expected indices within [0, " + Twine(access.limit) +
                        ") of dimension " + Twine(access.dim))
                           .str());
  Value last = arith::ConstantIndexOp::create(
      builder, loc, std::max<int64_t>(access.limit - 1, 0));
  access.index->set(arith::MinUIOp::create(builder, loc, index, last));
}
