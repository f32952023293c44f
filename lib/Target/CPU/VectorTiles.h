//===- VectorTiles.h - the part of a linalg op that is one vector *- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_VECTORTILES_H
#define COMPRESSION_LIB_TARGET_CPU_VECTORTILES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace mlir::compress::cpu {

/// A vector op of more elements is unrolled into too much code.
inline constexpr int64_t kMaxVectorElements = 4096;

/// True when the innermost loop of `op` doesn't walk along the fastest
/// dimension of an operand that depends on it; `other` is then the loop that
/// does.
bool isTransposed(linalg::LinalgOp op, unsigned &other);

/// The tile sizes of `op` (0: not tiled) whose tiles are vectors of about
/// `width` elements, or none when vector code would not pay: its loops then
/// stay scalar.
std::optional<SmallVector<int64_t>> chooseVectorTiles(linalg::LinalgOp op,
                                                      int64_t width);

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_VECTORTILES_H
