//===- SampleArray.h - Array files cut into samples -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_SAMPLEARRAY_H
#define COMPRESSION_EXECUTION_SAMPLEARRAY_H

#include "compression/Execution/SampleLayout.h"
#include "compression/Execution/TensorSpec.h"
#include "compression/IO/Npy.h"
#include "llvm/ADT/Twine.h"

namespace mlir::compress {

/// An array file that holds the values of one argument or result for many
/// calls, in one of two forms:
///
///   - of the tensor's rank: cut along axis 0 into pieces of the tensor's
///     leading dimension, each of which is a call. The last may be short.
///     A scalar's file of rank 0 is one call.
///   - of one rank more: row i of axis 0 is the whole tensor of call i, and
///     counts as one sample.
class SampleArray {
public:
  /// Opens the file of a tensor. It fails if the file is not a good .npy file,
  /// if `spec.kind` doesn't accept its type, if its shape has neither form, if
  /// it has no samples, or if `spec.shape` is not static or is empty. `role`
  /// says in messages what the file is for, e.g. `argument 0`.
  static llvm::Expected<SampleArray>
  open(llvm::StringRef path, const llvm::Twine &role, const TensorSpec &spec);

  /// The same for an array that was opened before, and of any type.
  static llvm::Expected<SampleArray>
  cut(NpyArray array, const llvm::Twine &role, llvm::ArrayRef<int64_t> shape);

  llvm::StringRef getPath() const { return array.getPath(); }
  ArrayType getType() const { return array.getType(); }
  const CallSplit &getSplit() const { return split; }
  int64_t getSampleBytes() const { return sampleBytes; }

  /// The samples of a call as they lie in the file: a short piece is short.
  llvm::ArrayRef<char> getCall(int64_t call) const;

  /// Copies a call to a buffer of the whole tensor. A short piece is filled up
  /// by repeating its last sample. A boolean becomes 0 or 1 whatever its byte
  /// is.
  void copyCall(int64_t call, llvm::MutableArrayRef<char> buffer) const;

private:
  SampleArray(NpyArray array, const CallSplit &split, int64_t sampleBytes)
      : array(std::move(array)), split(split), sampleBytes(sampleBytes) {}

  NpyArray array;
  CallSplit split;
  int64_t sampleBytes;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_SAMPLEARRAY_H
