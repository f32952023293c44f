//===- PackEpilogues.h - epilogues of packed contractions -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_PACKEPILOGUES_H
#define COMPRESSION_LIB_TARGET_CPU_PACKEPILOGUES_H

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

namespace mlir::compress::cpu {

/// Gives `op` an epilogue that yields the sum as it is. Extra operands, if any,
/// are an addend, or for codes a zero point and the columns' sums: the result
/// is then `sum - zero point * column sum`.
void buildEpilogue(OpBuilder &builder, PackedContractOp op);

/// Moves elementwise ops that alone use the result of `op`, one after the
/// other, into its epilogue.
void absorbUsers(PackedContractOp op);

/// Computes products of weights in the epilogue of `op` once, at compile time:
/// of scales, and of a zero point and the columns' sums. They become weights
/// `<first factor>.folded`.
void foldEpilogue(PackedContractOp op, WeightBuilder &weights,
                  SymbolTableCollection &symbols);

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_PACKEPILOGUES_H
