//===- WidenBooleans.cpp - tensors of booleans become bytes -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSWIDENBOOLEANSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static bool isBooleans(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isInteger(1);
}

static bool touchesBooleans(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isBooleans) ||
         llvm::any_of(op->getResultTypes(), isBooleans);
}

/// The same tensor of bytes.
static Type toBytes(Type type) {
  return cast<RankedTensorType>(type).clone(
      IntegerType::get(type.getContext(), 8));
}

/// True for ops that this pass knows how to give bytes instead.
static bool canTakeBytes(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.hasPureTensorSemantics();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<DenseElementsAttr>(constant.getValue());
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return !isBooleans(select.getCondition().getType());
  if (isa<scf::YieldOp, scf::ConditionOp>(op))
    return canTakeBytes(op->getParentOp());
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return isBooleans(cast.getSource().getType()) && isBooleans(cast.getType());
  return isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ExtractOp,
             tensor::InsertOp, tensor::FromElementsOp, tensor::SplatOp,
             tensor::PadOp, tensor::GenerateOp, scf::IfOp, scf::ForOp,
             scf::WhileOp>(op);
}

/// A byte that is not 0.
static Value toBoolean(OpBuilder &builder, Location loc, Value byte) {
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI8IntegerAttr(0));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, byte,
                               zero);
}

static Value toByte(OpBuilder &builder, Location loc, Value boolean) {
  return arith::ExtUIOp::create(builder, loc, builder.getI8Type(), boolean);
}

