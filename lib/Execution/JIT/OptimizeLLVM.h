//===- OptimizeLLVM.h - LLVM's part of the optimization ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_EXECUTION_JIT_OPTIMIZELLVM_H
#define COMPRESSION_LIB_EXECUTION_JIT_OPTIMIZELLVM_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::compress {

/// Optimizes `module`, which our lowering made, for `machine`. Not by LLVM's
/// default pipeline: what it looks for, our passes have done, and it takes ten
/// times as long.
llvm::Error optimizeLLVM(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace mlir::compress

#endif // COMPRESSION_LIB_EXECUTION_JIT_OPTIMIZELLVM_H
