//===- NarrowFloats.cpp - f64 statistics become f32 -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/EquivalenceClasses.h"

#include <cmath>

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSNARROWFLOATSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr StringLiteral kCategory = "compress-narrow-floats";

/// f64, or a tensor of it, as f32; other types as they are.
static Type narrow(Type type) {
  if (type.isF64())
    return Float32Type::get(type.getContext());
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(narrow(tensor.getElementType()));
  return type;
}

static bool isWide(Type type) { return narrow(type) != type; }

/// True for a constant of f64 that neither overflows nor vanishes in f32.
static bool isInRange(Attribute value) {
  auto fits = [](const APFloat &wide) {
    float narrow = static_cast<float>(wide.convertToDouble());
    return wide.isFinite() == std::isfinite(narrow) &&
           wide.isZero() == (narrow == 0.0f);
  };
  if (auto scalar = dyn_cast<FloatAttr>(value))
    return fits(scalar.getValue());
  auto dense = dyn_cast<DenseFPElementsAttr>(value);
  return dense && llvm::all_of(dense.getValues<APFloat>(), fits);
}

//===----------------------------------------------------------------------===//
// What f32 is enough for
//===----------------------------------------------------------------------===//

/// A sum of n terms in f32, one after the other, is off by up to n * 2^-24 of
/// the sum of their magnitudes: by 2^-8 with so many.
static constexpr int64_t kMaxTerms = int64_t(1) << 16;

/// Factors and divisors between 1 / kMaxScale and kMaxScale move a value by a
/// part of f32's range only.
static constexpr double kMaxScale = 0x1p20;

/// The value whose elements, moved or reshaped, are those of `value`.
static Value skipMoves(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
      if (!op || argument.getArgNumber() >= op.getNumDpsInputs())
        return value;
      value = op.getDpsInputs()[argument.getArgNumber()];
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      value = linalgOp.getBlock()->getTerminator()->getOperand(number);
    } else if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                   tensor::ExtractSliceOp>(op)) {
      value = op->getOperand(0);
    } else {
      return value;
    }
  }
}

/// The value of f32 or narrower whose extended elements `value` has; null if
/// they were computed in f64.
static Value getExtended(Value value) {
  auto extension = skipMoves(value).getDefiningOp<arith::ExtFOp>();
  return extension ? skipMoves(extension.getIn()) : Value();
}

/// The constant that all elements of `value` are, if any.
static std::optional<double> getConstant(Value value) {
  APFloat constant(0.0);
  if (!matchPattern(skipMoves(value), m_ConstantFloat(&constant)) ||
      &constant.getSemantics() != &APFloat::IEEEdouble())
    return std::nullopt;
  return constant.convertToDouble();
}

/// What `op` multiplies or divides by a constant of moderate size; null for
/// other ops.
static Value getScaled(Operation *op) {
  if (!isa_and_present<arith::MulFOp, arith::DivFOp>(op))
    return {};
  auto isScale = [](Value value) {
    std::optional<double> scale = getConstant(value);
    return scale && *scale >= 1 / kMaxScale && *scale <= kMaxScale;
  };
  if (isScale(op->getOperand(1)))
    return op->getOperand(0);
  return isa<arith::MulFOp>(op) && isScale(op->getOperand(0))
             ? op->getOperand(1)
             : Value();
}

/// True when `value` is a sum over elements of `input`, divided by a constant.
static bool isMean(Value value, Value input) {
  Value total = getScaled(skipMoves(value).getDefiningOp());
  auto sum =
      total ? skipMoves(total).getDefiningOp<arith::AddFOp>() : arith::AddFOp();
  if (!sum)
    return false;
  Value element = sum.getLhs(), others = sum.getRhs();
  if (getExtended(element) != input)
    std::swap(element, others);
  return getExtended(element) == input && isa<BlockArgument>(skipMoves(others));
}

/// True when `value` is an element of the input less the mean of such elements.
static bool isCentered(Value value) {
  auto difference = skipMoves(value).getDefiningOp<arith::SubFOp>();
  Value input = difference ? getExtended(difference.getLhs()) : Value();
  return input && isMean(difference.getRhs(), input);
}

