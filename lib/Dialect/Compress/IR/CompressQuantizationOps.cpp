//===- CompressQuantizationOps.cpp - affine quantization --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTiling.h"
#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::compress;

/// The type of an optional tensor operand or result; null when it is absent.
static RankedTensorType getOptionalType(Value value) {
  return value ? cast<RankedTensorType>(value.getType()) : RankedTensorType();
}

//===----------------------------------------------------------------------===//
// DequantizeOp
//===----------------------------------------------------------------------===//

LogicalResult DequantizeOp::verify() {
  return blocks::verifyBlocks(*this, getScheme(), getResult().getType(),
                              getCodes().getType(), getScales().getType(),
                              getOptionalType(getZeroPoints()));
}

RankedTensorType DequantizeOp::getDenseType() { return getResult().getType(); }

SmallVector<Value> DequantizeOp::getPayload() {
  return llvm::to_vector_of<Value>(getOperands());
}

SmallVector<AffineMap> DequantizeOp::getPayloadMaps() {
  ArrayRef<int64_t> shape = getDenseType().getShape();
  SmallVector<AffineMap> maps(getNumOperands(), getScheme().getScaleMap(shape));
  maps[0] = AffineMap::getMultiDimIdentityMap(shape.size(), getContext());
  return maps;
}

/// `elementType`, or a vector of it where `like` is one.
static Type withShapeOf(Type like, Type elementType) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(elementType);
  return elementType;
}

Value mlir::compress::extendCode(OpBuilder &builder, Location loc,
                                 AffineAttr scheme, Value code) {
  Type i32 = withShapeOf(code.getType(), builder.getI32Type());
  if (scheme.getIsSigned())
    return arith::ExtSIOp::create(builder, loc, i32, code);
  return arith::ExtUIOp::create(builder, loc, i32, code);
}

Value DequantizeOp::decode(OpBuilder &builder, Location loc,
                           ValueRange elements) {
  AffineAttr scheme = getScheme();
  Value code = extendCode(builder, loc, scheme, elements[0]);
  if (scheme.getHasZeroPoint())
    code = arith::SubIOp::create(builder, loc, code,
                                 extendCode(builder, loc, scheme, elements[2]));

  // One multiplication in f32, rounded once to the expressed type.
  Type f32 = withShapeOf(code.getType(), builder.getF32Type());
  Value scale = elements[1];
  if (!scheme.getScale().isF32())
    scale = arith::ExtFOp::create(builder, loc, f32, scale);
  Value value = arith::MulFOp::create(
      builder, loc, arith::SIToFPOp::create(builder, loc, f32, code), scale);
  if (scheme.getExpressed().isF32())
    return value;
  return arith::TruncFOp::create(
      builder, loc, withShapeOf(f32, scheme.getExpressed()), value);
}

Operation *DequantizeOp::cloneWithPayload(OpBuilder &builder,
                                          RankedTensorType type,
                                          ValueRange payload) {
  return DequantizeOp::create(builder, getLoc(), type, payload[0], payload[1],
                              payload.size() > 2 ? payload[2] : Value(),
                              getScheme());
}

SmallVector<int64_t> DequantizeOp::getTileAlignment() {
  SmallVector<int64_t> alignment;
  for (auto [dim, size] : llvm::enumerate(getDenseType().getShape()))
    alignment.push_back(
        getScheme().isWhole(dim, size) ? 1 : getScheme().getBlock()[dim]);
  return alignment;
}

// A quotient is rounded to the nearest code, by either rule.
std::optional<double> DequantizeOp::getErrorBound() { return 0.5; }

LogicalResult
DequantizeOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(tensor::getMixedSizes(builder, getLoc(), getCodes()));
  return success();
}

FailureOr<TilingResult>
DequantizeOp::getTiledImplementation(OpBuilder &builder,
                                     ArrayRef<OpFoldResult> offsets,
                                     ArrayRef<OpFoldResult> sizes) {
  ArrayRef<int64_t> shape = getDenseType().getShape();
  SmallVector<Value> payload = {
      blocks::sliceElements(builder, getLoc(), getCodes(), offsets, sizes)};
  for (Value parameter : getPayload()) {
    if (parameter == getCodes())
      continue;
    FailureOr<Value> slice = blocks::sliceScales(
        builder, getLoc(), parameter, getScheme(), shape, offsets, sizes);
    if (failed(slice))
      return failure();
    payload.push_back(*slice);
  }
  auto type = cast<RankedTensorType>(payload[0].getType());
  Operation *tiled = cloneWithPayload(
      builder, type.clone(getScheme().getExpressed()), payload);
  return TilingResult{{tiled},
                      {tiled->getResult(0)},
                      llvm::map_to_vector(payload, [](Value slice) {
                        return slice.getDefiningOp();
                      })};
}

//===----------------------------------------------------------------------===//
// QuantizeOp
//===----------------------------------------------------------------------===//

LogicalResult QuantizeOp::verify() {
  return blocks::verifyBlocks(*this, getScheme(), getInput().getType(),
                              getCodes().getType(), getScales().getType(),
                              getOptionalType(getZeroPoints()));
}

/// True when `codes` are known to be in the range of `scheme`.
static bool areInRange(Value codes, AffineAttr scheme) {
  if (scheme.usesWholeStorage())
    return true;
  auto quantize = codes.getDefiningOp<QuantizeOp>();
  if (!quantize)
    return false;
  AffineAttr clamp = quantize.getScheme();
  return clamp.getIsSigned() == scheme.getIsSigned() &&
         clamp.getQmin() >= scheme.getQmin() &&
         clamp.getQmax() <= scheme.getQmax();
}

OpFoldResult QuantizeOp::fold(FoldAdaptor) {
  auto dequantize = getInput().getDefiningOp<DequantizeOp>();
  if (!dequantize || dequantize.getScheme() != getScheme() ||
      dequantize.getScales() != getScales() ||
      dequantize.getZeroPoints() != getZeroPoints() ||
      dequantize.getCodes().getType() != getType())
    return {};
  // Codes in the range survive the way to f32 and back: code - zero point, of
  // magnitude 255 at most, is multiplied and divided by one scale, which
  // changes it by 2^-23 of itself at most, and rounding takes that back. An f16
  // value may have overflowed, or be a subnormal of a few bits.
  if (!getScheme().getExpressed().isF32() ||
      !areInRange(dequantize.getCodes(), getScheme()))
    return {};
  return dequantize.getCodes();
}

//===----------------------------------------------------------------------===//
// ChooseParamsOp
//===----------------------------------------------------------------------===//

LogicalResult ChooseParamsOp::verify() {
  return blocks::verifyBlocks(*this, getScheme(), getInput().getType(),
                              /*codes=*/{}, getScales().getType(),
                              getOptionalType(getZeroPoints()));
}
