//===- PackedPayload.h - payloads in kernel layout --------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_PACKEDPAYLOAD_H
#define COMPRESSION_LIB_TARGET_CPU_PACKEDPAYLOAD_H

#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

namespace mlir::compress::cpu {

/// Packs the right operands of contractions, each weight once however many
/// contractions read it.
class PayloadPacker {
public:
  explicit PayloadPacker(ModuleOp module) : weights(module) {}

  /// The weight `rhs` of `contraction` in the layout of
  /// `compress.packed_contract`, as a weight named `<name>.packed`.
  FailureOr<ml_program::GlobalOp> pack(Contraction contraction,
                                       ml_program::GlobalOp weight);

  /// The weight `rhs` of a batch of products as `[batch][k][n]`: itself if it
  /// lies so, otherwise a weight named `<name>.packed`.
  FailureOr<ml_program::GlobalOp> packRows(Contraction contraction,
                                           ml_program::GlobalOp weight);

  /// For codes: the sum over k of each column, i32, as `<name>.column_sums`.
  FailureOr<ml_program::GlobalOp> sumColumns(Contraction contraction,
                                             ml_program::GlobalOp weight);

private:
  /// A weight, and its strides along n and k: it may be read both ways.
  using Key = std::tuple<Operation *, int64_t, int64_t>;

  WeightBuilder weights;
  DenseMap<Key, ml_program::GlobalOp> packed, rows, sums;
};

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_PACKEDPAYLOAD_H
