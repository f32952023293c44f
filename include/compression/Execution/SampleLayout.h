//===- SampleLayout.h - How samples lie in calls ----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A model is called with a fixed number of samples: a sample is one slice of
/// the leading dimension of its arguments. The last call may have fewer samples
/// than it takes; the rest of it is filled up, and what comes out is dropped.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_SAMPLELAYOUT_H
#define COMPRESSION_EXECUTION_SAMPLELAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <cstdint>

namespace mlir::compress {

/// Division of samples into calls.
struct CallSplit {
  /// At least 1.
  int64_t samples = 1;
  /// At least 1.
  int64_t samplesPerCall = 1;

  int64_t getNumCalls() const {
    return llvm::divideCeil(samples, samplesPerCall);
  }

  /// Number of samples of a call; all but the last have `samplesPerCall`.
  int64_t getNumSamples(int64_t call) const {
    assert(0 <= call && call < getNumCalls() && "no such call");
    return std::min(samplesPerCall, samples - call * samplesPerCall);
  }

  bool operator==(const CallSplit &other) const {
    return samples == other.samples && samplesPerCall == other.samplesPerCall;
  }
  bool operator!=(const CallSplit &other) const { return !(*this == other); }
};

/// Where the samples are in a result. If the leading dimension is the number of
/// samples per call, each of its slices belongs to a sample; else the result as
/// a whole counts as one sample.
class ResultLayout {
public:
  /// `shape`: that of the result of one call, static and not empty.
  ResultLayout(llvm::ArrayRef<int64_t> shape, const CallSplit &split);

  /// Whether the leading dimension is that of the samples.
  bool isBatched() const { return batched; }

  /// Number of samples in the result of one call, those to be dropped included.
  int64_t getSamplesPerCall() const {
    return batched ? split.samplesPerCall : 1;
  }

  /// Number of samples to keep of one call.
  int64_t getNumSamples(int64_t call) const {
    return batched ? split.getNumSamples(call) : 1;
  }

  /// Number of samples to keep of all calls.
  int64_t getNumSamples() const {
    return batched ? split.samples : split.getNumCalls();
  }

  /// Number of elements of a sample.
  int64_t getSampleElements() const { return sampleElements; }

  /// Size of the last dimension of a sample; 0 if a sample is a scalar.
  int64_t getNumClasses() const { return classes; }

  /// Number of slices along the last dimension of a sample; 0 for a scalar.
  int64_t getRowsPerSample() const {
    return classes ? sampleElements / classes : 0;
  }

  const CallSplit &getSplit() const { return split; }

private:
  CallSplit split;
  bool batched;
  int64_t sampleElements;
  int64_t classes;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_SAMPLELAYOUT_H
