//===- Isolation.h - the error of each layer by itself ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DRIVER_ISOLATION_H
#define COMPRESSION_DRIVER_ISOLATION_H

#include "compression/Driver/Calibration.h"
#include "compression/Execution/PaddingMask.h"
#include "compression/Numerics/Affine.h"

namespace mlir::compress {

/// What compressing one weight and the inputs of its layers costs.
struct IsolatedError {
  std::string weight;
  /// The observed values that the layers read; none for a table.
  SmallVector<std::string> inputs;
  /// The worst SQNR in dB of a result, against the model with nothing
  /// compressed. NaN when no result is float.
  double sqnrDb;
};

/// What isolated layers give.
struct IsolatedErrors {
  /// In the order of the weights in the module.
  std::vector<IsolatedError> layers;
  /// Of the observed values of the reference: the error of their quantization
  /// alone.
  std::vector<numerics::ErrorStats> activations;
};

/// The calls of `data` that the errors of `layers` layers are taken on: spread
/// over it, at least 2 of them where there are, and as many as take the runs
/// that judging takes.
std::vector<int64_t> getIsolationCalls(const DataSet &data, size_t layers);

/// The errors of the planned weights of `planned`, and of the `activations`
/// observed values of `reference`, on `calls` of `data`. What runs is
/// `reference`, which was instrumented with `isolates` and has the parameters
/// of the activations: layer by layer its weight becomes what the codes of
/// `planned` decode to, and its switch is on. At `padding` results are not
/// compared. Errors are reported as diagnostics.
FailureOr<IsolatedErrors>
measureIsolated(ModuleOp planned, InstrumentedModel &reference,
                size_t activations, const DataSet &data,
                ArrayRef<int64_t> calls, std::optional<PaddingMask> padding);

} // namespace mlir::compress

#endif // COMPRESSION_DRIVER_ISOLATION_H
