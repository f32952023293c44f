//===- X86.cpp - x86 intrinsics ---------------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

Value compress::cpu::x86::dotBytes(OpBuilder &builder, Location loc, Value sum,
                                   Value codes, Value weights) {
  unsigned bits = cast<VectorType>(sum.getType()).getNumElements() * 32;
  return LLVM::CallIntrinsicOp::create(
             builder, loc, sum.getType(),
             builder.getStringAttr("llvm.x86.avx512.vpdpbusd." + Twine(bits)),
             ValueRange{sum, codes, weights})
      .getResult(0);
}

Value compress::cpu::x86::permuteBytes(OpBuilder &builder, Location loc,
                                       Value bytes,
                                       function_ref<int64_t(int64_t)> from) {
  auto type = cast<VectorType>(bytes.getType());
  SmallVector<int8_t> places;
  for (int64_t byte = 0; byte < type.getNumElements(); ++byte)
    places.push_back(static_cast<int8_t>(from(byte)));
  Value indices = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef<int8_t>(places)));
  return LLVM::CallIntrinsicOp::create(
             builder, loc, type,
             builder.getStringAttr("llvm.x86.avx512.permvar.qi.512"),
             ValueRange{bytes, indices})
      .getResult(0);
}
