//===- compression-bench.cpp - kernels beside the peak ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/CallBuffers.h"
#include "compression/Execution/CompiledModel.h"
#include "compression/IO/AtomicFile.h"
#include "compression/InitAll.h"
#include "compression/Target/CPU/MicroKernel.h"
#include "compression/Target/CPU/Target.h"
#include "compression/Tools/CommandLine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"

#include <chrono>

using namespace mlir;
using namespace mlir::compress;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {
/// A product of an M x K activation and an N x K weight.
struct Shape {
  int64_t m, k, n;
};
} // namespace

/// A model that multiplies %x and %w; `globals`, the type of the argument %arg
/// and the ops that give %x and %w differ. {0}, {1} and {2} are M, K and N.
static std::string getModel(Shape shape, StringRef globals, StringRef type,
                            StringRef operands) {
  std::string text = (globals + R"mlir(
func.func @main(%arg: tensor<{0}x{1}x)mlir" +
                      type + R"mlir(>) -> tensor<{0}x{2}xf32> {{
)mlir" + operands + R"mlir(
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<{0}x{2}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<{0}x{2}xf32>) -> tensor<{0}x{2}xf32>
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                        affine_map<(m, n, k) -> (n, k)>,
                                        affine_map<(m, n, k) -> (m, n)>]
         ins(%x, %w : tensor<{0}x{1}xf32>, tensor<{2}x{1}xf32>)
         outs(%init : tensor<{0}x{2}xf32>) -> tensor<{0}x{2}xf32>
  return %y : tensor<{0}x{2}xf32>
})mlir")
                         .str();
  return llvm::formatv(/*Validate=*/false, text.c_str(), shape.m, shape.k,
                       shape.n);
}

/// A linear layer in float.
static std::string getF32Model(Shape shape) {
  return getModel(shape, R"mlir(
ml_program.global private @w(dense<0.5> : tensor<{2}x{1}xf32>) : tensor<{2}x{1}xf32>
)mlir",
                  "f32", R"mlir(
  %x = tensor.cast %arg : tensor<{0}x{1}xf32> to tensor<{0}x{1}xf32>
  %w = ml_program.global_load @w : tensor<{2}x{1}xf32>
)mlir");
}

