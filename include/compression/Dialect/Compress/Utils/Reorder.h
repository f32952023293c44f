//===- Reorder.h - reshapes and transpositions of tensors -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_REORDER_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_REORDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::compress {

/// True when a tensor of type `from` can be reshaped to `to`: both are static
/// and have as many elements, or one only groups dimensions of the other.
bool canReshape(RankedTensorType from, RankedTensorType to);

/// `value` as a tensor of `type`, which has the same elements in the same
/// order; `value` itself if it has this type.
Value reshapeTensor(OpBuilder &builder, Location loc, Value value,
                    RankedTensorType type);

/// True when no dimension of another size than 1 passes another one: the
/// elements of a tensor of `shape` keep their order.
bool keepsOrder(ArrayRef<int64_t> shape, ArrayRef<int64_t> permutation);

/// `value` with its dimension `permutation[i]` as dimension i. A reshape where
/// the elements keep their order.
Value transposeTensor(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<int64_t> permutation);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_REORDER_H
