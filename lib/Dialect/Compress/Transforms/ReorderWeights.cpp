//===- ReorderWeights.cpp - weights as they are read ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Elementwise.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Dialect/Compress/Utils/Reorder.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSREORDERWEIGHTSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr StringLiteral kCategory = "compress-reorder-weights";

namespace {
/// An operand that reads a weight through ops that move elements.
struct WeightUse {
  OpOperand *operand;
  WeightView view;
};

/// Stores one weight in another order or shape.
class WeightReorderer {
public:
  WeightReorderer(ml_program::GlobalOp weight,
                  ArrayRef<ml_program::GlobalLoadOp> loads);

  /// Failure means that an error was reported.
  LogicalResult reorder();

private:
  const WeightView *findOrder() const;
  bool isVector() const;
  LogicalResult permute(const WeightView &view);
  void setType(RankedTensorType type,
               function_ref<Value(OpBuilder &, Value)> restore);

  ml_program::GlobalOp weight;
  ArrayRef<ml_program::GlobalLoadOp> loads;
  RankedTensorType oldType;
  SmallVector<WeightUse> uses;
};
} // namespace

WeightReorderer::WeightReorderer(ml_program::GlobalOp weight,
                                 ArrayRef<ml_program::GlobalLoadOp> loads)
    : weight(weight), loads(loads),
      oldType(cast<RankedTensorType>(weight.getType())) {
  SmallVector<std::pair<Value, WeightView>> worklist;
  for (ml_program::GlobalLoadOp load : loads)
    worklist.push_back({load, WeightView::get(oldType)});
  while (!worklist.empty()) {
    auto [value, view] = worklist.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      FailureOr<WeightView> next = view.apply(use);
      if (failed(next))
        uses.push_back({&use, view});
      else
        worklist.emplace_back(use.getOwner()->getResult(0), *next);
    }
  }
}

/// True for an operand that is read as it is stored: the filter of a
/// convolution, the table of a gather.
static bool isOrdered(OpOperand *operand) {
  Operation *user = operand->getOwner();
  return isa<GatherOp>(user) ? operand->getOperandNumber() == 0
                             : isa<linalg::ConvolutionOpInterface>(user) &&
                                   operand->getOperandNumber() == 1;
}

/// The order that all such uses want and the weight has not; null if there is
/// none.
const WeightView *WeightReorderer::findOrder() const {
  const WeightView *order = nullptr;
  for (const WeightUse &use : uses) {
    if (!isOrdered(use.operand))
      continue;
    if (!use.view.isWhole(oldType.getNumElements()) ||
        (order && (order->sizes != use.view.sizes ||
                   order->strides != use.view.strides)))
      return nullptr;
    order = &use.view;
  }
  return order && !llvm::is_sorted(order->getDistinctDims()) ? order : nullptr;
}

/// True for a vector with more dimensions than one that nothing but elementwise
/// ops reads.
bool WeightReorderer::isVector() const {
  return oldType.getRank() > 1 &&
         llvm::count_if(oldType.getShape(),
                        [](int64_t size) { return size != 1; }) == 1 &&
         llvm::all_of(uses, [](const WeightUse &use) {
           auto op = dyn_cast<linalg::GenericOp>(use.operand->getOwner());
           return op && op.isDpsInput(use.operand) &&
                  !linalg::isaContractionOpInterface(op);
         });
}

/// The elements of `raw`, each of `bytes` bytes, in the order of `view`.
static SmallVector<char> readView(ArrayRef<char> raw, const WeightView &view,
                                  int64_t bytes) {
  SmallVector<char> data;
  data.reserve(raw.size());
  SmallVector<int64_t> steps = computeStrides(view.sizes);
  for (int64_t i = 0, e = llvm::product_of(view.sizes); i < e; ++i) {
    int64_t place =
        view.offset + linearize(delinearize(i, steps), view.strides);
    data.append(raw.begin() + place * bytes, raw.begin() + (place + 1) * bytes);
  }
  return data;
}

