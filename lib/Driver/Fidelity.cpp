//===- Fidelity.cpp - how near a compressed model is to its float model -*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Driver/Fidelity.h"

#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Execution/CallBuffers.h"
#include "compression/Execution/SampleLayout.h"

#include <chrono>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::compress;

llvm::Error
mlir::compress::setParameters(const JudgedModel &model,
                              const ObservedRanges &ranges,
                              ArrayRef<StaticActivation> activations) {
  for (auto [range, activation] : llvm::zip_equal(ranges, activations)) {
    // An activation that nothing reads any more has no parameters.
    auto names = model.parameters.find(activation.name);
    if (!activation.scheme || names == model.parameters.end())
      continue;
    numerics::AffineParams params = numerics::chooseParams(
        range.min, range.max, getFormat(activation.scheme));
    // Static activations have f32 scales and zero points of 8 bits.
    auto *scale = reinterpret_cast<const char *>(&params.scale);
    if (llvm::Error error = model.model.setParameter(
            names->second.scale, ArrayRef(scale, sizeof(params.scale))))
      return error;
    char zeroPoint = static_cast<char>(params.zeroPoint);
    if (llvm::Error error =
            model.model.setParameter(names->second.zeroPoint, zeroPoint))
      return error;
  }
  return llvm::Error::success();
}

bool mlir::compress::isFloat(ElementKind kind) {
  return kind == ElementKind::F16 || kind == ElementKind::BF16 ||
         kind == ElementKind::F32 || kind == ElementKind::F64;
}

namespace {
/// Compares the results of two models call by call.
class Judge {
public:
  Judge(const CompiledModel &reference, const CompiledModel &compressed,
        const DataSet &data, size_t activations)
      : data(data), wanted(reference), got(compressed),
        specs(compressed.getResults()) {
    for (const TensorSpec &spec : specs) {
      layouts.emplace_back(spec.shape, data.getSplit());
      metrics.emplace_back();
      if (isFloat(spec.kind))
        metrics.back().emplace(getArrayType(spec.kind), layouts.back());
    }
    if (reference.getResults().size() >=
        specs.size() + kObservedResults * activations)
      errors.resize(activations);
  }

  llvm::Error addCall(int64_t call);
  Judgement conclude();

private:
  /// A tensor<f32> among the results of the reference.
  float readScalar(unsigned result) const {
    float value;
    std::memcpy(&value, wanted.getResult(result).data(), sizeof(value));
    return value;
  }

  const DataSet &data;
  CallBuffers wanted, got;
  ArrayRef<TensorSpec> specs;
  SmallVector<ResultLayout> layouts;
  SmallVector<std::optional<FidelityMetrics>> metrics;
  std::vector<numerics::ErrorStats> errors;
  double callSeconds = std::numeric_limits<double>::infinity();
};
} // namespace

llvm::Error Judge::addCall(int64_t call) {
  if (llvm::Error error = wanted.run(data, call))
    return error;
  got.fill(data, call);
  auto start = std::chrono::steady_clock::now();
  if (llvm::Error error = got.run())
    return error;
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  callSeconds = std::min(callSeconds, seconds.count());
  for (auto [number, spec] : llvm::enumerate(specs)) {
    if (!metrics[number])
      continue;
    const ResultLayout &layout = layouts[number];
    size_t bytes = layout.getNumSamples(data.getFileCall(call)) *
                   layout.getSampleElements() * getByteSize(spec.kind);
    metrics[number]->add(wanted.getResult(number).take_front(bytes),
                         got.getResult(number).take_front(bytes));
  }
  for (auto [number, error] : llvm::enumerate(errors)) {
    unsigned first = specs.size() + kObservedResults * number;
    error.signal += readScalar(first + 2);
    error.noise += readScalar(first + 3);
  }
  return llvm::Error::success();
}

Judgement Judge::conclude() {
  Judgement judgement;
  for (const std::optional<FidelityMetrics> &metric : metrics)
    judgement.results.push_back(metric ? std::optional(metric->get())
                                       : std::nullopt);
  judgement.activations = std::move(errors);
  judgement.callSeconds = callSeconds;
  return judgement;
}

FailureOr<Judgement>
mlir::compress::judge(ModuleOp module, JudgedModel reference,
                      JudgedModel compressed, const DataSet &data,
                      ArrayRef<JudgedPart> parts,
                      ArrayRef<StaticActivation> activations) {
  Judge judge(reference.model, compressed.model, data, activations.size());
  auto report = [&](llvm::Error error) {
    return emitError(module.getLoc())
           << "judging: " << llvm::toString(std::move(error));
  };
  for (const JudgedPart &part : parts) {
    if (part.ranges)
      for (const JudgedModel &model : {reference, compressed})
        if (llvm::Error error = setParameters(model, *part.ranges, activations))
          return report(std::move(error));
    for (int64_t call : part.calls)
      if (llvm::Error error = judge.addCall(call))
        return report(std::move(error));
  }
  return judge.conclude();
}
