//===- WeightView.cpp - how a tensor lies in a weight's data ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::compress;

WeightView WeightView::get(RankedTensorType type) {
  WeightView view;
  view.sizes = llvm::to_vector(type.getShape());
  view.strides = computeStrides(type.getShape());
  for (auto [size, stride] : llvm::zip(view.sizes, view.strides))
    if (size == 1)
      stride = 0;
  return view;
}

bool mlir::compress::hasWholeBytes(Type elementType) {
  return elementType.isIntOrFloat() &&
         (elementType.getIntOrFloatBitWidth() % 8 == 0 ||
          elementType.isInteger(1));
}

//===----------------------------------------------------------------------===//
// Ops that move elements
//===----------------------------------------------------------------------===//

/// True when the body of `op` yields its input, perhaps extended, and does
/// nothing else.
static bool yieldsInput(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  Value yielded = body->getTerminator()->getOperand(0);
  size_t ops = 1;
  if (auto extension = yielded.getDefiningOp<arith::ExtFOp>()) {
    yielded = extension.getIn();
    ++ops;
  }
  return yielded == body->getArgument(0) && body->getOperations().size() == ops;
}

/// True when `op` gives the elements of its one input, perhaps extended, in
/// another order or repeated: a transpose, a broadcast, a copy.
static bool isCopy(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      !op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0 ||
      op.hasDynamicShape())
    return false;
  OpOperand *input = op.getDpsInputOperand(0);
  return isa<RankedTensorType>(input->get().getType()) && yieldsInput(op) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         op.getMatchingIndexingMap(input).isProjectedPermutation(
             /*allowZeroInResults=*/true);
}

/// True for a slice whose place is known and which is not empty.
static bool isStatic(tensor::ExtractSliceOp op) {
  return !llvm::is_contained(op.getStaticSizes(), 0) &&
         !ShapedType::isDynamicShape(op.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(op.getStaticSizes()) &&
         !ShapedType::isDynamicShape(op.getStaticStrides()) &&
         op.getSourceType().hasStaticShape();
}

OpOperand *mlir::compress::getMovedOperand(Operation *op) {
  if (!op)
    return nullptr;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return isCopy(linalgOp) ? linalgOp.getDpsInputOperand(0) : nullptr;
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return isStatic(slice) ? &op->getOpOperand(0) : nullptr;
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) &&
      cast<RankedTensorType>(op->getResult(0).getType()).hasStaticShape())
    return &op->getOpOperand(0);
  return nullptr;
}

Value mlir::compress::getMovedRoot(Value value) {
  while (OpOperand *moved = getMovedOperand(value.getDefiningOp()))
    value = moved->get();
  return value;
}

//===----------------------------------------------------------------------===//
// Views of their results
//===----------------------------------------------------------------------===//

/// The view of a copy; fails when it reads one of several elements.
static FailureOr<WeightView> applyCopy(WeightView view, linalg::LinalgOp op) {
  AffineMap in = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  WeightView result;
  result.offset = view.offset;
  result.sizes = llvm::to_vector(type.getShape());
  result.strides.assign(type.getRank(), 0);
  for (auto [expr, size, stride] :
       llvm::zip(in.getResults(), view.sizes, view.strides)) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop && size != 1)
      return failure();
    if (loop)
      result.strides[*out.getResultPosition(loop)] = stride;
  }
  result.extendedType = view.extendedType;
  if (type.getElementType() != op.getBlock()->getArgument(0).getType())
    result.extendedType = type.getElementType();
  return result;
}

static WeightView applySlice(WeightView view, tensor::ExtractSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  WeightView result;
  result.offset = view.offset;
  result.extendedType = view.extendedType;
  for (int64_t dim = 0, e = view.sizes.size(); dim < e; ++dim) {
    result.offset += op.getStaticOffsets()[dim] * view.strides[dim];
    if (dropped.test(dim))
      continue;
    int64_t size = op.getStaticSizes()[dim];
    result.sizes.push_back(size);
    result.strides.push_back(
        size == 1 ? 0 : view.strides[dim] * op.getStaticStrides()[dim]);
  }
  return result;
}

static WeightView applyExpansion(WeightView view, tensor::ExpandShapeOp op) {
  WeightView result = view;
  result.sizes = llvm::to_vector(op.getResultType().getShape());
  result.strides.assign(result.sizes.size(), 0);
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    int64_t stride = view.strides[dim];
    for (int64_t part : llvm::reverse(group)) {
      result.strides[part] = result.sizes[part] == 1 ? 0 : stride;
      stride *= result.sizes[part];
    }
  }
  return result;
}

/// Fails where the collapsed dimensions are not one walk through the data.
static FailureOr<WeightView> applyCollapse(WeightView view,
                                           tensor::CollapseShapeOp op) {
  WeightView result = view;
  result.sizes = llvm::to_vector(op.getResultType().getShape());
  result.strides.clear();
  for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
    std::optional<int64_t> stride;
    int64_t next = 0;
    for (int64_t part : llvm::reverse(group)) {
      if (view.sizes[part] == 1)
        continue;
      if (stride && view.strides[part] != next)
        return failure();
      if (!stride)
        stride = view.strides[part];
      next = view.strides[part] * view.sizes[part];
    }
    result.strides.push_back(stride.value_or(0));
  }
  return result;
}

FailureOr<WeightView> WeightView::apply(OpOperand &use) const {
  if (getMovedOperand(use.getOwner()) != &use)
    return failure();
  return llvm::TypeSwitch<Operation *, FailureOr<WeightView>>(use.getOwner())
      .Case([&](linalg::LinalgOp op) { return applyCopy(*this, op); })
      .Case([&](tensor::ExtractSliceOp op) { return applySlice(*this, op); })
      .Case([&](tensor::ExpandShapeOp op) { return applyExpansion(*this, op); })
      .Case(
          [&](tensor::CollapseShapeOp op) { return applyCollapse(*this, op); });
}

//===----------------------------------------------------------------------===//
// Distinct elements
//===----------------------------------------------------------------------===//

SmallVector<int64_t> WeightView::getDistinctDims() const {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0, e = sizes.size(); dim < e; ++dim)
    if (strides[dim] != 0)
      dims.push_back(dim);
  llvm::sort(dims,
             [&](int64_t a, int64_t b) { return strides[a] > strides[b]; });
  return dims;
}

SmallVector<int64_t> WeightView::getDistinctSizes() const {
  return llvm::map_to_vector(getDistinctDims(),
                             [&](int64_t dim) { return sizes[dim]; });
}

bool WeightView::isWhole(int64_t numElements) const {
  int64_t next = 1;
  for (int64_t dim : llvm::reverse(getDistinctDims())) {
    if (strides[dim] != next)
      return false;
    next *= sizes[dim];
  }
  return offset == 0 && next == numElements;
}

void WeightView::forEachPosition(function_ref<void(int64_t)> callback) const {
  SmallVector<int64_t> dims = getDistinctDims();
  SmallVector<int64_t> index(dims.size(), 0);
  int64_t position = offset;
  while (true) {
    callback(position);
    // The next index, with the last dimension fastest.
    int64_t dim = dims.size() - 1;
    for (; dim >= 0; --dim) {
      position += strides[dims[dim]];
      if (++index[dim] < sizes[dims[dim]])
        break;
      position -= index[dim] * strides[dims[dim]];
      index[dim] = 0;
    }
    if (dim < 0)
      return;
  }
}
