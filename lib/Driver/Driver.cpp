//===- Driver.cpp - calibrate, compress and judge a model -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Driver/Driver.h"

#include "Report.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Transforms/Presets.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Driver/Calibration.h"
#include "compression/Driver/Fidelity.h"
#include "compression/Driver/MeanCorrection.h"
#include "compression/Driver/Smoothing.h"
#include "compression/Pipelines/LowerToLLVM.h"
#include "compression/Pipelines/RegisterPipeline.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

#define DEBUG_TYPE "compress-driver"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSDRIVERPASS
#include "compression/Driver/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// How the driver was asked to compress.
namespace {
struct Request {
  /// Null for a model that comes with a plan.
  const Preset *preset;
  /// Parameters of activations come from samples.
  bool isStatic;
  std::vector<std::string> keepFloat;
  bool smooth = false;
  /// Nothing: where it helps.
  std::optional<bool> correctMeans;
  std::optional<DataSet> data;
  double minSqnr;
  bool strict;
};

/// Compresses one module in place.
class Compressor {
public:
  /// `runPipeline` runs passes on `module`.
  Compressor(ModuleOp module, Request request,
             function_ref<LogicalResult(OpPassManager &)> runPipeline)
      : module(module), request(std::move(request)), runPipeline(runPipeline) {}

  LogicalResult run();

private:
  LogicalResult runPasses(function_ref<void(OpPassManager &)> build);
  LogicalResult observe();
  LogicalResult compileReference();
  LogicalResult plan();
  LogicalResult takeStatistics();
  LogicalResult apply();
  LogicalResult correctMeans();
  LogicalResult measure();
  void collectReport();
  LogicalResult conclude();

  ModuleOp module;
  Request request;
  function_ref<LogicalResult(OpPassManager &)> runPipeline;
  /// The float model, where there are samples to judge on.
  std::unique_ptr<CompiledModel> reference;
  llvm::StringMap<ParameterNames> referenceParameters;
  /// Of each half of the data.
  std::vector<ObservedRanges> ranges;
  /// In the order of the observed values; no scheme for one that stays float.
  SmallVector<StaticActivation> activations;
  CompressionReport report;
};
} // namespace

LogicalResult Compressor::runPasses(function_ref<void(OpPassManager &)> build) {
  OpPassManager pm(ModuleOp::getOperationName());
  build(pm);
  return runPipeline(pm);
}

/// The stage that a float model is at, as `compress-verify-stage` names it;
/// "imported" for one that may not be normalized.
static StringRef getStage(ModuleOp module) {
  bool isObserved = false, isPlanned = false;
  module.walk([&](Operation *op) {
    isPlanned |= op->hasAttr(kSchemeAttrName);
    if (auto observe = dyn_cast<ObserveOp>(op)) {
      isObserved = true;
      isPlanned |= observe.getSchemeAttr() != nullptr;
    }
  });
  return isPlanned ? "planned" : isObserved ? "observed" : "imported";
}

LogicalResult Compressor::observe() {
  StringRef stage = getStage(module);
  if (stage == "imported" && failed(runPasses([](OpPassManager &pm) {
        buildNormalizePipeline(pm);
        pm.addPass(createCompressVerifyStagePass({"normalized"}));
      })))
    return failure();
  report.bytesBefore = getWeightBytes(module);
  if (request.data && !request.isStatic && failed(compileReference()))
    return failure();
  // A static plan is complete when there are statistics.
  if (stage == "planned")
    return success();
  return runPasses([&](OpPassManager &pm) {
    if (stage == "imported")
      pm.addPass(createCompressObservePass());
    pm.addPass(createCompressVerifyStagePass({"observed"}));
  });
}

LogicalResult Compressor::compileReference() {
  OwningOpRef<ModuleOp> unobserved = module.clone();
  unobserved->walk([](ObserveOp op) {
    op.replaceAllUsesWith(op.getInput());
    op.erase();
  });
  FailureOr<std::unique_ptr<CompiledModel>> model =
      CompiledModel::compile(*unobserved);
  if (failed(model))
    return failure();
  reference = std::move(*model);
  return success();
}

LogicalResult Compressor::plan() {
  if (!request.preset)
    return success();
  return runPasses([&](OpPassManager &pm) {
    CompressPlanPassOptions options;
    options.preset = request.preset->name.str();
    options.keepFloat.assign(request.keepFloat.begin(),
                             request.keepFloat.end());
    pm.addPass(createCompressPlanPass(options));
  });
}

