//===- Schemes.h - schemes as numerics formats -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_SCHEMES_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_SCHEMES_H

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Numerics/Affine.h"

namespace mlir::compress {

/// The name of the attribute that a plan puts on a weight.
inline constexpr StringLiteral kSchemeAttrName = "compress.scheme";

/// The name of the attribute that holds how well a weight's payload represents
/// it: its SQNR in dB, an f64.
inline constexpr StringLiteral kErrorAttrName = "compress.sqnr_db";

/// The arithmetic of a scheme, without its block shape.
numerics::AffineFormat getFormat(AffineAttr scheme);

/// The blocks of a tensor of static `shape` under `scheme`.
numerics::BlockedLayout getLayout(AffineAttr scheme, ArrayRef<int64_t> shape);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_SCHEMES_H
