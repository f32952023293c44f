//===- ExactSum.cpp - Sums without rounding ---------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/ExactSum.h"
#include <cmath>
#include <tuple>

using namespace mlir::compress;

/// The rounded sum and its rounding error; their sum is a + b exactly.
static std::pair<double, double> addExactly(double a, double b) {
  if (std::fabs(a) < std::fabs(b))
    std::swap(a, b);
  double sum = a + b;
  return {sum, b - (sum - a)};
}

void ExactSum::add(double term) {
  size_t kept = 0;
  for (double part : parts) {
    auto [sum, error] = addExactly(term, part);
    if (error != 0)
      parts[kept++] = error;
    term = sum;
  }
  parts.truncate(kept);
  if (term != 0)
    parts.push_back(term);
}

void ExactSum::merge(const ExactSum &other) {
  // A copy, for the case that a sum is merged with itself.
  for (double part : llvm::SmallVector<double, 4>(other.parts))
    add(part);
}

double ExactSum::get() const {
  double sum = 0, error = 0;
  size_t remaining = parts.size();
  while (remaining && error == 0)
    std::tie(sum, error) = addExactly(sum, parts[--remaining]);
  // Halfway between two doubles, the parts below decide.
  if (remaining && (error < 0) == (parts[remaining - 1] < 0)) {
    double twice = 2 * error;
    double away = sum + twice;
    if (away - sum == twice)
      return away;
  }
  return sum;
}
