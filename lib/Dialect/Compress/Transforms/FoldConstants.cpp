//===- FoldConstants.cpp - integer arithmetic on constants ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "compress-fold-constants"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSFOLDCONSTANTSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// Larger results stay computed: they would only make the file bigger.
static constexpr int64_t kMaxElements = 1 << 16;

static bool isIntegerTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() &&
         tensor.getElementType().isIntOrIndex() &&
         tensor.getNumElements() <= kMaxElements;
}

/// The value of a constant integer tensor. Resources are read, so that tables
/// of positions take part.
static DenseElementsAttr getConstant(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant || !isIntegerTensor(value.getType()))
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
    return dense;
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue());
  if (!resource || resource.getElementType().isInteger(1))
    return {};
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> raw =
      getRawData(resource, storage, [&] { return constant.emitOpError(); });
  if (failed(raw))
    return {};
  return DenseElementsAttr::getFromRawBuffer(resource.getShapedType(), *raw);
}

static Attribute getElement(DenseElementsAttr value,
                            ArrayRef<uint64_t> position) {
  return value.getValues<Attribute>()[position];
}

namespace {
/// Evaluates the body of a generic at one point of its iteration space.
class BodyEvaluator {
public:
  explicit BodyEvaluator(linalg::GenericOp op) : op(op) {
    for (OpOperand *input : op.getDpsInputOperands())
      inputs.push_back(
          {getConstant(input->get()), op.getMatchingIndexingMap(input)});
  }

  /// True when all inputs are constants.
  bool hasConstantInputs() const {
    return llvm::all_of(inputs, [](const Input &in) { return in.value; });
  }

  /// The yielded values at `point`; fails where an op doesn't fold or an
  /// assertion doesn't hold.
  LogicalResult evaluate(ArrayRef<int64_t> point,
                         SmallVectorImpl<Attribute> &results);

private:
  struct Input {
    DenseElementsAttr value;
    AffineMap map;
  };

  Attribute lookup(Value value) {
    if (Attribute known = values.lookup(value))
      return known;
    Attribute constant;
    return matchPattern(value, m_Constant(&constant)) ? constant : Attribute();
  }
  LogicalResult evaluateOp(Operation *inner, ArrayRef<int64_t> point);

  linalg::GenericOp op;
  SmallVector<Input> inputs;
  DenseMap<Value, Attribute> values;
};
} // namespace

LogicalResult BodyEvaluator::evaluateOp(Operation *inner,
                                        ArrayRef<int64_t> point) {
  OpBuilder builder(inner->getContext());
  if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    values[index] = builder.getIndexAttr(point[index.getDim()]);
    return success();
  }
  SmallVector<Attribute> operands;
  for (Value operand : inner->getOperands())
    operands.push_back(isa<RankedTensorType>(operand.getType())
                           ? Attribute()
                           : lookup(operand));
  if (isa<cf::AssertOp>(inner)) {
    auto condition = dyn_cast_or_null<IntegerAttr>(operands[0]);
    return success(condition && condition.getValue().isOne());
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
    DenseElementsAttr table = getConstant(extract.getTensor());
    if (!table)
      return failure();
    SmallVector<uint64_t> position;
    for (auto [attr, size] : llvm::zip_equal(ArrayRef(operands).drop_front(),
                                             table.getType().getShape())) {
      auto index = dyn_cast_or_null<IntegerAttr>(attr);
      if (!index || index.getInt() < 0 || index.getInt() >= size)
        return failure();
      position.push_back(index.getInt());
    }
    values[extract] = getElement(table, position);
    return success();
  }
  SmallVector<OpFoldResult> folded;
  if (failed(inner->fold(operands, folded)))
    return failure();
  for (auto [result, value] : llvm::zip(inner->getResults(), folded)) {
    Attribute attr = dyn_cast<Attribute>(value);
    if (!attr)
      attr = lookup(cast<Value>(value));
    if (!attr)
      return failure();
    values[result] = attr;
  }
  return success(folded.size() == inner->getNumResults());
}

LogicalResult BodyEvaluator::evaluate(ArrayRef<int64_t> point,
                                      SmallVectorImpl<Attribute> &results) {
  Block *body = op.getBody();
  values.clear();
  for (auto [argument, input] : llvm::zip(body->getArguments(), inputs)) {
    SmallVector<int64_t> position = input.map.compose(point);
    values[argument] =
        getElement(input.value, llvm::to_vector_of<uint64_t>(position));
  }
  for (Operation &inner : body->without_terminator())
    if (failed(evaluateOp(&inner, point)))
      return failure();
  for (Value yielded : body->getTerminator()->getOperands()) {
    results.push_back(lookup(yielded));
    if (!results.back())
      return failure();
  }
  return success();
}

/// The constant that a generic of constants computes; null when it can't be
/// evaluated.
static DenseElementsAttr evaluateGeneric(linalg::GenericOp op) {
  if (op->getNumResults() != 1 || !isIntegerTensor(op.getResult(0).getType()) ||
      op.getNumReductionLoops() != 0 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      op.getBody()->getArguments().back().getNumUses() != 0)
    return {};
  BodyEvaluator evaluator(op);
  if (!evaluator.hasConstantInputs())
    return {};
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  SmallVector<Attribute> elements;
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
    if (failed(evaluator.evaluate(delinearize(i, strides), elements)))
      return {};
  return DenseElementsAttr::get(type, elements);
}

/// The constant that an op on constant integer tensors gives; null when it is
/// none, or computes floats.
static DenseElementsAttr evaluate(Operation *op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return evaluateGeneric(generic);
  if (op->getNumResults() != 1 || !isIntegerTensor(op->getResult(0).getType()))
    return {};
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    Attribute value;
    if (matchPattern(fill.getInputs()[0], m_Constant(&value)))
      return DenseElementsAttr::get(type, value);
    return {};
  }
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    DenseElementsAttr source = getConstant(op->getOperand(0));
    return source ? source.reshape(type) : DenseElementsAttr();
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    DenseElementsAttr source = getConstant(slice.getSource());
    if (!source || !slice.hasUnitStride() || slice.getStaticOffsets().empty() ||
        ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
        slice.getSourceType().getRank() != type.getRank())
      return {};
    SmallVector<Attribute> elements;
    SmallVector<int64_t> strides = computeStrides(type.getShape());
    for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
      SmallVector<uint64_t> position;
      for (auto [offset, index] :
           llvm::zip(slice.getStaticOffsets(), delinearize(i, strides)))
        position.push_back(offset + index);
      elements.push_back(getElement(source, position));
    }
    return DenseElementsAttr::get(type, elements);
  }
  return {};
}

namespace {
struct FoldConstants
    : public compress::impl::CompressFoldConstantsPassBase<FoldConstants> {
  using CompressFoldConstantsPassBase::CompressFoldConstantsPassBase;

  void runOnOperation() override {
    // One walk in program order is enough: operands are folded before users.
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<linalg::LinalgOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
               tensor::ExtractSliceOp>(op))
        return;
      DenseElementsAttr value = evaluate(op);
      if (!value)
        return;
      LDBG() << "folded " << op->getName();
      OpBuilder builder(op);
      op->replaceAllUsesWith(
          arith::ConstantOp::create(builder, op->getLoc(), value));
    });
  }
};
} // namespace
