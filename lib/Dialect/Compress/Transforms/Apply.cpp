//===- Apply.cpp - a plan becomes payloads and reconstruct ops -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Numerics/BitStream.h"

#include "mlir/IR/Remarks.h"

#define DEBUG_TYPE "compress-apply"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSAPPLYPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// The scales of a scheme, rounded to their stored type, as a resource.
static DenseResourceElementsAttr makeScales(StringRef name, AffineAttr scheme,
                                            ArrayRef<int64_t> shape,
                                            ArrayRef<float> scales) {
  return makeFloatResource(
      name, RankedTensorType::get(shape, scheme.getScale()), scales);
}

/// Codes, one to a byte, as a resource: a bit stream where they are narrower.
static DenseResourceElementsAttr makeCodes(StringRef name, AffineAttr scheme,
                                           ArrayRef<int64_t> shape,
                                           ArrayRef<uint8_t> codes) {
  auto type = RankedTensorType::get(shape, scheme.getStorageType());
  if (scheme.getBits() == 8)
    return makeResource<uint8_t>(name, type, codes);
  std::vector<uint8_t> packed =
      llvm::cantFail(numerics::BitStream::get(shape, scheme.getBits()))
          .pack(codes);
  return makeResource<uint8_t>(name, type, packed);
}

/// Zero points in the codes' type as a resource.
static DenseResourceElementsAttr makeZeroPoints(StringRef name,
                                                AffineAttr scheme,
                                                ArrayRef<int64_t> shape,
                                                ArrayRef<int32_t> zeroPoints) {
  SmallVector<uint8_t> codes(zeroPoints.begin(), zeroPoints.end());
  return makeCodes(name, scheme, shape, codes);
}

/// The bytes of a payload.
static int64_t getBytes(ml_program::GlobalOp payload) {
  return cast<DenseResourceElementsAttr>(getWeightValue(payload))
      .getData()
      .size();
}

namespace {
struct Apply : public compress::impl::CompressApplyPassBase<Apply> {
  using CompressApplyPassBase::CompressApplyPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    WeightBuilder weights(module);
    SmallVector<ml_program::GlobalOp> planned;
    for (auto weight : module.getOps<ml_program::GlobalOp>())
      if (weight->hasAttr(kSchemeAttrName))
        planned.push_back(weight);
    for (ml_program::GlobalOp weight : planned)
      if (failed(applyToWeight(weight, weights)))
        return signalPassFailure();

    SmallVector<ObserveOp> observed;
    module.walk([&](ObserveOp op) { observed.push_back(op); });
    for (ObserveOp op : observed)
      if (failed(applyToActivation(op, weights)))
        return signalPassFailure();
  }

private:
  LogicalResult applyToWeight(ml_program::GlobalOp weight,
                              WeightBuilder &weights);
  LogicalResult applyToActivation(ObserveOp op, WeightBuilder &weights);
};
} // namespace

/// Checks that `scheme`, which `op` has, is one for tensors of type `type`: a
/// plan may have been edited.
static LogicalResult verifyScheme(Operation *op, Attribute scheme, Type type) {
  auto affine = dyn_cast<AffineAttr>(scheme);
  auto tensor = dyn_cast<RankedTensorType>(type);
  // A narrower weight may be compressed as what it is extended to.
  auto fits = [&](FloatType stored) {
    return affine.getExpressed() == stored ||
           (affine.getExpressed().isF32() && stored && stored.getWidth() == 16);
  };
  if (affine && tensor &&
      static_cast<int64_t>(affine.getBlock().size()) == tensor.getRank() &&
      fits(dyn_cast<FloatType>(tensor.getElementType())))
    return success();
  return op->emitOpError() << "expected a scheme that fits the type " << type
                           << ", but got " << scheme;
}

/// Checks that `zeroPoints`, which were chosen, are what codes without zero
/// points mean.
static LogicalResult verifyZeroPoints(Operation *op, AffineAttr scheme,
                                      ArrayRef<int32_t> zeroPoints) {
  if (scheme.getHasZeroPoint() ||
      llvm::all_of(zeroPoints, [](int32_t zero) { return zero == 0; }))
    return success();
  return op->emitOpError() << "expected a scheme with a zero point for values "
                              "below 0, but got "
                           << scheme;
}

