//===- BlockTiling.h - tiles of values with a scale per block ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_DIALECT_COMPRESS_IR_BLOCKTILING_H
#define COMPRESSION_LIB_DIALECT_COMPRESS_IR_BLOCKTILING_H

#include "compression/Dialect/Compress/IR/Compress.h"

namespace mlir::compress::blocks {

/// Checks C1 to C3 of the quantization ops: `codes` and `dense` (the sides of
/// the conversion), `scales` and the optional `zeroPoints` against `scheme`.
LogicalResult verifyBlocks(Operation *op, AffineAttr scheme,
                           RankedTensorType dense, RankedTensorType codes,
                           RankedTensorType scales,
                           RankedTensorType zeroPoints);

/// The iteration domain over all elements of `value`, a tensor or a memref.
SmallVector<Range> getElementDomain(OpBuilder &builder, Value value);

/// The slice of `value` at `offsets` with `sizes` and unit strides.
Value sliceElements(OpBuilder &builder, Location loc, Value value,
                    ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes);

/// True when `value`, an `index`, is known to be a multiple of `factor`: it is
/// a constant, or follows from constants and induction variables by
/// `affine.apply`.
bool isMultiple(OpFoldResult value, int64_t factor);

/// The slice of the scale-like tensor `value` that belongs to a tile of a
/// payload of `shape`. Fails when the tile might cut a block.
FailureOr<Value> sliceScales(OpBuilder &builder, Location loc, Value value,
                             AffineAttr scheme, ArrayRef<int64_t> shape,
                             ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> sizes);

} // namespace mlir::compress::blocks

#endif // COMPRESSION_LIB_DIALECT_COMPRESS_IR_BLOCKTILING_H
