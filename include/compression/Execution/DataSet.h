//===- DataSet.h - Inputs of a model for many calls -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_DATASET_H
#define COMPRESSION_EXECUTION_DATASET_H

#include "compression/Execution/SampleArray.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::compress {

/// The inputs of a model for a number of calls, read from one array file per
/// argument. A data set can also be a part of another one: the files are shared
/// and the calls are renumbered. Reading is safe from several threads.
class DataSet {
public:
  /// Opens the files of a model's arguments, in their order; `SampleArray` says
  /// what a file may be. All files must have the same number of samples, and
  /// the same number of samples per call. A model without arguments has one
  /// call of one sample.
  static llvm::Expected<DataSet> open(llvm::ArrayRef<std::string> paths,
                                      llvm::ArrayRef<TensorSpec> specs);

  /// Number of calls; 0 only for a part that was selected so.
  int64_t getNumCalls() const { return calls.size(); }

  /// Number of samples of all calls.
  int64_t getNumSamples() const;

  /// Number of samples of one call, at most `getSplit().samplesPerCall`.
  int64_t getNumSamples(int64_t call) const {
    return split.getNumSamples(calls[call]);
  }

  /// Samples and calls of the files, of which this may be a part.
  const CallSplit &getSplit() const { return split; }

  /// The number of a call among those of the files: what `ExpectedReader` and
  /// `LabelReader` are asked for.
  int64_t getFileCall(int64_t call) const { return calls[call]; }

  /// Copies a call's inputs to buffers of whole arguments, one per argument.
  /// What a short last call lacks is filled up by repeating its last sample.
  void fillCall(
      int64_t call,
      llvm::MutableArrayRef<llvm::MutableArrayRef<char>> argumentBuffers) const;

  /// The part that consists of the given calls, in this order.
  DataSet select(llvm::ArrayRef<int64_t> selected) const;

  /// The part of `count` calls that begins with call `first`.
  DataSet slice(int64_t first, int64_t count) const;

private:
  using Arrays = std::vector<SampleArray>;

  DataSet(std::shared_ptr<const Arrays> arrays, const CallSplit &split,
          std::vector<int64_t> calls)
      : arrays(std::move(arrays)), split(split), calls(std::move(calls)) {}

  /// One per argument.
  std::shared_ptr<const Arrays> arrays;
  CallSplit split;
  /// For each call of this data set, its number in the files.
  std::vector<int64_t> calls;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_DATASET_H