/// True when the user of a weight reads it from its compressed form: a
/// contraction's right operand or a gather's table. Anything else keeps the
/// model's own values.
static bool readsCompressed(OpOperand &use) {
  if (auto gather = dyn_cast<GatherOp>(use.getOwner()))
    return &use == &gather.getTableMutable();
  FailureOr<Layer> match = matchLayer(use.getOwner());
  return succeeded(match) && &match->rhs() == &use;
}

/// Gives the layers and gathers that read the weight which `load` loads, or its
/// extension to the type of `decoded`, that value instead.
static void replaceByDecoded(ml_program::GlobalLoadOp load, Value decoded) {
  SmallVector<Operation *> extensions;
  if (load.getType() == decoded.getType())
    load.getResult().replaceUsesWithIf(decoded, readsCompressed);
  else
    for (Operation *user : load.getResult().getUsers())
      if (user->getNumResults() == 1 &&
          user->getResult(0).getType() == decoded.getType() &&
          skipExtension(user->getResult(0)) == load)
        extensions.push_back(user);
  for (Operation *extension : extensions) {
    extension->getResult(0).replaceUsesWithIf(decoded, readsCompressed);
    if (extension->use_empty())
      extension->erase();
  }
  if (decoded.use_empty())
    decoded.getDefiningOp()->erase();
  if (load.use_empty())
    load.erase();
}

LogicalResult Apply::applyToWeight(ml_program::GlobalOp weight,
                                   WeightBuilder &weights) {
  if (failed(verifyScheme(weight, weight->getAttr(kSchemeAttrName),
                          weight.getType())))
    return failure();
  auto scheme = weight->getAttrOfType<AffineAttr>(kSchemeAttrName);
  auto type = cast<RankedTensorType>(weight.getType());
  StringRef name = weight.getSymName();
  if (weight.getIsMutable() || !getWeightValue(weight))
    return weight.emitOpError("expected a planned weight to be a constant with "
                              "a value");
  SmallVector<float> storage;
  FailureOr<ArrayRef<float>> values = getFloatData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(values))
    return failure();
  llvm::Expected<numerics::QuantizedTensor> quantized =
      numerics::quantizeTensor(*values, getLayout(scheme, type.getShape()),
                               getFormat(scheme), name);
  if (!quantized)
    return weight.emitError() << llvm::toString(quantized.takeError());
  if (failed(verifyZeroPoints(weight, scheme, quantized->zeroPoints)))
    return failure();

  SmallVector<int64_t> scaleShape = scheme.getScaleShape(type.getShape());
  auto create = [&](StringRef suffix, auto make) {
    std::string full = (name + suffix).str();
    return weights.create(weight.getLoc(), full, make(full));
  };
  ml_program::GlobalOp codes = create(".codes", [&](StringRef full) {
    return makeCodes(full, scheme, type.getShape(), quantized->codes);
  });
  ml_program::GlobalOp scales = create(".scales", [&](StringRef full) {
    return makeScales(full, scheme, scaleShape, quantized->scales);
  });
  ml_program::GlobalOp zeroPoints;
  if (scheme.getHasZeroPoint())
    zeroPoints = create(".zero_points", [&](StringRef full) {
      return makeZeroPoints(full, scheme, scaleShape, quantized->zeroPoints);
    });

  numerics::ErrorStats error = numerics::measureError(*values, *quantized);
  remark::passed(weight.getLoc(),
                 remark::RemarkOpts::name("Weight").category(DEBUG_TYPE))
      << remark::metric("weight", name)
      << remark::metric("sqnr_db", error.getSqnrDb())
      << remark::metric("bytes_before", type.getNumElements() *
                                            type.getElementTypeBitWidth() / 8)
      << remark::metric("bytes_after",
                        getBytes(codes) + getBytes(scales) +
                            (zeroPoints ? getBytes(zeroPoints) : 0));
  weight->removeAttr(kSchemeAttrName);
  codes->setAttr(kErrorAttrName,
                 Builder(&getContext()).getF64FloatAttr(error.getSqnrDb()));
  codes->setAttr(kWeightAttrName, weight.getSymNameAttr());

  // Erased ops must not be those that a walk goes to next.
  SmallVector<ml_program::GlobalLoadOp> loads;
  getOperation().walk([&](ml_program::GlobalLoadOp load) {
    if (load.getGlobal().getLeafReference() == weight.getSymNameAttr())
      loads.push_back(load);
  });
  for (ml_program::GlobalLoadOp load : loads) {
    OpBuilder builder(load);
    builder.setInsertionPointAfter(load);
    Location loc = load.getLoc();
    Value decoded = DequantizeOp::create(
        builder, loc, type.clone(scheme.getExpressed()),
        WeightBuilder::load(builder, loc, codes),
        WeightBuilder::load(builder, loc, scales),
        zeroPoints ? WeightBuilder::load(builder, loc, zeroPoints) : Value(),
        scheme);
    replaceByDecoded(load, decoded);
  }
  return success();
}

