//===- compression-check.cpp - runs tests and compares values ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles every public function of a module through one of the lowerings,
/// runs it, and compares what the function's check ops name:
///
///   compression-check test.mlir --lowering=portable
///
//===----------------------------------------------------------------------===//

#include "Check/Check.h"

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Execution/CompiledModel.h"
#include "compression/InitAll.h"
#include "compression/Pipelines/LowerToLLVM.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::check;
namespace cl = llvm::cl;

namespace {
/// How a test becomes machine code.
enum class Lowering {
  /// Without packed ops, for the baseline: what the ops mean in linalg.
  Reference,
  /// For the baseline of the host's architecture.
  Portable,
  /// For the host.
  Host
};

/// The stage that the module is brought to first.
enum class Stage { Imported, Normalized, Integer };

struct Options {
  cl::OptionCategory category{"compression-check options"};
  cl::opt<std::string> file{cl::Positional, cl::Required,
                            cl::desc("<tests.mlir or .mlirbc>"),
                            cl::cat(category)};
  cl::opt<Lowering> lowering{
      "lowering", cl::desc("how tests are compiled:"), cl::init(Lowering::Host),
      cl::cat(category),
      cl::values(clEnumValN(Lowering::Reference, "reference",
                            "what the ops mean: plain linalg, nothing packed"),
                 clEnumValN(Lowering::Portable, "portable",
                            "for the baseline of the host's architecture"),
                 clEnumValN(Lowering::Host, "host", "for this CPU (default)"))};
  cl::opt<Stage> stage{
      "stage",
      cl::desc("pipelines that run on the module before it is compiled, which "
               "is possible from any stage:"),
      cl::init(Stage::Imported), cl::cat(category),
      cl::values(
          clEnumValN(Stage::Imported, "imported", "none (default)"),
          clEnumValN(Stage::Normalized, "normalized",
                     "to the stage 'normalized'"),
          clEnumValN(Stage::Integer, "integer", "to the stage 'integer'"))};
  cl::opt<unsigned> threads{"threads", cl::init(1), cl::cat(category),
                            cl::desc("threads of a call; 0: all cores "
                                     "(default: 1)")};
};

/// Compiles and runs the tests of a module.
class TestRunner {
public:
  TestRunner(const Options &options, ModuleOp module)
      : options(options), module(module) {
    compileOptions.target = options.lowering == Lowering::Host
                                ? cpu::getHostTarget(module.getContext())
                                : cpu::getGenericTarget(module.getContext());
    compileOptions.threads = options.threads;
    compileOptions.reference = options.lowering == Lowering::Reference;
  }

  /// Runs all tests; prints those that pass, reports the others.
  LogicalResult run();

private:
  /// The elements of each result.
  using Buffers = std::vector<std::vector<char>>;

  LogicalResult runTest(StringRef name);
  /// Runs the passes that come before the compilation.
  LogicalResult prepare(ModuleOp alone);
  /// Compiles the function `name` of `alone` and calls it.
  FailureOr<Buffers> call(StringRef name, ModuleOp alone, const Test &test);

  const Options &options;
  ModuleOp module;
  CompileOptions compileOptions;
};
} // namespace

static bool isTest(func::FuncOp function) {
  return function.isPublic() && !function.isExternal() &&
         function.getNumArguments() == 0;
}

LogicalResult TestRunner::run() {
  bool foundTest = false, failedTest = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!isTest(function))
      continue;
    foundTest = true;
    failedTest |= failed(runTest(function.getSymName()));
  }
  if (!foundTest)
    return module.emitError("expected public functions without arguments");
  return failure(failedTest);
}

LogicalResult TestRunner::prepare(ModuleOp alone) {
  alone->setAttr(cpu::kTargetAttrName, compileOptions.target);
  PassManager pm(alone.getContext());
  if (options.stage != Stage::Imported)
    buildNormalizePipeline(pm);
  if (options.stage == Stage::Integer)
    pm.addPass(createCompressToIntegerPass());
  return pm.run(alone);
}

FailureOr<TestRunner::Buffers> TestRunner::call(StringRef name, ModuleOp alone,
                                                const Test &test) {
  compileOptions.entry = name.str();
  auto model = CompiledModel::compile(alone, compileOptions);
  if (failed(model))
    return failure();
  SmallVector<SmallVector<char>> storage(test.inputs.size());
  SmallVector<const void *> inputs;
  for (auto [value, bytes] : llvm::zip_equal(test.inputs, storage)) {
    FailureOr<ArrayRef<char>> data =
        getRawData(value, bytes, [&] { return alone.emitError(); });
    if (failed(data))
      return failure();
    inputs.push_back(data->data());
  }
  Buffers results;
  SmallVector<void *> resultPointers;
  for (const TensorSpec &spec : (*model)->getResults()) {
    results.emplace_back(spec.getByteSize());
    resultPointers.push_back(results.back().data());
  }
  if (llvm::Error error = (*model)->run(inputs, resultPointers))
    return alone.emitError()
           << "'@" << name << "': " << llvm::toString(std::move(error));
  return results;
}

LogicalResult TestRunner::runTest(StringRef name) {
  // Alone in its module: other tests would be compiled with it.
  OwningOpRef<ModuleOp> alone = module.clone();
  for (auto function :
       llvm::make_early_inc_range(alone->getOps<func::FuncOp>()))
    if (isTest(function) && function.getSymName() != name)
      function.erase();
  FailureOr<Test> test = extractTest(alone->lookupSymbol<func::FuncOp>(name));
  if (failed(test) || failed(prepare(*alone)))
    return failure();
  FailureOr<Buffers> results = call(name, *alone, *test);
  if (failed(results))
    return failure();

  bool differs = false;
  for (const Expectation &expectation : test->expectations) {
    SmallVector<char> bytes;
    FailureOr<ArrayRef<char>> want =
        expectation.want ? ArrayRef<char>((*results)[*expectation.want])
                         : getRawData(expectation.constant, bytes, [&] {
                             return emitError(expectation.loc);
                           });
    if (failed(want))
      return failure();
    differs |=
        failed(compare(name, expectation, (*results)[expectation.got], *want));
  }
  if (differs)
    return failure();
  llvm::outs() << "ok @" << name << " (" << test->expectations.size()
               << (test->expectations.size() == 1 ? " check" : " checks")
               << ")\n";
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  // libLLVM has an option of this name.
  if (cl::Option *threads = cl::getRegisteredOptions().lookup("threads"))
    threads->removeArgument();
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Runs tests and compares their values.\n");

  DialectRegistry registry;
  compress::registerAllDialects(registry);
  registry.insert<CheckDialect>();
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  std::string message;
  auto buffer = openInputFile(options.file, &message);
  if (!buffer) {
    llvm::WithColor::error(llvm::errs()) << message << "\n";
    return 1;
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return 1;
  return failed(TestRunner(options, *module).run());
}
