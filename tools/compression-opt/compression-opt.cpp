//===- compression-opt.cpp - the compiler's command line --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/IO/AtomicFile.h"
#include "compression/InitAll.h"
#include "compression/Tools/CommandLine.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
namespace cl = llvm::cl;

/// Runs the passes on the file; it says what went wrong.
static LogicalResult run(StringRef inputName, StringRef outputName,
                         DialectRegistry &registry, MlirOptMainConfig config) {
  std::string message;
  auto input = compress::openModule(inputName, &message);
  if (!input)
    return compress::reportError(message);
  auto output = compress::AtomicFile::create(outputName);
  if (!output)
    return compress::reportError(llvm::toString(output.takeError()));
  bool parsed = false;
  MlirOptMainConfig ownConfig = config;
  ownConfig.setPassPipelineSetupFn([&](PassManager &pm) {
    parsed = true;
    if (!config.shouldVerifyDiagnostics())
      compress::nameFileInDiagnostics(*pm.getContext(), inputName);
    return config.setupPassPipeline(pm);
  });
  if (failed(
          MlirOptMain(output->os(), std::move(input), registry, ownConfig))) {
    if (!parsed)
      return compress::reportUnparsed(inputName);
    return failure();
  }
  if (llvm::Error error = output->commit())
    return compress::reportError(llvm::toString(std::move(error)));
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  compress::initializeTool();
  mlir::registerAllPasses();
  compress::registerAllPasses();
  DialectRegistry registry;
  compress::registerAllDialects(registry);

  // A located message says enough: the op may be a module of megabytes.
  SmallVector<char *> arguments(argv, argv + argc);
  constexpr StringLiteral kPrintOp = "--mlir-print-op-on-diagnostic";
  std::string printNoOp = (kPrintOp + "=false").str();
  if (llvm::none_of(arguments, [&](StringRef argument) {
        return argument.starts_with(kPrintOp);
      }))
    arguments.push_back(printNoOp.data());

  std::string overview =
      registerCLIOptions("Model-compression compiler\n", registry);
  cl::opt<std::string> input(
      cl::Positional, cl::desc("<model.mlir or .mlirbc>"), cl::init("-"));
  cl::opt<std::string> output("o", cl::desc("file for the result"),
                              cl::value_desc("model.mlirbc"), cl::init("-"));
  compress::parseCommandLine(arguments.size(), arguments.data(), overview);
  return asMainReturnCode(
      run(input, output, registry, MlirOptMainConfig::createFromCLOptions()));
}
