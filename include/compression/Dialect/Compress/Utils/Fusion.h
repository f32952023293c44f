//===- Fusion.h - fusion of elementwise ops ---------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_FUSION_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_FUSION_H

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace mlir::compress {

/// Adds upstream's patterns that fuse elementwise generics, where `control`
/// allows it. Upstream forgets the init of an op whose body does not read it,
/// even if the op writes only some of its elements; here such an init stays.
void populateElementwiseFusionPatterns(RewritePatternSet &patterns,
                                       const linalg::ControlFusionFn &control);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_FUSION_H