/// True when `module` has a convolution: a network of images or sequences, all
/// of whose places count. Of a language model the rows of a layer include those
/// of padding, and means over them say little of those that matter.
static bool hasConvolutions(ModuleOp module) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return false;
  return llvm::any_of(getLayers(*entry),
                      [](Layer &layer) { return layer.isConvolution; });
}

LogicalResult Compressor::takeStatistics() {
  if (!request.correctMeans)
    request.correctMeans = request.isStatic && hasConvolutions(module);
  if (!request.isStatic && !request.smooth && !*request.correctMeans)
    return success();
  dropNestedObservations(module);
  std::vector<std::vector<int64_t>> halves = splitInHalves(*request.data);
  FailureOr<Calibration> calibration = calibrate(
      module, *request.data, halves, {request.smooth, *request.correctMeans});
  if (failed(calibration))
    return failure();
  ObservedRanges all = calibration->ranges[0];
  if (calibration->ranges.size() > 1)
    all = mergeRanges(all, calibration->ranges[1]);
  // Before smoothing, which changes them.
  if (failed(checkThatValuesVary(module, all, request.strict)))
    return failure();
  if (request.smooth && failed(compress::smooth(module, *calibration)))
    return failure();
  if (*request.correctMeans)
    setOutputMeans(module, calibration->outputMeans);
  ranges = std::move(calibration->ranges);
  if (request.isStatic) {
    reference = std::move(calibration->model);
    referenceParameters = std::move(calibration->parameters);
    all = ranges[0];
    if (ranges.size() > 1)
      all = mergeRanges(ranges[0], ranges[1]);
    setStatistics(module, all);
  }
  return runPasses([](OpPassManager &pm) {
    pm.addPass(createCompressVerifyStagePass({"planned"}));
  });
}

LogicalResult Compressor::apply() {
  module.walk([&](ObserveOp op) {
    activations.push_back({op.getName().str(), op.getSchemeAttr()});
  });
  return runPasses([](OpPassManager &pm) {
    pm.addPass(createCompressApplyPass());
    pm.addPass(createCSEPass());
    pm.addPass(createSymbolDCEPass());
    pm.addPass(createCompressVerifyStagePass({"compressed"}));
  });
}

LogicalResult Compressor::correctMeans() {
  return *request.correctMeans ? compress::correctMeans(module, *request.data)
                               : success();
}

LogicalResult Compressor::measure() {
  if (!request.data)
    return success();
  CompileOptions options;
  std::vector<JudgedPart> parts;
  std::vector<std::vector<int64_t>> halves = splitInHalves(*request.data);
  if (!request.isStatic) {
    report.judgedHow = "from which it takes no parameter";
    for (std::vector<int64_t> &half : halves)
      parts.push_back({std::move(half), nullptr});
  } else if (halves.size() == 1) {
    report.judgedHow = llvm::formatv(
        "the ones that it was calibrated on (to hold some out takes more than "
        "{0})",
        request.data->getSplit().samplesPerCall);
    parts.push_back({std::move(halves[0]), &ranges[0]});
  } else {
    // Each half is judged with the parameters of the other.
    report.judgedHow = "cross-fitted on halves of the calibration samples";
    parts.push_back({std::move(halves[0]), &ranges[1]});
    parts.push_back({std::move(halves[1]), &ranges[0]});
  }
  llvm::StringMap<ParameterNames> parameters = getParameterNames(module);
  options.parameters = listParameters(parameters);
  FailureOr<std::unique_ptr<CompiledModel>> compressed =
      CompiledModel::compile(module, options);
  if (failed(compressed))
    return failure();
  FailureOr<Judgement> judgement =
      judge(module, {*reference, referenceParameters},
            {**compressed, parameters}, *request.data, parts, activations);
  if (failed(judgement))
    return failure();
  report.fidelity = judgement->results;
  report.padding = judgement->padding;
  for (auto [activation, error] :
       llvm::zip(activations, judgement->activations))
    if (activation.scheme && error.noise != 0)
      report.worst.emplace_back(error.getSqnrDb(), activation.name);
  report.judgedSamples = request.data->getNumSamples();
  return success();
}