/// Lets layers whose weights stay float read the value as it is.
static void skipFloatLayers(ObserveOp op) {
  for (OpOperand *input : getReadingInputs(op)) {
    Layer layer = *matchLayer(input->getOwner());
    Value weight = skipExtension(layer.rhs().get());
    if (!weight.getDefiningOp<DequantizeOp>() &&
        !layer.rhs().get().getDefiningOp<DequantizeOp>())
      readInstead(*input, op.getInput());
  }
}

LogicalResult Apply::applyToActivation(ObserveOp op, WeightBuilder &weights) {
  AffineAttr scheme = op.getSchemeAttr();
  if (!scheme) {
    op.replaceAllUsesWith(op.getInput());
    op.erase();
    return success();
  }
  RankedTensorType type = op.getInput().getType();
  if (failed(verifyScheme(op, scheme, type)))
    return failure();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<int64_t> scaleShape = scheme.getScaleShape(type.getShape());
  auto scaleType = RankedTensorType::get(scaleShape, scheme.getScale());
  auto zeroPointType =
      RankedTensorType::get(scaleShape, scheme.getStorageType());
  Value scales, zeroPoints;
  if (op.getDynamic()) {
    auto params = ChooseParamsOp::create(
        builder, loc, scaleType,
        scheme.getHasZeroPoint() ? Type(zeroPointType) : Type(), op.getInput(),
        scheme);
    scales = params.getScales();
    zeroPoints = params.getZeroPoints();
  } else {
    StatisticsAttr statistics = op.getStatisticsAttr();
    if (!statistics ||
        llvm::any_of(scaleShape, [](int64_t size) { return size != 1; }))
      return op.emitOpError() << "expected statistics and a scheme with one "
                                 "scale, or 'dynamic', but got "
                              << scheme;
    numerics::AffineParams params = numerics::chooseParams(
        statistics.getMin().getValue().convertToFloat(),
        statistics.getMax().getValue().convertToFloat(), getFormat(scheme));
    if (failed(verifyZeroPoints(op, scheme, params.zeroPoint)))
      return failure();
    // Parameters are named tensors too, so that they can be set anew.
    auto create = [&](StringRef suffix, auto make) {
      std::string full = (op.getName() + suffix).str();
      ml_program::GlobalOp global = weights.create(loc, full, make(full));
      global->setAttr(kActivationAttrName, op.getNameAttr());
      return WeightBuilder::load(builder, loc, global);
    };
    scales = create(".scale", [&](StringRef full) {
      return makeScales(full, scheme, scaleShape, {params.scale});
    });
    if (scheme.getHasZeroPoint())
      zeroPoints = create(".zero_point", [&](StringRef full) {
        return makeZeroPoints(full, scheme, scaleShape, {params.zeroPoint});
      });
  }
  skipFloatLayers(op);
  auto codes =
      QuantizeOp::create(builder, loc, type.clone(scheme.getStorageType()),
                         op.getInput(), scales, zeroPoints, scheme);
  auto decoded = DequantizeOp::create(builder, loc, type, codes.getCodes(),
                                      scales, zeroPoints, scheme);
  op.replaceAllUsesWith(decoded.getResult());
  op.erase();
  return success();
}
