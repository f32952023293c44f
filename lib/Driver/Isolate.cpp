//===- Isolate.cpp - the error of each layer by itself ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Driver/Isolation.h"

#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Driver/Fidelity.h"
#include "compression/Execution/CallBuffers.h"
#include "compression/Execution/Metrics.h"
#include "compression/Numerics/Affine.h"
#include "compression/Target/CPU/Target.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::compress;

std::vector<int64_t> mlir::compress::getIsolationCalls(const DataSet &data,
                                                       size_t layers) {
  constexpr int64_t kLeast = 2;
  int64_t all = data.getNumCalls();
  int64_t count = std::min(
      all, std::max<int64_t>(kLeast, all / std::max<int64_t>(layers, 1)));
  std::vector<int64_t> calls;
  for (int64_t i = 0; i < count; ++i)
    calls.push_back(i * all / count);
  return calls;
}

//===----------------------------------------------------------------------===//
// Decoded weights
//===----------------------------------------------------------------------===//

/// Gives `weight` what the codes of the planned weight `planned` decode to.
static LogicalResult setDecoded(ml_program::GlobalOp weight,
                                ml_program::GlobalOp planned) {
  auto scheme = planned->getAttrOfType<AffineAttr>(kSchemeAttrName);
  auto type = cast<RankedTensorType>(planned.getType());
  SmallVector<float> storage;
  FailureOr<ArrayRef<float>> values = getFloatData(
      getWeightValue(planned), storage, [&] { return planned.emitOpError(); });
  if (failed(values))
    return failure();
  llvm::Expected<numerics::QuantizedTensor> quantized =
      numerics::quantizeTensor(*values, getLayout(scheme, type.getShape()),
                               getFormat(scheme), planned.getSymName());
  if (!quantized)
    return planned.emitError() << llvm::toString(quantized.takeError());
  weight.setValueAttr(makeFloatResource(
      weight.getSymName(), cast<RankedTensorType>(weight.getType()),
      numerics::dequantizeTensor(*quantized)));
  return success();
}

/// The parameters of `reference` when every planned weight is decoded.
static FailureOr<llvm::StringMap<std::vector<char>>>
packDecoded(ArrayRef<ml_program::GlobalOp> planned,
            const InstrumentedModel &reference) {
  OwningOpRef<ModuleOp> decoded = (*reference.module).clone();
  SymbolTable symbols(*decoded);
  SmallVector<ml_program::GlobalOp> changed;
  for (ml_program::GlobalOp weight : planned) {
    changed.push_back(
        symbols.lookup<ml_program::GlobalOp>(weight.getSymName()));
    if (failed(setDecoded(changed.back(), weight)))
      return failure();
  }
  auto packed = CompiledModel::packParameters(*decoded, reference.options);
  for (ml_program::GlobalOp weight : changed)
    releaseResource(getWeightValue(weight));
  return packed;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// A parameter and a value for it.
using Setting = std::pair<std::string, std::vector<char>>;

/// Runs a model with and without one layer compressed.
class Isolator {
public:
  Isolator(CompiledModel &model, const DataSet &data, ArrayRef<int64_t> calls,
           size_t results, std::optional<PaddingMask> padding)
      : model(model), data(data), calls(calls), padding(padding),
        buffers(model), specs(model.getResults().take_front(results)) {}

  /// Keeps the results of the float model; adds the errors of its observed
  /// values.
  llvm::Error runFloat(MutableArrayRef<numerics::ErrorStats> activations);

  /// The worst SQNR of a result with `settings`; then the model is what it was.
  llvm::Expected<double> run(MutableArrayRef<Setting> settings);

private:
  llvm::Error swap(MutableArrayRef<Setting> settings);
  llvm::Error compare(double &worst);

  CompiledModel &model;
  const DataSet &data;
  ArrayRef<int64_t> calls;
  std::optional<PaddingMask> padding;
  CallBuffers buffers;
  ArrayRef<TensorSpec> specs;
  /// For each call, those of all results.
  CallResults wanted;
};
} // namespace

/// The bytes of a result that belong to samples.
static ArrayRef<char> takeSamples(const CallBuffers &buffers, unsigned result,
                                  const TensorSpec &spec,
                                  const ResultLayout &layout,
                                  int64_t fileCall) {
  return buffers.getResult(result).take_front(layout.getNumSamples(fileCall) *
                                              layout.getSampleElements() *
                                              getByteSize(spec.kind));
}

llvm::Error
Isolator::runFloat(MutableArrayRef<numerics::ErrorStats> activations) {
  auto readScalar = [&](unsigned result) {
    float value;
    std::memcpy(&value, buffers.getResult(result).data(), sizeof(value));
    return value;
  };
  for (int64_t call : calls) {
    if (llvm::Error error = buffers.run(data, call))
      return error;
    auto &results = wanted.emplace_back();
    for (auto [number, spec] : llvm::enumerate(specs)) {
      ArrayRef<char> bytes = takeSamples(
          buffers, number, spec, ResultLayout(spec.shape, data.getSplit()),
          data.getFileCall(call));
      results.emplace_back(bytes.begin(), bytes.end());
    }
    for (auto [number, error] : llvm::enumerate(activations)) {
      unsigned first = specs.size() + kObservedResults * number;
      error.signal += readScalar(first + 2);
      error.noise += readScalar(first + 3);
    }
  }
  return llvm::Error::success();
}

