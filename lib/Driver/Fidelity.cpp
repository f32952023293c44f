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

using namespace mlir;
using namespace mlir::compress;

/// Gives `model` the parameters that calibration by `ranges` gives.
static void setParameters(CompiledModel &model, const ObservedRanges &ranges,
                          ArrayRef<StaticActivation> activations) {
  for (auto [range, activation] : llvm::zip_equal(ranges, activations)) {
    if (!activation.scheme)
      continue;
    numerics::AffineParams params = numerics::chooseParams(
        range.min, range.max, getFormat(activation.scheme));
    // Static activations have f32 scales.
    auto *scale = reinterpret_cast<const char *>(&params.scale);
    model.setParameter(activation.name + ".scale",
                       ArrayRef(scale, sizeof(params.scale)));
    if (activation.scheme.getHasZeroPoint()) {
      char zeroPoint = static_cast<char>(params.zeroPoint);
      model.setParameter(activation.name + ".zero_point", zeroPoint);
    }
  }
}

static bool isFloat(ElementKind kind) {
  return kind == ElementKind::F16 || kind == ElementKind::BF16 ||
         kind == ElementKind::F32 || kind == ElementKind::F64;
}

FailureOr<SmallVector<std::optional<Fidelity>>>
mlir::compress::judge(ModuleOp module, const CompiledModel &reference,
                      CompiledModel &compressed, const DataSet &data,
                      ArrayRef<JudgedPart> parts,
                      ArrayRef<StaticActivation> activations) {
  ArrayRef<TensorSpec> specs = compressed.getResults();
  SmallVector<ResultLayout> layouts;
  SmallVector<std::optional<FidelityMetrics>> metrics(specs.size());
  for (auto [spec, metric] : llvm::zip_equal(specs, metrics)) {
    layouts.emplace_back(spec.shape, data.getSplit());
    if (isFloat(spec.kind))
      metric.emplace(getArrayType(spec.kind), layouts.back());
  }

  CallBuffers wanted(reference), got(compressed);
  for (const JudgedPart &part : parts) {
    if (part.ranges)
      setParameters(compressed, *part.ranges, activations);
    for (int64_t call : part.calls) {
      for (CallBuffers *buffers : {&wanted, &got})
        if (llvm::Error error = buffers->run(data, call))
          return module.emitError()
                 << "judging: " << llvm::toString(std::move(error));
      for (unsigned i = 0; i < specs.size(); ++i) {
        if (!metrics[i])
          continue;
        size_t bytes = layouts[i].getNumSamples(data.getFileCall(call)) *
                       layouts[i].getSampleElements() *
                       getByteSize(specs[i].kind);
        metrics[i]->add(wanted.getResult(i).take_front(bytes),
                        got.getResult(i).take_front(bytes));
      }
    }
  }
  SmallVector<std::optional<Fidelity>> result;
  for (const std::optional<FidelityMetrics> &metric : metrics)
    result.push_back(metric ? std::optional(metric->get()) : std::nullopt);
  return result;
}
