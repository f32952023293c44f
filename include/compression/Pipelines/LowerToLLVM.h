//===- LowerToLLVM.h - from a compressed model to the LLVM dialect --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_PIPELINES_LOWERTOLLVM_H
#define COMPRESSION_PIPELINES_LOWERTOLLVM_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

#include <string>

namespace mlir::compress {

/// Options of `compress-to-linalg`.
struct ToLinalgOptions : public PassPipelineOptions<ToLinalgOptions> {
  Option<std::string> arithmetic{
      *this, "arithmetic",
      llvm::cl::desc("'integer': contractions sum codes, the results are those "
                     "of the compiled model; 'float': of dequantized values"),
      llvm::cl::init("integer")};
};

/// Options of `compress-to-llvm`.
struct LowerToLLVMOptions : public PassPipelineOptions<LowerToLLVMOptions> {
  Option<std::string> weights{
      *this, "weights",
      llvm::cl::desc("'external' (symbols that a loader binds) or 'inline' (in "
                     "the code, as a C program wants them)"),
      llvm::cl::init("external")};
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("'host' or 'generic'; default: what the module says, else "
                     "the host"),
      llvm::cl::init("")};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("threads of a call; the code needs libomp if more than 1"),
      llvm::cl::init(1)};
  Option<std::string> symbol{
      *this, "symbol",
      llvm::cl::desc("name of the C entry; default: the function's name"),
      llvm::cl::init("")};
};

/// Adds the dialects, external models and translations that the lowering needs:
/// a pass that compiles a model depends on them.
void registerLoweringDialects(DialectRegistry &registry);

/// imported -> normalized: see the passes for what each does.
void buildNormalizePipeline(OpPassManager &pm);

/// normalized, compressed or integer -> packed.
void buildPackPipeline(OpPassManager &pm);

/// How packed modules are lowered.
struct LowerPackedOptions {
  /// "external": weights are symbols that the caller binds; "inline": constants
  /// of the module.
  std::string weights = "external";
  /// Measure the parts of a call: see `compress-cpu-profile`.
  bool profile = false;
  /// Threads that a call uses, by OpenMP where more than one.
  unsigned threads = 1;
  /// Name of the C entry; empty: the function's name.
  std::string symbol;
};

/// packed -> LLVM dialect.
void buildLowerPackedPipeline(OpPassManager &pm,
                              const LowerPackedOptions &options = {});

/// Any stage -> LLVM dialect.
void buildLowerToLLVMPipeline(OpPassManager &pm,
                              const LowerToLLVMOptions &options);

/// Any stage up to integer -> linalg, tensor and arith, with the payloads as
/// they are.
void buildToLinalgPipeline(OpPassManager &pm, const ToLinalgOptions &options);

/// Registers `compress-normalize`, `compress-to-linalg` and `compress-to-llvm`.
void registerLoweringPipelines();

} // namespace mlir::compress

#endif // COMPRESSION_PIPELINES_LOWERTOLLVM_H
