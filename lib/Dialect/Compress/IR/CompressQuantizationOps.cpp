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

Value DequantizeOp::decode(OpBuilder &builder, Location loc,
                           ValueRange elements) {
  AffineAttr scheme = getScheme();
  auto withElementType = [&](Type elementType) -> Type {
    if (auto vector = dyn_cast<VectorType>(elements[0].getType()))
      return vector.cloneWith(std::nullopt, elementType);
    return elementType;
  };
  // The difference of two codes needs one bit more than a code; i32 is what
  // vector units convert to float.
  Type wide = withElementType(builder.getI32Type());
  auto extend = [&](Value code) -> Value {
    if (scheme.getIsSigned())
      return arith::ExtSIOp::create(builder, loc, wide, code);
    return arith::ExtUIOp::create(builder, loc, wide, code);
  };
  Value code = extend(elements[0]);
  if (scheme.getHasZeroPoint())
    code = arith::SubIOp::create(builder, loc, code, extend(elements[2]));

  // One multiplication in f32, rounded once to the expressed type.
  Type f32 = withElementType(builder.getF32Type());
  Value scale = elements[1];
  if (!scheme.getScale().isF32())
    scale = arith::ExtFOp::create(builder, loc, f32, scale);
  Value value = arith::MulFOp::create(
      builder, loc, arith::SIToFPOp::create(builder, loc, f32, code), scale);
  if (scheme.getExpressed().isF32())
    return value;
  return arith::TruncFOp::create(builder, loc,
                                 withElementType(scheme.getExpressed()), value);
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

std::optional<double> DequantizeOp::getErrorBound() { return 0.5; }

SmallVector<utils::IteratorType> DequantizeOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getDenseType().getRank(),
                                          utils::IteratorType::parallel);
}

SmallVector<Range> DequantizeOp::getIterationDomain(OpBuilder &builder) {
  return blocks::getElementDomain(builder, getCodes());
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

LogicalResult DequantizeOp::getResultTilePosition(
    OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  resultOffsets.assign(offsets.begin(), offsets.end());
  resultSizes.assign(sizes.begin(), sizes.end());
  return success();
}

FailureOr<TilingResult>
DequantizeOp::generateResultTileValue(OpBuilder &builder, unsigned,
                                      ArrayRef<OpFoldResult> offsets,
                                      ArrayRef<OpFoldResult> sizes) {
  return getTiledImplementation(builder, offsets, sizes);
}

//===----------------------------------------------------------------------===//
// QuantizeOp
//===----------------------------------------------------------------------===//

LogicalResult QuantizeOp::verify() {
  return blocks::verifyBlocks(*this, getScheme(), getInput().getType(),
                              getCodes().getType(), getScales().getType(),
                              getOptionalType(getZeroPoints()));
}

OpFoldResult QuantizeOp::fold(FoldAdaptor) {
  // Codes survive the way to float and back, but only by the same parameters.
  auto dequantize = getInput().getDefiningOp<DequantizeOp>();
  if (dequantize && dequantize.getScheme() == getScheme() &&
      dequantize.getScales() == getScales() &&
      dequantize.getZeroPoints() == getZeroPoints())
    return dequantize.getCodes();
  return {};
}

SmallVector<utils::IteratorType> QuantizeOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getInput().getType().getRank(),
                                          utils::IteratorType::parallel);
}

SmallVector<Range> QuantizeOp::getIterationDomain(OpBuilder &builder) {
  return blocks::getElementDomain(builder, getInput());
}

FailureOr<TilingResult>
QuantizeOp::getTiledImplementation(OpBuilder &builder,
                                   ArrayRef<OpFoldResult> offsets,
                                   ArrayRef<OpFoldResult> sizes) {
  ArrayRef<int64_t> shape = getInput().getType().getShape();
  Value input =
      blocks::sliceElements(builder, getLoc(), getInput(), offsets, sizes);
  SmallVector<Operation *> slices = {input.getDefiningOp()};
  Value parameters[2] = {getScales(), getZeroPoints()};
  for (Value &parameter : parameters) {
    if (!parameter)
      continue;
    FailureOr<Value> slice = blocks::sliceScales(
        builder, getLoc(), parameter, getScheme(), shape, offsets, sizes);
    if (failed(slice))
      return failure();
    parameter = *slice;
    slices.push_back(parameter.getDefiningOp());
  }
  auto type = cast<RankedTensorType>(input.getType())
                  .clone(getScheme().getStorageType());
  auto tiled =
      QuantizeOp::create(builder, getLoc(), cast<RankedTensorType>(type), input,
                         parameters[0], parameters[1], getScheme());
  return TilingResult{{tiled}, {tiled.getCodes()}, slices};
}

LogicalResult QuantizeOp::getResultTilePosition(
    OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  resultOffsets.assign(offsets.begin(), offsets.end());
  resultSizes.assign(sizes.begin(), sizes.end());
  return success();
}

FailureOr<TilingResult>
QuantizeOp::generateResultTileValue(OpBuilder &builder, unsigned,
                                    ArrayRef<OpFoldResult> offsets,
                                    ArrayRef<OpFoldResult> sizes) {
  return getTiledImplementation(builder, offsets, sizes);
}

//===----------------------------------------------------------------------===//
// ChooseParamsOp
//===----------------------------------------------------------------------===//

LogicalResult ChooseParamsOp::verify() {
  return blocks::verifyBlocks(*this, getScheme(), getInput().getType(),
                              /*codes=*/{}, getScales().getType(),
                              getOptionalType(getZeroPoints()));
}
