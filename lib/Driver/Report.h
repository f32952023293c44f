//===- Report.h - what users must see of a compression -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_DRIVER_REPORT_H
#define COMPRESSION_LIB_DRIVER_REPORT_H

#include "compression/Driver/Isolation.h"
#include "compression/Execution/Metrics.h"
#include "compression/Execution/PaddingMask.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::compress {

/// The outcome of a compression, printed and stored in the module.
struct CompressionReport {
  std::string preset;
  int64_t bytesBefore = 0, bytesAfter = 0;
  unsigned compressedWeights = 0;
  /// Weights of contractions that stayed float.
  SmallVector<std::string> floatWeights;

  /// How well their codes represent weights and activations, by name: SQNR in
  /// dB.
  llvm::StringMap<double> local;

  /// A weight and the inputs of its layers.
  struct LayerLoss {
    std::string weight;
    /// The worst result's SQNR in dB when nothing else is compressed.
    double sqnrDb;
    /// The errors of the codes of both; none for an input that is exact, or not
    /// quantized.
    std::optional<double> weightDb, inputDb;
  };
  /// The worst first. Empty: not measured.
  SmallVector<LayerLoss> layers;
  int64_t layerSamples = 0;

  /// Per result; none for one that is not float. Empty: not measured.
  SmallVector<std::optional<Fidelity>> fidelity;
  int64_t judgedSamples = 0;
  /// The positions that were left out of results with elements for each.
  std::optional<PaddingMask> padding;
  /// Where the judged samples come from, e.g. "cross-fitted on halves".
  std::string judgedHow;

  /// A weight that `keep-float=auto` left float, and the bytes that it costs.
  using KeptWeight = std::pair<std::string, int64_t>;
  SmallVector<KeptWeight> keptFloat;
  /// The shortest call with every planned weight compressed, and with those
  /// left float.
  double secondsBefore = 0, secondsAfter = 0;

  /// Takes the errors of the compressed weights of `module`.
  void collectWeights(ModuleOp module);

  /// Takes the layers, sorted by their errors.
  void setLayers(ArrayRef<IsolatedError> errors);

  /// The worst SQNR of all results; none if nothing was measured.
  std::optional<double> getWorstSqnr() const;

  /// True when a result of the float model is NaN or infinite.
  bool isFloatUnmeasurable() const;

  void print(raw_ostream &os) const;
  DictionaryAttr toAttribute(MLIRContext *context) const;

private:
  void printLayers(raw_ostream &os) const;
  void printKeptFloat(raw_ostream &os) const;
};

/// The worst SQNR of `results`; none where nothing is float.
std::optional<double> getWorstSqnr(ArrayRef<std::optional<Fidelity>> results);

/// Bytes of a weight; 0 where its shape is not known.
int64_t getBytes(ml_program::GlobalOp weight);

/// Bytes of all weights of a module.
int64_t getWeightBytes(ModuleOp module);

} // namespace mlir::compress

#endif // COMPRESSION_LIB_DRIVER_REPORT_H