/// Exchanges the values of the model and of `settings`.
llvm::Error Isolator::swap(MutableArrayRef<Setting> settings) {
  for (auto &[name, value] : settings) {
    std::vector<char> old = model.getParameter(name).vec();
    if (llvm::Error error = model.setParameter(name, value))
      return error;
    value = std::move(old);
  }
  return llvm::Error::success();
}

llvm::Error Isolator::compare(double &worst) {
  SmallVector<std::optional<FidelityMetrics>> metrics(specs.size());
  for (auto [position, call] : llvm::enumerate(calls)) {
    if (llvm::Error error = buffers.run(data, call))
      return error;
    for (auto [number, spec] : llvm::enumerate(specs)) {
      if (!isFloat(spec.kind))
        continue;
      ResultLayout layout(spec.shape, data.getSplit());
      if (!metrics[number])
        metrics[number].emplace(getArrayType(spec.kind), layout);
      ArrayRef<char> got =
          takeSamples(buffers, number, spec, layout, data.getFileCall(call));
      SmallVector<bool> kept;
      if (padding)
        kept = padding->getKept(buffers, spec, got.size());
      metrics[number]->add(wanted[position][number], got, kept);
    }
  }
  worst = NAN;
  for (const std::optional<FidelityMetrics> &metric : metrics)
    if (metric)
      worst = std::fmin(worst, metric->get().sqnrDb);
  return llvm::Error::success();
}

llvm::Expected<double> Isolator::run(MutableArrayRef<Setting> settings) {
  double worst;
  if (llvm::Error error = swap(settings))
    return error;
  if (llvm::Error error = compare(worst))
    return error;
  if (llvm::Error error = swap(settings))
    return error;
  return worst;
}

//===----------------------------------------------------------------------===//
// All layers
//===----------------------------------------------------------------------===//

/// The observed values that the layers with each weight read.
static llvm::StringMap<SmallVector<std::string>> findInputs(ModuleOp module) {
  llvm::StringMap<SmallVector<std::string>> inputs;
  SymbolTableCollection symbols;
  module.walk([&](linalg::LinalgOp op) {
    FailureOr<Layer> layer = matchLayer(op);
    if (failed(layer))
      return;
    auto observe = skipPadding(layer->lhs().get()).getDefiningOp<ObserveOp>();
    ml_program::GlobalOp weight = getWeightOf(layer->rhs().get(), symbols);
    if (weight && observe)
      inputs[weight.getSymName()].push_back(observe.getName().str());
  });
  return inputs;
}

FailureOr<IsolatedErrors>
mlir::compress::measureIsolated(ModuleOp planned, InstrumentedModel &reference,
                                size_t activations, const DataSet &data,
                                ArrayRef<int64_t> calls,
                                std::optional<PaddingMask> padding) {
  FailureOr<func::FuncOp> entry = getEntry(planned);
  if (failed(entry))
    return failure();
  SmallVector<ml_program::GlobalOp> weights;
  for (auto weight : planned.getOps<ml_program::GlobalOp>())
    if (weight->hasAttr(kSchemeAttrName))
      weights.push_back(weight);
  llvm::StringMap<std::string> switches;
  for (auto global : (*reference.module).getOps<ml_program::GlobalOp>())
    if (auto name = global->getAttrOfType<StringAttr>(kSwitchAttrName))
      switches[name] = global.getSymName().str();
  auto packed = packDecoded(weights, reference);
  if (failed(packed))
    return failure();

  auto report = [&](llvm::Error error) {
    return emitError(planned.getLoc())
           << "measuring layers: " << llvm::toString(std::move(error));
  };
  Isolator isolator(*reference.model, data, calls, entry->getNumResults(),
                    padding);
  IsolatedErrors errors;
  errors.activations.resize(activations);
  if (llvm::Error error = isolator.runFloat(errors.activations))
    return report(std::move(error));
  llvm::StringMap<SmallVector<std::string>> inputs = findInputs(planned);
  for (ml_program::GlobalOp weight : weights) {
    StringRef name = weight.getSymName();
    SmallVector<Setting> settings;
    for (auto &[parameter, value] : *packed) {
      StringRef suffix = parameter;
      if (suffix.consume_front(name) &&
          (suffix.empty() || suffix.starts_with(cpu::kPackedSuffix)))
        settings.emplace_back(parameter.str(), std::move(value));
    }
    if (settings.empty())
      return weight.emitOpError("expected the code to read the weight '")
             << name << "'";
    if (auto found = switches.find(name); found != switches.end())
      settings.emplace_back(found->second, std::vector<char>{1});
    llvm::Expected<double> sqnr = isolator.run(settings);
    if (!sqnr)
      return report(sqnr.takeError());
    errors.layers.push_back({name.str(), inputs.lookup(name), *sqnr});
  }
  return std::move(errors);
}