/// True for products and quotients that stay in the range of f32 where a layer
/// norm in f32 does: a value times a constant, the square of a centered one,
/// and a centered one over a root.
static bool staysInRange(Operation *op) {
  if (getScaled(op))
    return true;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (isa<arith::DivFOp>(op))
    return isCentered(lhs) && skipMoves(rhs).getDefiningOp<math::SqrtOp>();
  if (isCentered(rhs))
    std::swap(lhs, rhs);
  return isCentered(lhs) && (skipMoves(lhs) == skipMoves(rhs) ||
                             skipMoves(rhs).getDefiningOp<math::RsqrtOp>());
}

static bool isPureLinalg(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureTensorSemantics();
}

/// True when each element of the results is reduced from a known number of
/// elements that is not too large.
static bool hasFewTerms(linalg::LinalgOp op) {
  int64_t terms = 1;
  for (auto [size, iterator] :
       llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
    if (iterator != utils::IteratorType::reduction)
      continue;
    if (ShapedType::isDynamic(size) || size > kMaxTerms)
      return false;
    terms *= std::max<int64_t>(size, 1);
    if (terms > kMaxTerms)
      return false;
  }
  return true;
}

/// True when `op` computes with f64 nothing for which f32 would be too coarse
/// or too narrow.
///
/// A difference of two computed values might cancel most of its digits, as the
/// mean of squares less the square of the mean does; one with an element of the
/// input, which has no more digits than f32, is what layer norm consists of. An
/// addition of a negative constant is a difference too.
static bool canNarrow(Operation *op) {
  if (auto difference = dyn_cast<arith::SubFOp>(op))
    return getExtended(difference.getLhs()) || getExtended(difference.getRhs());
  if (isa<arith::AddFOp>(op))
    return llvm::none_of(op->getOperands(), [](Value value) {
      return getConstant(value).value_or(0.0) < 0.0;
    });
  if (isa<arith::MulFOp, arith::DivFOp>(op))
    return staysInRange(op);
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isInRange(constant.getValue());
  if (isPureLinalg(op))
    return hasFewTerms(cast<linalg::LinalgOp>(op));
  if (isa<linalg::YieldOp>(op))
    return isPureLinalg(op->getParentOp());
  return isa<arith::ExtFOp, arith::TruncFOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::SelectOp, math::AbsFOp, math::SqrtOp, math::RsqrtOp,
             tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp>(op);
}

//===----------------------------------------------------------------------===//
// Groups of values
//===----------------------------------------------------------------------===//

namespace {
/// The f64 values of a function in groups that can only be narrowed together.
class ValueGroups {
public:
  explicit ValueGroups(func::FuncOp function);

  /// True when `value` has f64 elements and can have f32 ones.
  bool canNarrow(Value value) const {
    return isWide(value.getType()) && !blockers.contains(getLeader(value));
  }

  /// The op that keeps the group of `value` in f64; null if there is none.
  Operation *getBlocker(Value value) const {
    return blockers.lookup(getLeader(value));
  }

private:
  void *getLeader(Value value) const {
    return groups.getLeaderValue(value.getAsOpaquePointer());
  }
  void unite(Value a, Value b) {
    groups.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
  }
  void add(Operation *op);
  void addLinalgOp(linalg::LinalgOp op);

  llvm::EquivalenceClasses<void *> groups;
  DenseMap<void *, Operation *> blockers;
};
} // namespace

/// The operands of a linalg op belong to its block arguments, its results to
/// what it yields and to its inits.
void ValueGroups::addLinalgOp(linalg::LinalgOp op) {
  for (OpOperand &operand : op->getOpOperands())
    if (isWide(operand.get().getType()))
      unite(operand.get(), op.getMatchingBlockArgument(&operand));
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isWide(init.get().getType())) {
      unite(init.get(), op.getMatchingYieldValue(&init)->get());
      unite(init.get(), op.getTiedOpResult(&init));
    }
}

