//===- DataSet.cpp - Inputs of a model for many calls -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/DataSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <numeric>

using namespace llvm;
using namespace mlir::compress;

static std::string format(const CallSplit &split) {
  return (Twine(split.samples) + " samples in calls of " +
          Twine(split.samplesPerCall))
      .str();
}

Expected<DataSet> DataSet::open(ArrayRef<std::string> paths,
                                ArrayRef<TensorSpec> specs) {
  if (paths.size() != specs.size())
    return createStringError("expected " + Twine(specs.size()) +
                             " input files, one per argument, but got " +
                             Twine(paths.size()));
  auto arrays = std::make_shared<Arrays>();
  CallSplit split;
  for (auto [index, path, spec] : enumerate(paths, specs)) {
    Expected<SampleArray> array =
        SampleArray::open(path, "argument " + Twine(index), spec);
    if (!array)
      return array.takeError();
    if (index == 0)
      split = array->getSplit();
    else if (array->getSplit() != split)
      return createFileError(
          path,
          createStringError("expected " + format(split) + " for argument " +
                            Twine(index) + " as '" + paths.front() +
                            "' has for argument 0, but got " +
                            format(array->getSplit())));
    arrays->push_back(std::move(*array));
  }
  std::vector<int64_t> calls(split.getNumCalls());
  std::iota(calls.begin(), calls.end(), 0);
  return DataSet(std::move(arrays), split, std::move(calls));
}

int64_t DataSet::getNumSamples() const {
  int64_t samples = 0;
  for (int64_t call : calls)
    samples += split.getNumSamples(call);
  return samples;
}

void DataSet::fillCall(
    int64_t call,
    MutableArrayRef<MutableArrayRef<char>> argumentBuffers) const {
  for (auto [array, buffer] : zip_equal(*arrays, argumentBuffers))
    array.copyCall(calls[call], buffer);
}

DataSet DataSet::select(ArrayRef<int64_t> selected) const {
  std::vector<int64_t> chosen;
  chosen.reserve(selected.size());
  for (int64_t call : selected)
    chosen.push_back(calls[call]);
  return DataSet(arrays, split, std::move(chosen));
}

DataSet DataSet::slice(int64_t first, int64_t count) const {
  return select(to_vector(seq(first, first + count)));
}
