//===- ByteWidener.cpp - narrow integers become bytes -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteWidener.h"
#include "compression/Dialect/Compress/Utils/Elementwise.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::compress;

/// The same tensor of bytes.
static RankedTensorType toBytes(Type type) {
  return cast<RankedTensorType>(type).clone(
      IntegerType::get(type.getContext(), 8));
}

/// The integer of type `narrow` that a byte holds.
static Value fromByte(OpBuilder &builder, Location loc, Value byte,
                      Type narrow) {
  if (!narrow.isInteger(1))
    return arith::TruncIOp::create(builder, loc, narrow, byte);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI8IntegerAttr(0));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, byte,
                               zero);
}

static Value toByte(OpBuilder &builder, Location loc, Value narrow) {
  return arith::ExtUIOp::create(builder, loc, builder.getI8Type(), narrow);
}

/// `value` as a tensor of bytes, or a tensor of bytes as one of narrow
/// integers.
static Value convertTensor(Value value, Type elementType) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  return createElementwise(
      builder, value.getLoc(), value, elementType,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        return elementType.isInteger(8)
                   ? toByte(nested, loc, arguments[0])
                   : fromByte(nested, loc, arguments[0], elementType);
      });
}

namespace {
/// Changes the tensors of one function.
class FunctionWidener {
public:
  FunctionWidener(func::FuncOp function, const ByteWidening &widening)
      : function(function), widening(widening) {}

  void run();

private:
  bool isNarrowInteger(Type type) const {
    return type.isSignlessInteger() &&
           type.getIntOrFloatBitWidth() >= widening.minBits &&
           type.getIntOrFloatBitWidth() <= widening.maxBits;
  }
  /// True for the tensors that become tensors of bytes.
  bool isNarrow(Type type) const {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && isNarrowInteger(tensor.getElementType());
  }
  bool touchesNarrow(Operation *op) const {
    auto isNarrow = [&](Type type) { return this->isNarrow(type); };
    return llvm::any_of(op->getOperandTypes(), isNarrow) ||
           llvm::any_of(op->getResultTypes(), isNarrow);
  }
  bool canTakeBytes(Operation *op) const;
  void generalizeNamedOps();
  void findConversions();
  void collect();
  bool separateUses(Operation *op);
  bool takesBytes(Operation *op) const;
  bool isForeign(OpOperand &use) const {
    return !takesBytes(use.getOwner()) && !isa<tensor::DimOp>(use.getOwner());
  }
  void rewriteScalars(Operation *op);
  void rewriteBody(linalg::LinalgOp op);
  void convertForeignValues();

  func::FuncOp function;
  const ByteWidening &widening;
  /// Conversions at the border, by a run before.
  DenseSet<Operation *> conversions;
  /// Ops that read or give bytes from now on.
  llvm::SetVector<Operation *> ops;
  /// Tensors that become tensors of bytes.
  llvm::SetVector<Value> values;
};
} // namespace

/// True for ops that this pass knows how to give bytes instead.
bool FunctionWidener::canTakeBytes(Operation *op) const {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.hasPureTensorSemantics();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<DenseElementsAttr>(constant.getValue());
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return !isNarrow(select.getCondition().getType());
  if (isa<scf::YieldOp, scf::ConditionOp>(op))
    return canTakeBytes(op->getParentOp());
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return isNarrow(cast.getSource().getType()) && isNarrow(cast.getType());
  return isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ExtractOp,
             tensor::InsertOp, tensor::FromElementsOp, tensor::SplatOp,
             tensor::PadOp, tensor::GenerateOp, scf::IfOp, scf::ForOp,
             scf::WhileOp>(op) ||
         widening.alsoTakesBytes(op);
}

/// True when the body hands its arguments on: fills, transposes, broadcasts.
static bool onlyYields(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  return llvm::hasSingleElement(*body) &&
         llvm::all_of(body->getTerminator()->getOperands(), [&](Value value) {
           return value.getParentBlock() == body;
         });
}

/// The bodies of named ops follow from their types; those of generics are free.
void FunctionWidener::generalizeNamedOps() {
  SmallVector<linalg::LinalgOp> named;
  function.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op.getOperation()) && touchesNarrow(op) &&
        canTakeBytes(op) && !onlyYields(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    IRRewriter rewriter(op);
    // What has no body to generalize has none to change either.
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// True for the body of a conversion of booleans as `convertTensor` makes it.
static bool hasConversionBody(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      !op.hasPureTensorSemantics())
    return false;
  Block *body = op.getBody();
  Operation *conversion = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!conversion || conversion->getBlock() != body ||
      body->getOperations().size() > 3 ||
      conversion->getOperand(0) != body->getArgument(0))
    return false;
  if (isa<arith::ExtUIOp>(conversion))
    return conversion->getResult(0).getType().isInteger(8);
  auto compare = dyn_cast<arith::CmpIOp>(conversion);
  return compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
         matchPattern(compare.getRhs(), m_Zero()) &&
         compare.getLhs().getType().isInteger(8);
}

/// Remembers conversions of what comes from, or goes to, ops that keep
/// booleans.
void FunctionWidener::findConversions() {
  auto comesFromForeign = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      return parent == function ? !widening.changesSignature ||
                                      !argument.getOwner()->isEntryBlock()
                                : !canTakeBytes(parent);
    }
    return !canTakeBytes(value.getDefiningOp());
  };
  function.walk([&](linalg::GenericOp op) {
    if (!touchesNarrow(op) || !hasConversionBody(op))
      return;
    bool isBorder = isNarrow(op.getInputs()[0].getType())
                        ? comesFromForeign(op.getInputs()[0])
                        : llvm::all_of(op->getUses(), [&](OpOperand &use) {
                            return isForeign(use);
                          });
    if (isBorder)
      conversions.insert(op);
  });
}

