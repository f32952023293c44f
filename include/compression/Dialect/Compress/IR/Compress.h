//===- Compress.h - the compress dialect ------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESS_H
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include "compression/Dialect/Compress/IR/CompressDialect.h.inc"
#include "compression/Dialect/Compress/IR/CompressEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "compression/Dialect/Compress/IR/CompressAttrs.h.inc"

#include "compression/Dialect/Compress/IR/CompressInterfaces.h.inc"

#define GET_OP_CLASSES
#include "compression/Dialect/Compress/IR/CompressOps.h.inc"

namespace mlir::compress {

/// A code of `scheme`, or a vector of codes, as i32: it holds the difference of
/// two codes, and vector units convert it to float.
Value extendCode(OpBuilder &builder, Location loc, AffineAttr scheme,
                 Value code);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESS_H
