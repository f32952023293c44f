//===- ImportQuant.cpp - quantized types become explicit ops ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

#define DEBUG_TYPE "compress-import-quant"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSIMPORTQUANTPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

namespace {
/// What a quantized type says, in the terms of the dialect.
struct Parameters {
  AffineAttr scheme;
  SmallVector<float> scales;
  /// As many as scales; empty when all are 0.
  SmallVector<int64_t> zeroPoints;
};
} // namespace

/// The blocks, scales and zero points of a quantized type for a tensor of rank
/// `rank`; fails when the type speaks of other dimensions.
static LogicalResult readGranularity(quant::QuantizedType type, int64_t rank,
                                     SmallVectorImpl<int64_t> &block,
                                     SmallVectorImpl<double> &scales,
                                     SmallVectorImpl<int64_t> &zeroPoints) {
  block.assign(rank, AffineAttr::kWhole);
  if (auto tensor = dyn_cast<quant::UniformQuantizedType>(type)) {
    scales.push_back(tensor.getScale());
    zeroPoints.push_back(tensor.getZeroPoint());
    return success();
  }
  if (auto axis = dyn_cast<quant::UniformQuantizedPerAxisType>(type)) {
    if (axis.getQuantizedDimension() >= rank)
      return failure();
    block[axis.getQuantizedDimension()] = 1;
    llvm::append_range(scales, axis.getScales());
    llvm::append_range(zeroPoints, axis.getZeroPoints());
    return success();
  }
  auto blocks = dyn_cast<quant::UniformQuantizedSubChannelType>(type);
  if (!blocks)
    return failure();
  for (auto [dim, size] : blocks.getBlockSizeInfo()) {
    if (dim >= rank)
      return failure();
    block[dim] = size;
  }
  for (APFloat scale : blocks.getScales().getValues<APFloat>())
    scales.push_back(scale.convertToDouble());
  for (APInt zeroPoint : blocks.getZeroPoints().getValues<APInt>())
    zeroPoints.push_back(zeroPoint.getSExtValue());
  return success();
}

/// The parameters of a tensor with a quantized element type; an error, reported
/// on `op`, when the scheme attribute can't express them.
static FailureOr<Parameters> getParameters(Operation *op,
                                           RankedTensorType tensor) {
  auto type = cast<quant::QuantizedType>(tensor.getElementType());
  auto expressed = dyn_cast<FloatType>(type.getExpressedType());
  unsigned bits = type.getStorageTypeIntegralWidth();
  SmallVector<int64_t> block, zeroPoints;
  SmallVector<double> scales;
  if (bits < 2 || bits > 8)
    return op->emitError() << "expected a quantized type with a storage of 2 "
                              "to 8 bits, but got "
                           << type;
  if (!expressed ||
      !(expressed.isF32() || expressed.isF16() || expressed.isBF16()))
    return op->emitError() << "expected a quantized type that expresses f32, "
                              "f16 or bf16, but got "
                           << type;
  if (failed(
          readGranularity(type, tensor.getRank(), block, scales, zeroPoints)))
    return op->emitError() << "expected a quantized type with scales for "
                           << tensor.getShape().size()
                           << " dimensions, but got " << type;
  int64_t qmin = type.getStorageTypeMin(), qmax = type.getStorageTypeMax();
  bool hasZeroPoint =
      llvm::any_of(zeroPoints, [](int64_t zero) { return zero != 0; });
  for (int64_t zeroPoint : zeroPoints)
    if (zeroPoint < qmin || zeroPoint > qmax)
      return op->emitError() << "expected a zero point within [" << qmin << ", "
                             << qmax << "], but got " << zeroPoint;
  Parameters result;
  result.scheme = AffineAttr::get(expressed, bits, type.isSigned(), qmin, qmax,
                                  block, hasZeroPoint);
  // A type may have another number of scales than the tensor has blocks.
  int64_t blocks =
      llvm::product_of(result.scheme.getScaleShape(tensor.getShape()));
  if (blocks != static_cast<int64_t>(scales.size()))
    return op->emitError() << "expected " << blocks << " scales, but got "
                           << scales.size();
  for (double scale : scales)
    result.scales.push_back(static_cast<float>(scale));
  if (hasZeroPoint)
    result.zeroPoints = zeroPoints;
  return result;
}

/// The scales and the zero points (null if there are none) as constants.
static std::pair<Value, Value> makeConstants(OpBuilder &builder, Location loc,
                                             const Parameters &parameters,
                                             ArrayRef<int64_t> shape) {
  SmallVector<int64_t> scaleShape = parameters.scheme.getScaleShape(shape);
  Value scales = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          RankedTensorType::get(scaleShape, builder.getF32Type()),
          ArrayRef(parameters.scales)));
  if (parameters.zeroPoints.empty())
    return {scales, Value()};
  Type storage = parameters.scheme.getStorageType();
  SmallVector<APInt> zeroPoints;
  for (int64_t zeroPoint : parameters.zeroPoints)
    zeroPoints.emplace_back(storage.getIntOrFloatBitWidth(), zeroPoint,
                            /*isSigned=*/true, /*implicitTrunc=*/true);
  Value zeros = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get(scaleShape, storage),
                             zeroPoints));
  return {scales, zeros};
}

/// Replaces the quantized tensor that `producer` gives by codes, if all users
/// take them out of their type again. Returns whether it did; fails after an
/// error.
static FailureOr<bool> importTensor(Operation *producer) {
  Value typed = producer->getResult(0);
  auto type = dyn_cast<RankedTensorType>(typed.getType());
  if (!type ||
      !llvm::all_of(
          typed.getUsers(),
          llvm::IsaPred<quant::DequantizeCastOp, quant::StorageCastOp>))
    return false;
  FailureOr<Parameters> parameters = getParameters(producer, type);
  if (failed(parameters))
    return failure();
  OpBuilder builder(producer);
  auto [scales, zeros] =
      makeConstants(builder, producer->getLoc(), *parameters, type.getShape());
  Value codes = producer->getOperand(0);
  if (isa<quant::QuantizeCastOp>(producer))
    codes = QuantizeOp::create(builder, producer->getLoc(),
                               type.clone(parameters->scheme.getStorageType()),
                               codes, scales, zeros, parameters->scheme);
  for (Operation *user : llvm::make_early_inc_range(typed.getUsers())) {
    Value plain = codes;
    builder.setInsertionPoint(user);
    if (isa<quant::DequantizeCastOp>(user))
      plain = DequantizeOp::create(builder, user->getLoc(),
                                   user->getResult(0).getType(), codes, scales,
                                   zeros, parameters->scheme);
    user->getResult(0).replaceAllUsesWith(plain);
    user->erase();
  }
  producer->erase();
  return true;
}

namespace {
struct ImportQuant
    : public compress::impl::CompressImportQuantPassBase<ImportQuant> {
  using CompressImportQuantPassBase::CompressImportQuantPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> producers;
    getOperation()->walk([&](Operation *op) {
      if (isa<quant::QuantizeCastOp, quant::StorageCastOp>(op) &&
          isa<quant::QuantizedType>(
              getElementTypeOrSelf(op->getResult(0).getType())))
        producers.push_back(op);
    });
    for (Operation *producer : producers) {
      FailureOr<bool> imported = importTensor(producer);
      if (failed(imported))
        return signalPassFailure();
      if (!*imported)
        emitMissed(producer, "QuantizedTypeStays", DEBUG_TYPE)
            << remark::reason("'{0}' has users that need its quantized type",
                              producer->getName().getStringRef());
    }
  }
};
} // namespace
