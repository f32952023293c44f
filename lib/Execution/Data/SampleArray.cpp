//===- SampleArray.cpp - Array files cut into samples -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/SampleArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace llvm;
using namespace mlir::compress;

static Error checkType(const NpyArray &array, const Twine &role,
                       ElementKind kind) {
  if (accepts(kind, array.getType()))
    return Error::success();
  StringRef alternative = kind == ElementKind::I8 ? "uint8 or " : "";
  return createFileError(
      array.getPath(),
      createStringError("expected " + alternative +
                        getName(getArrayType(kind)) + " for " + role +
                        " of element type " + getName(kind) + ", but got " +
                        getName(array.getType())));
}

Expected<SampleArray> SampleArray::open(StringRef path, const Twine &role,
                                        const TensorSpec &spec) {
  Expected<NpyArray> array = NpyArray::open(path);
  if (!array)
    return array.takeError();
  if (Error error = checkType(*array, role, spec.kind))
    return std::move(error);
  return cut(std::move(*array), role, spec.shape);
}

/// The two shapes that a file for a tensor of `shape` can have.
static std::string formatFileShapes(ArrayRef<int64_t> shape) {
  auto format = [](StringRef leading, ArrayRef<int64_t> sizes) {
    std::string text = ("[" + leading).str();
    for (int64_t size : sizes)
      text += ", " + itostr(size);
    return text + "]";
  };
  std::string ofRank = shape.empty() ? "[]" : format("N", shape.drop_front());
  return ofRank + " or " + format("N", shape);
}

Expected<SampleArray> SampleArray::cut(NpyArray array, const Twine &role,
                                       ArrayRef<int64_t> shape) {
  auto makeError = [&](const Twine &message) {
    return createFileError(array.getPath(), createStringError(message));
  };
  if (any_of(shape, [](int64_t size) { return size <= 0; }))
    return makeError("expected a static shape of at least one element for " +
                     role + ", but got " + formatShape(shape));

  ArrayRef<int64_t> fileShape = array.getShape();
  bool hasRank = fileShape.size() == shape.size();
  bool fits = hasRank ? fileShape.drop_front(!shape.empty()) ==
                            shape.drop_front(!shape.empty())
                      : !fileShape.empty() && fileShape.drop_front() == shape;
  if (!fits)
    return makeError("expected shape " + formatFileShapes(shape) + " for " +
                     role + ", but got " + formatShape(fileShape));

  CallSplit split;
  if (!fileShape.empty())
    split.samples = fileShape.front();
  if (hasRank && !shape.empty())
    split.samplesPerCall = shape.front();
  if (split.samples == 0)
    return makeError("expected at least one sample for " + role +
                     ", but got shape " + formatShape(fileShape));
  int64_t sampleBytes = array.getData().size() / split.samples;
  return SampleArray(std::move(array), split, sampleBytes);
}

ArrayRef<char> SampleArray::getCall(int64_t call) const {
  return array.getData().slice(call * split.samplesPerCall * sampleBytes,
                               split.getNumSamples(call) * sampleBytes);
}

void SampleArray::copyCall(int64_t call, MutableArrayRef<char> buffer) const {
  ArrayRef<char> samples = getCall(call);
  assert(buffer.size() ==
             static_cast<size_t>(split.samplesPerCall * sampleBytes) &&
         "the buffer is not that of the tensor");
  std::memcpy(buffer.data(), samples.data(), samples.size());
  ArrayRef<char> last = samples.take_back(sampleBytes);
  for (size_t end = samples.size(); end != buffer.size(); end += sampleBytes)
    std::memcpy(&buffer[end], last.data(), sampleBytes);
  if (getType() == ArrayType::Bool)
    for (char &value : buffer)
      value = value != 0;
}
