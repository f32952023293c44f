//===- PropagateLayouts.cpp - one layout for the graph ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transpositions behind convolutions sink through what follows, op by op in
// the order of the program, and cancel with those in front of the next
// convolution. What is left in front of the first ones then rises in the
// opposite order. Every step rewrites one op on transposed tensors as a
// transposition of an op, so that each state in between is a valid module.
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/Reorder.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSPROPAGATELAYOUTSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// How a tensor is stored: dimension i of the value is dimension `layout[i]` of
/// what is stored, as in `linalg.transpose`.
using Layout = SmallVector<int64_t>;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static Layout getIdentity(int64_t rank) {
  return llvm::to_vector(llvm::seq<int64_t>(rank));
}

/// What is given for each dimension of a value, for each of what is stored.
template <typename T>
static SmallVector<T> store(ArrayRef<T> values, ArrayRef<int64_t> layout) {
  return applyPermutation(values, invertPermutationVector(layout));
}

static RankedTensorType getStoredType(Type type, ArrayRef<int64_t> layout) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(store(tensor.getShape(), layout));
}

static AffineMap getStoredMap(AffineMap map, ArrayRef<int64_t> layout) {
  return AffineMap::get(map.getNumDims(), 0, store(map.getResults(), layout),
                        map.getContext());
}

/// `order` with each dimension replaced by its group in a finer shape.
static SmallVector<int64_t> refine(ArrayRef<int64_t> order,
                                   ArrayRef<ReassociationIndices> groups) {
  SmallVector<int64_t> fine;
  for (int64_t dim : order)
    llvm::append_range(fine, groups[dim]);
  return fine;
}

/// The layout of the finer side of a reshape by that of the coarser one.
static Layout refineLayout(ArrayRef<int64_t> layout,
                           ArrayRef<ReassociationIndices> groups) {
  return invertPermutationVector(
      refine(invertPermutationVector(layout), groups));
}

/// The layout of the coarser side of a reshape by that of the finer one, whose
/// `shape` has `groups`; none when a group does not lie together. Dimensions of
/// size 1 may lie anywhere.
static std::optional<Layout>
coarsenLayout(ArrayRef<int64_t> shape, ArrayRef<int64_t> layout,
              ArrayRef<ReassociationIndices> groups) {
  // The first place of each group, and the order of what is stored.
  SmallVector<std::pair<int64_t, int64_t>> first;
  for (auto [number, group] : llvm::enumerate(groups)) {
    auto sized =
        llvm::find_if(group, [&](int64_t dim) { return shape[dim] != 1; });
    first.push_back({layout[sized == group.end() ? group.front() : *sized],
                     int64_t(number)});
  }
  llvm::sort(first);
  SmallVector<int64_t> order =
      llvm::map_to_vector(first, [](auto place) { return place.second; });
  SmallVector<int64_t> stored = invertPermutationVector(layout),
                       expected = refine(order, groups);
  auto isUnit = [&](int64_t dim) { return shape[dim] == 1; };
  llvm::erase_if(stored, isUnit);
  llvm::erase_if(expected, isUnit);
  if (stored != expected)
    return std::nullopt;
  return invertPermutationVector(order);
}

/// The permutation of `op` if it is a transposition of any form.
static std::optional<SmallVector<int64_t>> getPermutation(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return llvm::to_vector(transpose.getPermutation());
  if (auto generic = dyn_cast<linalg::GenericOp>(op);
      generic && generic.hasPureTensorSemantics())
    return linalg::isaTransposeOpInterface(generic);
  return std::nullopt;
}

static Value getTransposed(Operation *op) {
  return cast<linalg::LinalgOp>(op).getDpsInputs()[0];
}

static bool isWindowed(Operation *op) {
  return isa_and_present<linalg::ConvolutionOpInterface>(op);
}

namespace {
class LayoutPropagator {
public:
  explicit LayoutPropagator(func::FuncOp function)
      : function(function), rewriter(function.getContext()) {}

  void run();

private:
  void sink(Operation *op);
  void sinkExtraction(tensor::ExtractOp op);
  void rise(Operation *op);
  void replaceRisen(Operation *transpose, Value value) {
    rising.erase(transpose);
    rewriter.replaceOp(transpose, value);
  }

