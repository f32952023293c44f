//===- compression-bench.cpp - kernels beside the peak ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "compression/Execution/CallBuffers.h"
#include "compression/Execution/CompiledModel.h"
#include "compression/IO/AtomicFile.h"
#include "compression/InitAll.h"
#include "compression/Target/CPU/Target.h"
#include "compression/Tools/CommandLine.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"

#include <chrono>

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::bench;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

namespace {
struct Result {
  std::string kernel;
  double gops, peak;
  /// What the figures are of, for the report.
  llvm::json::Object shape;

  double getFraction() const { return gops / peak; }
};

/// Compiles models and times their calls.
class Bench {
public:
  Bench(MLIRContext &context, double seconds)
      : context(context), seconds(seconds) {}

  /// Measures a product by the kernel for `elementType`, and that kernel's peak
  /// before and after; none after an error was reported.
  std::optional<Result> run(Type elementType, Product shape);
  /// The same for a convolution. The peak of a depthwise one is that of moving
  /// its images through memory, where that takes longer.
  std::optional<Result> run(Type elementType, const Convolution &shape);

private:
  /// Seconds of a call: the shortest of many, since the machine has other work.
  std::optional<double> time(ModuleOp module);
  std::optional<double> time(StringRef text);
  /// Measures the model `text`, of so many operations.
  std::optional<Result> run(const cpu::MicroKernelEmitter &kernel,
                            StringRef text, double ops);

  MLIRContext &context;
  double seconds;
};
} // namespace