/// Changes the type; what still reads the weight sees the old tensor, which
/// `restore` makes of the new one.
void WeightReorderer::setType(RankedTensorType type,
                              function_ref<Value(OpBuilder &, Value)> restore) {
  weight.setTypeAttr(TypeAttr::get(type));
  for (ml_program::GlobalLoadOp load : loads) {
    load.getResult().setType(type);
    SmallVector<OpOperand *> readers = llvm::map_to_vector(
        load->getUses(), [](OpOperand &use) { return &use; });
    OpBuilder builder(load->getContext());
    builder.setInsertionPointAfter(load);
    Value old = restore(builder, load);
    for (OpOperand *reader : readers)
      reader->set(old);
  }
}

LogicalResult WeightReorderer::permute(const WeightView &view) {
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> raw = getRawData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(raw))
    return failure();
  RankedTensorType type = oldType.clone(view.sizes);
  int64_t bytes = raw->size() / oldType.getNumElements();
  weight.setValueAttr(makeResource(weight.getSymName(), type,
                                   ArrayRef(readView(*raw, view, bytes))));
  // The dimensions in the order of the old data; where those of size 1 lie does
  // not matter.
  SmallVector<int64_t> order = view.getDistinctDims();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(order, dim))
      order.push_back(dim);
  setType(type, [&](OpBuilder &builder, Value value) {
    value = transposeTensor(builder, value.getLoc(), value, order);
    return reshapeTensor(builder, value.getLoc(), value, oldType);
  });
  return success();
}

