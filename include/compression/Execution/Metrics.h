//===- Metrics.h - How near a result is to what is expected -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Figures that compare results of a model with expected values. They are
/// gathered call by call. Every sample is summed on its own in one order, and
/// samples are combined exactly, so a figure is the same to the last bit
/// however the samples are divided into calls and accumulators, and in
/// whichever order those are merged.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_METRICS_H
#define COMPRESSION_EXECUTION_METRICS_H

#include "compression/Execution/ExactSum.h"
#include "compression/Execution/SampleLayout.h"
#include "compression/IO/ElementKind.h"
#include "llvm/ADT/ArrayRef.h"
#include <limits>
#include <optional>

namespace mlir::compress {

/// How near results are to the expected values. A figure that can't be computed
/// has the worst value, so that it passes no bar; that is also the state
/// without any sample.
struct Fidelity {
  /// A larger signal-to-noise ratio, or one without noise, is reported as this.
  static constexpr double maxSqnrDb = 300;

  /// 10 log10(sum of expected^2 / sum of (expected - result)^2) over all
  /// elements of all samples, at most `maxSqnrDb`. Minus infinity if there is
  /// noise but no signal, if any sample is not measurable, or if a sum is
  /// infinite.
  double sqnrDb = -std::numeric_limits<double>::infinity();

  /// Largest |expected - result|; infinite if any sample is not measurable.
  double maxAbsError = std::numeric_limits<double>::infinity();

  /// Mean over the samples of the cosine between a flattened sample's expected
  /// values and its results. 1 for a sample where both are zero, 0 where only
  /// one is, -1 for one that is not measurable.
  double cosineMean = -1;

  /// Smallest cosine of a sample.
  double cosineMin = -1;

  /// Share of the slices along the last dimension whose largest element is at
  /// the same place, the first of equal ones. A slice with a NaN disagrees.
  /// Nothing if samples are scalars.
  std::optional<double> top1Agreement;

  /// Number of samples that were compared.
  int64_t samples = 0;

  /// Number of samples that are not measurable: an element of the expected
  /// values or of the result is NaN or infinite, or a square is.
  int64_t unmeasurableSamples = 0;

  /// Those of them whose expected values are not measurable.
  int64_t unmeasurableExpected = 0;
};

/// Gathers `Fidelity`.
class FidelityMetrics {
public:
  /// `type`: of the elements of both arrays; all of them are converted to
  /// double, where 64-bit integers may be rounded.
  FidelityMetrics(ArrayType type, const ResultLayout &layout)
      : type(type), sampleElements(layout.getSampleElements()),
        classes(layout.getNumClasses()) {}

  /// Compares whole samples; both arrays have the same size. With `kept` they
  /// are that many parts of equal size, of whole slices along the last
  /// dimension, of which only those are compared that it is true for.
  void add(llvm::ArrayRef<char> expected, llvm::ArrayRef<char> result,
           llvm::ArrayRef<bool> kept = {});

  /// Adds what `other` gathered from results of the same type.
  void merge(const FidelityMetrics &other);

  Fidelity get() const;

private:
  template <typename Loader>
  void addSample(const char *expected, const char *result,
                 llvm::ArrayRef<bool> kept, Loader load);

  ArrayType type;
  int64_t sampleElements;
  int64_t classes;

  ExactSum signal;
  ExactSum noise;
  ExactSum cosines;
  double maxAbsError = 0;
  double cosineMin = 1;
  int64_t agreeingRows = 0;
  int64_t rows = 0;
  int64_t samples = 0;
  int64_t unmeasurableSamples = 0;
  int64_t unmeasurableExpected = 0;
};

/// Gathers how often a classifier is right.
class AccuracyMetrics {
public:
  /// `type`: of the result's elements. `layout`: of a result whose samples have
  /// a dimension of classes.
  AccuracyMetrics(ArrayType type, const ResultLayout &layout)
      : type(type), classes(layout.getNumClasses()) {}

  /// Compares whole slices along the last dimension with a label each. The
  /// first of equal largest elements is the answer; a slice with a NaN is
  /// wrong.
  void add(llvm::ArrayRef<int64_t> labels, llvm::ArrayRef<char> result);

  /// Adds what `other` gathered from results of the same type.
  void merge(const AccuracyMetrics &other);

  /// Share of right answers; 0 if there were none.
  double get() const;

private:
  ArrayType type;
  int64_t classes;
  int64_t right = 0;
  int64_t rows = 0;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_METRICS_H