  /// The layout of `value` where a transposition that sinks defines it, which
  /// then is read in its place.
  std::optional<Layout> findLayout(Value value) const;
  static Value getSource(Value value) {
    return value.getDefiningOp<linalg::TransposeOp>().getInput();
  }

  /// The layout that the result of `op` takes from its operands, if they give
  /// it one.
  std::optional<Layout> chooseLayout(Operation *op) const;
  std::optional<Layout> chooseLayout(linalg::GenericOp op) const;
  /// True when `op` can be written for a result of any layout that
  /// `chooseLayout` or a user asks for.
  bool isTransparent(Operation *op) const;
  /// The transpositions in front of `op` that `permute` would add.
  unsigned countAdded(linalg::GenericOp op) const;

  /// What `op` computes, stored in `layout`; null when that can't be.
  Value permute(Operation *op, ArrayRef<int64_t> layout);
  Value permuteGeneric(linalg::GenericOp op, ArrayRef<int64_t> layout);
  Value permuteReshape(Operation *op, RankedTensorType fineType,
                       ArrayRef<ReassociationIndices> groups,
                       ArrayRef<int64_t> layout);
  SmallVector<unsigned> orderLoops(linalg::GenericOp op,
                                   ArrayRef<AffineMap> maps,
                                   ArrayRef<Layout> layouts) const;

  /// `value` stored in `layout`.
  Value getStored(Value value, ArrayRef<int64_t> layout);
  /// A transposition of `source` that further steps move.
  Value transpose(Location loc, Value source, ArrayRef<int64_t> permutation,
                  DenseSet<Operation *> &moving);
  /// Replaces `op` by the value that is stored as `stored` in `layout`.
  void replace(Operation *op, Value stored, ArrayRef<int64_t> layout);

  func::FuncOp function;
  IRRewriter rewriter;
  /// The transpositions behind convolutions, and those in front of them.
  DenseSet<Operation *> sinking, rising;
  /// Layouts of what the bodies of generics read by index.
  DenseMap<Operation *, Layout> extracted;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values in a layout
//===----------------------------------------------------------------------===//

std::optional<Layout> LayoutPropagator::findLayout(Value value) const {
  auto transpose = value.getDefiningOp<linalg::TransposeOp>();
  if (!transpose || !sinking.contains(transpose))
    return std::nullopt;
  return llvm::to_vector(transpose.getPermutation());
}

Value LayoutPropagator::transpose(Location loc, Value source,
                                  ArrayRef<int64_t> permutation,
                                  DenseSet<Operation *> &moving) {
  Value value = transposeTensor(rewriter, loc, source, permutation);
  if (auto op = value.getDefiningOp<linalg::TransposeOp>())
    moving.insert(op);
  return value;
}

Value LayoutPropagator::getStored(Value value, ArrayRef<int64_t> layout) {
  if (isIdentityPermutation(layout))
    return value;
  Location loc = value.getLoc();
  SmallVector<int64_t> permutation = invertPermutationVector(layout);
  // What has no order needs no transposition.
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return tensor::EmptyOp::create(
        rewriter, loc, applyPermutation(empty.getMixedSizes(), permutation),
        empty.getType().getElementType());
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return linalg::FillOp::create(
               rewriter, loc, fill.getInputs()[0],
               getStored(tensor::EmptyOp::create(
                             rewriter, loc,
                             tensor::getMixedSizes(rewriter, loc,
                                                   fill.getDpsInits()[0]),
                             getElementTypeOrSelf(value)),
                         layout))
        .getResult(0);
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return arith::ConstantOp::create(
          rewriter, loc,
          splat.resizeSplat(getStoredType(value.getType(), layout)));
  Operation *op = value.getDefiningOp();
  if (op)
    if (auto inner = getPermutation(op))
      return transpose(loc, getTransposed(op),
                       applyPermutation(*inner, permutation), rising);
  return transpose(loc, value, permutation, rising);
}

void LayoutPropagator::replace(Operation *op, Value stored,
                               ArrayRef<int64_t> layout) {
  rewriter.replaceOp(op, transpose(op->getLoc(), stored, layout, sinking));
}

//===----------------------------------------------------------------------===//
// Generics
//===----------------------------------------------------------------------===//

/// True for a generic whose operands may be stored in any layout: its maps take
/// it up.
static bool isFree(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         !linalg::isaContractionOpInterface(op) &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation(/*allowZeroInResults=*/true);
         });
}

