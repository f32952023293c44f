//===- ExactSum.h - Sums without rounding -----------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_EXACTSUM_H
#define COMPRESSION_EXECUTION_EXACTSUM_H

#include "llvm/ADT/SmallVector.h"

namespace mlir::compress {

/// A sum of doubles that is rounded only when it is read: its value does not
/// depend on the order of the terms, nor on how they are divided among sums
/// that are merged later. Kept as doubles that do not overlap (J. R. Shewchuk,
/// Adaptive Precision Floating-Point Arithmetic, 1997, Grow-Expansion). The
/// terms and their sum must be finite.
class ExactSum {
public:
  /// Adds a term; the time grows with the number of parts, mostly 1 to 3.
  void add(double term);

  /// Adds another sum.
  void merge(const ExactSum &other);

  /// The sum, rounded once, to nearest and ties to even.
  double get() const;

private:
  /// In order of increasing magnitude, none of them zero.
  llvm::SmallVector<double, 4> parts;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_EXACTSUM_H
