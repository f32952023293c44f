//===- FoldConstants.cpp - arithmetic on constants --------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSFOLDCONSTANTSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// Larger results stay computed: they would only make the file bigger. Nor is a
/// body evaluated more often.
static constexpr int64_t kMaxElements = 1 << 16;

/// True for a tensor that is small enough to be a constant.
static bool isSmallTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() &&
         tensor.getElementType().isIntOrIndexOrFloat() &&
         tensor.getNumElements() <= kMaxElements;
}

static bool isFloatTensor(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type));
}

/// The value of a fill with a constant; null for others.
static DenseElementsAttr getFilledValue(linalg::FillOp fill) {
  Attribute element;
  if (!fill.hasPureTensorSemantics() ||
      !matchPattern(fill.getInputs()[0], m_Constant(&element)))
    return {};
  return DenseElementsAttr::get(cast<ShapedType>(fill->getResult(0).getType()),
                                element);
}

/// The value of a small constant tensor, fill or weight. Resources are read, so
/// that tables of positions take part; one without data is none
/// (`compress-lift-weights` reports it).
static DenseElementsAttr getConstant(Value value,
                                     SymbolTableCollection &symbols) {
  Attribute attr;
  if (!isSmallTensor(value.getType()))
    return {};
  if (ml_program::GlobalOp weight = getWeight(value, symbols))
    attr = getWeightValue(weight);
  else if (auto fill = value.getDefiningOp<linalg::FillOp>())
    attr = getFilledValue(fill);
  else
    matchPattern(value, m_Constant(&attr));
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(attr))
    return dense;
  auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(attr);
  if (!resource || !hasWholeBytes(resource.getElementType()))
    return {};
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> raw =
      getRawData(resource, storage, [] { return InFlightDiagnostic(); });
  if (failed(raw))
    return {};
  ShapedType type = resource.getShapedType();
  if (type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        type, llvm::map_to_vector(*raw, [](char byte) { return byte != 0; }));
  return DenseElementsAttr::getFromRawBuffer(type, *raw);
}

static Attribute getElement(DenseElementsAttr value,
                            ArrayRef<int64_t> position) {
  return value.getValues<Attribute>()[llvm::to_vector_of<uint64_t>(position)];
}

//===----------------------------------------------------------------------===//
// Bodies of linalg ops
//===----------------------------------------------------------------------===//

namespace {
/// Evaluates the body of a linalg op at points of its iteration space.
class BodyEvaluator {
public:
  BodyEvaluator(linalg::LinalgOp op, SymbolTableCollection &symbols)
      : op(op), symbols(symbols) {}

  /// The small constant that `value` is; null for any other.
  DenseElementsAttr getTensor(Value value) {
    auto [entry, isNew] = tensors.try_emplace(value);
    if (isNew)
      entry->second = getConstant(value, symbols);
    return entry->second;
  }

  /// Evaluates `ops` of the body in their order at `point`, where the init
  /// arguments have the values `sums` (null: unknown). Fails where an op
  /// doesn't fold or an assertion doesn't hold.
  template <typename OpRange>
  LogicalResult evaluate(OpRange &&ops, ArrayRef<int64_t> point,
                         ArrayRef<Attribute> sums) {
    values.clear();
    readArguments(point, sums);
    for (Operation &inner : ops)
      if (failed(evaluateOp(&inner, point)))
        return failure();
    return success();
  }

  /// The value found for `value`; null if it is not known.
  Attribute lookup(Value value) const {
    if (Attribute known = values.lookup(value))
      return known;
    Attribute constant;
    return matchPattern(value, m_Constant(&constant)) ? constant : Attribute();
  }

private:
  void readArguments(ArrayRef<int64_t> point, ArrayRef<Attribute> sums);
  LogicalResult evaluateOp(Operation *inner, ArrayRef<int64_t> point);
  LogicalResult evaluateExtract(tensor::ExtractOp extract,
                                ArrayRef<Attribute> operands);
  LogicalResult evaluateTruncation(arith::TruncFOp truncation,
                                   Attribute operand);

  linalg::LinalgOp op;
  SymbolTableCollection &symbols;
  DenseMap<Value, DenseElementsAttr> tensors;
  DenseMap<Value, Attribute> values;
};
} // namespace

