//===- Results.cpp - Files of a model's results -----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/Results.h"
#include "ArrayElements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;
using namespace mlir::compress;

Expected<ResultWriter> ResultWriter::create(StringRef path,
                                            const TensorSpec &spec,
                                            const CallSplit &split) {
  ResultLayout layout(spec.shape, split);
  SmallVector<int64_t> shape{layout.getNumSamples()};
  append_range(shape, ArrayRef(spec.shape).drop_front(layout.isBatched()));
  Expected<NpyWriter> writer =
      NpyWriter::create(path, getArrayType(spec.kind), shape);
  if (!writer)
    return writer.takeError();
  return ResultWriter(std::move(*writer), layout);
}

void ResultWriter::append(ArrayRef<char> result) {
  size_t sampleBytes = result.size() / layout.getSamplesPerCall();
  writer.append(
      result.take_front(layout.getNumSamples(nextCall++) * sampleBytes));
}

/// Checks that a file for a result fits the data set.
static Error checkCount(const SampleArray &array, const Twine &role,
                        const CallSplit &data) {
  const CallSplit &file = array.getSplit();
  int64_t expected = file.samplesPerCall == data.samplesPerCall
                         ? data.samples
                         : data.getNumCalls() * file.samplesPerCall;
  if (file.samples == expected)
    return Error::success();
  return createFileError(
      array.getPath(),
      createStringError("expected a leading dimension of " + Twine(expected) +
                        " for " + role + ", as the inputs have " +
                        Twine(data.samples) + " samples in " +
                        Twine(data.getNumCalls()) + " calls, but got " +
                        Twine(file.samples)));
}

Expected<ExpectedReader> ExpectedReader::open(StringRef path, unsigned index,
                                              const TensorSpec &spec,
                                              const CallSplit &split) {
  std::string role = ("result " + Twine(index)).str();
  Expected<SampleArray> array = SampleArray::open(path, role, spec);
  if (!array)
    return array.takeError();
  if (Error error = checkCount(*array, role, split))
    return std::move(error);
  ResultLayout layout(spec.shape, split);
  int64_t sampleBytes =
      layout.getSampleElements() * getByteSize(array->getType());
  return ExpectedReader(std::move(*array), layout, sampleBytes);
}

ArrayRef<char> ExpectedReader::getCall(int64_t call) const {
  return array.getCall(call).take_front(layout.getNumSamples(call) *
                                        sampleBytes);
}

Expected<LabelReader> LabelReader::open(StringRef path, unsigned index,
                                        const TensorSpec &spec,
                                        const CallSplit &split) {
  std::string role = ("the labels of result " + Twine(index)).str();
  ResultLayout layout(spec.shape, split);
  auto makeError = [&](const Twine &message) {
    return createFileError(path, createStringError(message));
  };
  if (layout.getNumClasses() == 0)
    return makeError("expected no labels, as result " + Twine(index) +
                     " of type " + spec.str() + " has no dimension of classes");

  Expected<NpyArray> file = NpyArray::open(path);
  if (!file)
    return file.takeError();
  if (!isInteger(file->getType()))
    return makeError("expected integers for " + role + ", but got " +
                     getName(file->getType()));
  SmallVector<int64_t> shape(ArrayRef(spec.shape).drop_back());
  if (layout.getRowsPerSample() == 1 && file->getShape().size() == 1)
    shape = {layout.getSamplesPerCall()};
  Expected<SampleArray> array = SampleArray::cut(std::move(*file), role, shape);
  if (!array)
    return array.takeError();
  if (Error error = checkCount(*array, role, split))
    return std::move(error);

  LabelReader reader(std::move(*array), getArrayType(spec.kind), layout);
  if (Error error = reader.checkLabels(role))
    return std::move(error);
  return reader;
}

Error LabelReader::checkLabels(const Twine &role) const {
  int64_t classes = layout.getNumClasses();
  for (int64_t call : seq(layout.getSplit().getNumCalls()))
    for (int64_t label : getCall(call))
      if (label < 0 || label >= classes)
        return createFileError(
            array.getPath(),
            createStringError("expected classes of 0 to " + Twine(classes - 1) +
                              " for " + role + ", but got " + Twine(label) +
                              " in call " + Twine(call)));
  return Error::success();
}

SmallVector<int64_t> LabelReader::getCall(int64_t call) const {
  SmallVector<int64_t> labels(layout.getNumSamples(call) *
                              layout.getRowsPerSample());
  const char *bytes = array.getCall(call).data();
  visitElements(array.getType(), [&](auto load) {
    for (auto [index, label] : enumerate(labels))
      label = static_cast<int64_t>(load(bytes, index));
  });
  return labels;
}
