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
  Judge(const CompiledModel &reference, const CallResults &known,
        const CompiledModel &compressed, const DataSet &data)
      : data(data), known(known), wanted(reference), got(compressed),
        specs(compressed.getResults()),
        padding(PaddingMask::find(reference, specs.size(), data)) {
    for (const TensorSpec &spec : specs) {
      layouts.emplace_back(spec.shape, data.getSplit());
      metrics.emplace_back();
      if (isFloat(spec.kind))
        metrics.back().emplace(getArrayType(spec.kind), layouts.back());
    }
  }

  llvm::Error addCall(int64_t call);
  Judgement conclude();

private:
  ArrayRef<char> getWanted(int64_t call, unsigned result) const {
    return known.empty() ? wanted.getResult(result)
                         : ArrayRef(known[call][result]);
  }

  const DataSet &data;
  const CallResults &known;
  CallBuffers wanted, got;
  ArrayRef<TensorSpec> specs;
  std::optional<PaddingMask> padding;
  SmallVector<ResultLayout> layouts;
  SmallVector<std::optional<FidelityMetrics>> metrics;
  double callSeconds = std::numeric_limits<double>::infinity();
};
} // namespace

llvm::Error Judge::addCall(int64_t call) {
  if (known.empty())
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
    SmallVector<bool> kept;
    if (padding)
      kept = padding->getKept(got, spec, bytes);
    metrics[number]->add(getWanted(call, number).take_front(bytes),
                         got.getResult(number).take_front(bytes), kept);
  }
  return llvm::Error::success();
}

Judgement Judge::conclude() {
  Judgement judgement;
  for (const std::optional<FidelityMetrics> &metric : metrics)
    judgement.results.push_back(metric ? std::optional(metric->get())
                                       : std::nullopt);
  judgement.padding = padding;
  judgement.callSeconds = callSeconds;
  return judgement;
}

FailureOr<Judgement>
mlir::compress::judge(ModuleOp module, const CompiledModel &reference,
                      const CallResults &known, JudgedModel compressed,
                      const DataSet &data, ArrayRef<JudgedPart> parts,
                      ArrayRef<StaticActivation> activations) {
  Judge judge(reference, known, compressed.model, data);
  auto report = [&](llvm::Error error) {
    return emitError(module.getLoc())
           << "judging: " << llvm::toString(std::move(error));
  };
  for (const JudgedPart &part : parts) {
    if (part.ranges)
      if (llvm::Error error =
              setParameters(compressed, *part.ranges, activations))
        return report(std::move(error));
    for (int64_t call : part.calls)
      if (llvm::Error error = judge.addCall(call))
        return report(std::move(error));
  }
  return judge.conclude();
}
