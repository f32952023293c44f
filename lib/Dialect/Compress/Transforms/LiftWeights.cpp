//===- LiftWeights.cpp - constants become named weights ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSLIFTWEIGHTSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// Reports a resource without data, or of a size that doesn't fit its type.
static LogicalResult checkData(Operation *op, Attribute value) {
  auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(value);
  // Codes of fewer than 8 bits are the business of the ops that read them.
  if (!resource || !hasWholeBytes(resource.getElementType()))
    return success();
  SmallVector<char> storage;
  return getRawData(resource, storage, [&] { return op->emitOpError(); });
}

/// A tensor of more bytes fits no machine; sizes below can be computed with.
static constexpr int64_t kMaxBytes = int64_t(1) << 40;

static LogicalResult checkSize(Operation *op, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getElementType().isIntOrIndexOrFloat())
    return success();
  int64_t bytes = 8;
  for (int64_t size : tensor.getShape())
    if (!ShapedType::isDynamic(size) &&
        (llvm::MulOverflow(bytes, size, bytes) || bytes > kMaxBytes))
      return emitError(op->getLoc())
             << "expected tensors of at most 2^37 elements, but got " << type;
  return success();
}

static LogicalResult checkSizes(Operation *op) {
  for (Type type : op->getResultTypes())
    if (failed(checkSize(op, type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Type type : region.getArgumentTypes())
      if (failed(checkSize(op, type)))
        return failure();
  if (auto global = dyn_cast<ml_program::GlobalOp>(op))
    return checkSize(op, global.getType());
  return success();
}

/// True when a contraction, a convolution or a gather reads `value`, perhaps
/// through ops that move its elements.
static bool isReadAsWeight(Value value) {
  SmallVector<Value> worklist = {value};
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (getMovedOperand(user) == &use)
        worklist.push_back(user->getResult(0));
      if (isa<GatherOp>(user) && use.getOperandNumber() == 0)
        return true;
      auto op = dyn_cast<linalg::LinalgOp>(user);
      if (op && op.isDpsInput(&use) &&
          (linalg::isaContractionOpInterface(op) ||
           isa<linalg::ConvolutionOpInterface>(user)))
        return true;
    }
  return false;
}

/// The value of a constant of any dialect; null for other ops.
static Attribute getConstantValue(Operation *op) {
  Attribute value;
  if (op->hasTrait<OpTrait::ConstantLike>())
    matchPattern(op, m_Constant(&value));
  return value;
}

/// True for a tensor of floats with more than one element. One element
/// everywhere is a weight, which needs a name like any other, only where it is
/// used as one; elsewhere it is as good as a scalar.
static bool isWeight(Operation *constant, Attribute value) {
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  if (!elements || !isa<RankedTensorType>(elements.getShapedType()) ||
      !isa<FloatType>(elements.getElementType()) ||
      elements.getNumElements() < 2)
    return false;
  auto dense = dyn_cast<DenseElementsAttr>(value);
  return !dense || !dense.isSplat() || isReadAsWeight(constant->getResult(0));
}

namespace {
struct LiftWeights
    : public compress::impl::CompressLiftWeightsPassBase<LiftWeights> {
  using CompressLiftWeightsPassBase::CompressLiftWeightsPassBase;

  void runOnOperation() override {
    WalkResult checked = getOperation().walk([](Operation *op) {
      if (failed(checkSizes(op)))
        return WalkResult::interrupt();
      Attribute value = getConstantValue(op);
      if (auto global = dyn_cast<ml_program::GlobalOp>(op))
        value = global.getValueAttr();
      return WalkResult(checkData(op, value));
    });
    if (checked.wasInterrupted())
      return signalPassFailure();
    unifyLoads();
    liftConstants();
  }

  void unifyLoads();
  void liftConstants();
};
} // namespace

/// Constants that already are globals have one form of load, which bufferizes;
/// scalars are no weights.
void LiftWeights::unifyLoads() {
  SymbolTableCollection symbols;
  getOperation().walk([&](Operation *op) {
    SymbolRefAttr name;
    if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op))
      name = load.getGlobal();
    else if (auto load = dyn_cast<ml_program::GlobalLoadConstOp>(op))
      name = load.getGlobal();
    else
      return;
    auto global =
        symbols.lookupNearestSymbolFrom<ml_program::GlobalOp>(op, name);
    if (!global || global.getIsMutable())
      return;
    OpBuilder builder(op);
    Value value;
    auto scalar = dyn_cast_or_null<TypedAttr>(global.getValueAttr());
    if (scalar && isa<IntegerAttr, FloatAttr>(scalar))
      value = arith::ConstantOp::create(builder, op->getLoc(), scalar);
    else if (getWeightValue(global) && isa<ml_program::GlobalLoadConstOp>(op))
      value = WeightBuilder::load(builder, op->getLoc(), global);
    else
      return;
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  });
}

void LiftWeights::liftConstants() {
  // Equal constants are one weight, so that it is compressed once.
  llvm::MapVector<Attribute, SmallVector<Operation *>> constants;
  getOperation().walk([&](Operation *op) {
    Attribute value = getConstantValue(op);
    if (isWeight(op, value))
      constants[value].push_back(op);
  });
  WeightBuilder weights(getOperation());
  for (auto &[value, users] : constants) {
    Location loc = users.front()->getLoc();
    ml_program::GlobalOp weight =
        weights.create(loc, getLocationName(loc), cast<ElementsAttr>(value));
    for (Operation *user : users) {
      OpBuilder builder(user);
      user->getResult(0).replaceAllUsesWith(
          WeightBuilder::load(builder, user->getLoc(), weight));
      user->erase();
    }
  }
}
