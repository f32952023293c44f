//===- CallBuffers.h - memory for the tensors of a call -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_CALLBUFFERS_H
#define COMPRESSION_EXECUTION_CALLBUFFERS_H

#include "compression/Execution/CompiledModel.h"
#include "compression/Execution/DataSet.h"

namespace mlir::compress {

/// Buffers for the arguments and results of one call of a model.
class CallBuffers {
public:
  explicit CallBuffers(const CompiledModel &model);

  /// Copies the inputs of a call of `data` into the buffers.
  void fill(const DataSet &data, int64_t call) {
    data.fillCall(call, inputViews);
  }
  /// Runs the model on the inputs in the buffers.
  llvm::Error run() { return model.run(inputPointers, resultPointers); }
  /// Both. An error names the sample.
  llvm::Error run(const DataSet &data, int64_t call);

  ArrayRef<char> getInput(unsigned index) const { return inputs[index]; }
  MutableArrayRef<char> getMutableInput(unsigned index) {
    return inputs[index];
  }
  ArrayRef<char> getResult(unsigned index) const { return results[index]; }

private:
  const CompiledModel &model;
  std::vector<std::vector<char>> inputs, results;
  SmallVector<MutableArrayRef<char>> inputViews;
  SmallVector<const void *> inputPointers;
  SmallVector<void *> resultPointers;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_CALLBUFFERS_H
