//===- compression-run.cpp - runs a model on arrays -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "compression/Execution/CallBuffers.h"
#include "compression/Execution/CompiledModel.h"
#include "compression/Execution/DataSet.h"
#include "compression/Execution/Metrics.h"
#include "compression/Execution/Results.h"
#include "compression/IO/AtomicFile.h"
#include "compression/InitAll.h"
#include "compression/Target/CPU/Target.h"
#include "compression/Tools/CommandLine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"

#include <chrono>
#include <map>

using namespace mlir;
using namespace mlir::compress;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

/// More than these are mistakes; the latencies of all calls are kept.
static constexpr double kMaxSeconds = 3600;
static constexpr size_t kMaxCalls = 20'000'000;
static constexpr unsigned kMaxThreads = 1024;

/// How long latency is measured where no number of seconds is given.
static constexpr double kDefaultSeconds = 2;

namespace {
/// What times are summed over.
enum class Profile { None, Operations, Layers };

/// Seconds, whose number may be left out.
struct SecondsParser : cl::parser<double> {
  using cl::parser<double>::parser;

  bool parse(cl::Option &option, StringRef name, StringRef text,
             double &seconds) {
    seconds = kDefaultSeconds;
    return !text.empty() &&
           cl::parser<double>::parse(option, name, text, seconds);
  }
};

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
  cl::opt<double, /*ExternalStorage=*/false, SecondsParser> benchmark{
      "benchmark",
      cl::value_desc("SECONDS"),
      cl::ValueOptional,
      cl::init(kDefaultSeconds),
      cl::cat(category),
      cl::desc("measure the latency of calls for some seconds, above 0 (2 "
               "without a number)")};
  cl::opt<unsigned> threads{
      "threads", cl::init(1), cl::cat(category),
      cl::desc("threads of a call (default 1); 0: all cores")};
  cl::opt<std::string> target{
      "target", cl::init("host"), cl::cat(category),
      cl::desc("host (all features of this CPU, the default) or generic (the "
               "baseline of its architecture)")};
  cl::opt<std::string> entry{
      "entry", cl::cat(category),
      cl::desc("function to run; default: main, else the only public one")};
  cl::opt<Profile> profile{
      "profile",
      cl::ValueOptional,
      cl::init(Profile::None),
      cl::cat(category),
      cl::desc("measure, and print where the time of a call goes:"),
      cl::values(clEnumValN(Profile::Operations, "", "by operation"),
                 clEnumValN(Profile::Operations, "operations", "by operation"),
                 clEnumValN(Profile::Layers, "layers", "by layer"))};
  cl::opt<std::string> json{"json", cl::value_desc("report.json"),
                            cl::cat(category), cl::desc("file for the report")};
};
} // namespace

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
/// A file that judges one of the results; `Reader` reads it, `Metrics` sums up.
template <typename Reader, typename Metrics>
struct Judge {
  unsigned index;
  Reader reader;
  Metrics metrics;
};

using FidelityJudge = Judge<ExpectedReader, FidelityMetrics>;
using AccuracyJudge = Judge<LabelReader, AccuracyMetrics>;

/// The files of a run. They are opened before the model is compiled, so that a
/// mistake in one of them costs no time.
struct Files {
  DataSet data;
  std::vector<ResultWriter> writers;
  std::optional<FidelityJudge> fidelity;
  std::optional<AccuracyJudge> accuracy;
};
} // namespace

/// Opens `[I:]path`, which judges one of `results`; none for an empty text.
template <typename Reader, typename Metrics>
static llvm::Expected<std::optional<Judge<Reader, Metrics>>>
openJudge(StringRef text, ArrayRef<TensorSpec> results,
          const CallSplit &split) {
  if (text.empty())
    return std::nullopt;
  StringRef path = text;
  unsigned index = 0, number;
  auto [head, tail] = text.split(':');
  if (!tail.empty() && !head.getAsInteger(10, number)) {
    index = number;
    path = tail;
  }
  if (index >= results.size())
    return llvm::createStringError(
        llvm::formatv("expected the number of one of the model's {0} results, "
                      "but got {1}",
                      results.size(), index));
  const TensorSpec &spec = results[index];
  llvm::Expected<Reader> reader = Reader::open(path, index, spec, split);
  if (!reader)
    return reader.takeError();
  Metrics metrics(reader->getType(), reader->getLayout());
  return Judge<Reader, Metrics>{index, std::move(*reader), std::move(metrics)};
}

static llvm::Expected<DataSet> openInputs(const Options &options,
                                          ArrayRef<TensorSpec> arguments) {
  for (const std::string &path : options.inputs)
    if (StringRef(path).contains(',') && !llvm::sys::fs::exists(path))
      return llvm::createFileError(
          path, llvm::createStringError("No such file or directory (give "
                                        "--input once for each argument)"));
  if (options.inputs.size() != arguments.size())
    return llvm::createStringError(
        llvm::formatv("expected {0} --input files, one per argument of the "
                      "model, but got {1}",
                      arguments.size(), options.inputs.size()));
  return DataSet::open(
      std::vector<std::string>(options.inputs.begin(), options.inputs.end()),
      arguments);
}