void Compressor::collectReport() {
  report.preset = request.preset ? request.preset->name.str() : "given plan";
  report.bytesAfter = getWeightBytes(module);
  for (auto weight : module.getOps<ml_program::GlobalOp>()) {
    auto sqnr = weight->getAttrOfType<FloatAttr>(kErrorAttrName);
    if (!sqnr)
      continue;
    ++report.compressedWeights;
    auto name = weight->getAttrOfType<StringAttr>(kWeightAttrName);
    report.worst.emplace_back(sqnr.getValueAsDouble(),
                              (name ? name : weight.getSymNameAttr()).str());
  }
  llvm::sort(report.worst);
  // Layers that still read float weights.
  SymbolTableCollection symbols;
  llvm::SetVector<StringRef> floats;
  module.walk([&](linalg::LinalgOp op) {
    bool isConvolution =
        isa<linalg::ConvolutionOpInterface>(op.getOperation()) &&
        op.getNumDpsInputs() > 1;
    if (failed(matchLayer(op)) && !isConvolution)
      return;
    if (ml_program::GlobalOp weight =
            getWeightOf(op.getDpsInputOperand(1)->get(), symbols))
      floats.insert(weight.getSymName());
  });
  for (StringRef name : floats)
    report.floatWeights.push_back(name.str());
}

LogicalResult Compressor::conclude() {
  collectReport();
  module->setAttr(kReportAttrName, report.toAttribute(module.getContext()));
  report.print(llvm::errs());
  std::optional<double> sqnr = report.getWorstSqnr();
  Location loc = module.getLoc();
  if (report.compressedWeights == 0) {
    InFlightDiagnostic diag =
        request.strict ? emitError(loc) : emitWarning(loc);
    diag << "expected weights to compress, but none was";
    if (request.strict)
      return diag;
  }
  if (!sqnr && request.strict)
    return emitError(loc) << "expected a fidelity to hold against min-sqnr, as "
                             "'strict' asks, but no float result was measured";
  if (!sqnr || *sqnr >= request.minSqnr)
    return success();
  InFlightDiagnostic diag = request.strict ? emitError(loc) : emitWarning(loc);
  auto decibels = [](double value) {
    return llvm::formatv("{0:f2} dB", value).str();
  };
  diag << "expected an SQNR of at least " << decibels(request.minSqnr)
       << " against the float model, but got " << decibels(*sqnr);
  if (report.isFloatUnmeasurable())
    diag << "; the float model itself gives NaN or infinity";
  else if (!report.worst.empty())
    diag << "; what lost most is '" << report.worst[0].second << "' ("
         << decibels(report.worst[0].first) << ")";
  return failure(request.strict);
}

LogicalResult Compressor::run() {
  if (failed(observe()) || failed(plan()) || failed(takeStatistics()) ||
      failed(apply()) || failed(correctMeans()) || failed(measure()))
    return failure();
  return conclude();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct CompressDriver
    : public compress::impl::CompressDriverPassBase<CompressDriver> {
  using CompressDriverPassBase::CompressDriverPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerLoweringDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr(kReportAttrName)) {
      if (failed(reportCompressed(module)))
        signalPassFailure();
      return;
    }
    FailureOr<Request> request = makeRequest(module);
    auto runOnModule = [&](OpPassManager &pm) {
      return runPipeline(pm, module);
    };
    if (failed(request) ||
        failed(Compressor(module, std::move(*request), runOnModule).run()))
      signalPassFailure();
  }

  LogicalResult reportCompressed(ModuleOp module);
  FailureOr<Request> makeRequest(ModuleOp module);
  LogicalResult choosePlan(ModuleOp module, Request &request);
  FailureOr<std::optional<bool>> parseSwitch(StringRef name, StringRef text);
};
} // namespace

/// A model that was compressed before: nothing that is asked for is done.
LogicalResult CompressDriver::reportCompressed(ModuleOp module) {
  Location loc = module.getLoc();
  remark::missed(
      loc, remark::RemarkOpts::name("AlreadyCompressed").category(DEBUG_TYPE))
      << remark::reason("the model is compressed already");
  InFlightDiagnostic diag = strict ? emitError(loc) : emitWarning(loc);
  diag << "expected a float model, but got one that is compressed already";
  if (auto report = module->getAttrOfType<DictionaryAttr>(kReportAttrName))
    if (auto before = report.getAs<StringAttr>("preset"))
      diag << ", by " << (lookupPreset(before) ? "preset " : "a ")
           << before.getValue();
  if (!strict)
    diag << "; it is left as it is";
  return failure(strict);
}

