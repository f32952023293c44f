//===- CorrectMeans.cpp - biases that keep the means ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Elementwise.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Driver/Driver.h"
#include "compression/Driver/MeanCorrection.h"
#include "compression/Pipelines/LowerToLLVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Pass/PassManager.h"

#include <cmath>

#define DEBUG_TYPE "compress-correct-means"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSCORRECTMEANSPASS
#include "compression/Driver/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// Steps that a layer's bias takes, at most.
static constexpr int kMaxSteps = 4;
/// A mean has reached another one within this part of the layer's largest.
static constexpr float kTolerance = 1e-3f;
/// A step supposes that at least this part of the outputs moves with the bias.
static constexpr float kLeastSlope = 0.1f;

namespace {
/// The bias of one layer while it moves.
struct CorrectedBias {
  ml_program::GlobalOp global;
  /// The number of the layer.
  size_t layer = 0;
  std::vector<float> wanted, bias;

  /// True when `seen` has the wanted means.
  bool isReached(const OutputMeans &seen) const;
  /// A step of Newton's method: without a clamp the mean moves as the bias
  /// does; of what a clamp holds it does not.
  void step(const OutputMeans &seen);
};
} // namespace

bool CorrectedBias::isReached(const OutputMeans &seen) const {
  float largest = 0, missing = 0;
  for (auto [mean, goal] : llvm::zip_equal(seen.mean, wanted)) {
    largest = std::max(largest, std::fabs(goal));
    missing = std::max(missing, std::fabs(goal - mean));
  }
  return missing <= kTolerance * largest;
}

void CorrectedBias::step(const OutputMeans &seen) {
  for (size_t c = 0; c < bias.size(); ++c) {
    float missing = wanted[c] - seen.mean[c];
    if (std::isfinite(missing))
      bias[c] += missing / std::max(seen.free[c], kLeastSlope);
  }
}

//===----------------------------------------------------------------------===//
// Biases of their own
//===----------------------------------------------------------------------===//

/// Adds the vector `bias` to each channel of the result of `layer`.
static void addBias(Layer &layer, ml_program::GlobalOp bias) {
  Value result = layer.op->getResult(0);
  OpBuilder builder(layer.op->getContext());
  builder.setInsertionPointAfterValue(result);
  Location loc = layer.op->getLoc();
  Value sum = createChannelwise(
      builder, loc, result, WeightBuilder::load(builder, loc, bias),
      getResultChannel(layer),
      [](OpBuilder &nested, Location bodyLoc, Value value, Value added) {
        return arith::AddFOp::create(nested, bodyLoc, value, added).getResult();
      });
  result.replaceUsesWithIf(sum, [&](OpOperand &use) {
    return use.getOwner() != sum.getDefiningOp() &&
           !isa<tensor::DimOp>(use.getOwner());
  });
}

/// The bias of `layer` as a weight of f32 that nothing else reads; where it is
/// computed, what is added to it.
static FailureOr<CorrectedBias> makeBias(Layer &layer, ModuleOp module,
                                         WeightBuilder &weights,
                                         SymbolTableCollection &symbols) {
  CorrectedBias result;
  auto means = layer.op->getAttrOfType<ElementsAttr>(kMeansAttrName);
  SmallVector<float> storage;
  FailureOr<ArrayRef<float>> wanted =
      getFloatData(means, storage, [&] { return layer.op->emitOpError(); });
  if (failed(wanted))
    return failure();
  result.wanted.assign(wanted->begin(), wanted->end());
  result.bias.assign(wanted->size(), 0);

  LayerOutput output = findOutput(layer);
  Value oldBias = output.biasOperand ? output.biasOperand->get() : Value();
  Location loc = layer.op->getLoc();
  StringRef layerName = getLocationName(loc);
  std::string name = (layerName.empty() ? "layer" : layerName).str() + ".bias";
  if (oldBias)
    result.global = getWeightOf(oldBias, symbols);
  bool isWeight = result.global != nullptr;
  if (isWeight) {
    SmallVector<float> oldStorage;
    FailureOr<ArrayRef<float>> values =
        getFloatData(getWeightValue(result.global), oldStorage,
                     [&] { return result.global.emitOpError(); });
    if (failed(values))
      return failure();
    result.bias.assign(values->begin(), values->end());
    if (isOnlyReader(*output.biasOperand, result.global)) {
      setWeightValues(*output.biasOperand, result.global, result.bias);
      return result;
    }
    name = result.global.getSymName().str();
  }
  auto type = RankedTensorType::get(static_cast<int64_t>(result.bias.size()),
                                    Float32Type::get(module.getContext()));
  result.global = weights.create(
      loc, name, makeResource<float>(name, type, ArrayRef(result.bias)));
  if (!oldBias) {
    addBias(layer, result.global);
    return result;
  }
  // The layer keeps one bias, behind which its outputs are taken.
  OpBuilder builder(output.bias);
  Value bias = WeightBuilder::load(builder, loc, result.global);
  if (!isWeight)
    bias = createElementwise(
        builder, loc, {oldBias, bias}, type.getElementType(),
        [](OpBuilder &nested, Location bodyLoc, ValueRange arguments) -> Value {
          return arith::AddFOp::create(nested, bodyLoc, arguments[0],
                                       arguments[1]);
        });
  output.biasOperand->set(bias);
  return result;
}