/// The loops in the order in which the first operand that is stored in a layout
/// of its own walks through them; loops that it has not stay behind the loop
/// that they follow in the result.
SmallVector<unsigned>
LayoutPropagator::orderLoops(linalg::GenericOp op, ArrayRef<AffineMap> maps,
                             ArrayRef<Layout> layouts) const {
  SmallVector<unsigned> order;
  for (auto [map, layout] : llvm::zip(maps.drop_back(), layouts)) {
    if (isIdentityPermutation(layout))
      continue;
    for (AffineExpr expr : getStoredMap(map, layout).getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        order.push_back(loop.getPosition());
    break;
  }
  SmallVector<unsigned> model;
  AffineMap result = maps.back();
  if (order.empty())
    result = getStoredMap(result, layouts.back());
  for (AffineExpr expr : result.getResults())
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      model.push_back(loop.getPosition());
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!llvm::is_contained(model, loop))
      model.push_back(loop);
  for (auto [place, loop] : llvm::enumerate(model)) {
    if (llvm::is_contained(order, loop))
      continue;
    order.insert(place == 0 ? order.begin()
                            : std::next(llvm::find(order, model[place - 1])),
                 loop);
  }
  return order;
}

/// The layouts in which the operands are stored already, without that of the
/// init.
static SmallVector<Layout>
getInputLayouts(linalg::GenericOp op,
                function_ref<std::optional<Layout>(Value)> findLayout) {
  SmallVector<Layout> layouts;
  for (auto [input, map] : llvm::zip(op.getInputs(), op.getIndexingMapsArray()))
    layouts.push_back(
        findLayout(input).value_or(getIdentity(map.getNumResults())));
  return layouts;
}

std::optional<Layout>
LayoutPropagator::chooseLayout(linalg::GenericOp op) const {
  if (!isFree(op))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap result = maps.back();
  Layout identity = getIdentity(result.getNumResults());
  SmallVector<Layout> layouts =
      getInputLayouts(op, [&](Value value) { return findLayout(value); });
  auto moved = llvm::find_if_not(layouts, [](const Layout &layout) {
    return isIdentityPermutation(layout);
  });
  if (moved == layouts.end()) {
    auto own = extracted.find(op);
    if (own == extracted.end() || own->second.size() != identity.size())
      return std::nullopt;
    return own->second;
  }
  // Reductions that keep dimensions of size 1.
  AffineMap map = maps[moved - layouts.begin()];
  if (!result.isProjectedPermutation()) {
    bool isAlike =
        map.getNumResults() == result.getNumResults() &&
        llvm::all_of(llvm::zip(map.getResults(), result.getResults()),
                     [](auto exprs) {
                       auto [from, to] = exprs;
                       return from == to || isa<AffineConstantExpr>(to);
                     });
    return isAlike ? *moved : identity;
  }
  layouts.push_back(identity);
  SmallVector<unsigned> order = orderLoops(op, maps, layouts);
  SmallVector<int64_t> dims = identity;
  llvm::sort(dims, [&](int64_t a, int64_t b) {
    return llvm::find(order, result.getDimPosition(a)) <
           llvm::find(order, result.getDimPosition(b));
  });
  return invertPermutationVector(dims);
}

unsigned LayoutPropagator::countAdded(linalg::GenericOp op) const {
  llvm::SmallDenseSet<Value> added;
  for (auto [input, map] : llvm::zip(op.getInputs(), op.getIndexingMapsArray()))
    if (map.isPermutation() && !findLayout(input))
      added.insert(input);
  return added.size();
}

Value LayoutPropagator::permuteGeneric(linalg::GenericOp op,
                                       ArrayRef<int64_t> layout) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Layout> layouts =
      getInputLayouts(op, [&](Value value) { return findLayout(value); });
  layouts.push_back(llvm::to_vector(layout));
  SmallVector<unsigned> order = orderLoops(op, maps, layouts);
  SmallVector<Value> inputs;
  for (auto [input, map, own] : llvm::zip(op.getInputs(), maps, layouts)) {
    if (!isIdentityPermutation(own)) {
      inputs.push_back(getSource(input));
      continue;
    }
    // Whole operands are walked through in the order of the loops; the others
    // are small.
    if (map.isPermutation())
      own = llvm::map_to_vector(
          map.getResults(), [&](AffineExpr expr) -> int64_t {
            return llvm::find(order, cast<AffineDimExpr>(expr).getPosition()) -
                   order.begin();
          });
    inputs.push_back(getStored(input, own));
  }
  Value init = getStored(op.getOutputs()[0], layout);
  for (auto [map, own] : llvm::zip(maps, layouts))
    map = getStoredMap(map, own);
  auto permuted =
      linalg::GenericOp::create(rewriter, op.getLoc(), init.getType(), inputs,
                                init, maps, op.getIteratorTypesArray());
  rewriter.inlineRegionBefore(op.getRegion(), permuted.getRegion(),
                              permuted.getRegion().begin());
  FailureOr<linalg::GenericOp> ordered =
      linalg::interchangeGenericOp(rewriter, permuted, order);
  return succeeded(ordered) ? ordered->getResult(0) : permuted.getResult(0);
}

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

