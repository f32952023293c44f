//===- Passes.h - passes of the CPU lowering --------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TARGET_CPU_PASSES_H
#define COMPRESSION_TARGET_CPU_PASSES_H

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::compress::cpu {

/// The attribute of a function that `compress-cpu-plan-arena` gives an arena:
/// `{arena_bytes, inputs}`, the size of the arena and the number of arguments
/// that the function had before its results became arguments.
inline constexpr StringLiteral kEntryAttrName = "compress.entry";

#define GEN_PASS_DECL
#include "compression/Target/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compression/Target/CPU/Passes.h.inc"

} // namespace mlir::compress::cpu

#endif // COMPRESSION_TARGET_CPU_PASSES_H
