//===- PaddingMask.cpp - the positions that a model leaves out --*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/PaddingMask.h"

using namespace mlir;
using namespace mlir::compress;

/// Calls that an argument is tried on.
static constexpr size_t kMaxTrials = 2;

static bool isIntegerKind(ElementKind kind) {
  return kind == ElementKind::I1 || kind == ElementKind::I8 ||
         kind == ElementKind::I16 || kind == ElementKind::I32 ||
         kind == ElementKind::I64;
}

/// True when `shape` begins with `positions`.
static bool hasPositions(ArrayRef<int64_t> shape, ArrayRef<int64_t> positions) {
  return shape.size() >= positions.size() &&
         shape.take_front(positions.size()) == positions;
}

bool PaddingMask::appliesTo(const TensorSpec &result) const {
  return hasPositions(result.shape, spec.shape);
}

SmallVector<bool> PaddingMask::getKept(const CallBuffers &buffers,
                                       const TensorSpec &result,
                                       size_t bytes) const {
  if (!appliesTo(result))
    return {};
  return getKept(buffers, spec.getNumElements() * static_cast<int64_t>(bytes) /
                              result.getByteSize());
}

SmallVector<bool> PaddingMask::getKept(const CallBuffers &buffers,
                                       int64_t count) const {
  ArrayRef<char> input = buffers.getInput(argument);
  size_t bytes = getByteSize(spec.kind);
  SmallVector<bool> kept;
  for (int64_t position = 0; position < count; ++position)
    kept.push_back(llvm::any_of(input.slice(position * bytes, bytes),
                                [](char byte) { return byte != 0; }));
  return kept;
}

bool PaddingMask::readPart(const CompiledModel &model, const DataSet &data) {
  CallBuffers buffers(model);
  int64_t elements = spec.getNumElements(), padded = 0;
  size_t bytes = getByteSize(spec.kind);
  for (int64_t call = 0; call < data.getNumCalls(); ++call) {
    buffers.fill(data, call);
    ArrayRef<char> input = buffers.getInput(argument);
    // Little-endian: the first byte is 0 or 1, all others are 0.
    for (auto [number, byte] : llvm::enumerate(input))
      if (byte != 0 && (byte != 1 || number % bytes != 0))
        return false;
    int64_t zeros = llvm::count(getKept(buffers, elements), false);
    // A call without any position that counts proves nothing.
    if (zeros != 0 && zeros != elements && paddedCalls.size() < kMaxTrials)
      paddedCalls.push_back(call);
    padded += zeros;
  }
  paddedPart = static_cast<double>(padded) / (elements * data.getNumCalls());
  return !paddedCalls.empty();
}

/// Gives the positions that don't count what others hold; false if that was
/// there already.
static bool fillPadding(MutableArrayRef<char> input, ArrayRef<bool> kept) {
  size_t bytes = input.size() / kept.size();
  SmallVector<size_t> sources;
  for (auto [position, counts] : llvm::enumerate(kept))
    if (counts)
      sources.push_back(position);
  bool changed = false;
  for (auto [position, counts] : llvm::enumerate(kept)) {
    if (counts)
      continue;
    MutableArrayRef<char> target = input.slice(position * bytes, bytes);
    ArrayRef<char> source =
        input.slice(sources[position % sources.size()] * bytes, bytes);
    changed |= target != source;
    llvm::copy(source, target.begin());
  }
  return changed;
}

bool PaddingMask::isProvenBy(const CompiledModel &model, size_t numResults,
                             const DataSet &data, int64_t call) const {
  CallBuffers before(model), after(model);
  if (errorToBool(before.run(data, call)))
    return false;
  after.fill(data, call);
  SmallVector<bool> kept = getKept(before, spec.getNumElements());
  bool changed = false;
  for (auto [number, input] : llvm::enumerate(model.getInputs()))
    if (number != argument && hasPositions(input.shape, spec.shape))
      changed |= fillPadding(after.getMutableInput(number), kept);
  if (!changed || errorToBool(after.run()))
    return false;
  // A masked score is so small that its exponential is 0: nothing differs.
  for (auto [number, result] :
       llvm::enumerate(model.getResults().take_front(numResults))) {
    ArrayRef<char> was = before.getResult(number), is = after.getResult(number);
    if (!appliesTo(result)) {
      if (was != is)
        return false;
      continue;
    }
    size_t bytes = was.size() / kept.size();
    for (auto [position, counts] : llvm::enumerate(kept))
      if (counts && was.slice(position * bytes, bytes) !=
                        is.slice(position * bytes, bytes))
        return false;
  }
  return true;
}

std::optional<PaddingMask> PaddingMask::find(const CompiledModel &model,
                                             size_t numResults,
                                             const DataSet &data) {
  for (auto [number, spec] : llvm::enumerate(model.getInputs())) {
    if (!isIntegerKind(spec.kind) || spec.shape.size() != 2)
      continue;
    PaddingMask mask(number, spec);
    if (mask.readPart(model, data) &&
        llvm::all_of(mask.paddedCalls, [&](int64_t call) {
          return mask.isProvenBy(model, numResults, data, call);
        }))
      return mask;
  }
  return std::nullopt;
}