/// A linear layer on u8 codes with a zero point and s8 weights, its sums scaled
/// to float: what a compressed layer does after its input was quantized.
static std::string getU8S8Model(Shape shape) {
  return getModel(shape, R"mlir(
ml_program.global private @codes(dense<3> : tensor<{2}x{1}xi8>) : tensor<{2}x{1}xi8>
ml_program.global private @s(dense<0.01> : tensor<{2}x1xf32>) : tensor<{2}x1xf32>
ml_program.global private @sx(dense<0.02> : tensor<1x1xf32>) : tensor<1x1xf32>
ml_program.global private @zx(dense<117> : tensor<1x1xi8>) : tensor<1x1xi8>
)mlir",
                  "i8", R"mlir(
  %codes = ml_program.global_load @codes : tensor<{2}x{1}xi8>
  %s = ml_program.global_load @s : tensor<{2}x1xf32>
  %sx = ml_program.global_load @sx : tensor<1x1xf32>
  %zx = ml_program.global_load @zx : tensor<1x1xi8>
  %x = compress.dequantize %arg, %sx, %zx
         {{scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
         : tensor<{0}x{1}xi8>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<{0}x{1}xf32>
  %w = compress.dequantize %codes, %s
         {{scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
         : tensor<{2}x{1}xi8>, tensor<{2}x1xf32> -> tensor<{2}x{1}xf32>
)mlir");
}

/// Repetitions of the loop of a peak model, and instructions in its body: more
/// than latency times throughput on any CPU, fewer than there are registers.
static constexpr int64_t kPeakSteps = 20000, kPeakChains = 24;

/// A model that runs the instruction of `kernel` on registers.
static OwningOpRef<ModuleOp>
buildPeakModel(MLIRContext &context, const cpu::MicroKernelEmitter &kernel) {
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto [lhsType, rhsType, sumType] = kernel.getInstructionTypes(&context);
  auto toTensor = [](VectorType type) {
    return RankedTensorType::get(type.getShape(), type.getElementType());
  };
  RankedTensorType resultType = toTensor(sumType);
  auto function = func::FuncOp::create(
      builder, loc, "main",
      builder.getFunctionType({toTensor(lhsType), toTensor(rhsType)},
                              resultType));
  builder.setInsertionPointToStart(function.addEntryBlock());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value steps = arith::ConstantIndexOp::create(builder, loc, kPeakSteps);
  auto load = [&](Value tensor, VectorType type) -> Value {
    return vector::TransferReadOp::create(
        builder, loc, type, tensor, ValueRange{zero}, /*padding=*/std::nullopt,
        ArrayRef<bool>{true});
  };
  Value lhs = load(function.getArgument(0), lhsType);
  Value rhs = load(function.getArgument(1), rhsType);
  Value start =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(sumType));
  SmallVector<Value> init(kPeakChains, start);
  auto loop = scf::ForOp::create(
      builder, loc, zero, steps, one, init,
      [&](OpBuilder &, Location, Value, ValueRange sums) {
        SmallVector<Value> next;
        for (Value sum : sums)
          next.push_back(kernel.emitInstruction(builder, loc, lhs, rhs, sum));
        scf::YieldOp::create(builder, loc, next);
      });
  Value total = loop.getResult(0);
  for (Value sum : loop.getResults().drop_front())
    total = isa<FloatType>(sumType.getElementType())
                ? arith::AddFOp::create(builder, loc, total, sum).getResult()
                : arith::AddIOp::create(builder, loc, total, sum).getResult();
  Value empty = tensor::EmptyOp::create(builder, loc, resultType.getShape(),
                                        resultType.getElementType());
  Value result =
      vector::TransferWriteOp::create(builder, loc, total, empty,
                                      ValueRange{zero}, ArrayRef<bool>{true})
          .getResult();
  func::ReturnOp::create(builder, loc, result);
  return module;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

namespace {
struct Result {
  std::string kernel;
  Shape shape;
  double gops, peak;
};

/// Compiles models and times their calls.
class Bench {
public:
  Bench(MLIRContext &context, double seconds)
      : context(context), seconds(seconds) {}

  /// Measures a product by the kernel for `elementType`, and that kernel's peak
  /// before and after; none after an error was reported.
  std::optional<Result> run(Type elementType, Shape shape);

private:
  /// Seconds of a call: the median of many.
  std::optional<double> time(ModuleOp module);

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
  std::vector<double> times;
  auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end || times.size() < 5) {
    auto start = Clock::now();
    llvm::cantFail(buffers.run());
    times.push_back(
        std::chrono::duration<double>(Clock::now() - start).count());
  }
  llvm::sort(times);
  return times[times.size() / 2];
}

std::optional<Result> Bench::run(Type elementType, Shape shape) {
  const cpu::MicroKernelEmitter *kernel =
      cpu::selectEmitter(elementType, cpu::getHostTarget(&context));
  bool isInteger = elementType.isInteger(8);
  auto module = parseSourceString<ModuleOp>(
      isInteger ? getU8S8Model(shape) : getF32Model(shape), &context);
  if (!module)
    return std::nullopt;
  OwningOpRef<ModuleOp> peakModel = buildPeakModel(context, *kernel);
  std::optional<double> before = time(*peakModel);
  std::optional<double> call = time(*module);
  std::optional<double> after = time(*peakModel);
  if (!before || !call || !after)
    return std::nullopt;
  // 16 lanes; four products in each lane of codes.
  double peakOps = 2.0 * 16 * (isInteger ? 4 : 1) * kPeakSteps * kPeakChains;
  double ops = 2.0 * shape.m * shape.n * shape.k;
  return Result{kernel->getName().str(), shape, ops / *call * 1e-9,
                peakOps / std::min(*before, *after) * 1e-9};
}

static llvm::json::Value toJson(ArrayRef<Result> results) {
  llvm::json::Array array;
  for (const Result &result : results)
    array.push_back(
        llvm::json::Object{{"kernel", result.kernel},
                           {"m", result.shape.m},
                           {"k", result.shape.k},
                           {"n", result.shape.n},
                           {"gops", result.gops},
                           {"peak_gops", result.peak},
                           {"fraction", result.gops / result.peak}});
  return array;
}

/// Measures all shapes and prints them, then writes the report, if any; says
/// what went wrong.
static LogicalResult run(double seconds, StringRef json) {
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
  const Shape shapes[] = {{1, 1024, 1024},    {128, 384, 384},
                          {128, 384, 1536},   {128, 1536, 384},
                          {1024, 1024, 1024}, {128, 4096, 4096}};
  llvm::outs() << llvm::formatv("{0,-14} {1,5} {2,5} {3,5} {4,9} {5,9} {6,6}\n",
                                "kernel", "M", "K", "N", "GOP/s", "peak",
                                "of it");
  std::vector<Result> results;
  for (Type elementType :
       {Type(builder.getF32Type()), Type(builder.getI8Type())}) {
    for (Shape shape : shapes) {
      std::optional<Result> result = bench.run(elementType, shape);
      if (!result)
        return failure();
      llvm::outs() << llvm::formatv(
          "{0,-14} {1,5} {2,5} {3,5} {4,9:f1} {5,9:f1} {6,6:f3}\n",
          result->kernel, shape.m, shape.k, shape.n, result->gops, result->peak,
          result->gops / result->peak);
      llvm::outs().flush();
      results.push_back(*result);
    }
  }
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
  cl::HideUnrelatedOptions(category);
  compress::parseCommandLine(
      argc, argv,
      "Measures the micro-kernels, one thread, as compiled models run them,\n"
      "beside the peak of the instruction that each is made of.\n");
  return succeeded(run(seconds, json)) ? 0 : 1;
}