void ValueGroups::add(Operation *op) {
  if (isPureLinalg(op))
    return addLinalgOp(cast<linalg::LinalgOp>(op));
  // What is yielded belongs to the results.
  if (isa<linalg::YieldOp>(op) && isPureLinalg(op->getParentOp()))
    return;
  Value first;
  auto addValues = [&](ValueRange values) {
    for (Value value : values) {
      if (!isWide(value.getType()))
        continue;
      if (first)
        unite(first, value);
      first = value;
      groups.insert(value.getAsOpaquePointer());
    }
  };
  addValues(op->getOperands());
  addValues(op->getResults());
}

ValueGroups::ValueGroups(func::FuncOp function) {
  function.walk([&](Operation *op) { add(op); });
  auto block = [&](ValueRange values, Operation *blocker) {
    for (Value value : values)
      if (isWide(value.getType()))
        blockers.try_emplace(
            groups.getOrInsertLeaderValue(value.getAsOpaquePointer()), blocker);
  };
  function.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        if (!isPureLinalg(op))
          block(inner.getArguments(), op);
    if (::canNarrow(op))
      return;
    block(op->getOperands(), op);
    block(op->getResults(), op);
  });
}

/// Constants and fills that CSE shared belong to no group of their own: each
/// user gets its own.
static void separateConstants(func::FuncOp function) {
  SmallVector<Operation *> shared;
  function.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && isWide(op->getResult(0).getType()) &&
        isa<arith::ConstantOp, tensor::EmptyOp, linalg::FillOp>(op))
      shared.push_back(op);
  });
  // Users first, so that the inits of fills are separated after them.
  for (Operation *op : llvm::reverse(shared)) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getResult(0).getUses())
      uses.push_back(&use);
    if (uses.empty())
      continue;
    OpBuilder builder(op);
    for (OpOperand *use : ArrayRef(uses).drop_front())
      use->set(builder.clone(*op)->getResult(0));
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Rounds a constant to f32.
static void narrowConstant(arith::ConstantOp constant) {
  Type f32 = Float32Type::get(constant.getContext());
  if (auto scalar = dyn_cast<FloatAttr>(constant.getValue())) {
    constant.setValueAttr(FloatAttr::get(f32, scalar.getValueAsDouble()));
    return;
  }
  auto dense = cast<DenseFPElementsAttr>(constant.getValue());
  constant.setValueAttr(dense.mapValues(f32, [](const APFloat &value) {
    return APFloat(static_cast<float>(value.convertToDouble()))
        .bitcastToAPInt();
  }));
}

namespace {
struct NarrowFloats
    : public compress::impl::CompressNarrowFloatsPassBase<NarrowFloats> {
  using CompressNarrowFloatsPassBase::CompressNarrowFloatsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    separateConstants(function);
    ValueGroups groups(function);
    SmallVector<Value> values;
    SmallVector<Operation *> casts;
    DenseSet<Operation *> reported;
    auto collect = [&](ValueRange range) {
      for (Value value : range)
        if (groups.canNarrow(value))
          values.push_back(value);
    };
    function.walk([&](Operation *op) {
      collect(op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          collect(block.getArguments());
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        casts.push_back(op);
      if (auto extension = dyn_cast<arith::ExtFOp>(op))
        report(extension, groups, reported);
    });
    for (Value value : values) {
      if (auto constant = value.getDefiningOp<arith::ConstantOp>())
        narrowConstant(constant);
      value.setType(narrow(value.getType()));
    }
    for (Operation *cast : casts) {
      if (cast->getOperand(0).getType() != cast->getResult(0).getType())
        continue;
      cast->replaceAllUsesWith(cast->getOperands());
      cast->erase();
    }
  }

  /// Says why what starts with `extension` stays in f64, once for each reason.
  static void report(arith::ExtFOp extension, const ValueGroups &groups,
                     DenseSet<Operation *> &reported) {
    if (!isWide(extension.getType()) || groups.canNarrow(extension.getOut()))
      return;
    Operation *blocker = groups.getBlocker(extension.getOut());
    if (reported.insert(blocker).second)
      emitMissed(blocker, "StaysWide", kCategory)
          << remark::reason("'{0}' needs its f64 operands or results",
                            blocker->getName().getStringRef());
  }
};
} // namespace
