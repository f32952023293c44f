//===- Report.h - what users must see of a compression -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_DRIVER_REPORT_H
#define COMPRESSION_LIB_DRIVER_REPORT_H

#include "compression/Execution/Metrics.h"
#include "compression/Execution/PaddingMask.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::compress {

/// The outcome of a compression, printed and stored in the module.
struct CompressionReport {
  std::string preset;
  int64_t bytesBefore = 0, bytesAfter = 0;
  unsigned compressedWeights = 0;
  /// Weights of contractions that stayed float.
  SmallVector<std::string> floatWeights;

  /// Weights and activations by how well their codes represent them, each for
  /// itself, the worst first: SQNR in dB and name.
  SmallVector<std::pair<double, std::string>> worst;

  /// Per result; none for one that is not float. Empty: not measured.
  SmallVector<std::optional<Fidelity>> fidelity;
  int64_t judgedSamples = 0;
  /// The positions that were left out of results with elements for each.
  std::optional<PaddingMask> padding;
  /// Where the judged samples come from, e.g. "cross-fitted on halves".
  std::string judgedHow;

  /// The worst SQNR of all results; none if nothing was measured.
  std::optional<double> getWorstSqnr() const;

  /// True when a result of the float model is NaN or infinite.
  bool isFloatUnmeasurable() const;

  void print(raw_ostream &os) const;
  DictionaryAttr toAttribute(MLIRContext *context) const;
};

/// Bytes of all weights of a module.
int64_t getWeightBytes(ModuleOp module);

} // namespace mlir::compress

#endif // COMPRESSION_LIB_DRIVER_REPORT_H
