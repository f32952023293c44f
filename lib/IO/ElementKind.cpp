//===- ElementKind.cpp - Element types at the boundary ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/IO/ElementKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace mlir::compress;

namespace {
struct ArrayTypeInfo {
  ArrayType type;
  StringLiteral name;
  /// In the .npy format the last digit is the size in bytes.
  StringLiteral code;
  ElementKind kind;
};
} // namespace

/// Ordered like the enumeration.
static constexpr ArrayTypeInfo arrayTypes[] = {
    {ArrayType::Bool, "bool", "b1", ElementKind::I1},
    {ArrayType::U8, "uint8", "u1", ElementKind::I8},
    {ArrayType::S8, "int8", "i1", ElementKind::I8},
    {ArrayType::U16, "uint16", "u2", ElementKind::I16},
    {ArrayType::S16, "int16", "i2", ElementKind::I16},
    {ArrayType::U32, "uint32", "u4", ElementKind::I32},
    {ArrayType::S32, "int32", "i4", ElementKind::I32},
    {ArrayType::U64, "uint64", "u8", ElementKind::I64},
    {ArrayType::S64, "int64", "i8", ElementKind::I64},
    {ArrayType::F16, "float16", "f2", ElementKind::F16},
    {ArrayType::BF16, "bfloat16", "V2", ElementKind::BF16},
    {ArrayType::F32, "float32", "f4", ElementKind::F32},
    {ArrayType::F64, "float64", "f8", ElementKind::F64},
};

static const ArrayTypeInfo &getInfo(ArrayType type) {
  const ArrayTypeInfo &info = arrayTypes[static_cast<size_t>(type)];
  assert(info.type == type && "the table is not ordered like the enumeration");
  return info;
}

int64_t mlir::compress::getByteSize(ArrayType type) {
  return getInfo(type).code.back() - '0';
}

int64_t mlir::compress::getByteSize(ElementKind kind) {
  return getByteSize(getArrayType(kind));
}

StringRef mlir::compress::getName(ElementKind kind) {
  switch (kind) {
  case ElementKind::I1:
    return "i1";
  case ElementKind::I8:
    return "i8";
  case ElementKind::I16:
    return "i16";
  case ElementKind::I32:
    return "i32";
  case ElementKind::I64:
    return "i64";
  case ElementKind::F16:
    return "f16";
  case ElementKind::BF16:
    return "bf16";
  case ElementKind::F32:
    return "f32";
  case ElementKind::F64:
    return "f64";
  }
  llvm_unreachable("unknown element kind");
}

StringRef mlir::compress::getName(ArrayType type) { return getInfo(type).name; }

ElementKind mlir::compress::getElementKind(ArrayType type) {
  return getInfo(type).kind;
}

ArrayType mlir::compress::getArrayType(ElementKind kind) {
  // The signed type follows the unsigned one.
  for (const ArrayTypeInfo &info : llvm::reverse(arrayTypes))
    if (info.kind == kind)
      return info.type;
  llvm_unreachable("unknown element kind");
}

bool mlir::compress::accepts(ElementKind kind, ArrayType type) {
  return type == getArrayType(kind) ||
         (kind == ElementKind::I8 && type == ArrayType::U8);
}

bool mlir::compress::isInteger(ArrayType type) {
  return ArrayType::U8 <= type && type <= ArrayType::S64;
}

StringRef mlir::compress::getTypeCode(ArrayType type) {
  return getInfo(type).code;
}

std::optional<ArrayType> mlir::compress::parseTypeCode(StringRef code) {
  for (const ArrayTypeInfo &info : arrayTypes)
    if (info.code == code)
      return info.type;
  return std::nullopt;
}
