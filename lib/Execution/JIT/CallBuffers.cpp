//===- CallBuffers.cpp - memory for the tensors of a call -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/CallBuffers.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::compress;

CallBuffers::CallBuffers(const CompiledModel &model) : model(model) {
  for (const TensorSpec &spec : model.getInputs())
    inputs.emplace_back(spec.getByteSize());
  for (const TensorSpec &spec : model.getResults())
    results.emplace_back(spec.getByteSize());
  for (std::vector<char> &input : inputs) {
    inputViews.push_back(input);
    inputPointers.push_back(input.data());
  }
  for (std::vector<char> &result : results)
    resultPointers.push_back(result.data());
}

llvm::Error CallBuffers::run(const DataSet &data, int64_t call) {
  fill(data, call);
  llvm::Error error = run();
  if (!error)
    return error;
  int64_t sample = data.getFileCall(call) * data.getSplit().samplesPerCall;
  return llvm::createStringError(llvm::formatv(
      "sample {0}: {1}", sample, llvm::toString(std::move(error))));
}
