//===- OptimizeLLVM.cpp - LLVM's part of the optimization -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptimizeLLVM.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

/// Kernels and loops come vectorized and unrolled. What is left: index
/// arithmetic that tiles share, loops with a test at their head, short loops
/// over taps, and the scalar loops of what our passes could not vectorize.
static constexpr llvm::StringLiteral kPasses =
    "function(sroa,early-cse<memssa>,simplifycfg,"
    "loop-mssa(loop-rotate,licm),loop(loop-unroll-full),"
    "loop-vectorize,early-cse<memssa>,simplifycfg)";

llvm::Error mlir::compress::optimizeLLVM(llvm::Module &module,
                                         llvm::TargetMachine &machine) {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, kPasses))
    return error;
  passes.run(module, modules);
  return llvm::Error::success();
}
