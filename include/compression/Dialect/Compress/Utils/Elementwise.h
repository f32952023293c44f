//===- Elementwise.h - elementwise generics on tensors ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_ELEMENTWISE_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_ELEMENTWISE_H

#include "mlir/IR/Builders.h"

namespace mlir::compress {

/// Creates a `linalg.generic` that computes each element of a tensor of
/// `elementType` from the elements at the same place in `inputs`, which are
/// ranked tensors of one shape. `body` gets one scalar for each input and
/// returns the element.
Value createElementwise(
    OpBuilder &builder, Location loc, ValueRange inputs, Type elementType,
    function_ref<Value(OpBuilder &, Location, ValueRange)> body);

/// Creates a `linalg.generic` that combines each element of `tensor` with the
/// one of `vector` at its index along dimension `channel`, as `body` says. The
/// result has the type of `tensor`.
Value createChannelwise(
    OpBuilder &builder, Location loc, Value tensor, Value vector,
    unsigned channel,
    function_ref<Value(OpBuilder &, Location, Value, Value)> body);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_ELEMENTWISE_H