LogicalResult WeightReorderer::reorder() {
  if (const WeightView *order = findOrder())
    return permute(*order);
  if (!isVector())
    return success();
  RankedTensorType type = oldType.clone(oldType.getNumElements());
  ElementsAttr value = getWeightValue(weight);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    weight.setValueAttr(
        DenseResourceElementsAttr::get(type, resource.getRawHandle()));
  else if (auto dense = dyn_cast<DenseElementsAttr>(value))
    weight.setValueAttr(dense.reshape(type));
  else
    return success();
  setType(type, [&](OpBuilder &builder, Value value) {
    return reshapeTensor(builder, value.getLoc(), value, oldType);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Filters that are computed by moving elements
//===----------------------------------------------------------------------===//

/// The positions in a weight's data of the elements of a tensor, in order, or
/// `kZero` for an element that is 0.
using Positions = SmallVector<int64_t>;
static constexpr int64_t kZero = -1;

/// The tensor that a generic without inputs reads one element of for each of
/// its own, by indices that depend on the place; null for any other op.
static tensor::ExtractOp getRead(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || !generic.hasPureTensorSemantics() ||
      generic.getNumDpsInputs() != 0 || generic->getNumResults() != 1 ||
      generic.hasDynamicShape() ||
      !generic.getMatchingIndexingMap(generic.getDpsInitOperand(0))
           .isIdentity() ||
      !llvm::all_of(
          generic.getBody()->without_terminator(),
          [](Operation &inner) { return isMemoryEffectFree(&inner); }))
    return {};
  Value yielded = generic.getBody()->getTerminator()->getOperand(0);
  auto extract = yielded.getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract->getBlock() != generic.getBody() ||
      !cast<RankedTensorType>(extract.getTensor().getType()).hasStaticShape())
    return {};
  return extract;
}

/// True for a pad with zeros by constant amounts.
static bool isZeroPad(tensor::PadOp pad) {
  Value padding = pad.getConstantPaddingValue();
  return padding && matchPattern(padding, m_PosZeroFloat()) &&
         pad.getSourceType().hasStaticShape() &&
         pad.getResultType().hasStaticShape() &&
         !ShapedType::isDynamicShape(pad.getStaticLow());
}

/// The tensor whose elements `op` gives in other places; null for any other op.
static Value getMovedTensor(Operation *op) {
  // Slices leave elements of the weight to others.
  if (OpOperand *moved = getMovedOperand(op))
    return isa<tensor::ExtractSliceOp>(op) ? Value() : moved->get();
  if (auto pad = dyn_cast_or_null<tensor::PadOp>(op))
    return isZeroPad(pad) ? pad.getSource() : Value();
  if (tensor::ExtractOp read = getRead(op))
    return read.getTensor();
  return {};
}

/// The value of an index computed in a body at `point`.
static std::optional<int64_t> evaluateIndex(Value value,
                                            ArrayRef<int64_t> point) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  Operation *op = value.getDefiningOp();
  if (auto index = dyn_cast_or_null<linalg::IndexOp>(op))
    return point[index.getDim()];
  if (!isa_and_present<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  std::optional<int64_t> lhs = evaluateIndex(op->getOperand(0), point),
                         rhs = evaluateIndex(op->getOperand(1), point);
  if (!lhs || !rhs)
    return std::nullopt;
  return isa<arith::AddIOp>(op) ? *lhs + *rhs : *lhs - *rhs;
}

/// The place in the source of the element that `op` puts at `point`; it may lie
/// outside of it, where a pad is. Fails where it is not known.
static FailureOr<SmallVector<int64_t>> findPlace(Operation *op,
                                                 ArrayRef<int64_t> point) {
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    SmallVector<int64_t> place;
    for (auto [index, low] : llvm::zip(point, pad.getStaticLow()))
      place.push_back(index - low);
    return place;
  }
  if (tensor::ExtractOp read = getRead(op)) {
    SmallVector<int64_t> place;
    for (auto [index, size] :
         llvm::zip(read.getIndices(),
                   cast<ShapedType>(read.getTensor().getType()).getShape())) {
      std::optional<int64_t> known = evaluateIndex(index, point);
      if (!known || *known < 0 || *known >= size)
        return failure();
      place.push_back(*known);
    }
    return place;
  }
  auto copy = cast<linalg::LinalgOp>(op);
  AffineMap in = copy.getMatchingIndexingMap(copy.getDpsInputOperand(0)),
            out = copy.getMatchingIndexingMap(copy.getDpsInitOperand(0));
  SmallVector<int64_t> place(
      in.compose(inversePermutation(out).compose(point)));
  return place;
}

/// The positions of the elements of `op`'s result by those of what it moves.
static FailureOr<Positions> movePositions(Operation *op,
                                          ArrayRef<int64_t> source) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return llvm::to_vector(source);
  ArrayRef<int64_t> from =
      cast<ShapedType>(getMovedTensor(op).getType()).getShape();
  auto type = cast<ShapedType>(op->getResult(0).getType());
  SmallVector<int64_t> strides = computeStrides(from),
                       steps = computeStrides(type.getShape());
  Positions moved;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    FailureOr<SmallVector<int64_t>> place =
        findPlace(op, delinearize(i, steps));
    if (failed(place))
      return failure();
    bool isInside = llvm::all_of(llvm::zip(*place, from), [](auto pair) {
      auto [index, size] = pair;
      return index >= 0 && index < size;
    });
    moved.push_back(isInside ? source[linearize(*place, strides)] : kZero);
  }
  return moved;
}

