//===- HoistChecks.cpp - assertions leave the bodies of ops -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSHOISTCHECKSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr StringLiteral kCategory = "compress-hoist-checks";

namespace {
/// What the condition of an assertion depends on.
struct Condition {
  /// The ops of the body that compute it, in order.
  SmallVector<Operation *> slice;
  /// The inputs that they read.
  SmallVector<OpOperand *> inputs;
  /// The loops that it depends on, in order.
  SmallVector<unsigned> loops;
  /// Dimensions along which the other loops run that may be empty: the body
  /// then never runs.
  SmallVector<std::pair<Value, unsigned>> otherDims;
};
} // namespace

/// The dependences of `check`; fails when it can't be computed apart from the
/// body: it depends on a sum, or on ops with side effects.
static FailureOr<Condition> getCondition(linalg::GenericOp op,
                                         cf::AssertOp check) {
  Block *body = op.getBody();
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.inclusive = true;
  options.filter = [&](Operation *inner) { return inner->getBlock() == body; };
  Operation *root = check.getArg().getDefiningOp();
  if (root && root->getBlock() == body &&
      failed(getBackwardSlice(root, &slice, options)))
    return failure();

  Condition condition;
  condition.slice = llvm::to_vector(slice);
  llvm::SmallSetVector<Value, 4> read;
  read.insert(check.getArg());
  llvm::SmallBitVector loops(op.getNumLoops());
  for (Operation *inner : condition.slice) {
    if (!isMemoryEffectFree(inner) || inner->getNumRegions() != 0)
      return failure();
    read.insert_range(inner->getOperands());
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      loops.set(index.getDim());
  }
  for (OpOperand &operand : op->getOpOperands()) {
    if (!read.contains(op.getMatchingBlockArgument(&operand)))
      continue;
    if (op.isDpsInit(&operand))
      return failure();
    condition.inputs.push_back(&operand);
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (map.isFunctionOfDim(loop))
        loops.set(loop);
  }
  llvm::append_range(condition.loops, loops.set_bits());
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned loop : loops.flip().set_bits()) {
    if (!ShapedType::isDynamic(ranges[loop]) && ranges[loop] != 0)
      continue;
    auto &[operand, dim] = condition.otherDims.emplace_back();
    if (failed(op.mapIterationSpaceDimToOperandDim(loop, operand, dim)))
      return failure();
  }
  return condition;
}

/// The operands of a generic over the loops of `condition` alone, and their
/// maps; fails when the number of iterations is not known.
static LogicalResult getOperands(OpBuilder &builder, linalg::GenericOp op,
                                 const Condition &condition,
                                 SmallVectorImpl<Value> &operands,
                                 SmallVectorImpl<AffineMap> &maps) {
  SmallVector<AffineExpr> dims(op.getNumLoops(),
                               builder.getAffineConstantExpr(0));
  for (auto [number, loop] : llvm::enumerate(condition.loops))
    dims[loop] = builder.getAffineDimExpr(number);
  for (OpOperand *input : condition.inputs) {
    operands.push_back(input->get());
    maps.push_back(op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
        dims, {}, condition.loops.size(), 0));
  }
  if (condition.loops.empty() ||
      (!maps.empty() &&
       inversePermutation(concatAffineMaps(maps, builder.getContext()))))
    return success();
  // The loops' bounds follow from an operand that nobody reads.
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), shape;
  for (unsigned loop : condition.loops)
    shape.push_back(ranges[loop]);
  if (ShapedType::isDynamicShape(shape))
    return failure();
  operands.push_back(tensor::EmptyOp::create(builder, op.getLoc(), shape,
                                             builder.getI8Type()));
  maps.push_back(builder.getMultiDimIdentityMap(shape.size()));
  return success();
}

