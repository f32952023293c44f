//===- InitAll.h - registration of everything -------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_INITALL_H
#define COMPRESSION_INITALL_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::compress {

/// Adds the compress dialect, its external models, and all dialects and
/// extensions that a model may hold or that the lowering needs.
void registerAllDialects(DialectRegistry &registry);

/// Registers all passes and pipelines of this project.
void registerAllPasses();

} // namespace mlir::compress

#endif // COMPRESSION_INITALL_H