/// Elementwise and reducing ops with a name become generics.
static bool mayGeneralize(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureTensorSemantics() &&
         !isa<linalg::GenericOp, linalg::FillOp, linalg::TransposeOp>(op) &&
         !isWindowed(op) && !linalg::isaContractionOpInterface(linalgOp);
}

static bool keepsRank(tensor::ExtractSliceOp op) {
  return op.getSourceType().getRank() == op.getResultType().getRank();
}

static bool keepsRank(tensor::InsertSliceOp op) {
  return op.getSourceType().getRank() == op.getResultType().getRank();
}

bool LayoutPropagator::isTransparent(Operation *op) const {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](linalg::GenericOp generic) { return isFree(generic); })
      .Case([](tensor::PadOp pad) {
        return pad.getConstantPaddingValue() != nullptr;
      })
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp>(
          [](auto slice) { return keepsRank(slice); })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>([](auto reshape) {
        return reshape.getSrcType().hasStaticShape() &&
               reshape.getResultType().hasStaticShape();
      })
      .Case([](tensor::ConcatOp) { return true; })
      .Default([](Operation *) { return false; });
}

std::optional<Layout> LayoutPropagator::chooseLayout(Operation *op) const {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return chooseLayout(generic);
  std::optional<Layout> layout;
  for (Value operand : op->getOperands())
    if (!layout)
      layout = findLayout(operand);
  if (!layout)
    return std::nullopt;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return refineLayout(*layout, expand.getReassociationIndices());
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return coarsenLayout(collapse.getSrcType().getShape(), *layout,
                         collapse.getReassociationIndices());
  return layout;
}

Value LayoutPropagator::permuteReshape(Operation *op, RankedTensorType fineType,
                                       ArrayRef<ReassociationIndices> groups,
                                       ArrayRef<int64_t> layout) {
  std::optional<Layout> source =
      isa<tensor::CollapseShapeOp>(op)
          ? refineLayout(layout, groups)
          : coarsenLayout(fineType.getShape(), layout, groups);
  if (!source)
    return {};
  return reshapeTensor(rewriter, op->getLoc(),
                       getStored(op->getOperand(0), *source),
                       getStoredType(op->getResult(0).getType(), layout));
}

Value LayoutPropagator::permute(Operation *op, ArrayRef<int64_t> layout) {
  Location loc = op->getLoc();
  auto stored = [&](const SmallVector<OpFoldResult> &values) {
    return store(ArrayRef(values), layout);
  };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](linalg::GenericOp generic) {
        return permuteGeneric(generic, layout);
      })
      .Case([&](tensor::PadOp pad) {
        return tensor::PadOp::create(
            rewriter, loc, getStoredType(pad.getResultType(), layout),
            getStored(pad.getSource(), layout), stored(pad.getMixedLowPad()),
            stored(pad.getMixedHighPad()), pad.getConstantPaddingValue(),
            pad.getNofold());
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        return tensor::ExtractSliceOp::create(
            rewriter, loc, getStoredType(slice.getResultType(), layout),
            getStored(slice.getSource(), layout),
            stored(slice.getMixedOffsets()), stored(slice.getMixedSizes()),
            stored(slice.getMixedStrides()));
      })
      .Case([&](tensor::InsertSliceOp slice) {
        return tensor::InsertSliceOp::create(
            rewriter, loc, getStored(slice.getSource(), layout),
            getStored(slice.getDest(), layout), stored(slice.getMixedOffsets()),
            stored(slice.getMixedSizes()), stored(slice.getMixedStrides()));
      })
      .Case([&](tensor::ConcatOp concat) {
        SmallVector<Value> inputs =
            llvm::map_to_vector(concat.getInputs(), [&](Value input) {
              return getStored(input, layout);
            });
        return tensor::ConcatOp::create(rewriter, loc, layout[concat.getDim()],
                                        inputs);
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        return permuteReshape(op, expand.getResultType(),
                              expand.getReassociationIndices(), layout);
      })
      .Case([&](tensor::CollapseShapeOp collapse) {
        return permuteReshape(op, collapse.getSrcType(),
                              collapse.getReassociationIndices(), layout);
      })
      .Default([](Operation *) { return Value(); });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// A transposed tensor that a body reads by index is read as it is stored.