std::optional<double> Bench::time(ModuleOp module) {
  using Clock = std::chrono::steady_clock;
  FailureOr<std::unique_ptr<CompiledModel>> model =
      CompiledModel::compile(module);
  if (failed(model))
    return std::nullopt;
  CallBuffers buffers(**model);
  double shortest = std::numeric_limits<double>::infinity();
  auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (int64_t calls = 0; Clock::now() < end || calls < 5; ++calls) {
    auto start = Clock::now();
    llvm::cantFail(buffers.run());
    shortest = std::min(
        shortest, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return shortest;
}

std::optional<double> Bench::time(StringRef text) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  return module ? time(*module) : std::nullopt;
}

std::optional<Result> Bench::run(const cpu::MicroKernelEmitter &kernel,
                                 StringRef text, double ops) {
  OwningOpRef<ModuleOp> peakModel = buildPeakModel(context, kernel);
  std::optional<double> before = time(*peakModel);
  std::optional<double> call = time(text);
  std::optional<double> after = time(*peakModel);
  if (!before || !call || !after)
    return std::nullopt;
  // A product for each lane of the left operand.
  int64_t lanes = kernel.getInstructionTypes(&context)[0].getNumElements();
  double peakOps = 2.0 * lanes * kPeakSteps * kPeakChains;
  return Result{kernel.getName().str(),
                ops / *call * 1e-9,
                peakOps / std::min(*before, *after) * 1e-9,
                {}};
}

std::optional<Result> Bench::run(Type elementType, Product shape) {
  const cpu::MicroKernelEmitter *kernel =
      cpu::selectEmitter(elementType, cpu::getHostTarget(&context));
  std::optional<Result> result =
      run(*kernel, getProductModel(shape, elementType.isInteger(8)),
          shape.getOps());
  if (result)
    result->shape =
        llvm::json::Object{{"m", shape.m}, {"k", shape.k}, {"n", shape.n}};
  return result;
}

std::optional<Result> Bench::run(Type elementType, const Convolution &shape) {
  const cpu::MicroKernelEmitter *kernel = cpu::selectEmitter(
      elementType, cpu::getHostTarget(&context), shape.isDepthwise());
  bool isInteger = elementType.isInteger(8);
  std::optional<Result> result =
      run(*kernel, getConvolutionModel(shape, isInteger), shape.getOps());
  if (!result)
    return std::nullopt;
  if (shape.isDepthwise()) {
    std::optional<double> copy = time(getCopyModel(shape));
    if (!copy)
      return std::nullopt;
    double bytesPerSecond =
        2.0 * 4 * shape.size * shape.size * shape.channels / *copy;
    double bytes = shape.getBytes(isInteger ? 1 : 4);
    result->peak =
        std::min(result->peak, shape.getOps() * bytesPerSecond / bytes * 1e-9);
  }
  result->shape = llvm::json::Object{{"pixels", shape.size},
                                     {"channels", shape.channels},
                                     {"features", shape.getResultChannels()},
                                     {"window", shape.kernel},
                                     {"stride", shape.stride}};
  return result;
}

//===----------------------------------------------------------------------===//
// What is measured
//===----------------------------------------------------------------------===//

/// Which shapes.
enum class Kind { All, Products, Convolutions };

static constexpr Product kProducts[] = {{1, 1024, 1024},    {128, 384, 384},
                                        {128, 384, 1536},   {128, 1536, 384},
                                        {1024, 1024, 1024}, {128, 4096, 4096}};

/// Pointwise, dense and depthwise ones, as networks on images have them: half
/// the pixels with twice the channels.
static SmallVector<Convolution> getConvolutions() {
  SmallVector<Convolution> shapes;
  for (auto [size, channels] :
       {std::pair(112, 32), {56, 64}, {28, 128}, {14, 256}, {7, 512}})
    shapes.push_back({size, channels, 2 * channels, 1, 1});
  for (auto [size, channels] : {std::pair(56, 64), {14, 256}, {7, 512}})
    shapes.push_back({size, channels, channels, 3, 1});
  shapes.append({{224, 3, 32, 3, 2}, {56, 64, 128, 3, 2}, {56, 64, 128, 1, 2}});
  for (int64_t kernel : {3, 5})
    for (auto [size, channels] :
         {std::pair(112, 32), {56, 128}, {28, 256}, {14, 512}, {7, 1024}})
      for (int64_t stride : {1, 2})
        shapes.push_back({size, channels, 0, kernel, stride});
  return shapes;
}

static void print(const Result &result, StringRef what) {
  llvm::outs() << llvm::formatv("{0,-24}{1} {2,9:f1} {3,9:f1} {4,6:f3}\n",
                                result.kernel, what, result.gops, result.peak,
                                result.getFraction());
  llvm::outs().flush();
}

static LogicalResult runProducts(Bench &bench, ArrayRef<Type> types,
                                 std::vector<Result> &results) {
  llvm::outs() << llvm::formatv("{0,-24} {1,5} {2,5} {3,5} {4,9} {5,9} {6,6}\n",
                                "kernel", "M", "K", "N", "GOP/s", "peak",
                                "of it");
  for (Type type : types) {
    for (Product shape : kProducts) {
      std::optional<Result> result = bench.run(type, shape);
      if (!result)
        return failure();
      print(
          *result,
          llvm::formatv(" {0,5} {1,5} {2,5}", shape.m, shape.k, shape.n).str());
      results.push_back(*result);
    }
  }
  return success();
}

static LogicalResult runConvolutions(Bench &bench, ArrayRef<Type> types,
                                     std::vector<Result> &results) {
  llvm::outs() << llvm::formatv(
      "{0,-24} {1,6} {2,4} {3,4} {4,6} {5,6} {6,9} {7,9} {8,6}\n", "kernel",
      "pixels", "in", "out", "window", "stride", "GOP/s", "peak", "of it");
  for (Type type : types) {
    for (const Convolution &shape : getConvolutions()) {
      std::optional<Result> result = bench.run(type, shape);
      if (!result)
        return failure();
      print(*result, llvm::formatv(" {0,6} {1,4} {2,4} {3,6} {4,6}", shape.size,
                                   shape.channels, shape.getResultChannels(),
                                   shape.kernel, shape.stride)
                         .str());
      results.push_back(*result);
    }
  }
  return success();
}

static llvm::json::Value toJson(ArrayRef<Result> results) {
  llvm::json::Array array;
  for (const Result &result : results) {
    llvm::json::Object object(result.shape);
    object["kernel"] = result.kernel;
    object["gops"] = result.gops;
    object["peak_gops"] = result.peak;
    object["fraction"] = result.getFraction();
    array.push_back(std::move(object));
  }
  return array;
}

/// Measures all shapes and prints them, then writes the report, if any; says
/// what went wrong.
static LogicalResult run(Kind kind, double seconds, StringRef json) {
  // Opened before the work, which a wrong path would lose.
  std::optional<AtomicFile> file;
  if (!json.empty()) {
    llvm::Expected<AtomicFile> created = AtomicFile::create(json);
    if (!created)
      return reportError(llvm::toString(created.takeError()));
    file.emplace(std::move(*created));
  }
  DialectRegistry registry;
  compress::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  Bench bench(context, seconds);
  Builder builder(&context);
  Type types[] = {builder.getF32Type(), builder.getI8Type()};
  std::vector<Result> results;
  if (kind != Kind::Convolutions && failed(runProducts(bench, types, results)))
    return failure();
  if (kind != Kind::Products && failed(runConvolutions(bench, types, results)))
    return failure();
  if (!file)
    return success();
  file->os() << llvm::formatv("{0:2}\n", toJson(results));
  if (llvm::Error error = file->commit())
    return reportError(llvm::toString(std::move(error)));
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  compress::initializeTool();
  cl::OptionCategory category("compression-bench options");
  cl::opt<std::string> json("json", cl::value_desc("report.json"),
                            cl::desc("file for the figures"),
                            cl::cat(category));
  cl::opt<double> seconds("seconds", cl::init(0.5),
                          cl::desc("time for each figure (default 0.5)"),
                          cl::cat(category));
  cl::opt<Kind> kind(
      "only", cl::init(Kind::All), cl::cat(category), cl::desc("measure only:"),
      cl::values(
          clEnumValN(Kind::Products, "products", "products of matrices"),
          clEnumValN(Kind::Convolutions, "convolutions", "convolutions")));
  cl::HideUnrelatedOptions(category);
  compress::parseCommandLine(
      argc, argv,
      "Measures the micro-kernels, one thread, as compiled models run them,\n"
      "beside the peak of the instruction that each is made of; a depthwise\n"
      "convolution beside a copy of its images, if that takes longer.\n");
  return succeeded(run(kind, seconds, json)) ? 0 : 1;
}