/// Stores the weight that `filter` is computed from by moving its elements, as
/// it is read reversed by transposed convolutions, in the filter's order.
/// Failure means that an error was reported.
static LogicalResult storeAsRead(OpOperand &filter,
                                 SymbolTableCollection &symbols,
                                 const llvm::StringMap<size_t> &symbolUses) {
  SmallVector<Operation *> chain;
  Value value = filter.get();
  while (Value source = getMovedTensor(value.getDefiningOp())) {
    if (!value.hasOneUse())
      return success();
    chain.push_back(value.getDefiningOp());
    value = source;
  }
  ml_program::GlobalOp weight = getWeight(value, symbols);
  // Moves alone are the other part's.
  if (!weight || !weight.isPrivate() || !value.hasOneUse() ||
      symbolUses.lookup(weight.getSymName()) != 1 ||
      llvm::all_of(chain, [](Operation *op) { return getMovedOperand(op); }))
    return success();
  auto oldType = cast<RankedTensorType>(weight.getType());
  auto filterType = cast<RankedTensorType>(filter.get().getType());
  if (!oldType.hasStaticShape() || !hasWholeBytes(oldType.getElementType()))
    return success();
  Operation *user = filter.getOwner();
  if (filterType.getNumElements() > oldType.getNumElements()) {
    emitMissed(user, "WeightComputed", kCategory) << remark::reason(
        "'{0}' reads the weight '{1}' with zeros around it: it would grow",
        user->getName().getStringRef(), weight.getSymName());
    return success();
  }
  Positions positions =
      llvm::to_vector(llvm::seq<int64_t>(oldType.getNumElements()));
  for (Operation *op : llvm::reverse(chain)) {
    FailureOr<Positions> moved = movePositions(op, positions);
    if (failed(moved))
      return success();
    positions = std::move(*moved);
  }
  SmallVector<char> storage, data;
  FailureOr<ArrayRef<char>> raw = getRawData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(raw))
    return failure();
  int64_t bytes = raw->size() / oldType.getNumElements();
  for (int64_t position : positions) {
    if (position == kZero)
      data.append(bytes, 0);
    else
      llvm::append_range(data, raw->slice(position * bytes, bytes));
  }
  RankedTensorType type = oldType.clone(filterType.getShape());
  weight.setTypeAttr(TypeAttr::get(type));
  weight.setValueAttr(makeResource(weight.getSymName(), type, ArrayRef(data)));
  value.setType(type);
  OpBuilder builder(user);
  Type wide = filterType.getElementType();
  if (wide != type.getElementType())
    value = createElementwise(
        builder, value.getLoc(), value, wide,
        [&](OpBuilder &nested, Location loc, ValueRange elements) -> Value {
          return arith::ExtFOp::create(nested, loc, wide, elements[0]);
        });
  filter.set(value);
  for (Operation *op : chain)
    op->erase();
  return success();
}

namespace {
struct ReorderWeights
    : public compress::impl::CompressReorderWeightsPassBase<ReorderWeights> {
  using CompressReorderWeightsPassBase::CompressReorderWeightsPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    llvm::StringMap<size_t> uses;
    if (auto symbolUses =
            SymbolTable::getSymbolUses(&getOperation().getBodyRegion()))
      for (SymbolTable::SymbolUse use : *symbolUses)
        ++uses[use.getSymbolRef().getLeafReference().getValue()];
    SmallVector<OpOperand *> filters;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (isa<linalg::ConvolutionOpInterface>(op.getOperation()))
        filters.push_back(op.getDpsInputOperand(1));
    });
    for (OpOperand *filter : filters)
      if (failed(storeAsRead(*filter, symbols, uses)))
        return signalPassFailure();
    llvm::MapVector<ml_program::GlobalOp, SmallVector<ml_program::GlobalLoadOp>>
        loads;
    getOperation().walk([&](ml_program::GlobalLoadOp load) {
      auto type = dyn_cast<RankedTensorType>(load.getType());
      ml_program::GlobalOp weight = getWeight(load, symbols);
      // The layout of codes of fewer bits depends on their shape.
      if (weight && weight.isPrivate() && type && type.hasStaticShape() &&
          type.getNumElements() != 0 && hasWholeBytes(type.getElementType()))
        loads[weight].push_back(load);
    });
    // A weight that something else names can't change.
    for (auto &[weight, users] : loads)
      if (uses.lookup(weight.getSymName()) == users.size() &&
          failed(WeightReorderer(weight, users).reorder()))
        return signalPassFailure();
  }
};
} // namespace