void LayoutPropagator::sinkExtraction(tensor::ExtractOp op) {
  std::optional<Layout> layout = findLayout(op.getTensor());
  if (!layout)
    return;
  if (auto generic = op->getParentOfType<linalg::GenericOp>())
    extracted.try_emplace(generic, *layout);
  SmallVector<Value> indices =
      store(ArrayRef(llvm::to_vector(op.getIndices())), *layout);
  rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, getSource(op.getTensor()),
                                                 indices);
}

void LayoutPropagator::sink(Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return sinkExtraction(extract);
  auto reads = [&](Value operand) { return findLayout(operand).has_value(); };
  if (std::optional<SmallVector<int64_t>> permutation = getPermutation(op)) {
    Value input = getTransposed(op);
    if (std::optional<Layout> layout = findLayout(input))
      replace(op, getSource(input), applyPermutation(*layout, *permutation));
    else if (isa<linalg::TransposeOp>(op) && isWindowed(input.getDefiningOp()))
      sinking.insert(op);
    return;
  }
  if (mayGeneralize(op) && llvm::any_of(op->getOperands(), reads)) {
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
    if (failed(generic))
      return;
    op = *generic;
  }
  if (!isTransparent(op))
    return;
  std::optional<Layout> layout = chooseLayout(op);
  extracted.erase(op);
  if (!layout)
    return;
  if (Value stored = permute(op, *layout))
    replace(op, stored, *layout);
}

/// Writes the transpositions that alone read the result of `op` in front of it.
void LayoutPropagator::rise(Operation *op) {
  if (op->getNumResults() != 1 || op->use_empty())
    return;
  rewriter.setInsertionPoint(op);
  auto isRising = [&](Operation *user) { return rising.contains(user); };
  SmallVector<Operation *> users(op->getUsers());
  if (std::optional<SmallVector<int64_t>> permutation = getPermutation(op)) {
    for (Operation *user : users)
      if (isRising(user))
        replaceRisen(user, transpose(user->getLoc(), getTransposed(op),
                                     applyPermutation(*permutation,
                                                      *getPermutation(user)),
                                     rising));
    if (op->use_empty())
      rewriter.eraseOp(op);
    return;
  }
  auto permute = [&](Operation *user) { return getPermutation(user); };
  if (!llvm::all_of(users, isRising) ||
      !llvm::all_equal(llvm::map_range(users, permute)))
    return;
  if (mayGeneralize(op)) {
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
    if (failed(generic))
      return;
    op = *generic;
    rewriter.setInsertionPoint(op);
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  // One transposition does not become several.
  if (!isTransparent(op) || (generic && (generic.getNumReductionLoops() != 0 ||
                                         countAdded(generic) > 1)))
    return;
  Value stored = this->permute(
      op, invertPermutationVector(*getPermutation(users.front())));
  if (!stored)
    return;
  for (Operation *user : users)
    replaceRisen(user, stored);
  rewriter.eraseOp(op);
}

void LayoutPropagator::run() {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PostOrder>(
      [&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    sink(op);
  function.walk([&](linalg::LinalgOp op) {
    if (!isWindowed(op))
      return;
    if (auto image = op.getDpsInputs()[0].getDefiningOp<linalg::TransposeOp>())
      rising.insert(image);
  });
  ops.clear();
  function.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    rise(op);
  // Users are erased before what they use.
  function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  });
}

namespace {
struct PropagateLayouts
    : public compress::impl::CompressPropagateLayoutsPassBase<
          PropagateLayouts> {
  using CompressPropagateLayoutsPassBase::CompressPropagateLayoutsPassBase;

  void runOnOperation() override { LayoutPropagator(getOperation()).run(); }
};
} // namespace
