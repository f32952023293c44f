//===- Reorder.cpp - reshapes and transpositions of tensors -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Reorder.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::compress;

bool mlir::compress::canReshape(RankedTensorType from, RankedTensorType to) {
  if (from.getElementType() != to.getElementType())
    return false;
  if (from.hasStaticShape() && to.hasStaticShape())
    return from.getNumElements() == to.getNumElements();
  return from == to || (from.getRank() != to.getRank() &&
                        getReassociationIndicesForReshape(from, to));
}

Value mlir::compress::reshapeTensor(OpBuilder &builder, Location loc,
                                    Value value, RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  auto groups = from.getRank() == type.getRank()
                    ? std::nullopt
                    : getReassociationIndicesForReshape(from, type);
  if (groups && from.getRank() < type.getRank())
    return tensor::ExpandShapeOp::create(builder, loc, type, value, *groups);
  if (groups)
    return tensor::CollapseShapeOp::create(builder, loc, type, value, *groups);
  auto flat =
      RankedTensorType::get(from.getNumElements(), from.getElementType());
  return reshapeTensor(builder, loc, reshapeTensor(builder, loc, value, flat),
                       type);
}

bool mlir::compress::keepsOrder(ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> permutation) {
  int64_t last = -1;
  for (int64_t dim : permutation) {
    if (shape[dim] == 1)
      continue;
    if (dim < last)
      return false;
    last = dim;
  }
  return true;
}

Value mlir::compress::transposeTensor(OpBuilder &builder, Location loc,
                                      Value value,
                                      ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(value.getType());
  if (isIdentityPermutation(permutation))
    return value;
  if (type.hasStaticShape() && keepsOrder(type.getShape(), permutation))
    return reshapeTensor(
        builder, loc, value,
        type.clone(applyPermutation(type.getShape(), permutation)));
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, value);
  Value init = tensor::EmptyOp::create(builder, loc,
                                       applyPermutation(sizes, permutation),
                                       type.getElementType());
  return linalg::TransposeOp::create(builder, loc, value, init, permutation)
      ->getResult(0);
}
