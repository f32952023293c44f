//===- PaddingMask.h - the positions that a model leaves out ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Transformers take sequences of one length, and an argument that says which
/// positions are padding: what the model computes there means nothing.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_PADDINGMASK_H
#define COMPRESSION_EXECUTION_PADDINGMASK_H

#include "compression/Execution/CallBuffers.h"

#include <optional>

namespace mlir::compress {

/// An argument [samples, positions] of integers that is 1 at positions that
/// count and 0 at padding.
class PaddingMask {
public:
  /// Finds such an argument by what the model does with it, since a name proves
  /// nothing and types of tokens are zeros and ones too: all its elements in
  /// `data` are 0 or 1, and what other arguments have at its zeros changes no
  /// result anywhere else. Runs `model`, on two calls at most for each argument
  /// that may be one, and looks at its first `numResults` results. None if
  /// there is none, or no padding in `data`. A call that fails rules an
  /// argument out.
  static std::optional<PaddingMask>
  find(const CompiledModel &model, size_t numResults, const DataSet &data);

  unsigned getArgument() const { return argument; }

  /// The part of all positions that are padding, in (0, 1).
  double getPaddedPart() const { return paddedPart; }

  /// True when `result` has elements for each position.
  bool appliesTo(const TensorSpec &result) const;

  /// For each position in the first `bytes` bytes of a result like `spec`,
  /// whether it counts in the call whose inputs `buffers` has; nothing if the
  /// mask does not apply to it.
  SmallVector<bool> getKept(const CallBuffers &buffers, const TensorSpec &spec,
                            size_t bytes) const;

private:
  PaddingMask(unsigned argument, const TensorSpec &spec)
      : argument(argument), spec(spec) {}

  /// The same for the first `count` elements of the argument.
  SmallVector<bool> getKept(const CallBuffers &buffers, int64_t count) const;
  /// Scans `data`; false unless all elements are 0 or 1, and some are 0.
  bool readPart(const CompiledModel &model, const DataSet &data);
  /// Whether `call`, which has padding, shows that it changes nothing.
  bool isProvenBy(const CompiledModel &model, size_t numResults,
                  const DataSet &data, int64_t call) const;

  unsigned argument;
  TensorSpec spec;
  double paddedPart = 0;
  /// Calls that have padding, the first ones.
  SmallVector<int64_t, 2> paddedCalls;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_PADDINGMASK_H
