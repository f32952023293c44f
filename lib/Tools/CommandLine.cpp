//===- CommandLine.cpp - what the programs have in common -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Tools/CommandLine.h"

#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::compress;
namespace cl = llvm::cl;

void mlir::compress::initializeTool() {
  cl::AddExtraVersionPrinter([](raw_ostream &os) {
    os << "compression:\n  compression version " COMPRESSION_VERSION "\n";
  });
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
}

void mlir::compress::dropForeignOptions() {
  SmallVector<cl::Option *> foreign;
  for (auto &entry : cl::getRegisteredOptions()) {
    StringRef name = entry.first;
    if (name != "help" && name != "version")
      foreign.push_back(entry.second);
  }
  for (cl::Option *option : foreign)
    option->removeArgument();
}

void mlir::compress::parseCommandLine(int argc, char **argv,
                                      StringRef overview) {
  SmallVector<const char *> arguments(argv, argv + argc);
  bool asksForHelp = llvm::any_of(arguments, [](StringRef argument) {
    return argument == "-h" || argument.trim('-').starts_with("help");
  });
  // LLVM's messages begin with the program's name, some of them before they can
  // be caught.
  if (!asksForHelp)
    arguments[0] = "error";
  std::string text;
  llvm::raw_string_ostream errors(text);
  if (cl::ParseCommandLineOptions(arguments.size(), arguments.data(), overview,
                                  &errors))
    return;
  std::string name = llvm::sys::path::filename(argv[0]).str();
  size_t hint = text.find("error --help");
  if (hint != std::string::npos)
    text.replace(hint, StringRef("error").size(), name);
  llvm::errs() << text;
  std::exit(1);
}

LogicalResult mlir::compress::reportError(const Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
  return failure();
}

LogicalResult mlir::compress::reportUnparsed(StringRef file) {
  return reportError("'" + file +
                     "' is not a valid module for LLVM " LLVM_VERSION_STRING);
}

static bool hasLine(Location loc) {
  return loc
      ->walk([](Location part) {
        return isa<FileLineColRange>(part) ? WalkResult::interrupt()
                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

void mlir::compress::nameFileInDiagnostics(MLIRContext &context,
                                           StringRef file) {
  auto print = [file = file.str()](Diagnostic &diagnostic) {
    raw_ostream &os = llvm::errs();
    os << file << ": ";
    switch (diagnostic.getSeverity()) {
    case DiagnosticSeverity::Error:
      llvm::WithColor::error(os);
      break;
    case DiagnosticSeverity::Warning:
      llvm::WithColor::warning(os);
      break;
    case DiagnosticSeverity::Note:
      llvm::WithColor::note(os);
      break;
    case DiagnosticSeverity::Remark:
      llvm::WithColor::remark(os);
      break;
    }
    if (StringRef name = getLocationName(diagnostic.getLocation());
        !name.empty())
      os << "in '" << name << "': ";
    os << diagnostic << "\n";
  };
  context.getDiagEngine().registerHandler([print](Diagnostic &diagnostic) {
    if (hasLine(diagnostic.getLocation()))
      return failure();
    print(diagnostic);
    for (Diagnostic &note : diagnostic.getNotes())
      print(note);
    return success();
  });
}

std::unique_ptr<llvm::MemoryBuffer>
mlir::compress::openModule(StringRef file, std::string *message) {
  // Bytecode holds weights, which are read where they lie.
  llvm::Align alignment(64);
  return openInputFile(file, alignment, message);
}

ModuleFile::ModuleFile(MLIRContext &context, StringRef file)
    : sources(std::make_shared<llvm::SourceMgr>()),
      handler(*sources, &context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openModule(file, &message);
  if (!buffer) {
    (void)reportError(message);
    return;
  }
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  nameFileInDiagnostics(context, file);
  module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    (void)reportUnparsed(file);
}
