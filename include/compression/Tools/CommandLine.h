//===- CommandLine.h - what the programs have in common ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TOOLS_COMMANDLINE_H
#define COMPRESSION_TOOLS_COMMANDLINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::compress {

/// Lets LLVM generate code for this machine, and `--version` name ours beside
/// LLVM's.
void initializeTool();

/// Removes the options that libraries registered, but for `--help` and
/// `--version`. To be called before the program's own are made.
void dropForeignOptions();

/// Parses the command line by the registered options. A mistake is reported
/// after `error: ` and ends the program with 1; `--help` and `--version` end it
/// with 0. `overview` is the beginning of the help.
void parseCommandLine(int argc, char **argv, StringRef overview);

/// Prints `error: ` and `message`. Returns failure.
LogicalResult reportError(const Twine &message);

/// `error: ` for a module that could not be parsed: it may have been written by
/// another version of LLVM.
LogicalResult reportUnparsed(StringRef file);

/// Lets diagnostics of ops without a location, as in bytecode without debug
/// information, begin with the name of the file. To be called after other
/// handlers of `context` were registered.
void nameFileInDiagnostics(MLIRContext &context, StringRef file);

/// Opens a file that holds a module, with the alignment that bytecode needs;
/// null, with a message, when it can't be read.
std::unique_ptr<llvm::MemoryBuffer> openModule(StringRef file,
                                               std::string *message);

/// The module in a file, and the lines of the file for diagnostics. It lives
/// shorter than the context.
class ModuleFile {
public:
  /// Parses `file`; what is wrong with it is printed.
  ModuleFile(MLIRContext &context, StringRef file);

  /// Null when the file could not be parsed.
  ModuleOp get() const { return module.get(); }

private:
  std::shared_ptr<llvm::SourceMgr> sources;
  SourceMgrDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::compress

#endif // COMPRESSION_TOOLS_COMMANDLINE_H
