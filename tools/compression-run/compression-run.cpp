//===- compression-run.cpp - runs a model on arrays -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/CallBuffers.h"
#include "compression/Execution/CompiledModel.h"
#include "compression/Execution/DataSet.h"
#include "compression/Execution/Metrics.h"
#include "compression/Execution/Results.h"
#include "compression/IO/AtomicFile.h"
#include "compression/InitAll.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"

#include <chrono>
#include <cmath>
#include <map>
#include <sys/resource.h>

using namespace mlir;
using namespace mlir::compress;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

namespace {
/// The options; made in `main`, since libLLVM registers options of its own
/// under some of these names.
struct Options {
  cl::OptionCategory category{"compression-run options"};
  cl::opt<std::string> model{cl::Positional, cl::Required,
                             cl::desc("<model.mlir or .mlirbc>"),
                             cl::cat(category)};
  cl::list<std::string> inputs{
      "input", cl::value_desc("x.npy"), cl::cat(category),
      cl::desc("array of an argument's samples; once per argument, in their "
               "order")};
  cl::list<std::string> outputs{
      "output", cl::value_desc("y.npy"), cl::cat(category),
      cl::desc("file for a result; in the order of the results")};
  cl::opt<std::string> expected{
      "expected", cl::value_desc("[I:]y.npy"), cl::cat(category),
      cl::desc("expected values of result I (default 0)")};
  cl::opt<std::string> labels{
      "labels", cl::value_desc("[I:]labels.npy"), cl::cat(category),
      cl::desc("right classes for result I (default 0)")};
  cl::opt<double> benchmark{
      "benchmark",
      cl::value_desc("SECONDS"),
      cl::ValueOptional,
      cl::init(0),
      cl::cat(category),
      cl::desc("measure the latency of calls for some seconds (2 without a "
               "number)")};
  cl::opt<unsigned> threads{
      "threads", cl::init(0), cl::cat(category),
      cl::desc("threads of a call; 0 (default): all cores")};
  cl::opt<std::string> target{
      "target", cl::init("host"), cl::cat(category),
      cl::desc("host (all features of this CPU, the default) or generic (the "
               "baseline of its architecture)")};
  cl::opt<std::string> entry{
      "entry", cl::cat(category),
      cl::desc("function to run; default: main, else the only public one")};
  cl::opt<bool> profile{
      "profile", cl::cat(category),
      cl::desc("measure, and print the time of each part of a call")};
  cl::opt<std::string> json{"json", cl::value_desc("report.json"),
                            cl::cat(category), cl::desc("file for the report")};
};
} // namespace

/// Removes the options of the libraries.
static void dropForeignOptions() {
  SmallVector<cl::Option *> foreign;
  for (auto &entry : cl::getRegisteredOptions()) {
    StringRef name = entry.first;
    if (name != "help" && name != "version")
      foreign.push_back(entry.second);
  }
  for (cl::Option *option : foreign)
    option->removeArgument();
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

namespace {
/// What is printed; figures that were not measured are absent.
struct Report {
  int64_t samples = 0;
  std::optional<Fidelity> fidelity;
  std::optional<double> accuracy;
  std::optional<int64_t> calls;
  std::optional<double> latencyMedian, latencyMin;
  double compileSeconds = 0;
  int64_t weightsBytes = 0;
  unsigned threads = 1;

  llvm::json::Object toJson() const;
  void print(raw_ostream &os) const;
};
} // namespace

/// A number, or null where there is none or it is not finite.
static llvm::json::Value toJson(std::optional<double> value) {
  if (!value || !std::isfinite(*value))
    return nullptr;
  return *value;
}

static int64_t getPeakMemory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<int64_t>(usage.ru_maxrss) * 1024;
}

