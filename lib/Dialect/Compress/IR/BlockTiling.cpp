//===- BlockTiling.cpp - tiles of values with scales ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTiling.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <numeric>

using namespace mlir;
using namespace mlir::compress;

/// Checks that a scale-like tensor has the element type and shape that the
/// scheme asks for.
static LogicalResult verifyParameter(Operation *op, StringRef what,
                                     RankedTensorType type, Type elementType,
                                     ArrayRef<int64_t> shape) {
  auto expected = RankedTensorType::get(shape, elementType);
  if (type.getElementType() == elementType && type.getShape() == shape)
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
    if (dense.getShape() != codes.getShape())
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
  Location loc = value.getLoc();
  for (OpFoldResult size : isa<MemRefType>(value.getType())
                               ? memref::getMixedSizes(builder, loc, value)
                               : tensor::getMixedSizes(builder, loc, value))
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

/// True when the value of `expr` is known to be a multiple of `factor`. The
/// first `numDims` of `operands` are its dimensions, the others its symbols.
static bool isMultiple(AffineExpr expr, ValueRange operands, unsigned numDims,
                       int64_t factor) {
  if (factor == 1)
    return true;
  auto isOperand = [&](unsigned position) {
    return blocks::isMultiple(operands[position], factor);
  };
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return cast<AffineConstantExpr>(expr).getValue() % factor == 0;
  case AffineExprKind::DimId:
    return isOperand(cast<AffineDimExpr>(expr).getPosition());
  case AffineExprKind::SymbolId:
    return isOperand(numDims + cast<AffineSymbolExpr>(expr).getPosition());
  case AffineExprKind::Add: {
    auto sum = cast<AffineBinaryOpExpr>(expr);
    return isMultiple(sum.getLHS(), operands, numDims, factor) &&
           isMultiple(sum.getRHS(), operands, numDims, factor);
  }
  case AffineExprKind::Mul: {
    // Affine products have a constant on the right.
    auto product = cast<AffineBinaryOpExpr>(expr);
    int64_t rest = factor;
    if (auto constant = dyn_cast<AffineConstantExpr>(product.getRHS()))
      rest /= std::gcd(factor, constant.getValue());
    return isMultiple(product.getLHS(), operands, numDims, rest);
  }
  default:
    return false;
  }
}

bool blocks::isMultiple(OpFoldResult value, int64_t factor) {
  if (factor == 1)
    return true;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant % factor == 0;
  auto dynamic = cast<Value>(value);
  if (auto apply = dynamic.getDefiningOp<affine::AffineApplyOp>())
    return ::isMultiple(apply.getAffineMap().getResult(0), apply.getOperands(),
                        apply.getAffineMap().getNumDims(), factor);
  auto argument = dyn_cast<BlockArgument>(dynamic);
  auto loop = argument ? dyn_cast_if_present<LoopLikeOpInterface>(
                             argument.getOwner()->getParentOp())
                       : LoopLikeOpInterface();
  if (!loop)
    return false;
  auto variables = loop.getLoopInductionVars();
  auto starts = loop.getLoopLowerBounds();
  auto steps = loop.getLoopSteps();
  if (!variables || !starts || !steps)
    return false;
  for (auto [variable, start, step] :
       llvm::zip_equal(*variables, *starts, *steps))
    if (variable == dynamic)
      return isMultiple(start, factor) && isMultiple(step, factor);
  return false;
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
    if (!isMultiple(offsets[dim], block) ||
        (!isMultiple(sizes[dim], block) && !endsAtEdge))
      return failure();
    scaleOffsets.push_back(affine::makeComposedFoldedAffineApply(
        builder, loc, d0.floorDiv(block), offsets[dim]));
    scaleSizes.push_back(affine::makeComposedFoldedAffineApply(
        builder, loc, d0.ceilDiv(block), sizes[dim]));
  }
  return sliceElements(builder, loc, value, scaleOffsets, scaleSizes);
}
