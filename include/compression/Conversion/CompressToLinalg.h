//===- CompressToLinalg.h - the meaning of compress ops in linalg --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_CONVERSION_COMPRESSTOLINALG_H
#define COMPRESSION_CONVERSION_COMPRESSTOLINALG_H

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir::compress {

/// Patterns that replace reconstruct ops, quantization, observation and gathers
/// by `linalg`, `tensor` and `arith`: the reference lowering.
void populateCompressToLinalgPatterns(RewritePatternSet &patterns);

#define GEN_PASS_DECL
#include "compression/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compression/Conversion/Passes.h.inc"

} // namespace mlir::compress

#endif // COMPRESSION_CONVERSION_COMPRESSTOLINALG_H