llvm::json::Object Report::toJson() const {
  auto figure = [&](auto get) -> llvm::json::Value {
    return fidelity ? ::toJson(get(*fidelity)) : llvm::json::Value(nullptr);
  };
  llvm::json::Object object;
  object["samples"] = samples;
  object["sqnr_db"] = figure([](const Fidelity &f) { return f.sqnrDb; });
  object["max_abs_error"] =
      figure([](const Fidelity &f) { return f.maxAbsError; });
  object["cosine_mean"] =
      figure([](const Fidelity &f) { return f.cosineMean; });
  object["cosine_min"] = figure([](const Fidelity &f) { return f.cosineMin; });
  object["top1_agreement"] =
      figure([](const Fidelity &f) { return f.top1Agreement; });
  object["accuracy"] = ::toJson(accuracy);
  object["calls"] = calls ? llvm::json::Value(*calls) : nullptr;
  object["latency_us_median"] = ::toJson(latencyMedian);
  object["latency_us_min"] = ::toJson(latencyMin);
  object["compile_seconds"] = compileSeconds;
  object["weights_bytes"] = weightsBytes;
  object["peak_rss_bytes"] = getPeakMemory();
  object["threads"] = static_cast<int64_t>(threads);
  return object;
}

void Report::print(raw_ostream &os) const {
  auto line = [&](StringRef name, const llvm::Twine &value) {
    os << llvm::formatv("{0,-18} {1}\n", name, value.str());
  };
  auto number = [](double value, const char *format) {
    return std::string(llvm::formatv(format, value));
  };
  line("samples", llvm::Twine(samples));
  if (fidelity) {
    line("sqnr_db", number(fidelity->sqnrDb, "{0:f2}"));
    line("max_abs_error", number(fidelity->maxAbsError, "{0:e3}"));
    line("cosine_mean", number(fidelity->cosineMean, "{0:f6}"));
    line("cosine_min", number(fidelity->cosineMin, "{0:f6}"));
    if (fidelity->top1Agreement)
      line("top1_agreement", number(*fidelity->top1Agreement, "{0:f4}"));
  }
  if (accuracy)
    line("accuracy", number(*accuracy, "{0:f4}"));
  if (calls) {
    line("calls", llvm::Twine(*calls));
    line("latency_us_median", number(*latencyMedian, "{0:f1}"));
    line("latency_us_min", number(*latencyMin, "{0:f1}"));
  }
  line("compile_seconds", number(compileSeconds, "{0:f2}"));
  line("weights_bytes", llvm::Twine(weightsBytes));
  line("peak_rss_bytes", llvm::Twine(getPeakMemory()));
  line("threads", llvm::Twine(threads));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
/// A file that judges a result, and which result.
struct JudgedFile {
  unsigned index = 0;
  std::string path;
};
} // namespace

/// Splits `[I:]path`.
static llvm::Expected<JudgedFile> parseJudged(StringRef text,
                                              const CompiledModel &model) {
  JudgedFile judged{0, text.str()};
  auto [number, path] = text.split(':');
  unsigned index;
  if (!path.empty() && !number.getAsInteger(10, index))
    judged = {index, path.str()};
  if (judged.index >= model.getResults().size())
    return llvm::createStringError(
        llvm::formatv("expected the number of one of the model's {0} results, "
                      "but got {1}",
                      model.getResults().size(), judged.index));
  return judged;
}

