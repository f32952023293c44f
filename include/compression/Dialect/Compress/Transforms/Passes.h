//===- Passes.h - passes on the compress dialect ----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PASSES_H
#define COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PASSES_H

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::compress {

#define GEN_PASS_DECL
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PASSES_H
