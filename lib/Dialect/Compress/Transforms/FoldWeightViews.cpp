//===- FoldWeightViews.cpp - weights become direct operands -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/Elementwise.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSFOLDWEIGHTVIEWSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr StringLiteral kCategory = "compress-fold-weight-views";

namespace {
/// An operand that reads a weight through ops that only move elements.
struct WeightUse {
  OpOperand *operand;
  Value load;
  WeightView view;

  Operation *getOwner() const { return operand->getOwner(); }
};

/// The dimension of a view that walks along each dimension of a weight, or
/// `kNone` where a dimension of size 1 has none.
using DimensionMatch = SmallVector<int64_t>;
constexpr int64_t kNone = -1;
} // namespace

//===----------------------------------------------------------------------===//
// What a use asks for
//===----------------------------------------------------------------------===//

/// The contraction that reads the weight as one of its two factors and can
/// read it in any order of dimensions.
static std::optional<Contraction> getContraction(const WeightUse &use) {
  if (!isa<linalg::ContractOp, linalg::GenericOp>(use.getOwner()) ||
      use.operand->getOperandNumber() > 1)
    return std::nullopt;
  FailureOr<Contraction> contraction = matchContraction(use.getOwner());
  return succeeded(contraction) ? std::optional(*contraction) : std::nullopt;
}

/// True for the uses that a weight is there for, which need it as a direct
/// operand: contractions, convolutions and gathers.
static bool isCompute(const WeightUse &use) {
  if (isa<GatherOp>(use.getOwner()))
    return use.operand->getOperandNumber() == 0;
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return op && op.isDpsInput(use.operand) &&
         (linalg::isaContractionOpInterface(op) ||
          isa<linalg::ConvolutionOpInterface>(op.getOperation()));
}

/// True when the use can read any order of dimensions.
static bool hasFreeMap(const WeightUse &use) {
  auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
  return getContraction(use) || (generic && generic.isDpsInput(use.operand));
}

/// The dimension of the view along each dimension of a weight of `shape`; none
/// when the weight's elements lie in another order than the view says.
/// `unitDims` are the dimensions of size 1 of the view, in the order in which
/// those of the weight take them.
static std::optional<DimensionMatch>
matchDimensions(const WeightView &view, ArrayRef<int64_t> shape,
                ArrayRef<int64_t> unitDims) {
  DimensionMatch match;
  SmallVector<int64_t> dims = view.getDistinctDims();
  auto next = dims.begin();
  auto nextUnit = unitDims.begin();
  for (int64_t size : shape) {
    if (size == 1) {
      match.push_back(nextUnit == unitDims.end() ? kNone : *nextUnit++);
      continue;
    }
    if (next == dims.end() || view.sizes[*next] != size)
      return std::nullopt;
    match.push_back(*next++);
  }
  if (next != dims.end())
    return std::nullopt;
  return match;
}

/// The dimensions of size 1 of a view; for a contraction those that are no
/// batch first, the others at the end. `numNeeded` is the number of the first.
static SmallVector<int64_t> getUnitDims(const WeightUse &use,
                                        size_t &numNeeded) {
  SmallVector<int64_t> needed, batch;
  std::optional<Contraction> contraction = getContraction(use);
  AffineMap map;
  if (contraction)
    map = contraction->op.getMatchingIndexingMap(use.operand);
  for (auto [dim, size] : llvm::enumerate(use.view.sizes)) {
    if (size != 1)
      continue;
    bool isBatch = contraction && llvm::is_contained(contraction->batch,
                                                     map.getDimPosition(dim));
    (isBatch ? batch : needed).push_back(dim);
  }
  numNeeded = needed.size();
  needed.append(batch);
  return needed;
}

/// True when the loops of a contraction keep their roles with `map` for the
/// weight's operand: only batch loops may be lost, which become rows.
static bool keepsRoles(const Contraction &contraction, const WeightUse &use,
                       AffineMap map) {
  auto isKept = [&](unsigned loop) { return map.isFunctionOfDim(loop); };
  bool isRight = use.operand->getOperandNumber() == 1;
  return llvm::all_of(contraction.k, isKept) &&
         llvm::all_of(isRight ? contraction.n : contraction.m, isKept);
}