static llvm::Expected<std::vector<ResultWriter>>
openOutputs(const Options &options, ArrayRef<TensorSpec> results,
            const CallSplit &split) {
  if (options.outputs.size() > results.size())
    return llvm::createStringError(
        llvm::formatv("expected at most {0} --output files, one per result of "
                      "the model, but got {1}",
                      results.size(), options.outputs.size()));
  std::vector<ResultWriter> writers;
  for (auto [index, path] : llvm::enumerate(options.outputs)) {
    auto writer = ResultWriter::create(path, results[index], split);
    if (!writer)
      return writer.takeError();
    writers.push_back(std::move(*writer));
  }
  return std::move(writers);
}

static llvm::Expected<Files> openFiles(const Options &options,
                                       ArrayRef<TensorSpec> arguments,
                                       ArrayRef<TensorSpec> results) {
  auto data = openInputs(options, arguments);
  if (!data)
    return data.takeError();
  const CallSplit &split = data->getSplit();
  auto writers = openOutputs(options, results, split);
  if (!writers)
    return writers.takeError();
  auto fidelity = openJudge<ExpectedReader, FidelityMetrics>(options.expected,
                                                             results, split);
  if (!fidelity)
    return fidelity.takeError();
  auto accuracy =
      openJudge<LabelReader, AccuracyMetrics>(options.labels, results, split);
  if (!accuracy)
    return accuracy.takeError();
  return Files{std::move(*data), std::move(*writers), std::move(*fidelity),
               std::move(*accuracy)};
}

