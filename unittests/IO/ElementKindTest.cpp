//===- ElementKindTest.cpp - Element types at the boundary ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/IO/ElementKind.h"
#include "gtest/gtest.h"

using namespace mlir::compress;

namespace {

struct Row {
  ArrayType type;
  const char *name;
  const char *code;
  int64_t size;
  ElementKind kind;
  bool isWrittenFor;
  bool isInteger;
};

const Row rows[] = {
    {ArrayType::Bool, "bool", "b1", 1, ElementKind::I1, true, false},
    {ArrayType::U8, "uint8", "u1", 1, ElementKind::I8, false, true},
    {ArrayType::S8, "int8", "i1", 1, ElementKind::I8, true, true},
    {ArrayType::U16, "uint16", "u2", 2, ElementKind::I16, false, true},
    {ArrayType::S16, "int16", "i2", 2, ElementKind::I16, true, true},
    {ArrayType::U32, "uint32", "u4", 4, ElementKind::I32, false, true},
    {ArrayType::S32, "int32", "i4", 4, ElementKind::I32, true, true},
    {ArrayType::U64, "uint64", "u8", 8, ElementKind::I64, false, true},
    {ArrayType::S64, "int64", "i8", 8, ElementKind::I64, true, true},
    {ArrayType::F16, "float16", "f2", 2, ElementKind::F16, true, false},
    {ArrayType::BF16, "bfloat16", "V2", 2, ElementKind::BF16, true, false},
    {ArrayType::F32, "float32", "f4", 4, ElementKind::F32, true, false},
    {ArrayType::F64, "float64", "f8", 8, ElementKind::F64, true, false},
};

TEST(ElementKindTest, Properties) {
  for (const Row &row : rows) {
    EXPECT_EQ(getName(row.type), row.name);
    EXPECT_EQ(getTypeCode(row.type), row.code);
    EXPECT_EQ(parseTypeCode(row.code), row.type);
    EXPECT_EQ(getByteSize(row.type), row.size);
    EXPECT_EQ(getByteSize(row.kind), row.size);
    EXPECT_EQ(getElementKind(row.type), row.kind);
    EXPECT_EQ(getArrayType(row.kind) == row.type, row.isWrittenFor);
    EXPECT_EQ(isInteger(row.type), row.isInteger);
  }
  EXPECT_EQ(getName(ElementKind::I1), "i1");
  EXPECT_EQ(getName(ElementKind::BF16), "bf16");
}

TEST(ElementKindTest, UnknownTypeCodes) {
  for (const char *code : {"", "f", "f16", "c8", "O", "S1", "U1", "M8", "V1"})
    EXPECT_EQ(parseTypeCode(code), std::nullopt) << code;
}

/// Only bytes may have either sign.
TEST(ElementKindTest, Accepts) {
  for (const Row &argument : rows)
    for (const Row &array : rows)
      EXPECT_EQ(accepts(argument.kind, array.type),
                argument.kind == array.kind &&
                    (array.isWrittenFor || array.type == ArrayType::U8))
          << getName(argument.kind).str() << " " << array.name;
}

} // namespace
