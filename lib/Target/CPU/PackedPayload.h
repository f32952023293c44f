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

#include <map>

namespace mlir::compress::cpu {

/// A weight as the columns and the k of a packed right operand, with strides in
/// elements.
struct PanelView {
  struct Axis {
    int64_t size, stride;
  };
  Axis columns;
  /// The axes of k, the outermost first.
  SmallVector<Axis, 3> k;
  /// Of codes: the number of the last axes that groups of four are cut from.
  unsigned runAxes = 1;
  /// Of codes: whether the last group of a run ends with its last k, or with
  /// zeros.
  bool fillsGroups = true;
};

/// The weight that panels of the right operand `rhs` are packed from: what it
/// loads, perhaps extended to f32 from f16 or bf16, which the panels keep. Null
/// when there is none.
ml_program::GlobalOp getPanelWeight(Value rhs, SymbolTableCollection &symbols);

/// The view of the right operand of a contraction.
PanelView getPanelView(Contraction &contraction);

/// Packs the right operands of contractions, each weight once however many
/// contractions read it.
class PayloadPacker {
public:
  explicit PayloadPacker(ModuleOp module) : weights(module) {}

  /// The weight in the layout of `compress.packed_contract`, as a weight named
  /// `<name>.packed`.
  FailureOr<ml_program::GlobalOp> pack(const PanelView &view,
                                       ml_program::GlobalOp weight);

  /// The weight `rhs` of a batch of products as `[batch][k][n]`: itself if it
  /// lies so, otherwise a weight named `<name>.packed`.
  FailureOr<ml_program::GlobalOp> packRows(Contraction contraction,
                                           ml_program::GlobalOp weight);

  /// For codes: the sum over k of each column, i32, as `<name>.column_sums`.
  FailureOr<ml_program::GlobalOp> sumColumns(const PanelView &view,
                                             ml_program::GlobalOp weight);

private:
  /// A weight, and what tells one way to read it from another.
  using Key = std::pair<Operation *, std::vector<int64_t>>;

  WeightBuilder weights;
  std::map<Key, ml_program::GlobalOp> packed, rows, sums;
};

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_PACKEDPAYLOAD_H