void BodyEvaluator::readArguments(ArrayRef<int64_t> point,
                                  ArrayRef<Attribute> sums) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value argument = op.getMatchingBlockArgument(input);
    if (!isa<ShapedType>(input->get().getType()))
      values[argument] = lookup(input->get());
    else if (DenseElementsAttr tensor = getTensor(input->get()))
      values[argument] =
          getElement(tensor, op.getMatchingIndexingMap(input).compose(point));
  }
  for (auto [init, sum] : llvm::zip(op.getDpsInitsMutable(), sums))
    values[op.getMatchingBlockArgument(&init)] = sum;
}

LogicalResult BodyEvaluator::evaluateExtract(tensor::ExtractOp extract,
                                             ArrayRef<Attribute> operands) {
  DenseElementsAttr table = getTensor(extract.getTensor());
  if (!table)
    return failure();
  SmallVector<int64_t> position;
  for (auto [attr, size] :
       llvm::zip_equal(operands.drop_front(), table.getType().getShape())) {
    auto index = dyn_cast_or_null<IntegerAttr>(attr);
    if (!index || index.getInt() < 0 || index.getInt() >= size)
      return failure();
    position.push_back(index.getInt());
  }
  values[extract] = getElement(table, position);
  return success();
}

/// Upstream folds a truncation only where it loses nothing.
LogicalResult BodyEvaluator::evaluateTruncation(arith::TruncFOp truncation,
                                                Attribute operand) {
  auto wide = dyn_cast_or_null<FloatAttr>(operand);
  auto type = dyn_cast<FloatType>(truncation.getType());
  if (!wide || !type || truncation.getRoundingmodeAttr())
    return failure();
  APFloat value = wide.getValue();
  bool losesInfo;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  values[truncation] = FloatAttr::get(type, value);
  return success();
}

LogicalResult BodyEvaluator::evaluateOp(Operation *inner,
                                        ArrayRef<int64_t> point) {
  if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    values[index] =
        Builder(inner->getContext()).getIndexAttr(point[index.getDim()]);
    return success();
  }
  SmallVector<Attribute> operands;
  for (Value operand : inner->getOperands())
    operands.push_back(isa<ShapedType>(operand.getType()) ? Attribute()
                                                          : lookup(operand));
  if (isa<cf::AssertOp>(inner)) {
    auto condition = dyn_cast_or_null<IntegerAttr>(operands[0]);
    return success(condition && condition.getValue().isOne());
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(inner))
    return evaluateExtract(extract, operands);
  if (auto truncation = dyn_cast<arith::TruncFOp>(inner))
    return evaluateTruncation(truncation, operands[0]);
  SmallVector<OpFoldResult> folded;
  if (inner->getNumRegions() != 0 || failed(inner->fold(operands, folded)) ||
      folded.size() != inner->getNumResults())
    return failure();
  for (auto [result, value] : llvm::zip(inner->getResults(), folded)) {
    Attribute attr = dyn_cast<Attribute>(value);
    if (!attr)
      attr = lookup(cast<Value>(value));
    if (!attr)
      return failure();
    values[result] = attr;
  }
  return success();
}

/// Calls `callback` with each point of the space of `ranges`, in order, until
/// it fails.
static LogicalResult
forEachPoint(ArrayRef<int64_t> ranges,
             function_ref<LogicalResult(ArrayRef<int64_t>)> callback) {
  SmallVector<int64_t> strides = computeStrides(ranges);
  for (int64_t i = 0, e = llvm::product_of(ranges); i < e; ++i)
    if (failed(callback(delinearize(i, strides))))
      return failure();
  return success();
}

static bool isSmallSpace(ArrayRef<int64_t> ranges) {
  int64_t points = 1;
  return llvm::all_of(ranges, [&](int64_t range) {
    if (ShapedType::isDynamic(range) || range > kMaxElements)
      return false;
    points *= range;
    return points <= kMaxElements;
  });
}

//===----------------------------------------------------------------------===//
// Ops on tensors
//===----------------------------------------------------------------------===//

/// True when the results of `op` may be constants of the model. Floats are
/// weights, which stay as they are stored: only what is computed from vectors
/// and is no larger than they, such as 1 / sqrt(variance + epsilon) of a batch
/// norm, is evaluated.
static bool mayFold(linalg::LinalgOp op) {
  if (!llvm::all_of(op->getResultTypes(), isSmallTensor))
    return false;
  if (llvm::none_of(op->getResultTypes(), isFloatTensor))
    return true;
  auto isVector = [](ShapedType type) {
    return llvm::count_if(type.getShape(),
                          [](int64_t size) { return size != 1; }) <= 1;
  };
  int64_t elements = 0;
  for (Value input : op.getDpsInputs()) {
    auto type = dyn_cast<RankedTensorType>(input.getType());
    if (!type || !isVector(type) ||
        type.getElementTypeBitWidth() <
            getElementTypeOrSelf(op->getResult(0)).getIntOrFloatBitWidth())
      return false;
    elements = std::max(elements, type.getNumElements());
  }
  return op->getNumResults() == 1 && op.getNumReductionLoops() == 0 &&
         op.getBlock()->getOperations().size() > 1 &&
         cast<ShapedType>(op->getResult(0).getType()).getNumElements() <=
             elements;
}