/// Runs all samples; writes and judges the results.
static llvm::Error runSamples(const Options &options,
                              const CompiledModel &model, const DataSet &data,
                              Report &report) {
  if (options.outputs.size() > model.getResults().size())
    return llvm::createStringError(
        llvm::formatv("expected at most {0} --output files, one per result of "
                      "the model, but got {1}",
                      model.getResults().size(), options.outputs.size()));
  std::vector<ResultWriter> writers;
  for (auto [index, path] : llvm::enumerate(options.outputs)) {
    auto writer =
        ResultWriter::create(path, model.getResults()[index], data.getSplit());
    if (!writer)
      return writer.takeError();
    writers.push_back(std::move(*writer));
  }
  std::optional<ExpectedReader> expected;
  std::optional<FidelityMetrics> fidelity;
  unsigned expectedIndex = 0;
  if (!options.expected.empty()) {
    auto judged = parseJudged(options.expected, model);
    if (!judged)
      return judged.takeError();
    expectedIndex = judged->index;
    auto reader = ExpectedReader::open(judged->path, judged->index,
                                       model.getResults()[judged->index],
                                       data.getSplit());
    if (!reader)
      return reader.takeError();
    fidelity.emplace(reader->getType(), reader->getLayout());
    expected.emplace(std::move(*reader));
  }
  std::optional<LabelReader> labels;
  std::optional<AccuracyMetrics> accuracy;
  unsigned labelsIndex = 0;
  if (!options.labels.empty()) {
    auto judged = parseJudged(options.labels, model);
    if (!judged)
      return judged.takeError();
    labelsIndex = judged->index;
    const TensorSpec &spec = model.getResults()[judged->index];
    auto reader =
        LabelReader::open(judged->path, judged->index, spec, data.getSplit());
    if (!reader)
      return reader.takeError();
    accuracy.emplace(getArrayType(spec.kind), reader->getLayout());
    labels.emplace(std::move(*reader));
  }

  CallBuffers buffers(model);
  for (int64_t call = 0; call < data.getNumCalls(); ++call) {
    if (llvm::Error error = buffers.run(data, call))
      return error;
    for (auto [index, writer] : llvm::enumerate(writers))
      writer.append(buffers.getResult(index));
    if (expected) {
      ArrayRef<char> wanted = expected->getCall(data.getFileCall(call));
      fidelity->add(wanted,
                    buffers.getResult(expectedIndex).take_front(wanted.size()));
    }
    if (labels) {
      SmallVector<int64_t> classes = labels->getCall(data.getFileCall(call));
      const TensorSpec &spec = model.getResults()[labelsIndex];
      size_t bytes = classes.size() * labels->getLayout().getNumClasses() *
                     getByteSize(spec.kind);
      accuracy->add(classes, buffers.getResult(labelsIndex).take_front(bytes));
    }
  }
  for (ResultWriter &writer : writers)
    if (llvm::Error error = writer.commit())
      return error;
  if (fidelity)
    report.fidelity = fidelity->get();
  if (accuracy)
    report.accuracy = accuracy->get();
  return llvm::Error::success();
}

/// Measures calls, going through the samples in turn; their inputs are copied
/// before the clock runs.
static llvm::Error measure(const CompiledModel &model, const DataSet &data,
                           double seconds, Report &report) {
  using Clock = std::chrono::steady_clock;
  CallBuffers buffers(model);
  std::vector<double> times;
  int64_t warmUp = std::min<int64_t>(data.getNumCalls(), 3);
  auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (int64_t call = -warmUp; Clock::now() < end || times.size() < 3; ++call) {
    int64_t number = (call + warmUp) % data.getNumCalls();
    buffers.fill(data, number);
    auto start = Clock::now();
    if (llvm::Error error = buffers.run())
      return error;
    auto stop = Clock::now();
    if (call >= 0)
      times.push_back(
          std::chrono::duration<double, std::micro>(stop - start).count());
    else if (call == -1)
      end = Clock::now() + std::chrono::duration<double>(seconds);
  }
  llvm::sort(times);
  size_t middle = times.size() / 2;
  report.calls = times.size();
  report.latencyMin = times.front();
  report.latencyMedian = times.size() % 2
                             ? times[middle]
                             : (times[middle - 1] + times[middle]) / 2;
  return llvm::Error::success();
}

/// Prints the parts of the model, those of one layer and kind together, the
/// longest first; ticks are scaled so that the longest possible sum, all parts
/// at their best, is in microseconds.
static void printProfile(const CompiledModel &model, double ticksPerMicrosecond,
                         raw_ostream &os) {
  std::map<std::string, std::pair<int, uint64_t>> groups;
  uint64_t total = 0;
  for (const ProfileEntry &entry : model.getProfile()) {
    auto &[count, ticks] = groups[entry.operation];
    ++count;
    ticks += entry.ticks;
    total += entry.ticks;
  }
  std::vector<std::pair<std::string, std::pair<int, uint64_t>>> sorted(
      groups.begin(), groups.end());
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return std::pair(b.second.second, a.first) <
           std::pair(a.second.second, b.first);
  });
  os << llvm::formatv("{0,10} {1,6} {2,6}  {3}\n", "us", "%", "parts", "what");
  for (auto &[operation, sums] : sorted)
    os << llvm::formatv("{0,10:f1} {1,6:f1} {2,6}  {3}\n",
                        sums.second / ticksPerMicrosecond,
                        100.0 * sums.second / total, sums.first, operation);
  os << llvm::formatv("{0,10:f1}  sum of the shortest times\n",
                      total / ticksPerMicrosecond);
}