/// The map by which `use` reads a weight of `shape`; none when it can't.
static std::optional<AffineMap> getDirectMap(const WeightUse &use,
                                             ArrayRef<int64_t> shape) {
  auto op = cast<linalg::LinalgOp>(use.getOwner());
  size_t numNeeded;
  SmallVector<int64_t> unitDims = getUnitDims(use, numNeeded);
  std::optional<DimensionMatch> match =
      matchDimensions(use.view, shape, unitDims);
  if (!match)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(use.operand);
  SmallVector<AffineExpr> exprs;
  for (int64_t dim : *match)
    exprs.push_back(dim == kNone ? getAffineConstantExpr(0, map.getContext())
                                 : map.getResult(dim));
  map = AffineMap::get(map.getNumDims(), 0, exprs, map.getContext());
  if (std::optional<Contraction> contraction = getContraction(use)) {
    if (!map.isProjectedPermutation() || !keepsRoles(*contraction, use, map))
      return std::nullopt;
    return map;
  }
  // The loops must still follow from the operands.
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[use.operand->getOperandNumber()] = map;
  if (!inversePermutation(concatAffineMaps(maps, map.getContext())))
    return std::nullopt;
  return map;
}

/// True when the use can read a weight of `shape` as a direct operand. A
/// `strict` contraction wants no dimension for a batch of one.
static bool isDirect(const WeightUse &use, ArrayRef<int64_t> shape,
                     bool strict) {
  if (!hasFreeMap(use))
    return shape == ArrayRef(use.view.sizes) &&
           llvm::is_sorted(use.view.getDistinctDims());
  size_t numNeeded;
  getUnitDims(use, numNeeded);
  bool hasSpare = getContraction(use) &&
                  static_cast<size_t>(llvm::count(shape, 1)) > numNeeded;
  return getDirectMap(use, shape) && !(strict && hasSpare);
}

/// The shape of the weight that fits the use best.
static SmallVector<int64_t> getWishedShape(const WeightUse &use) {
  if (!hasFreeMap(use))
    return use.view.sizes;
  size_t numNeeded;
  getUnitDims(use, numNeeded);
  SmallVector<int64_t> shape(getContraction(use) ? numNeeded : 0, 1);
  shape.append(use.view.getDistinctSizes());
  return shape;
}

//===----------------------------------------------------------------------===//
// Weights of another shape
//===----------------------------------------------------------------------===//

/// `value` with another shape over the same data.
static ElementsAttr reshapeValue(ElementsAttr value, ShapedType type) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return cast<DenseElementsAttr>(value).reshape(type);
}

/// `value` as a tensor of `type`, which has the same elements in this order.
static Value reshapeTensor(OpBuilder &builder, Location loc, Value value,
                           RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  if (auto groups = getReassociationIndicesForReshape(from, type)) {
    if (from.getRank() < type.getRank())
      return tensor::ExpandShapeOp::create(builder, loc, type, value, *groups);
    return tensor::CollapseShapeOp::create(builder, loc, type, value, *groups);
  }
  RankedTensorType flat =
      RankedTensorType::get(from.getNumElements(), from.getElementType());
  value = tensor::CollapseShapeOp::create(
      builder, loc, flat, value,
      *getReassociationIndicesForReshape(from, flat));
  return tensor::ExpandShapeOp::create(
      builder, loc, type, value,
      *getReassociationIndicesForReshape(flat, type));
}

namespace {
/// Gives the users of one weight the weight itself.
class WeightFolder {
public:
  WeightFolder(ml_program::GlobalOp weight, WeightBuilder &builder)
      : weight(weight), builder(builder) {}

  /// Finds the uses behind `load`.
  void collect(ml_program::GlobalLoadOp load);

  /// Rewrites the uses. Failure means that an error was reported.
  LogicalResult fold();

private:
  LogicalResult splitIntoSlices();
  bool areDisjoint(ArrayRef<WeightView> slices, int64_t numElements);
  FailureOr<ElementsAttr> extract(const WeightView &view, ShapedType type);
  RankedTensorType chooseType();
  void setType(RankedTensorType type);
  void makeDirect(const WeightUse &use);
  Value getOperand(const WeightUse &use);
  void eraseMoves();