/// The constants that a linalg op on constants computes; empty when it can't be
/// evaluated.
static SmallVector<DenseElementsAttr>
evaluateLinalg(linalg::LinalgOp op, SymbolTableCollection &symbols) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (!op.hasPureTensorSemantics() || !mayFold(op) || !isSmallSpace(ranges))
    return {};
  BodyEvaluator evaluator(op, symbols);
  for (Value input : op.getDpsInputs())
    if (isa<ShapedType>(input.getType()) ? !evaluator.getTensor(input)
                                         : !evaluator.lookup(input))
      return {};
  // The results so far, element by element.
  SmallVector<SmallVector<Attribute>> results;
  SmallVector<AffineMap> maps;
  SmallVector<SmallVector<int64_t>> strides;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto type = cast<RankedTensorType>(init.get().getType());
    results.emplace_back(type.getNumElements());
    if (DenseElementsAttr start = evaluator.getTensor(init.get()))
      llvm::copy(start.getValues<Attribute>(), results.back().begin());
    maps.push_back(op.getMatchingIndexingMap(&init));
    strides.push_back(computeStrides(type.getShape()));
  }
  Operation *yield = op.getBlock()->getTerminator();
  LogicalResult evaluated =
      forEachPoint(ranges, [&](ArrayRef<int64_t> point) -> LogicalResult {
        SmallVector<Attribute *> places;
        SmallVector<Attribute> sums;
        for (auto [result, map, stride] : llvm::zip(results, maps, strides)) {
          places.push_back(&result[linearize(map.compose(point), stride)]);
          sums.push_back(*places.back());
        }
        if (failed(evaluator.evaluate(op.getBlock()->without_terminator(),
                                      point, sums)))
          return failure();
        for (auto [place, value] : llvm::zip(places, yield->getOperands()))
          if (!(*place = evaluator.lookup(value)))
            return failure();
        return success();
      });
  SmallVector<DenseElementsAttr> constants;
  if (failed(evaluated))
    return {};
  for (auto [result, type] : llvm::zip(results, op->getResultTypes())) {
    if (llvm::is_contained(result, Attribute()))
      return {};
    constants.push_back(DenseElementsAttr::get(cast<ShapedType>(type), result));
  }
  return constants;
}

/// The elements of a slice of a constant; null when its place is not known.
static DenseElementsAttr evaluateSlice(tensor::ExtractSliceOp slice,
                                       DenseElementsAttr source) {
  RankedTensorType type = slice.getResultType();
  if (ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
      ShapedType::isDynamicShape(slice.getStaticStrides()) ||
      slice.getSourceType().getRank() != type.getRank())
    return {};
  SmallVector<Attribute> elements;
  (void)forEachPoint(type.getShape(), [&](ArrayRef<int64_t> point) {
    SmallVector<int64_t> position;
    for (auto [offset, index, stride] :
         llvm::zip(slice.getStaticOffsets(), point, slice.getStaticStrides()))
      position.push_back(offset + index * stride);
    elements.push_back(getElement(source, position));
    return success();
  });
  return DenseElementsAttr::get(type, elements);
}

/// True when a fill is only what sums or copies start from: it stays one.
static bool isOnlyInit(linalg::FillOp fill) {
  return llvm::all_of(fill->getUses(), [](OpOperand &use) {
    auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
    return user && user.isDpsInit(&use);
  });
}

/// The constants that an op on constants gives; empty when it gives none.
static SmallVector<DenseElementsAttr> evaluate(Operation *op,
                                               SymbolTableCollection &symbols) {
  if (auto fill = dyn_cast<linalg::FillOp>(op); fill && isOnlyInit(fill))
    return {};
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return evaluateLinalg(linalgOp, symbols);
  Type type = op->getResult(0).getType();
  DenseElementsAttr source = getConstant(op->getOperand(0), symbols);
  if (!source || !isSmallTensor(type) || isFloatTensor(type))
    return {};
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return {source.reshape(cast<ShapedType>(type))};
  DenseElementsAttr slice =
      evaluateSlice(cast<tensor::ExtractSliceOp>(op), source);
  return slice ? SmallVector<DenseElementsAttr>{slice}
               : SmallVector<DenseElementsAttr>{};
}