//===----------------------------------------------------------------------===//
// Correction
//===----------------------------------------------------------------------===//

void mlir::compress::dropOutputMeans(ModuleOp module) {
  module.walk([](linalg::LinalgOp op) { op->removeAttr(kMeansAttrName); });
}

/// Runs the model on the calls that means are taken over; gives those of all
/// layers.
static FailureOr<std::vector<OutputMeans>>
runOnce(ModuleOp module, const CompiledModel &model, const DataSet &data,
        MutableArrayRef<Layer> layers) {
  CallBuffers buffers(model);
  OutputReader outputs(buffers, model.getResults(), layers);
  for (int64_t call : getMeanCalls(data)) {
    if (llvm::Error error = buffers.run(data, call))
      return emitError(module.getLoc())
             << "mean correction: " << llvm::toString(std::move(error));
    outputs.addCall();
  }
  return outputs.getMeans();
}

static LogicalResult setBias(ModuleOp module, CompiledModel &model,
                             CorrectedBias &bias) {
  ArrayRef bytes(reinterpret_cast<const char *>(bias.bias.data()),
                 bias.bias.size() * sizeof(float));
  if (llvm::Error error = model.setParameter(bias.global.getSymName(), bytes))
    return emitError(module.getLoc())
           << "mean correction: " << llvm::toString(std::move(error));
  return success();
}

LogicalResult mlir::compress::correctMeans(ModuleOp module,
                                           const DataSet &data) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return failure();
  WeightBuilder weights(module);
  SymbolTableCollection symbols;
  SmallVector<Layer> layers = getLayers(*entry);
  std::vector<CorrectedBias> biases;
  for (auto [number, layer] : llvm::enumerate(layers)) {
    if (!layer.op->hasAttr(kMeansAttrName) ||
        !getElementTypeOrSelf(layer.op->getResult(0).getType()).isF32() ||
        !layer.rhs().get().getDefiningOp<DequantizeOp>())
      continue;
    FailureOr<CorrectedBias> bias = makeBias(layer, module, weights, symbols);
    if (failed(bias))
      return failure();
    bias->layer = number;
    biases.push_back(std::move(*bias));
  }
  dropOutputMeans(module);
  if (biases.empty())
    return success();

  OwningOpRef<ModuleOp> instrumented = module.clone();
  PassManager pm(module.getContext());
  CompressInstrumentPassOptions instrument;
  instrument.outputs = true;
  pm.addPass(createCompressInstrumentPass(instrument));
  if (failed(pm.run(*instrumented)))
    return failure();
  CompileOptions options;
  for (CorrectedBias &bias : biases)
    options.parameters.push_back(bias.global.getSymName().str());
  FailureOr<std::unique_ptr<CompiledModel>> model =
      CompiledModel::compile(*instrumented, options);
  if (failed(model))
    return failure();

  // One after the other: a layer that moved with one in front of it would make
  // up for an error that is gone then, and the next one for twice of it.
  size_t next = 0;
  int steps = 0;
  while (next < biases.size()) {
    FailureOr<std::vector<OutputMeans>> seen =
        runOnce(module, **model, data, layers);
    if (failed(seen))
      return failure();
    while (next < biases.size() &&
           (steps == kMaxSteps ||
            biases[next].isReached((*seen)[biases[next].layer]))) {
      ++next;
      steps = 0;
    }
    if (next == biases.size())
      break;
    biases[next].step((*seen)[biases[next].layer]);
    ++steps;
    if (failed(setBias(module, **model, biases[next])))
      return failure();
  }
  for (CorrectedBias &bias : biases)
    bias.global.setValueAttr(makeResource<float>(
        bias.global.getSymName(), cast<RankedTensorType>(bias.global.getType()),
        ArrayRef(bias.bias)));
  return success();
}

namespace {
struct CorrectMeans
    : public compress::impl::CompressCorrectMeansPassBase<CorrectMeans> {
  using CompressCorrectMeansPassBase::CompressCorrectMeansPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerLoweringDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<DataSet> data = openCalibrationData(module, calibration);
    if (failed(data) || failed(correctMeans(module, *data)))
      signalPassFailure();
  }
};
} // namespace
