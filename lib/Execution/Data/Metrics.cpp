//===- Metrics.cpp - How near a result is to what is expected ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/Metrics.h"
#include "ArrayElements.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace mlir::compress;

/// Index of the first of the largest elements of a row, or -1 if one is NaN.
template <typename Loader>
static int64_t findLargest(const char *data, int64_t row, int64_t classes,
                           Loader load) {
  int64_t begin = row * classes;
  auto largest = load(data, begin);
  int64_t index = 0;
  for (int64_t i = 0; i != classes; ++i) {
    auto value = load(data, begin + i);
    if (value != value)
      return -1;
    if (value > largest) {
      largest = value;
      index = i;
    }
  }
  return index;
}

template <typename Loader>
void FidelityMetrics::addSample(const char *expected, const char *result,
                                ArrayRef<bool> kept, Loader load) {
  int64_t partElements =
      kept.empty() ? sampleElements : sampleElements / kept.size();
  auto isLeftOut = [&](int64_t element) {
    return !kept.empty() && !kept[element / partElements];
  };
  double expectedPower = 0, resultPower = 0, product = 0;
  double noisePower = 0, maxError = 0;
  for (int64_t i = 0; i != sampleElements; ++i) {
    if (isLeftOut(i))
      continue;
    double want = load(expected, i);
    double got = load(result, i);
    double error = want - got;
    expectedPower += want * want;
    resultPower += got * got;
    product += want * got;
    noisePower += error * error;
    maxError = std::max(maxError, std::fabs(error));
  }

  ++samples;
  // Every NaN and infinity ends up in the powers.
  if (!std::isfinite(expectedPower) || !std::isfinite(resultPower) ||
      !std::isfinite(noisePower)) {
    ++unmeasurableSamples;
    unmeasurableExpected += !std::isfinite(expectedPower);
    cosines.add(-1);
    cosineMin = -1;
  } else {
    double length = std::sqrt(expectedPower) * std::sqrt(resultPower);
    bool areEqual = noisePower == 0;
    double cosine = length != 0 ? std::clamp(product / length, -1.0, 1.0)
                                : static_cast<double>(areEqual);
    cosines.add(cosine);
    cosineMin = std::min(cosineMin, cosine);
    signal.add(expectedPower);
    noise.add(noisePower);
    maxAbsError = std::max(maxAbsError, maxError);
  }

  if (classes == 0)
    return;
  for (int64_t row = 0; row != sampleElements / classes; ++row) {
    if (isLeftOut(row * classes))
      continue;
    int64_t want = findLargest(expected, row, classes, load);
    int64_t got = findLargest(result, row, classes, load);
    agreeingRows += want == got && want >= 0;
    ++rows;
  }
}

void FidelityMetrics::add(ArrayRef<char> expected, ArrayRef<char> result,
                          ArrayRef<bool> kept) {
  size_t sampleBytes = sampleElements * getByteSize(type);
  assert(expected.size() == result.size() &&
         expected.size() % sampleBytes == 0 && "expected whole samples");
  size_t keptParts =
      kept.empty() ? 0 : kept.size() * sampleBytes / expected.size();
  visitElements(type, [&](auto load) {
    for (size_t at = 0; at != expected.size(); at += sampleBytes)
      addSample(&expected[at], &result[at],
                kept.slice(at / sampleBytes * keptParts, keptParts), load);
  });
}

void FidelityMetrics::merge(const FidelityMetrics &other) {
  assert(type == other.type && sampleElements == other.sampleElements &&
         classes == other.classes && "expected results of the same type");
  signal.merge(other.signal);
  noise.merge(other.noise);
  cosines.merge(other.cosines);
  maxAbsError = std::max(maxAbsError, other.maxAbsError);
  cosineMin = std::min(cosineMin, other.cosineMin);
  agreeingRows += other.agreeingRows;
  rows += other.rows;
  samples += other.samples;
  unmeasurableSamples += other.unmeasurableSamples;
  unmeasurableExpected += other.unmeasurableExpected;
}

Fidelity FidelityMetrics::get() const {
  Fidelity figures;
  figures.samples = samples;
  figures.unmeasurableSamples = unmeasurableSamples;
  figures.unmeasurableExpected = unmeasurableExpected;
  if (samples == 0)
    return figures;
  figures.cosineMean = cosines.get() / samples;
  figures.cosineMin = cosineMin;
  if (rows)
    figures.top1Agreement = static_cast<double>(agreeingRows) / rows;
  if (unmeasurableSamples)
    return figures;
  figures.maxAbsError = maxAbsError;
  double signalPower = signal.get();
  double noisePower = noise.get();
  if (noisePower == 0)
    figures.sqnrDb = Fidelity::maxSqnrDb;
  else if (std::isfinite(signalPower) && std::isfinite(noisePower))
    figures.sqnrDb = std::min(Fidelity::maxSqnrDb,
                              10 * std::log10(signalPower / noisePower));
  return figures;
}

void AccuracyMetrics::add(ArrayRef<int64_t> labels, ArrayRef<char> result) {
  assert(result.size() == labels.size() * classes * getByteSize(type) &&
         "expected one label per slice");
  visitElements(type, [&](auto load) {
    for (auto [row, label] : enumerate(labels))
      right += findLargest(result.data(), row, classes, load) == label;
  });
  rows += labels.size();
}

void AccuracyMetrics::merge(const AccuracyMetrics &other) {
  assert(type == other.type && classes == other.classes &&
         "expected results of the same type");
  right += other.right;
  rows += other.rows;
}

double AccuracyMetrics::get() const {
  return rows ? static_cast<double>(right) / rows : 0;
}