/// The tensor of which `op` reads each element into its own place, by constant
/// indices; null when it does anything else.
static Value getCopied(linalg::GenericOp op, SymbolTableCollection &symbols) {
  Block *body = op.getBody();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 0 || !isSmallSpace(ranges) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      !llvm::all_of(body->getOperations(), [](Operation &inner) {
        return isMemoryEffectFree(&inner);
      }))
    return {};
  auto extract =
      body->getTerminator()->getOperand(0).getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract->getBlock() != body ||
      extract.getTensor().getType() != op.getResult(0).getType())
    return {};
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *inner) { return inner->getBlock() == body; };
  if (failed(getBackwardSlice(extract.getOperation(), &slice, options)))
    return {};
  BodyEvaluator evaluator(op, symbols);
  LogicalResult copies =
      forEachPoint(ranges, [&](ArrayRef<int64_t> point) -> LogicalResult {
        if (failed(
                evaluator.evaluate(llvm::make_pointee_range(slice), point, {})))
          return failure();
        return success(llvm::all_of(
            llvm::zip_equal(extract.getIndices(), point), [&](auto pair) {
              auto [index, place] = pair;
              auto known =
                  dyn_cast_or_null<IntegerAttr>(evaluator.lookup(index));
              return known && known.getInt() == place;
            }));
      });
  return succeeded(copies) ? extract.getTensor() : Value();
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

/// True when `check` holds at every point of the iteration space of `op`, by
/// what is constant.
static bool isAlwaysTrue(cf::AssertOp check, linalg::LinalgOp op,
                         SymbolTableCollection &symbols) {
  Block *body = op.getBlock();
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *inner) { return inner->getBlock() == body; };
  if (failed(getBackwardSlice(check.getOperation(), &slice, options)))
    return false;
  slice.insert(check);

  // Only the loops that the condition depends on.
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  llvm::SmallBitVector loops(op.getNumLoops());
  for (Operation *inner : slice) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      loops.set(index.getDim());
    for (Value operand : inner->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument || argument.getOwner() != body)
        continue;
      OpOperand &read = op->getOpOperand(argument.getArgNumber());
      for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop)
        if (op.getMatchingIndexingMap(&read).isFunctionOfDim(loop))
          loops.set(loop);
    }
  }
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (!loops.test(loop))
      range = 1;
  if (!isSmallSpace(ranges))
    return false;
  BodyEvaluator evaluator(op, symbols);
  return succeeded(forEachPoint(ranges, [&](ArrayRef<int64_t> point) {
    return evaluator.evaluate(llvm::make_pointee_range(slice), point, {});
  }));
}

namespace {
struct FoldConstants
    : public compress::impl::CompressFoldConstantsPassBase<FoldConstants> {
  using CompressFoldConstantsPassBase::CompressFoldConstantsPassBase;

  void runOnOperation() override {
    // One walk in program order is enough: operands are folded before users.
    SmallVector<Operation *> candidates;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<linalg::LinalgOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
              tensor::ExtractSliceOp>(op))
        candidates.push_back(op);
    });
    SymbolTableCollection symbols;
    for (Operation *op : candidates)
      fold(op, symbols);
  }

  static void fold(Operation *op, SymbolTableCollection &symbols) {
    SmallVector<DenseElementsAttr> values = evaluate(op, symbols);
    if (!values.empty()) {
      OpBuilder builder(op);
      for (auto [result, value] : llvm::zip(op->getResults(), values))
        result.replaceAllUsesWith(
            arith::ConstantOp::create(builder, op->getLoc(), value));
      op->erase();
      return;
    }
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      return;
    dropChecks(linalgOp, symbols);
    auto generic = dyn_cast<linalg::GenericOp>(op);
    Value copied = generic ? getCopied(generic, symbols) : Value();
    if (!copied)
      return;
    op->getResult(0).replaceAllUsesWith(copied);
    op->erase();
  }

  static void dropChecks(linalg::LinalgOp linalgOp,
                         SymbolTableCollection &symbols) {
    for (auto check : llvm::make_early_inc_range(
             linalgOp.getBlock()->getOps<cf::AssertOp>()))
      if (isAlwaysTrue(check, linalgOp, symbols))
        check.erase();
  }
};
} // namespace
