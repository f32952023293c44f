//===- DropUnitDims.h - loops and dimensions of size 1 ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_DROPUNITDIMS_H
#define COMPRESSION_LIB_TARGET_CPU_DROPUNITDIMS_H

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace mlir::compress::cpu {

/// Removes the loops of size 1 of the linalg generics, and the dimensions of
/// size 1 of the pads, inside of `root`, as `strategy` says; then applies
/// `cleanUp` as well. A loop stays without which the op would read more of an
/// operand.
LogicalResult
dropUnitDims(Operation *root,
             linalg::ControlDropUnitDims::RankReductionStrategy strategy,
             RewritePatternSet cleanUp);

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_DROPUNITDIMS_H
