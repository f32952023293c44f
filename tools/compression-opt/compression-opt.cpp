//===- compression-opt.cpp - the compiler's command line --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/IO/AtomicFile.h"
#include "compression/InitAll.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

static LogicalResult reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
  return failure();
}

/// Runs the tool on one file. The output appears under its name only when all
/// went well; an input that is also the output is read before.
static LogicalResult run(StringRef inputName, StringRef outputName,
                         DialectRegistry &registry,
                         const MlirOptMainConfig &config) {
  std::string message;
  auto input = openInputFile(inputName, &message);
  if (!input)
    return reportError(message);
  auto output = compress::AtomicFile::create(outputName);
  if (!output)
    return reportError(llvm::toString(output.takeError()));
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return failure();
  if (llvm::Error error = output->commit())
    return reportError(llvm::toString(std::move(error)));
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  compress::addVersionPrinter();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
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

  auto [inputName, outputName] =
      registerAndParseCLIOptions(arguments.size(), arguments.data(),
                                 "Model-compression compiler\n", registry);
  return asMainReturnCode(run(inputName, outputName, registry,
                              MlirOptMainConfig::createFromCLOptions()));
}