LogicalResult CompressDriver::choosePlan(ModuleOp module, Request &request) {
  if (getStage(module) == "planned") {
    if (!preset.empty() || !keepFloat.empty())
      return emitError(module.getLoc())
             << "expected no preset and no keep-float for a model that has a "
                "plan already";
    request.preset = nullptr;
    request.isStatic = module
                           .walk([](ObserveOp op) {
                             return op.getSchemeAttr() && !op.getDynamic()
                                        ? WalkResult::interrupt()
                                        : WalkResult::advance();
                           })
                           .wasInterrupted();
    return success();
  }
  request.preset = lookupPreset(preset);
  if (!request.preset) {
    StringRef hint = StringRef(preset).contains(',')
                         ? " (options are separated by spaces)"
                     : preset.empty() ? "; give one by 'preset=NAME'"
                                      : "";
    return emitError(module.getLoc())
           << "expected a preset (" << listPresets() << "), but got '" << preset
           << "'" << hint;
  }
  request.isStatic = request.preset->isStatic;
  return success();
}

/// "on", "off", or nothing for "auto".
FailureOr<std::optional<bool>> CompressDriver::parseSwitch(StringRef name,
                                                           StringRef text) {
  if (text == "auto")
    return std::optional<bool>();
  if (text == "on" || text == "off")
    return std::optional(text == "on");
  return emitError(getOperation().getLoc())
         << "expected " << name << "=auto, " << name << "=on or " << name
         << "=off, but got '" << text << "'";
}

/// Sizes that are not known can be compressed, but nothing here runs them.
static void warnOfDynamicShapes(func::FuncOp entry) {
  for (Type type : llvm::concat<const Type>(entry.getArgumentTypes(),
                                            entry.getResultTypes())) {
    auto tensor = dyn_cast<TensorType>(type);
    if (!tensor || tensor.hasStaticShape())
      continue;
    emitWarning(entry.getLoc())
        << "expected arguments and results of static shape, but got " << type
        << ": the compressed model can't be judged or run here; export the "
           "model with fixed sizes (batch, sequence)";
    return;
  }
}

FailureOr<Request> CompressDriver::makeRequest(ModuleOp module) {
  Request request;
  request.strict = strict;
  request.keepFloat.assign(keepFloat.begin(), keepFloat.end());
  if (failed(choosePlan(module, request)))
    return failure();
  if (!llvm::to_float(StringRef(minSqnr), request.minSqnr) ||
      std::isnan(request.minSqnr))
    return emitError(module.getLoc())
           << "expected a number for min-sqnr, but got '" << minSqnr << "'";
  FailureOr<std::optional<bool>> smooths = parseSwitch("smooth", smooth),
                                 corrects =
                                     parseSwitch("correct-means", correctMeans);
  if (failed(smooths) || failed(corrects))
    return failure();
  request.smooth = smooths->value_or(request.isStatic);
  request.correctMeans = *corrects;
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return failure();
  if (calibration.empty()) {
    std::string what =
        request.isStatic ? request.preset
                               ? ("preset " + request.preset->name).str()
                               : "a static plan"
        : request.smooth ? "'smooth=on'"
        : request.correctMeans.value_or(false) ? "'correct-means=on'"
                                               : "'strict'";
    if (request.isStatic || request.smooth ||
        request.correctMeans.value_or(false) || strict)
      return emitError(module.getLoc())
             << what << " needs samples: expected calibration=FILE.npy,... "
             << "with one file for each of the " << entry->getNumArguments()
             << " arguments of '" << entry->getSymName() << "'";
    warnOfDynamicShapes(*entry);
    return request;
  }
  FailureOr<DataSet> data = openCalibrationData(*entry, calibration);
  if (failed(data))
    return failure();
  // Of a static plan the observed values tell more.
  if (!request.isStatic && failed(checkThatSamplesVary(*entry, *data, strict)))
    return failure();
  request.data = std::move(*data);
  return request;
}

static void buildCompressPipeline(OpPassManager &pm,
                                  const CompressOptions &options) {
  CompressDriverPassOptions driver;
  driver.preset = options.preset;
  driver.calibration.assign(options.calibration.begin(),
                            options.calibration.end());
  driver.smooth = options.smooth;
  driver.correctMeans = options.correctMeans;
  driver.keepFloat.assign(options.keepFloat.begin(), options.keepFloat.end());
  driver.minSqnr = options.minSqnr;
  driver.strict = options.strict;
  pm.addPass(createCompressDriverPass(driver));
}

void mlir::compress::registerCompressPipeline() {
  registerCompressDriverPasses();
  registerPipeline<CompressOptions>(
      "compress", "Compress a model by a preset, with calibration data",
      buildCompressPipeline);
}