/// Runs all samples; writes and judges the results.
static llvm::Error runSamples(const CompiledModel &model, Files &files,
                              Report &report) {
  const DataSet &data = files.data;
  CallBuffers buffers(model);
  for (int64_t call = 0; call < data.getNumCalls(); ++call) {
    if (llvm::Error error = buffers.run(data, call))
      return error;
    for (auto [index, writer] : llvm::enumerate(files.writers))
      writer.append(buffers.getResult(index));
    if (files.fidelity) {
      FidelityJudge &judge = *files.fidelity;
      ArrayRef<char> wanted = judge.reader.getCall(data.getFileCall(call));
      judge.metrics.add(
          wanted, buffers.getResult(judge.index).take_front(wanted.size()));
    }
    if (files.accuracy) {
      AccuracyJudge &judge = *files.accuracy;
      SmallVector<int64_t> classes =
          judge.reader.getCall(data.getFileCall(call));
      size_t bytes = classes.size() * judge.reader.getLayout().getNumClasses() *
                     getByteSize(model.getResults()[judge.index].kind);
      judge.metrics.add(classes,
                        buffers.getResult(judge.index).take_front(bytes));
    }
  }
  for (ResultWriter &writer : files.writers)
    if (llvm::Error error = writer.commit())
      return error;
  if (files.fidelity)
    report.fidelity = files.fidelity->metrics.get();
  if (files.accuracy)
    report.accuracy = files.accuracy->metrics.get();
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
  for (int64_t call = -warmUp;
       (Clock::now() < end || times.size() < 3) && times.size() < kMaxCalls;
       ++call) {
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

/// Prints the parts of the model, those of one layer or of one kind together,
/// the longest first. Each part counts with its shortest time.
static void printProfile(const CompiledModel &model, Profile by,
                         double ticksPerMicrosecond, raw_ostream &os) {
  std::map<std::string, std::pair<int, uint64_t>> groups;
  uint64_t total = 0;
  for (const ProfileEntry &entry : model.getProfile()) {
    bool byLayer = by == Profile::Layers && !entry.layer.empty();
    auto &[count, ticks] = groups[byLayer ? entry.layer : entry.operation];
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

/// No file that is written may be one that is read, or be written twice.
static llvm::Error verifyDestinations(const Options &options) {
  auto isSame = [](StringRef a, StringRef b) {
    return a == b || llvm::sys::fs::equivalent(a, b);
  };
  SmallVector<StringRef> files = {options.model};
  llvm::append_range(files, options.inputs);
  StringRef labels = options.labels.getValue();
  for (StringRef judged : {StringRef(options.expected.getValue()), labels})
    files.append({judged, judged.split(':').second});
  SmallVector<StringRef> written(options.outputs.begin(),
                                 options.outputs.end());
  written.push_back(options.json);
  for (StringRef file : written) {
    // Devices and the standard output take anything.
    bool isSink = file == "-" || (llvm::sys::fs::exists(file) &&
                                  !llvm::sys::fs::is_regular_file(file));
    if (file.empty() || isSink)
      continue;
    for (StringRef other : files)
      if (isSame(file, other))
        return llvm::createStringError(
            "expected a file of its own to write to, but got '" + file +
            "', which is used twice");
    files.push_back(file);
  }
  return llvm::Error::success();
}

/// Options of one value take the last one: of a file that would leave the
/// others out without a word.
static llvm::Error verifySingle(const cl::Option &option) {
  if (option.getNumOccurrences() > 1)
    return llvm::createStringError(
        llvm::formatv("expected one --{0} option, but got {1}", option.ArgStr,
                      option.getNumOccurrences()));
  return llvm::Error::success();
}

static llvm::Error runModel(const Options &options, MLIRContext &context,
                            ModuleOp module) {
  for (const cl::Option *option :
       {static_cast<const cl::Option *>(&options.expected),
        static_cast<const cl::Option *>(&options.labels),
        static_cast<const cl::Option *>(&options.json)})
    if (llvm::Error error = verifySingle(*option))
      return error;
  if (llvm::Error error = verifyDestinations(options))
    return error;
  // Opened before the work, which a wrong path would lose.
  std::optional<AtomicFile> json;
  if (!options.json.empty()) {
    llvm::Expected<AtomicFile> file = AtomicFile::create(options.json);
    if (!file)
      return file.takeError();
    json.emplace(std::move(*file));
  }
  CompileOptions compileOptions;
  compileOptions.target = cpu::getTarget(&context, options.target);
  if (!compileOptions.target)
    return llvm::createStringError("expected --target=host or "
                                   "--target=generic, but got '" +
                                   options.target + "'");
  if (!(options.benchmark > 0 && options.benchmark <= kMaxSeconds))
    return llvm::createStringError(llvm::formatv(
        "expected --benchmark=SECONDS above 0 and up to {0}, but got {1}",
        kMaxSeconds, options.benchmark.getValue()));
  if (options.threads > kMaxThreads)
    return llvm::createStringError(
        llvm::formatv("expected --threads of 0 to {0}, but got {1}",
                      kMaxThreads, options.threads.getValue()));
  compileOptions.entry = options.entry;
  compileOptions.threads = options.threads;
  compileOptions.profile = options.profile != Profile::None;
  auto reportUncompiled = [&] {
    return llvm::createStringError("'" + options.model + "' was not compiled");
  };
  FailureOr<func::FuncOp> entry = getEntry(module, options.entry);
  if (failed(entry))
    return reportUncompiled();
  auto arguments =
      getTensorSpecs(*entry, entry->getArgumentTypes(), "argument");
  auto results = getTensorSpecs(*entry, entry->getResultTypes(), "result");
  if (failed(arguments) || failed(results))
    return reportUncompiled();
  llvm::Expected<Files> files = openFiles(options, *arguments, *results);
  if (!files)
    return files.takeError();
  auto model = CompiledModel::compile(module, compileOptions);
  if (failed(model))
    return reportUncompiled();

  Report report;
  report.samples = files->data.getNumSamples();
  report.compileSeconds = (*model)->getCompileSeconds();
  report.threads = (*model)->getThreads();
  report.weightsBytes = (*model)->getWeightsBytes();
  bool measures =
      options.benchmark.getNumOccurrences() != 0 || compileOptions.profile;
  bool judges = !options.outputs.empty() || !options.expected.empty() ||
                !options.labels.empty();
  if (judges || !measures)
    if (llvm::Error error = runSamples(**model, *files, report))
      return error;
  if (measures) {
    auto start = std::chrono::steady_clock::now();
    uint64_t startTicks = __builtin_readcyclecounter();
    if (llvm::Error error =
            measure(**model, files->data, options.benchmark, report))
      return error;
    uint64_t ticks = __builtin_readcyclecounter() - startTicks;
    if (compileOptions.profile)
      printProfile(**model, options.profile,
                   ticks / std::chrono::duration<double, std::micro>(
                               std::chrono::steady_clock::now() - start)
                               .count(),
                   llvm::outs());
  }
  report.print(llvm::outs());
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    std::error_code code = llvm::outs().error();
    llvm::outs().clear_error();
    return llvm::createFileError("standard output", code);
  }
  if (!json)
    return llvm::Error::success();
  json->os() << llvm::formatv("{0:2}\n", llvm::json::Value(report.toJson()));
  return json->commit();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initializeTool();
  // Threads that move to the same core are slower than one.
  setenv("OMP_PROC_BIND", "true", /*overwrite=*/0);
  dropForeignOptions();
  Options options;
  cl::HideUnrelatedOptions(options.category);
  parseCommandLine(
      argc, argv,
      "Runs a model, dense or compressed, on arrays of samples.\n\n"
      "A file has the rank of its argument and is cut along its first "
      "dimension,\nor one rank more and holds a sample in each row.\n");

  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  // A located message says enough; the op may hold megabytes.
  context.printOpOnDiagnostic(false);
  ModuleFile module(context, options.model);
  if (!module.get())
    return 1;
  if (llvm::Error error = runModel(options, context, module.get())) {
    (void)reportError(llvm::toString(std::move(error)));
    return 1;
  }
  return 0;
}