/// Leaves only uses as bytes to a constant or an empty tensor; returns whether
/// there are any.
bool FunctionWidener::separateUses(Operation *op) {
  Value value = op->getResult(0);
  auto isOther = [&](OpOperand &use) { return isForeign(use); };
  if (llvm::none_of(value.getUses(), isOther))
    return true;
  if (llvm::all_of(value.getUses(), isOther))
    return false;
  Value copy = OpBuilder(op).clone(*op)->getResult(0);
  value.replaceUsesWithIf(copy, isOther);
  return true;
}

void FunctionWidener::collect() {
  auto collectValues = [&](ValueRange range) {
    for (Value value : range)
      if (isNarrow(value.getType()))
        values.insert(value);
  };
  function.walk([&](Operation *op) {
    if (op == function || !takesBytes(op))
      return;
    if (isa<arith::ConstantOp, tensor::EmptyOp>(op) && touchesNarrow(op) &&
        !separateUses(op))
      return;
    if (touchesNarrow(op))
      ops.insert(op);
    collectValues(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        collectValues(block.getArguments());
  });
  if (widening.changesSignature)
    collectValues(function.getArguments());
}

bool FunctionWidener::takesBytes(Operation *op) const {
  if (isa<func::ReturnOp>(op))
    return widening.changesSignature;
  return canTakeBytes(op) && !conversions.contains(op);
}

/// Elements that an op puts into, or takes out of, a tensor.
void FunctionWidener::rewriteScalars(Operation *op) {
  OpBuilder builder(op);
  auto widen = [&](OpOperand &element) {
    if (isNarrowInteger(element.get().getType()))
      element.set(toByte(builder, op->getLoc(), element.get()));
  };
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = cast<DenseIntElementsAttr>(constant.getValue());
    constant.setValueAttr(cast<TypedAttr>(
        Attribute(dense.mapValues(builder.getI8Type(), [](const APInt &value) {
          return value.zext(8);
        }))));
  } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    Type narrowType = extract.getType();
    extract.getResult().setType(builder.getI8Type());
    builder.setInsertionPointAfter(op);
    Value narrow = fromByte(builder, op->getLoc(), extract, narrowType);
    extract.getResult().replaceAllUsesExcept(narrow, narrow.getDefiningOp());
  } else if (isa<tensor::InsertOp, tensor::SplatOp>(op)) {
    widen(op->getOpOperand(0));
  } else if (isa<tensor::FromElementsOp>(op)) {
    for (OpOperand &element : op->getOpOperands())
      widen(element);
  } else if (isa<tensor::PadOp, tensor::GenerateOp>(op)) {
    Operation *yield = op->getRegion(0).front().getTerminator();
    builder.setInsertionPoint(yield);
    widen(yield->getOpOperand(0));
  }
}

/// The body works on narrow integers as before, or hands on bytes.
void FunctionWidener::rewriteBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  if (onlyYields(op)) {
    OpBuilder scalarBuilder(op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (isNarrowInteger(operand.get().getType()))
        operand.set(toByte(scalarBuilder, op->getLoc(), operand.get()));
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      if (isNarrowInteger(argument.getType()))
        argument.setType(scalarBuilder.getI8Type());
    }
    return;
  }
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isNarrow(operand.get().getType()))
      continue;
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    Type narrowType = argument.getType();
    argument.setType(builder.getI8Type());
    if (!argument.use_empty()) {
      Value narrow = fromByte(builder, op->getLoc(), argument, narrowType);
      argument.replaceAllUsesExcept(narrow, narrow.getDefiningOp());
    }
  }
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isNarrow(init.get().getType())) {
      OpOperand &yielded = *op.getMatchingYieldValue(&init);
      yielded.set(toByte(builder, op->getLoc(), yielded.get()));
    }
}

/// What comes from other ops is converted.
void FunctionWidener::convertForeignValues() {
  llvm::SetVector<Value> others;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (isNarrow(operand.getType()) && !values.contains(operand))
        others.insert(operand);
  for (Value value : others) {
    Value bytes =
        convertTensor(value, toBytes(value.getType()).getElementType());
    value.replaceUsesWithIf(
        bytes, [&](OpOperand &use) { return ops.contains(use.getOwner()); });
  }
}

void FunctionWidener::run() {
  generalizeNamedOps();
  findConversions();
  collect();
  for (Operation *op : ops) {
    rewriteScalars(op);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      rewriteBody(linalgOp);
  }
  convertForeignValues();
  for (Value value : values) {
    Type narrow = getElementTypeOrSelf(value);
    value.setType(toBytes(value.getType()));
    SmallVector<OpOperand *> others;
    for (OpOperand &use : value.getUses())
      if (!ops.contains(use.getOwner()) && !isa<tensor::DimOp>(use.getOwner()))
        others.push_back(&use);
    if (others.empty())
      continue;
    Value converted = convertTensor(value, narrow);
    for (OpOperand *use : others)
      use->set(converted);
  }
  if (widening.changesSignature) {
    Operation *end = function.front().getTerminator();
    function.setType(FunctionType::get(function.getContext(),
                                       function.front().getArgumentTypes(),
                                       end->getOperandTypes()));
  }
}

void mlir::compress::widenToBytes(func::FuncOp function,
                                  const ByteWidening &widening) {
  FunctionWidener(function, widening).run();
}
