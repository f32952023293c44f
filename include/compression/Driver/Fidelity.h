//===- Fidelity.h - how near a compressed model is to its float model -*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DRIVER_FIDELITY_H
#define COMPRESSION_DRIVER_FIDELITY_H

#include "compression/Driver/Calibration.h"
#include "compression/Execution/CompiledModel.h"
#include "compression/Execution/Metrics.h"
#include "compression/Execution/PaddingMask.h"
#include "compression/Numerics/Affine.h"

namespace mlir::compress {

/// A part of the data, and the calibration of the model that it judges.
struct JudgedPart {
  std::vector<int64_t> calls;
  /// Null: the parameters that the model has.
  const ObservedRanges *ranges = nullptr;
};

/// The activations of a compressed model whose parameters come from
/// calibration, in the order of the ranges.
struct StaticActivation {
  std::string name;
  AffineAttr scheme;
};

/// A model that runs, and the names of its parameters.
struct JudgedModel {
  CompiledModel &model;
  const llvm::StringMap<ParameterNames> &parameters;
};

/// Gives `model` the parameters that calibration by `ranges` gives.
llvm::Error setParameters(const JudgedModel &model,
                          const ObservedRanges &ranges,
                          ArrayRef<StaticActivation> activations);

/// True for a result that is compared.
bool isFloat(ElementKind kind);

/// What judging gives.
struct Judgement {
  /// Where it leaves a position out, a result with elements for each position
  /// was not compared.
  std::optional<PaddingMask> padding;
  /// Per result; none for one that is not float.
  SmallVector<std::optional<Fidelity>> results;
  /// The shortest call of the compressed model.
  double callSeconds = 0;
};

/// Runs `compressed` on the calls of `parts` and compares each result that is a
/// float tensor with that of `reference`: `known`, or when that is empty, what
/// it gives now. Before a part with ranges, the parameters of `activations` are
/// set from them. Errors are reported on `module`.
FailureOr<Judgement> judge(ModuleOp module, const CompiledModel &reference,
                           const CallResults &known, JudgedModel compressed,
                           const DataSet &data, ArrayRef<JudgedPart> parts,
                           ArrayRef<StaticActivation> activations);

} // namespace mlir::compress

#endif // COMPRESSION_DRIVER_FIDELITY_H
