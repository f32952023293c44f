//===- RowOps.h - linalg ops that work row by row ---------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_ROWOPS_H
#define COMPRESSION_LIB_TARGET_CPU_ROWOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::compress::cpu {

/// True when `op` only gives its result one value everywhere.
bool isFillLike(Operation *op);

/// True when vector code may run `op`: its tensors hold whole bytes (vectors of
/// i1 or i4 are stored as bits, scalars as bytes), and its body neither reads
/// other tensors nor has side effects.
bool isVectorizable(linalg::LinalgOp op);

/// True when the iterations of `op` are enough work for several threads: less
/// costs more in waiting than it saves.
bool isWorthThreads(linalg::LinalgOp op);

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_ROWOPS_H