/// Asserts in front of `op` what `check` asserts at each of its points.
static LogicalResult hoist(linalg::GenericOp op, cf::AssertOp check) {
  FailureOr<Condition> condition = getCondition(op, check);
  if (failed(condition))
    return failure();
  OpBuilder builder(op);
  Location loc = check.getLoc();
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  if (failed(getOperands(builder, op, *condition, operands, maps)))
    return failure();
  unsigned numLoops = condition->loops.size();
  maps.push_back(AffineMap::get(numLoops, 0, builder.getContext()));
  // Bytes: a tensor of i1 has no vector form.
  Type byte = builder.getI8Type();
  Value yes =
      arith::ConstantOp::create(builder, loc, builder.getI8IntegerAttr(1));
  Value empty =
      tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>{}, byte);
  Value init = linalg::FillOp::create(builder, loc, yes, empty).getResult(0);
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::reduction);
  auto all = linalg::GenericOp::create(
      builder, loc, init.getType(), operands, init, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange arguments) {
        IRMapping mapping;
        for (auto [input, argument] : llvm::zip(condition->inputs, arguments))
          mapping.map(op.getMatchingBlockArgument(input), argument);
        for (Operation *inner : condition->slice) {
          Operation *copy = nested.clone(*inner, mapping);
          if (auto index = dyn_cast<linalg::IndexOp>(copy))
            index.setDim(llvm::lower_bound(condition->loops, index.getDim()) -
                         condition->loops.begin());
        }
        Value holds = arith::ExtUIOp::create(
            nested, loc, byte, mapping.lookupOrDefault(check.getArg()));
        Value next =
            arith::AndIOp::create(nested, loc, holds, arguments.back());
        linalg::YieldOp::create(nested, loc, next);
      });
  Value result =
      tensor::ExtractOp::create(builder, loc, all.getResult(0), ValueRange{});
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI8IntegerAttr(0));
  Value holds = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      result, zero);
  for (auto [operand, dim] : condition->otherDims) {
    Value size = tensor::DimOp::create(builder, loc, operand, dim);
    Value zeroIndex = arith::ConstantIndexOp::create(builder, loc, 0);
    Value isEmpty = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, size, zeroIndex);
    holds = arith::OrIOp::create(builder, loc, holds, isEmpty);
  }
  cf::AssertOp::create(builder, loc, holds, check.getMsg());
  check.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Bodies without their guards
//===----------------------------------------------------------------------===//

/// True when `index` is known to be below `size`.
static bool isInside(Value index, int64_t size, linalg::GenericOp op) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return constant.ult(size);
  auto loop = index.getDefiningOp<linalg::IndexOp>();
  if (!loop || loop->getBlock() != op.getBody())
    return false;
  int64_t range = op.getStaticLoopRanges()[loop.getDim()];
  return !ShapedType::isDynamic(range) && range <= size;
}

/// Keeps the indices of a read inside of its tensor: a negative one is a huge
/// unsigned one.
static void clampIndices(tensor::ExtractOp extract, linalg::GenericOp op) {
  OpBuilder builder(extract);
  Location loc = extract.getLoc();
  RankedTensorType type = extract.getTensor().getType();
  for (auto [dim, operand] : llvm::enumerate(extract.getIndicesMutable())) {
    Value last;
    if (type.isDynamicDim(dim)) {
      Value size =
          tensor::DimOp::create(builder, loc, extract.getTensor(), dim);
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      last = arith::SubIOp::create(builder, loc, size, one);
    } else if (isInside(operand.get(), type.getDimSize(dim), op)) {
      continue;
    } else {
      last = arith::ConstantIndexOp::create(builder, loc,
                                            type.getDimSize(dim) - 1);
    }
    operand.set(arith::MinUIOp::create(builder, loc, operand.get(), last));
  }
}

/// Divides by 1 instead of 0.
static void guardDivisor(Operation *division) {
  OpOperand &divisor = division->getOpOperand(1);
  APInt constant;
  if (matchPattern(divisor.get(), m_ConstantInt(&constant)) &&
      !constant.isZero())
    return;
  OpBuilder builder(division);
  Location loc = division->getLoc();
  Type type = divisor.get().getType();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, 0));
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, 1));
  Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       divisor.get(), zero);
  divisor.set(
      arith::SelectOp::create(builder, loc, isZero, one, divisor.get()));
}

/// A failed assertion doesn't stop a model, so what it guarded must be
/// harmless.
static void makeHarmless(linalg::GenericOp op) {
  op.getBody()->walk([&](Operation *inner) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
      clampIndices(extract, op);
    else if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
                 arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(
                 inner) &&
             inner->getResult(0).getType().isIntOrIndex())
      guardDivisor(inner);
  });
}

namespace {
struct HoistChecks
    : public compress::impl::CompressHoistChecksPassBase<HoistChecks> {
  using CompressHoistChecksPassBase::CompressHoistChecksPassBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](cf::AssertOp check) {
      auto op = dyn_cast<linalg::LinalgOp>(check->getParentOp());
      if (op && op.hasPureTensorSemantics() &&
          (ops.empty() || ops.back() != op))
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops) {
      IRRewriter rewriter(op);
      auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
      if (!generic) {
        FailureOr<linalg::GenericOp> made =
            linalg::generalizeNamedOp(rewriter, op);
        if (failed(made))
          continue;
        generic = *made;
      }
      makeHarmless(generic);
      auto checks = llvm::to_vector(generic.getBody()->getOps<cf::AssertOp>());
      for (cf::AssertOp check : checks)
        if (failed(hoist(generic, check)))
          emitMissed(check, "CheckStays", kCategory)
              << remark::reason("the condition of '{0}' can't be computed "
                                "apart from the values that it guards",
                                check.getMsg());
    }
  }
};
} // namespace
