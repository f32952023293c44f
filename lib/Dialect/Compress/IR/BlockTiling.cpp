//===- BlockTiling.cpp - tiles of values with scales ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTiling.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::compress;

/// Checks that a scale-like tensor has the element type and shape that the
/// scheme asks for.
static LogicalResult verifyParameter(Operation *op, StringRef what,
                                     RankedTensorType type, Type elementType,
                                     ArrayRef<int64_t> shape) {
  auto expected = RankedTensorType::get(shape, elementType);
  if (type.getElementType() == elementType &&
      succeeded(verifyCompatibleShape(type, expected)))
    return success();
  return op->emitOpError() << "expected " << what << " of type " << expected
                           << ", but got " << type;
}

LogicalResult blocks::verifyBlocks(Operation *op, AffineAttr scheme,
                                   RankedTensorType dense,
                                   RankedTensorType codes,
                                   RankedTensorType scales,
                                   RankedTensorType zeroPoints) {
  size_t rank = scheme.getBlock().size();
  if (dense.getRank() != static_cast<int64_t>(rank))
    return op->emitOpError() << "expected a block shape of rank "
                             << dense.getRank() << ", but got rank " << rank;
  if (dense.getElementType() != scheme.getExpressed())
    return op->emitOpError()
           << "expected float values of type " << scheme.getExpressed()
           << ", but got " << dense.getElementType();
  if (codes) {
    if (codes.getElementType() != scheme.getStorageType())
      return op->emitOpError()
             << "expected codes of type " << scheme.getStorageType()
             << ", but got " << codes.getElementType();
    if (failed(verifyCompatibleShape(dense, codes)))
      return op->emitOpError()
             << "expected codes and float values of one shape, but got "
             << codes << " and " << dense;
  }
  SmallVector<int64_t> shape = scheme.getScaleShape(dense.getShape());
  if (failed(verifyParameter(op, "scales", scales, scheme.getScale(), shape)))
    return failure();
  if (scheme.getHasZeroPoint() != static_cast<bool>(zeroPoints))
    return op->emitOpError()
           << "expected zero points exactly when the scheme has 'zero_point'";
  if (zeroPoints)
    return verifyParameter(op, "zero points", zeroPoints,
                           scheme.getStorageType(), shape);
  return success();
}

SmallVector<Range> blocks::getElementDomain(OpBuilder &builder, Value value) {
  SmallVector<Range> domain;
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  for (OpFoldResult size :
       tensor::getMixedSizes(builder, value.getLoc(), value))
    domain.push_back({zero, size, one});
  return domain;
}

Value blocks::sliceElements(OpBuilder &builder, Location loc, Value value,
                            ArrayRef<OpFoldResult> offsets,
                            ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, value, offsets, sizes,
                                        strides);
}

FailureOr<Value> blocks::sliceScales(OpBuilder &builder, Location loc,
                                     Value value, AffineAttr scheme,
                                     ArrayRef<int64_t> shape,
                                     ArrayRef<OpFoldResult> offsets,
                                     ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> scaleOffsets, scaleSizes;
  AffineExpr d0 = builder.getAffineDimExpr(0);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (scheme.isWhole(dim, size)) {
      scaleOffsets.push_back(builder.getIndexAttr(0));
      scaleSizes.push_back(builder.getIndexAttr(1));
      continue;
    }
    int64_t block = scheme.getBlock()[dim];
    std::optional<int64_t> offset = getConstantIntValue(offsets[dim]);
    std::optional<int64_t> extent = getConstantIntValue(sizes[dim]);
    bool endsAtEdge = offset && extent && *offset + *extent == size;
    if ((offset && *offset % block) || (!extent && block != 1) ||
        (extent && *extent % block && !endsAtEdge))
      return failure();
    scaleOffsets.push_back(affine::makeComposedFoldedAffineApply(
        builder, loc, d0.floorDiv(block), offsets[dim]));
    scaleSizes.push_back(affine::makeComposedFoldedAffineApply(
        builder, loc, d0.ceilDiv(block), sizes[dim]));
  }
  return sliceElements(builder, loc, value, scaleOffsets, scaleSizes);
}