static llvm::Error writeJson(const Report &report, StringRef path) {
  auto file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  file->os() << llvm::formatv("{0:2}\n", llvm::json::Value(report.toJson()));
  return file->commit();
}

static llvm::Error runModel(const Options &options, MLIRContext &context,
                            ModuleOp module) {
  CompileOptions compileOptions;
  compileOptions.target = cpu::getTarget(&context, options.target);
  if (!compileOptions.target)
    return llvm::createStringError("expected --target=host or "
                                   "--target=generic, but got '" +
                                   options.target + "'");
  if (!(options.benchmark >= 0))
    return llvm::createStringError(
        llvm::formatv("expected --benchmark=SECONDS of at least 0, but got {0}",
                      options.benchmark.getValue()));
  compileOptions.entry = options.entry;
  compileOptions.threads = options.threads;
  compileOptions.profile = options.profile;
  auto model = CompiledModel::compile(module, compileOptions);
  if (failed(model))
    return llvm::createStringError("'" + options.model + "' was not compiled");
  if (options.inputs.size() != (*model)->getInputs().size())
    return llvm::createStringError(
        llvm::formatv("expected {0} --input files, one per argument of the "
                      "model, but got {1}",
                      (*model)->getInputs().size(), options.inputs.size()));
  auto data = DataSet::open(
      std::vector<std::string>(options.inputs.begin(), options.inputs.end()),
      (*model)->getInputs());
  if (!data)
    return data.takeError();

  Report report;
  report.samples = data->getNumSamples();
  report.compileSeconds = (*model)->getCompileSeconds();
  report.threads = (*model)->getThreads();
  report.weightsBytes = (*model)->getWeightsBytes();
  bool measures = options.benchmark.getNumOccurrences() != 0 || options.profile;
  bool judges = !options.outputs.empty() || !options.expected.empty() ||
                !options.labels.empty();
  if (judges || !measures)
    if (llvm::Error error = runSamples(options, **model, *data, report))
      return error;
  if (measures) {
    double seconds = options.benchmark;
    if (seconds == 0)
      seconds = 2;
    auto start = std::chrono::steady_clock::now();
    uint64_t startTicks = __builtin_readcyclecounter();
    if (llvm::Error error = measure(**model, *data, seconds, report))
      return error;
    uint64_t ticks = __builtin_readcyclecounter() - startTicks;
    if (options.profile)
      printProfile(**model,
                   ticks / std::chrono::duration<double, std::micro>(
                               std::chrono::steady_clock::now() - start)
                               .count(),
                   llvm::outs());
  }
  report.print(llvm::outs());
  if (!options.json.empty())
    return writeJson(report, options.json);
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  compress::addVersionPrinter();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  // Threads that move to the same core are slower than one.
  setenv("OMP_PROC_BIND", "true", /*overwrite=*/0);
  dropForeignOptions();
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Runs a model, dense or compressed, on arrays of samples.\n\n"
      "A file has the rank of its argument and is cut along its first "
      "dimension,\nor one rank more and holds a sample in each row.\n");

  DialectRegistry registry;
  compress::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  // A located message says enough; the op may hold megabytes.
  context.printOpOnDiagnostic(false);
  std::string message;
  auto fail = [](const llvm::Twine &text) {
    llvm::WithColor::error(llvm::errs()) << text << "\n";
    return 1;
  };
  auto buffer = openInputFile(options.model, &message);
  if (!buffer)
    return fail(message);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return fail("'" + options.model +
                "' is not a valid module for LLVM " LLVM_VERSION_STRING);
  if (llvm::Error error = runModel(options, context, *module))
    return fail(llvm::toString(std::move(error)));
  return 0;
}
