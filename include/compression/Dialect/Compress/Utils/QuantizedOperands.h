//===- QuantizedOperands.h - contractions that can sum codes ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_QUANTIZEDOPERANDS_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_QUANTIZEDOPERANDS_H

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Dialect/Compress/Utils/Layers.h"

namespace mlir::compress {

/// The operands of a layer, quantized; zeros may lie around the left one, added
/// by `pads`, the last one first.
struct QuantizedOperands {
  DequantizeOp lhs, rhs;
  SmallVector<tensor::PadOp> pads;
};

/// The map from the loops of a layer to the coordinate of the scale of
/// `operand`, whose indexing map is `map`.
AffineMap getScaleMap(DequantizeOp operand, AffineMap map);

/// Matches a layer of u8 codes, with or without zero points, with
/// symmetric s8 codes, whose scales don't vary along the sum, and whose sum is
/// short enough for 32 bits. `reason` says what is in the way when both
/// operands are quantized.
FailureOr<QuantizedOperands> matchQuantizedOperands(Layer &layer,
                                                    StringRef &reason);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_QUANTIZEDOPERANDS_H
