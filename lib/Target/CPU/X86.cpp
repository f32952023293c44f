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
