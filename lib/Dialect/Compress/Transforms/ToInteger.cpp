//===- ToInteger.cpp - contractions of quantized operands on codes -*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Dialect/Compress/Utils/QuantizedOperands.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "compress-to-integer"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSTOINTEGERPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// Adds the code of 0 around `codes` as `pad` adds zeros. The zero points vary
/// along dimensions that are not padded.
static Value padCodes(OpBuilder &builder, tensor::PadOp pad, Value codes,
                      Value zeroPoints) {
  Location loc = pad.getLoc();
  Type elementType = getElementTypeOrSelf(codes.getType());
  auto type = cast<RankedTensorType>(pad.getType()).clone(elementType);
  auto padded =
      tensor::PadOp::create(builder, loc, type, codes, pad.getMixedLowPad(),
                            pad.getMixedHighPad(), pad.getNofold());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&padded.getRegion());
  SmallVector<Value> position;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    position.push_back(body->addArgument(builder.getIndexType(), loc));
  Value zero;
  if (zeroPoints) {
    Value first = arith::ConstantIndexOp::create(builder, loc, 0);
    for (auto [index, size] :
         llvm::zip(position, cast<ShapedType>(zeroPoints.getType()).getShape()))
      if (size == 1)
        index = first;
    zero = tensor::ExtractOp::create(builder, loc, zeroPoints, position);
  } else {
    zero = arith::ConstantOp::create(builder, loc,
                                     builder.getZeroAttr(elementType));
  }
  tensor::YieldOp::create(builder, loc, zero);
  return padded;
}

/// A generic over all loops of the layer that sums products of codes.
static Value buildSum(OpBuilder &builder, Layer &layer,
                      QuantizedOperands &operands, Value init) {
  Location loc = layer.op.getLoc();
  Value codes = operands.lhs.getCodes();
  for (tensor::PadOp pad : llvm::reverse(operands.pads))
    codes = padCodes(builder, pad, codes, operands.lhs.getZeroPoints());
  SmallVector<Value> inputs = {codes, operands.rhs.getCodes()};
  SmallVector<AffineMap> maps = {layer.getMap(layer.lhs()),
                                 layer.getMap(layer.rhs())};
  if (operands.lhs.getZeroPoints()) {
    inputs.push_back(operands.lhs.getZeroPoints());
    maps.push_back(getScaleMap(operands.lhs, layer.getMap(layer.lhs())));
  }
  maps.push_back(layer.getMap(layer.init()));
  return linalg::GenericOp::create(
             builder, loc, init.getType(), inputs, init, maps,
             layer.op.getIteratorTypesArray(),
             [&](OpBuilder &nested, Location, ValueRange arguments) {
               buildIntegerContractionBody(nested, loc, arguments);
             })
      .getResult(0);
}

/// A map from the loops as a map from the result's dimensions; it depends on
/// loops of the result only.
static AffineMap overResult(AffineMap map, AffineMap initMap) {
  SmallVector<AffineExpr> replacements(initMap.getNumDims());
  MLIRContext *context = map.getContext();
  for (unsigned loop = 0; loop < initMap.getNumDims(); ++loop)
    replacements[loop] = getAffineConstantExpr(0, context);
  for (unsigned dim = 0; dim < initMap.getNumResults(); ++dim)
    replacements[initMap.getDimPosition(dim)] = getAffineDimExpr(dim, context);
  return map.replaceDimsAndSymbols(replacements, {}, initMap.getNumResults(),
                                   0);
}

/// `f32(sum) * (f32(sx) * f32(sw))`, plus the contraction's init where it is
/// not 0.
static Value buildScaling(OpBuilder &builder, Layer &layer,
                          QuantizedOperands &operands, Value sum, Value empty) {
  Location loc = layer.op.getLoc();
  auto type = cast<RankedTensorType>(layer.init().get().getType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<Value> inputs = {sum, operands.lhs.getScales(),
                               operands.rhs.getScales()};
  SmallVector<AffineMap> maps = {
      identity,
      overResult(getScaleMap(operands.lhs, layer.getMap(layer.lhs())),
                 layer.getMap(layer.init())),
      overResult(getScaleMap(operands.rhs, layer.getMap(layer.rhs())),
                 layer.getMap(layer.init()))};
  bool hasInit = !isZeroTensor(layer.init().get());
  if (hasInit) {
    inputs.push_back(layer.init().get());
    maps.push_back(identity);
  }
  maps.push_back(identity);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, empty, maps, iterators,
             [&](OpBuilder &nested, Location, ValueRange arguments) {
               Type f32 = nested.getF32Type();
               auto toF32 = [&](Value scale) -> Value {
                 if (scale.getType() == f32)
                   return scale;
                 return arith::ExtFOp::create(nested, loc, f32, scale);
               };
               Value scale = arith::MulFOp::create(
                   nested, loc, toF32(arguments[1]), toF32(arguments[2]));
               Value value = arith::MulFOp::create(
                   nested, loc,
                   arith::SIToFPOp::create(nested, loc, f32, arguments[0]),
                   scale);
               if (hasInit)
                 value =
                     arith::AddFOp::create(nested, loc, value, arguments[3]);
               linalg::YieldOp::create(nested, loc, value);
             })
      .getResult(0);
}

namespace {
struct ToInteger : public compress::impl::CompressToIntegerPassBase<ToInteger> {
  using CompressToIntegerPassBase::CompressToIntegerPassBase;

  void runOnOperation() override {
    if (arithmetic == "float")
      return;
    if (arithmetic != "integer") {
      getOperation()->emitError()
          << "expected arithmetic=integer or arithmetic=float, but got '"
          << arithmetic << "'";
      return signalPassFailure();
    }
    // What a plan says of a value that was not quantized has no meaning here.
    getOperation()->walk([](ObserveOp op) {
      op.replaceAllUsesWith(op.getInput());
      op.erase();
    });
    SmallVector<Layer> layers;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (FailureOr<Layer> match = matchLayer(op); succeeded(match))
        layers.push_back(*match);
    });
    for (Layer &layer : layers)
      convert(layer);
    // The float values of the operands have no user any more.
    SmallVector<DequantizeOp> dead;
    getOperation()->walk([&](DequantizeOp op) {
      if (op->use_empty())
        dead.push_back(op);
    });
    for (DequantizeOp op : dead)
      op.erase();
  }

  void convert(Layer &layer) {
    StringRef reason;
    FailureOr<QuantizedOperands> operands =
        matchQuantizedOperands(layer, reason);
    if (failed(operands)) {
      if (!reason.empty())
        emitMissed(layer.op, "StaysFloat", DEBUG_TYPE)
            << remark::reason("{0}", reason);
      return;
    }
    OpBuilder builder(layer.op);
    Location loc = layer.op.getLoc();
    Value init = layer.init().get();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, init);
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
    Value sums =
        tensor::EmptyOp::create(builder, loc, sizes, builder.getI32Type());
    sums = linalg::FillOp::create(builder, loc, zero, sums).getResult(0);
    Value sum = buildSum(builder, layer, *operands, sums);
    Value empty =
        tensor::EmptyOp::create(builder, loc, sizes, builder.getF32Type());
    Value result = buildScaling(builder, layer, *operands, sum, empty);
    layer.op->getResult(0).replaceAllUsesWith(result);
    layer.op->erase();
  }
};
} // namespace
