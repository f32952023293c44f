//===- ReorderWeights.cpp - weights as they are read ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Reorder.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSREORDERWEIGHTSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

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

namespace {
struct ReorderWeights
    : public compress::impl::CompressReorderWeightsPassBase<ReorderWeights> {
  using CompressReorderWeightsPassBase::CompressReorderWeightsPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
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
    llvm::StringMap<size_t> uses;
    if (auto symbolUses =
            SymbolTable::getSymbolUses(&getOperation().getBodyRegion()))
      for (SymbolTable::SymbolUse use : *symbolUses)
        ++uses[use.getSymbolRef().getLeafReference().getValue()];
    for (auto &[weight, users] : loads)
      if (uses.lookup(weight.getSymName()) == users.size() &&
          failed(WeightReorderer(weight, users).reorder()))
        return signalPassFailure();
  }
};
} // namespace
