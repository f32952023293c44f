//===- Results.h - Files of a model's results -------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files that hold results of a model for all calls of a data set: what it
/// computed, what it should have computed, and labels. `SampleArray` says how
/// they are cut; calls are counted as in the data set's files. A result has a
/// static shape with at least one element.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_RESULTS_H
#define COMPRESSION_EXECUTION_RESULTS_H

#include "compression/Execution/SampleArray.h"

namespace mlir::compress {

/// Writes a result of all calls to one array file: of the result's rank if its
/// leading dimension is the number of samples per call, else of one rank more.
class ResultWriter {
public:
  /// Opens the file; it appears when it is committed.
  static llvm::Expected<ResultWriter>
  create(llvm::StringRef path, const TensorSpec &spec, const CallSplit &split);

  /// Appends the whole result of the next call; what belongs to no sample is
  /// dropped.
  void append(llvm::ArrayRef<char> result);

  /// Ends the file. It fails if a write failed, or unless every call was
  /// appended once; nothing is left behind then.
  llvm::Error commit() { return writer.commit(); }

private:
  ResultWriter(NpyWriter writer, const ResultLayout &layout)
      : writer(std::move(writer)), layout(layout) {}

  NpyWriter writer;
  ResultLayout layout;
  int64_t nextCall = 0;
};

/// The expected values of a result. There must be as many samples as the inputs
/// have; where samples per call differ between the two, the number of calls
/// must agree.
class ExpectedReader {
public:
  /// Opens the file of the result with number `index`.
  static llvm::Expected<ExpectedReader> open(llvm::StringRef path,
                                             unsigned index,
                                             const TensorSpec &spec,
                                             const CallSplit &split);

  /// How the elements are to be read, those of the model's result as well: the
  /// file tells whether bytes are signed.
  ArrayType getType() const { return array.getType(); }

  const ResultLayout &getLayout() const { return layout; }

  /// The expected values of a call's samples. The result of a short last call
  /// has to be cut to the same size before the two are compared.
  llvm::ArrayRef<char> getCall(int64_t call) const;

private:
  ExpectedReader(SampleArray array, const ResultLayout &layout, int64_t bytes)
      : array(std::move(array)), layout(layout), sampleBytes(bytes) {}

  SampleArray array;
  ResultLayout layout;
  /// Of a sample as `layout` has it.
  int64_t sampleBytes;
};

/// The right classes of a classifier's result: integers of any type, one for
/// each slice along the result's last dimension. The file is one of a tensor
/// that has the result's shape without this dimension, or has rank 1 and holds
/// one label per sample.
class LabelReader {
public:
  /// Opens the file for the result with number `index`. It fails if a label is
  /// not in the range of the last dimension.
  static llvm::Expected<LabelReader> open(llvm::StringRef path, unsigned index,
                                          const TensorSpec &spec,
                                          const CallSplit &split);

  /// How the elements of the model's result are to be read.
  ArrayType getType() const { return resultType; }

  const ResultLayout &getLayout() const { return layout; }

  /// The labels of a call's samples.
  llvm::SmallVector<int64_t> getCall(int64_t call) const;

private:
  LabelReader(SampleArray array, ArrayType resultType,
              const ResultLayout &layout)
      : array(std::move(array)), resultType(resultType), layout(layout) {}

  llvm::Error checkLabels(const llvm::Twine &role) const;

  SampleArray array;
  ArrayType resultType;
  ResultLayout layout;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_RESULTS_H