  ml_program::GlobalOp weight;
  WeightBuilder &builder;
  SmallVector<ml_program::GlobalLoadOp> loads;
  SmallVector<WeightUse> uses;
  /// Ops that move elements of the weight, producers first.
  SmallVector<Operation *> moves;
  /// The extension of each load to a wider type.
  DenseMap<std::pair<Value, Type>, Value> extensions;
};
} // namespace

void WeightFolder::collect(ml_program::GlobalLoadOp load) {
  loads.push_back(load);
  SmallVector<std::pair<Value, WeightView>> worklist = {
      {load, WeightView::get(cast<RankedTensorType>(load.getType()))}};
  while (!worklist.empty()) {
    auto [value, view] = worklist.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      FailureOr<WeightView> next = view.apply(use);
      if (failed(next)) {
        uses.push_back({&use, load, view});
        continue;
      }
      moves.push_back(use.getOwner());
      worklist.emplace_back(use.getOwner()->getResult(0), *next);
    }
  }
}

/// The shape that all contractions, convolutions and gathers can read; the
/// present one if there is none.
RankedTensorType WeightFolder::chooseType() {
  auto type = cast<RankedTensorType>(weight.getType());
  SmallVector<SmallVector<int64_t>> shapes = {llvm::to_vector(type.getShape())};
  SmallVector<const WeightUse *> readers;
  for (const WeightUse &use : uses)
    if (isCompute(use) && use.view.isWhole(type.getNumElements())) {
      readers.push_back(&use);
      shapes.push_back(getWishedShape(use));
    }
  for (bool strict : {true, false})
    for (ArrayRef<int64_t> shape : shapes)
      if (llvm::all_of(readers, [&](const WeightUse *use) {
            return isDirect(*use, shape, strict);
          }))
        return type.clone(shape);
  return type;
}

/// Changes the shape of the weight; users that are left to the ops that move
/// elements see the old one.
void WeightFolder::setType(RankedTensorType type) {
  auto oldType = cast<RankedTensorType>(weight.getType());
  if (type == oldType)
    return;
  weight.setTypeAttr(TypeAttr::get(type));
  weight.setValueAttr(reshapeValue(getWeightValue(weight), type));
  for (ml_program::GlobalLoadOp load : loads) {
    load.getResult().setType(type);
    OpBuilder reshapeBuilder(load->getContext());
    reshapeBuilder.setInsertionPointAfter(load);
    Value old = reshapeTensor(reshapeBuilder, load.getLoc(), load, oldType);
    Operation *last = old.getDefiningOp(), *first = load->getNextNode();
    load.getResult().replaceAllUsesExcept(old, first);
    moves.insert(moves.begin(), first);
    if (last != first)
      moves.insert(moves.begin() + 1, last);
  }
}

/// `value` with its elements extended to a wider float type.
static Value extend(OpBuilder &builder, Location loc, Value value,
                    Type elementType) {
  return createElementwise(
      builder, loc, value, elementType,
      [&](OpBuilder &nested, Location bodyLoc, ValueRange arguments) -> Value {
        return arith::ExtFOp::create(nested, bodyLoc, elementType,
                                     arguments[0]);
      });
}

/// The weight as it is stored, extended to the type that the use reads.
Value WeightFolder::getOperand(const WeightUse &use) {
  Type elementType = use.view.extendedType;
  if (!elementType)
    return use.load;
  Value &extended = extensions[{use.load, elementType}];
  if (extended)
    return extended;
  OpBuilder castBuilder(use.load.getContext());
  castBuilder.setInsertionPointAfterValue(use.load);
  extended = extend(castBuilder, use.load.getLoc(), use.load, elementType);
  return extended;
}

/// Only the rows that are read are extended.
static void gatherNarrow(GatherOp gather, Value table) {
  auto type = cast<RankedTensorType>(gather.getType());
  Type narrow = cast<ShapedType>(table.getType()).getElementType();
  gather.getTableMutable().assign(table);
  gather.getResult().setType(type.clone(narrow));
  OpBuilder builder(gather->getContext());
  builder.setInsertionPointAfter(gather);
  Value wide = extend(builder, gather.getLoc(), gather, type.getElementType());
  gather.getResult().replaceAllUsesExcept(wide, wide.getDefiningOp());
}

