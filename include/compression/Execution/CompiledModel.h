//===- CompiledModel.h - a model as machine code in this process -*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_COMPILEDMODEL_H
#define COMPRESSION_EXECUTION_COMPILEDMODEL_H

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Execution/TensorSpec.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace mlir {
class ExecutionEngine;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace mlir::compress {

/// The function that a model is run by: `main`, or the function named `name`
/// if it is not empty, else the only public one. Errors, reported on `module`:
/// there is none, or more than one.
FailureOr<func::FuncOp> getEntry(ModuleOp module, StringRef name = "");

/// The types of a function's arguments or results; an error, reported on
/// `function`, for one that is no tensor of static shape and known element
/// type.
FailureOr<SmallVector<TensorSpec>>
getTensorSpecs(func::FuncOp function, TypeRange types, StringRef what);

/// How a model is compiled.
struct CompileOptions {
  /// What code is generated for; null: the host.
  TargetAttr target;
  /// Threads that a call may use; 0: all cores.
  unsigned threads = 1;
  /// Measure the parts of each call.
  bool profile = false;
  /// The entry function; empty: see `getEntry`.
  std::string entry;
  /// Weights whose values may be set later, by name; those with a kernel as
  /// `packParameters` gives them.
  SmallVector<std::string> parameters;
  /// Leave contractions to the generic lowering: no packed op, no micro-kernel.
  bool reference = false;
};

/// A measured part of a model.
struct ProfileEntry {
  /// The layer that it comes from, and what it does.
  std::string layer, operation;
  /// The shortest time of all calls, in ticks of the cycle counter.
  uint64_t ticks;
};

/// A model compiled to machine code. Weights stay outside of the code: it reads
/// them where the module's resources hold them.
class CompiledModel {
public:
  /// Compiles `module`, which may be at any stage and is not changed. Its
  /// context has to live as long as the result. Errors are reported as
  /// diagnostics.
  static FailureOr<std::unique_ptr<CompiledModel>>
  compile(ModuleOp module, const CompileOptions &options = {});
  ~CompiledModel();

  /// The values of the parameters of `module`, as code that is compiled by the
  /// same options would read them: by the names to set them by. One of a weight
  /// with a kernel is called `<weight>.packed`; there may be several.
  static FailureOr<llvm::StringMap<std::vector<char>>>
  packParameters(ModuleOp module, const CompileOptions &options);

  ArrayRef<TensorSpec> getInputs() const { return inputs; }
  ArrayRef<TensorSpec> getResults() const { return results; }

  /// Runs one call on buffers of whole tensors, one per argument and result.
  /// Fails when a check of the model failed: the message says which.
  llvm::Error run(ArrayRef<const void *> inputBuffers,
                  ArrayRef<void *> resultBuffers) const;

  /// Sets the value of a weight that was named in `parameters`.
  /// `data` has the bytes of its tensor.
  llvm::Error setParameter(StringRef name, ArrayRef<char> data);

  /// The value of a parameter; empty when there is none of this name.
  ArrayRef<char> getParameter(StringRef name) const;

  /// The parts of a model compiled with `profile`, in the order in which they
  /// run.
  std::vector<ProfileEntry> getProfile() const;

  /// Bytes of the weights that the code reads, in their packed form.
  int64_t getWeightsBytes() const { return weightsBytes; }
  /// Bytes of the buffer that a call works in.
  int64_t getArenaBytes() const { return arenaBytes; }
  /// Threads that a call uses.
  unsigned getThreads() const { return threads; }
  /// Seconds from the module to machine code.
  double getCompileSeconds() const { return compileSeconds; }

private:
  CompiledModel() = default;

  using Entry = int32_t (*)(const void *const *, void *const *, void *);

  SmallVector<TensorSpec> inputs, results;
  SmallVector<std::string> checkMessages, profileNames;
  std::vector<uint64_t> profileTicks;
  /// Values of weights that no resource holds in whole elements, and of
  /// parameters.
  llvm::StringMap<std::vector<char>> values;
  std::unique_ptr<ExecutionEngine> engine;
  Entry entry = nullptr;
  struct ArenaDeleter {
    void operator()(void *arena) const;
  };
  std::unique_ptr<void, ArenaDeleter> arena;
  unsigned threads = 1;
  int64_t weightsBytes = 0, arenaBytes = 0;
  double compileSeconds = 0;

  friend class ModelCompiler;
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_COMPILEDMODEL_H
