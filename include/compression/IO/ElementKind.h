//===- ElementKind.h - Element types at the boundary ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The element types that a model's arguments and results can have, and the
/// element types that an array file can have. The two differ: integers of a
/// model are signless, those of a file are signed, unsigned or boolean.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_IO_ELEMENTKIND_H
#define COMPRESSION_IO_ELEMENTKIND_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir::compress {

/// Element type of a tensor of a model. In memory every element takes whole
/// bytes, little-endian; an `I1` is a byte that holds 0 or 1.
enum class ElementKind : uint8_t { I1, I8, I16, I32, I64, F16, BF16, F32, F64 };

/// Element type of an array file.
enum class ArrayType : uint8_t {
  Bool,
  U8,
  S8,
  U16,
  S16,
  U32,
  S32,
  U64,
  S64,
  F16,
  BF16,
  F32,
  F64
};

/// Number of bytes that an element takes, 1 to 8.
int64_t getByteSize(ElementKind kind);
int64_t getByteSize(ArrayType type);

/// MLIR's name of the type, e.g. `f32`.
llvm::StringRef getName(ElementKind kind);

/// NumPy's name of the type, e.g. `float32`.
llvm::StringRef getName(ArrayType type);

/// The model's type that has the bits of `type`.
ElementKind getElementKind(ArrayType type);

/// The array type that elements of `kind` are written as; integers of more than
/// one bit count as signed.
ArrayType getArrayType(ElementKind kind);

/// Whether an array of `type` may stand for a tensor of `kind`: `I1` takes
/// booleans, `I8` takes signed and unsigned bytes, every other kind takes just
/// `getArrayType(kind)`.
bool accepts(ElementKind kind, ArrayType type);

/// Whether `type` is a signed or unsigned integer; a boolean is not.
bool isInteger(ArrayType type);

/// The type code of the .npy format without its byte order, e.g. `f4`.
/// NumPy has no bfloat16; the extension that adds it writes `V2`.
llvm::StringRef getTypeCode(ArrayType type);

/// The inverse of `getTypeCode`.
std::optional<ArrayType> parseTypeCode(llvm::StringRef code);

} // namespace mlir::compress

#endif // COMPRESSION_IO_ELEMENTKIND_H