void WeightFolder::makeDirect(const WeightUse &use) {
  auto gather = dyn_cast<GatherOp>(use.getOwner());
  if (gather && use.view.extendedType)
    return gatherNarrow(gather, use.load);
  ArrayRef<int64_t> shape = cast<ShapedType>(use.load.getType()).getShape();
  if (!hasFreeMap(use)) {
    use.operand->set(getOperand(use));
    return;
  }
  SmallVector<AffineMap> maps =
      cast<linalg::LinalgOp>(use.getOwner()).getIndexingMapsArray();
  maps[use.operand->getOperandNumber()] = *getDirectMap(use, shape);
  ArrayAttr attr =
      Builder(use.getOwner()->getContext()).getAffineMapArrayAttr(maps);
  use.operand->set(getOperand(use));
  if (auto contract = dyn_cast<linalg::ContractOp>(use.getOwner()))
    contract.setIndexingMapsAttr(attr);
  else
    cast<linalg::GenericOp>(use.getOwner()).setIndexingMapsAttr(attr);
}

void WeightFolder::eraseMoves() {
  for (Operation *op : llvm::reverse(moves))
    if (op->use_empty())
      op->erase();
  for (ml_program::GlobalLoadOp load : loads)
    if (load.use_empty())
      load.erase();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// True when no element is in two of the slices.
bool WeightFolder::areDisjoint(ArrayRef<WeightView> slices,
                               int64_t numElements) {
  llvm::BitVector seen(numElements);
  bool disjoint = true;
  for (const WeightView &slice : slices)
    slice.forEachPosition([&](int64_t position) {
      disjoint &= !seen.test(position);
      seen.set(position);
    });
  return disjoint;
}

/// The elements of a slice as a value of their own.
FailureOr<ElementsAttr> WeightFolder::extract(const WeightView &view,
                                              ShapedType type) {
  ElementsAttr value = getWeightValue(weight);
  if (auto dense = dyn_cast<DenseElementsAttr>(value); dense && dense.isSplat())
    return ElementsAttr(dense.resizeSplat(type));
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data =
      getRawData(value, storage, [&] { return weight.emitOpError(); });
  if (failed(data))
    return failure();
  int64_t width = data->size() / value.getNumElements();
  SmallVector<char> bytes;
  bytes.reserve(type.getNumElements() * width);
  view.forEachPosition([&](int64_t position) {
    llvm::append_range(bytes, data->slice(position * width, width));
  });
  return ElementsAttr(makeResource(weight.getSymName(), type, bytes));
}

/// Where all users read slices that do not overlap, each slice becomes a
/// weight; otherwise the bytes of the model would grow.
LogicalResult WeightFolder::splitIntoSlices() {
  auto type = cast<RankedTensorType>(weight.getType());
  using Key = std::pair<int64_t, SmallVector<int64_t>>;
  llvm::MapVector<Key, SmallVector<WeightUse>, std::map<Key, unsigned>> slices;
  for (const WeightUse &use : uses) {
    Key key = {use.view.offset, {}};
    for (int64_t dim : use.view.getDistinctDims())
      key.second.append({use.view.sizes[dim], use.view.strides[dim]});
    slices[key].push_back(use);
  }
  SmallVector<WeightView> views;
  for (auto &[key, users] : slices)
    views.push_back(users.front().view);
  if (!areDisjoint(views, type.getNumElements()))
    return success();

  SmallVector<std::pair<Key, SmallVector<WeightUse>>> ordered =
      llvm::to_vector(slices.takeVector());
  llvm::sort(ordered, llvm::less_first());
  for (auto [number, slice] : llvm::enumerate(ordered)) {
    const WeightView &view = slice.second.front().view;
    auto partType =
        RankedTensorType::get(view.getDistinctSizes(), type.getElementType());
    FailureOr<ElementsAttr> value = extract(view, partType);
    if (failed(value))
      return failure();
    auto part = builder.create(
        weight.getLoc(), (weight.getSymName() + ".slice" + Twine(number)).str(),
        *value);
    WeightFolder folder(part, builder);
    DenseMap<Value, Value> partLoads;
    for (WeightUse use : slice.second) {
      Value &load = partLoads[use.load];
      if (!load) {
        OpBuilder loadBuilder(use.load.getDefiningOp());
        load = WeightBuilder::load(loadBuilder, use.load.getLoc(), part);
        folder.loads.push_back(load.getDefiningOp<ml_program::GlobalLoadOp>());
      }
      // The same elements, now contiguous.
      use.view.offset = 0;
      int64_t stride = 1;
      for (int64_t dim : llvm::reverse(use.view.getDistinctDims())) {
        use.view.strides[dim] = stride;
        stride *= use.view.sizes[dim];
      }
      use.load = load;
      folder.uses.push_back(use);
    }
    if (failed(folder.fold()))
      return failure();
  }
  uses.clear();
  return success();
}

LogicalResult WeightFolder::fold() {
  int64_t numElements = cast<ShapedType>(weight.getType()).getNumElements();
  auto isSlice = [&](const WeightUse &use) {
    return !use.view.isWhole(numElements);
  };
  if (!uses.empty() && llvm::all_of(uses, isSlice) && failed(splitIntoSlices()))
    return failure();
  setType(chooseType());
  ArrayRef<int64_t> shape = cast<ShapedType>(weight.getType()).getShape();
  for (const WeightUse &use : uses) {
    if (!isSlice(use) && isDirect(use, shape, /*strict=*/false)) {
      makeDirect(use);
      continue;
    }
    if (!isCompute(use))
      continue;
    StringRef reason = isSlice(use)
                           ? "slices of it overlap, or it is also used whole"
                           : "the ops in between don't fit its indexing maps";
    emitMissed(use.getOwner(), "WeightNotDirect", kCategory) << remark::reason(
        "'{0}' does not read the weight '{1}' itself: {2}",
        use.getOwner()->getName().getStringRef(), weight.getSymName(), reason);
  }
  eraseMoves();
  return success();
}

/// A contraction with free indexing maps in place of `op`, if it reads a
/// weight through ops that move elements or has a batch of one.
static void freeMaps(linalg::LinalgOp op, SymbolTableCollection &symbols) {
  FailureOr<Contraction> contraction = matchContraction(op);
  if (failed(contraction) || isa<linalg::ContractOp, linalg::GenericOp>(op))
    return;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  bool hasSmallBatch = llvm::any_of(
      contraction->batch, [&](unsigned loop) { return ranges[loop] == 1; });
  if (llvm::none_of(op.getDpsInputs(), [&](Value input) {
        Value root = getMovedRoot(input);
        return getWeight(root, symbols) && (root != input || hasSmallBatch);
      }))
    return;
  OpBuilder builder(op);
  auto contract = linalg::ContractOp::create(
      builder, op.getLoc(), op->getResultTypes(), op.getDpsInputs(),
      op.getDpsInits(),
      builder.getAffineMapArrayAttr(op.getIndexingMapsArray()));
  op->replaceAllUsesWith(contract);
  op->erase();
}

namespace {
struct FoldWeightViews
    : public compress::impl::CompressFoldWeightViewsPassBase<FoldWeightViews> {
  using CompressFoldWeightViewsPassBase::CompressFoldWeightViewsPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    getOperation().walk([&](linalg::LinalgOp op) { freeMaps(op, symbols); });
    llvm::MapVector<ml_program::GlobalOp, SmallVector<ml_program::GlobalLoadOp>>
        loads;
    getOperation().walk([&](ml_program::GlobalLoadOp load) {
      auto type = dyn_cast<RankedTensorType>(load.getType());
      ml_program::GlobalOp weight = getWeight(load, symbols);
      // The layout of codes of fewer bits depends on their shape.
      if (weight && weight.isPrivate() && type && type.hasStaticShape() &&
          hasWholeBytes(type.getElementType()))
        loads[weight].push_back(load);
    });
    // A weight that something else names can't change.
    llvm::StringMap<size_t> uses;
    if (auto symbolUses =
            SymbolTable::getSymbolUses(&getOperation().getBodyRegion()))
      for (SymbolTable::SymbolUse use : *symbolUses)
        ++uses[use.getSymbolRef().getLeafReference().getValue()];
    WeightBuilder builder(getOperation());
    for (auto &[weight, users] : loads) {
      if (uses.lookup(weight.getSymName()) != users.size())
        continue;
      WeightFolder folder(weight, builder);
      for (ml_program::GlobalLoadOp load : users)
        folder.collect(load);
      if (failed(folder.fold()))
        return signalPassFailure();
    }
  }
};
} // namespace
