//===- X86.h - x86 intrinsics -----------------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The intrinsics' names and signatures change between releases of LLVM; no
// other file names one.

#ifndef COMPRESSION_LIB_TARGET_CPU_X86_H
#define COMPRESSION_LIB_TARGET_CPU_X86_H

#include "mlir/IR/Builders.h"

namespace mlir::compress::cpu::x86 {

/// `vpdpbusd`: for each of n lanes (4, 8 or 16), `sum + ` the sum of four
/// products of an unsigned byte of `codes` and a signed byte of `weights`.
/// vector<nxi32>, vector<4nxi8>, vector<4nxi8> -> vector<nxi32>.
Value dotBytes(OpBuilder &builder, Location loc, Value sum, Value codes,
               Value weights);

/// `vpermb`: the 64 bytes of which the i-th is byte `from(i)` of `bytes`.
Value permuteBytes(OpBuilder &builder, Location loc, Value bytes,
                   function_ref<int64_t(int64_t)> from);

} // namespace mlir::compress::cpu::x86

#endif // COMPRESSION_LIB_TARGET_CPU_X86_H
