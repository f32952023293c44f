//===- ByteWidener.h - tensors of narrow integers become bytes --*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_DIALECT_COMPRESS_TRANSFORMS_BYTEWIDENER_H
#define COMPRESSION_LIB_DIALECT_COMPRESS_TRANSFORMS_BYTEWIDENER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::compress {

/// Which tensors of a function become tensors of bytes, and where.
struct ByteWidening {
  /// Integers of so many bits are changed; 7 at most.
  unsigned minBits, maxBits;
  /// Whether the function's arguments and results are changed as well; it then
  /// has one block.
  bool changesSignature;
  /// Ops that take or give bytes beside those that every widening knows: linalg
  /// ops, and those that move elements of tensors.
  function_ref<bool(Operation *)> alsoTakesBytes;
};

/// Makes tensors of narrow integers in `function` tensors of i8: the integer,
/// extended with zeros. Bodies of linalg ops compute with the narrow integers
/// as before; they read the low bits of a byte, and of a boolean whether it is
/// 0. Ops that are not known to take bytes keep their types, with a conversion
/// in between.
void widenToBytes(func::FuncOp function, const ByteWidening &widening);

} // namespace mlir::compress

#endif // COMPRESSION_LIB_DIALECT_COMPRESS_TRANSFORMS_BYTEWIDENER_H