/// A tensor of booleans as bytes, or the other way round.
static Value convertTensor(Value value) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  bool fromBooleans = isBooleans(type);
  Type elementType = builder.getIntegerType(fromBooleans ? 8 : 1);
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, value), elementType);
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), value, init,
             ArrayRef{identity, identity}, iterators,
             [&](OpBuilder &nested, Location, ValueRange arguments) {
               Value element = fromBooleans
                                   ? toByte(nested, loc, arguments[0])
                                   : toBoolean(nested, loc, arguments[0]);
               linalg::YieldOp::create(nested, loc, element);
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

namespace {
/// Changes the tensors of booleans of one function. Ops of other kinds keep
/// them, with a conversion in between.
class BooleanWidener {
public:
  BooleanWidener(func::FuncOp function, bool changesSignature)
      : function(function), changesSignature(changesSignature) {}

  void run();

private:
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
  bool changesSignature;
  /// Conversions at the border, by a run before.
  DenseSet<Operation *> conversions;
  /// Ops that read or give bytes from now on.
  SmallVector<Operation *> ops;
  /// Tensors of booleans that become tensors of bytes.
  llvm::SetVector<Value> values;
};
} // namespace

/// True when the body hands its arguments on: fills, transposes, broadcasts.
static bool onlyYields(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  return llvm::hasSingleElement(*body) &&
         llvm::all_of(body->getTerminator()->getOperands(), [&](Value value) {
           return value.getParentBlock() == body;
         });
}

/// The bodies of named ops follow from their types; those of generics are free.
void BooleanWidener::generalizeNamedOps() {
  SmallVector<linalg::LinalgOp> named;
  function.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op.getOperation()) && touchesBooleans(op) &&
        canTakeBytes(op) && !onlyYields(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    IRRewriter rewriter(op);
    // What has no body to generalize has none to change either.
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// True for the body of a conversion as `convertTensor` makes it.
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
void BooleanWidener::findConversions() {
  auto comesFromForeign = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      return parent == function
                 ? !changesSignature || !argument.getOwner()->isEntryBlock()
                 : !canTakeBytes(parent);
    }
    return !canTakeBytes(value.getDefiningOp());
  };
  function.walk([&](linalg::GenericOp op) {
    if (!touchesBooleans(op) || !hasConversionBody(op))
      return;
    bool isBorder = isBooleans(op.getInputs()[0].getType())
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
bool BooleanWidener::separateUses(Operation *op) {
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

void BooleanWidener::collect() {
  auto collectValues = [&](ValueRange range) {
    for (Value value : range)
      if (isBooleans(value.getType()))
        values.insert(value);
  };
  function.walk([&](Operation *op) {
    if (op == function || !takesBytes(op))
      return;
    if (isa<arith::ConstantOp, tensor::EmptyOp>(op) && touchesBooleans(op) &&
        !separateUses(op))
      return;
    if (touchesBooleans(op))
      ops.push_back(op);
    collectValues(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        collectValues(block.getArguments());
  });
  if (changesSignature)
    collectValues(function.getArguments());
}

bool BooleanWidener::takesBytes(Operation *op) const {
  if (isa<func::ReturnOp>(op))
    return changesSignature;
  return canTakeBytes(op) && !conversions.contains(op);
}

/// Elements that an op puts into, or takes out of, a tensor.
void BooleanWidener::rewriteScalars(Operation *op) {
  OpBuilder builder(op);
  auto widen = [&](OpOperand &element) {
    if (element.get().getType().isInteger(1))
      element.set(toByte(builder, op->getLoc(), element.get()));
  };
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = cast<DenseIntElementsAttr>(constant.getValue());
    constant.setValueAttr(cast<TypedAttr>(
        Attribute(dense.mapValues(builder.getI8Type(), [](const APInt &value) {
          return value.zext(8);
        }))));
  } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    extract.getResult().setType(builder.getI8Type());
    builder.setInsertionPointAfter(op);
    Value boolean = toBoolean(builder, op->getLoc(), extract);
    extract.getResult().replaceAllUsesExcept(boolean, boolean.getDefiningOp());
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

/// The body works on booleans as before, or hands on bytes.
void BooleanWidener::rewriteBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  if (onlyYields(op)) {
    OpBuilder scalarBuilder(op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (operand.get().getType().isInteger(1))
        operand.set(toByte(scalarBuilder, op->getLoc(), operand.get()));
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      if (argument.getType().isInteger(1))
        argument.setType(scalarBuilder.getI8Type());
    }
    return;
  }
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isBooleans(operand.get().getType()))
      continue;
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    argument.setType(builder.getI8Type());
    if (!argument.use_empty()) {
      Value boolean = toBoolean(builder, op->getLoc(), argument);
      argument.replaceAllUsesExcept(boolean, boolean.getDefiningOp());
    }
  }
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isBooleans(init.get().getType())) {
      OpOperand &yielded = *op.getMatchingYieldValue(&init);
      yielded.set(toByte(builder, op->getLoc(), yielded.get()));
    }
}

/// What comes from other ops is converted.
void BooleanWidener::convertForeignValues() {
  llvm::SetVector<Value> others;
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (isBooleans(operand.getType()) && !values.contains(operand))
        others.insert(operand);
  for (Value value : others) {
    Value bytes = convertTensor(value);
    value.replaceUsesWithIf(bytes, [&](OpOperand &use) {
      return takesBytes(use.getOwner()) &&
             use.getOwner() != bytes.getDefiningOp();
    });
  }
}

void BooleanWidener::run() {
  generalizeNamedOps();
  findConversions();
  collect();
  for (Operation *op : ops) {
    rewriteScalars(op);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      rewriteBody(linalgOp);
  }
  convertForeignValues();
  for (Value value : values)
    value.setType(toBytes(value.getType()));
  auto isOther = [&](OpOperand &use) { return isForeign(use); };
  for (Value value : values)
    if (llvm::any_of(value.getUses(), isOther))
      value.replaceUsesWithIf(convertTensor(value), isOther);
  if (changesSignature) {
    Operation *end = function.front().getTerminator();
    function.setType(FunctionType::get(function.getContext(),
                                       function.front().getArgumentTypes(),
                                       end->getOperandTypes()));
  }
}

namespace {
struct WidenBooleans
    : public compress::impl::CompressWidenBooleansPassBase<WidenBooleans> {
  using CompressWidenBooleansPassBase::CompressWidenBooleansPassBase;

  void runOnOperation() override {
    llvm::StringSet<> called;
    getOperation().walk(
        [&](func::CallOp call) { called.insert(call.getCallee()); });
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        BooleanWidener(function, boundaries &&
                                     function.getBody().hasOneBlock() &&
                                     !called.contains(function.getName()))
            .run();
  }
};
} // namespace
