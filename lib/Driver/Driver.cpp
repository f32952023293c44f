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
#include "compression/Driver/Isolation.h"
#include "compression/Driver/MeanCorrection.h"
#include "compression/Driver/Smoothing.h"
#include "compression/Pipelines/LowerToLLVM.h"
#include "compression/Pipelines/RegisterPipeline.h"

#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
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
  /// Leave layers float until the fidelity is held.
  bool choosesFloat = false;
  bool smooth = false;
  /// Nothing: where it helps.
  std::optional<bool> correctMeans;
  std::optional<DataSet> data;
  double minSqnr;
  bool strict;
};

/// A compression with some layers left float.
struct Trial {
  OwningOpRef<ModuleOp> module;
  Judgement judgement;
  bool isEnough;
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
  LogicalResult plan();
  LogicalResult takeStatistics();
  LogicalResult compileReference();
  FailureOr<Judgement> apply(ModuleOp target);
  FailureOr<Judgement> measure(ModuleOp target);
  LogicalResult compress();
  LogicalResult measureLayers();
  FailureOr<Trial> leaveFloat(size_t count);
  LogicalResult chooseFloat();
  void takeTrial(Trial trial, size_t count);
  void setJudgement(const Judgement &judgement);
  void collectReport();
  LogicalResult conclude();

  ModuleOp module;
  Request request;
  function_ref<LogicalResult(OpPassManager &)> runPipeline;
  /// The float model, where there are samples to judge on.
  InstrumentedModel reference;
  /// Of each call, if they were kept.
  CallResults floatResults;
  /// Of each half of the data.
  std::vector<ObservedRanges> ranges;
  /// The model before its plan is applied.
  OwningOpRef<ModuleOp> planned;
  /// In the order of the observed values; no scheme for one that stays float.
  SmallVector<StaticActivation> activations;
  /// The worst first.
  std::vector<IsolatedError> layers;
  /// The worst SQNR with all layers float, where that is not enough.
  std::optional<double> bestSqnr;
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
  // A static plan is complete when there are statistics.
  if (stage == "planned")
    return success();
  return runPasses([&](OpPassManager &pm) {
    if (stage == "imported")
      pm.addPass(createCompressObservePass());
    pm.addPass(createCompressVerifyStagePass({"observed"}));
  });
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

/// The values that are observed where they always run.
static SmallVector<StaticActivation> listActivations(ModuleOp module) {
  SmallVector<StaticActivation> activations;
  module.walk([&](ObserveOp op) {
    if (isa<func::FuncOp>(op->getParentOp()))
      activations.push_back({op.getName().str(), op.getSchemeAttr()});
  });
  return activations;
}

/// The ranges over the whole of the data.
static ObservedRanges mergeAll(ArrayRef<ObservedRanges> parts) {
  return parts.size() > 1 ? mergeRanges(parts[0], parts[1]) : parts[0];
}

LogicalResult Compressor::takeStatistics() {
  if (!request.correctMeans)
    request.correctMeans = request.isStatic && hasConvolutions(module);
  if (!request.isStatic && !request.smooth && !*request.correctMeans)
    return compileReference();
  dropNestedObservations(module);
  std::vector<std::vector<int64_t>> halves = splitInHalves(*request.data);
  FailureOr<Calibration> calibration =
      calibrate(module, *request.data, halves,
                {request.smooth, *request.correctMeans, /*isolates=*/true});
  if (failed(calibration))
    return failure();
  // Before smoothing, which changes them.
  if (failed(checkThatValuesVary(module, mergeAll(calibration->ranges),
                                 request.strict)))
    return failure();
  if (request.smooth && failed(compress::smooth(module, *calibration)))
    return failure();
  if (*request.correctMeans)
    setOutputMeans(module, calibration->outputMeans);
  ranges = std::move(calibration->ranges);
  reference = std::move(calibration->reference);
  floatResults = std::move(calibration->results);
  activations = listActivations(module);
  if (request.isStatic)
    setStatistics(module, mergeAll(ranges));
  return runPasses([](OpPassManager &pm) {
    pm.addPass(createCompressVerifyStagePass({"planned"}));
  });
}

/// The float model of a plan that needs no statistics.
LogicalResult Compressor::compileReference() {
  if (!request.data)
    return success();
  OwningOpRef<ModuleOp> source = module.clone();
  source->walk([](ObserveOp op) {
    if (op.getScheme() && op.getInput().getType().hasStaticShape() &&
        isa<func::FuncOp>(op->getParentOp()))
      return;
    op.replaceAllUsesWith(op.getInput());
    op.erase();
  });
  CalibrationOptions options;
  options.isolates = true;
  FailureOr<InstrumentedModel> model = compileInstrumented(*source, options);
  if (failed(model))
    return failure();
  reference = std::move(*model);
  activations = listActivations(*source);
  return success();
}

/// Compresses `target`, which is planned, and judges it if there are samples.
FailureOr<Judgement> Compressor::apply(ModuleOp target) {
  auto build = [](OpPassManager &pm) {
    pm.addPass(createCompressApplyPass());
    pm.addPass(createCSEPass());
    pm.addPass(createSymbolDCEPass());
    pm.addPass(createCompressVerifyStagePass({"compressed"}));
  };
  if (target == module) {
    if (failed(runPasses(build)))
      return failure();
  } else {
    PassManager pm(target.getContext());
    build(pm);
    if (failed(pm.run(target)))
      return failure();
  }
  if (*request.correctMeans &&
      failed(compress::correctMeans(target, *request.data)))
    return failure();
  return request.data ? measure(target) : Judgement();
}

FailureOr<Judgement> Compressor::measure(ModuleOp target) {
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
  llvm::StringMap<ParameterNames> parameters = getParameterNames(target);
  options.parameters = listParameters(parameters);
  FailureOr<std::unique_ptr<CompiledModel>> compressed =
      CompiledModel::compile(target, options);
  if (failed(compressed))
    return failure();
  return judge(module, *reference.model, floatResults,
               {**compressed, parameters}, *request.data, parts, activations);
}

void Compressor::setJudgement(const Judgement &judgement) {
  report.fidelity = judgement.results;
  report.padding = judgement.padding;
  report.judgedSamples = request.data ? request.data->getNumSamples() : 0;
}

LogicalResult Compressor::compress() {
  if (request.data)
    planned = module.clone();
  FailureOr<Judgement> judgement = apply(module);
  if (failed(judgement))
    return failure();
  setJudgement(*judgement);
  report.secondsBefore = judgement->callSeconds;
  report.collectWeights(module);
  // There is nothing to compare where no result is float.
  return report.getWorstSqnr() ? measureLayers() : success();
}

LogicalResult Compressor::measureLayers() {
  if (request.isStatic)
    if (llvm::Error error =
            setParameters({*reference.model, reference.parameters},
                          mergeAll(ranges), activations))
      return emitError(module.getLoc())
             << "measuring layers: " << llvm::toString(std::move(error));
  size_t count = llvm::count_if(
      planned->getOps<ml_program::GlobalOp>(),
      [](ml_program::GlobalOp op) { return op->hasAttr(kSchemeAttrName); });
  std::vector<int64_t> calls = getIsolationCalls(*request.data, count);
  FailureOr<IsolatedErrors> errors =
      measureIsolated(*planned, reference, activations.size(), *request.data,
                      calls, report.padding);
  if (failed(errors))
    return failure();
  llvm::sort(errors->layers, [](const auto &a, const auto &b) {
    return std::tie(a.sqnrDb, a.weight) < std::tie(b.sqnrDb, b.weight);
  });
  layers = std::move(errors->layers);
  for (auto [activation, error] :
       llvm::zip_equal(activations, errors->activations))
    if (activation.scheme && error.noise != 0)
      report.local[activation.name] = error.getSqnrDb();
  for (int64_t call : calls)
    report.layerSamples += request.data->getNumSamples(call);
  return success();
}

/// Makes the plan of `module` leave `weights` float.
static void dropSchemes(ModuleOp module, const llvm::StringSet<> &weights) {
  for (auto weight : module.getOps<ml_program::GlobalOp>())
    if (weights.contains(weight.getSymName()))
      weight->removeAttr(kSchemeAttrName);
  // What no planned layer reads is not quantized either.
  SymbolTableCollection symbols;
  llvm::DenseSet<Operation *> read;
  module.walk([&](linalg::LinalgOp op) {
    FailureOr<Layer> layer = matchLayer(op);
    if (failed(layer))
      return;
    ml_program::GlobalOp weight = getWeightOf(layer->rhs().get(), symbols);
    if (weight && weight->hasAttr(kSchemeAttrName))
      read.insert(skipPadding(layer->lhs().get()).getDefiningOp());
  });
  module.walk([&](ObserveOp op) {
    if (!read.contains(op))
      op.removeSchemeAttr();
  });
}

/// Compresses with the `count` worst layers left float.
FailureOr<Trial> Compressor::leaveFloat(size_t count) {
  Trial trial;
  trial.module = planned->clone();
  llvm::StringSet<> names;
  for (const IsolatedError &layer : ArrayRef(layers).take_front(count))
    names.insert(layer.weight);
  dropSchemes(*trial.module, names);
  FailureOr<Judgement> judgement = apply(*trial.module);
  if (failed(judgement))
    return failure();
  trial.judgement = std::move(*judgement);
  trial.isEnough = getWorstSqnr(trial.judgement.results) >= request.minSqnr;
  return std::move(trial);
}

/// The bytes of what represents `weight` in a compressed module.
static int64_t getPayloadBytes(ModuleOp module, StringRef weight) {
  int64_t bytes = 0;
  for (StringRef suffix : {".codes", ".scales", ".zero_points"})
    if (auto payload =
            module.lookupSymbol<ml_program::GlobalOp>((weight + suffix).str()))
      bytes += getBytes(payload);
  return bytes;
}

void Compressor::takeTrial(Trial trial, size_t count) {
  for (const IsolatedError &layer : ArrayRef(layers).take_front(count)) {
    int64_t cost =
        getBytes(planned->lookupSymbol<ml_program::GlobalOp>(layer.weight)) -
        getPayloadBytes(module, layer.weight);
    report.keptFloat.emplace_back(layer.weight, cost);
  }
  layers.erase(layers.begin(), layers.begin() + count);
  report.secondsAfter = trial.judgement.callSeconds;
  setJudgement(trial.judgement);
  module.getBodyRegion().takeBody(trial.module->getBodyRegion());
  report.collectWeights(module);
}

LogicalResult Compressor::chooseFloat() {
  std::optional<double> sqnr = report.getWorstSqnr();
  if (!request.choosesFloat || !sqnr || *sqnr >= request.minSqnr ||
      layers.empty())
    return success();
  // Twice as many until they are enough, then by halves: few models compile.
  size_t tooFew = 0, count = 1;
  std::optional<Trial> best;
  while (true) {
    FailureOr<Trial> trial = leaveFloat(count);
    if (failed(trial))
      return failure();
    if (trial->isEnough) {
      best = std::move(*trial);
      break;
    }
    if (count == layers.size()) {
      bestSqnr = getWorstSqnr(trial->judgement.results);
      return success();
    }
    tooFew = count;
    count = std::min(2 * count, layers.size());
  }
  while (count - tooFew > 1) {
    size_t middle = (tooFew + count) / 2;
    FailureOr<Trial> trial = leaveFloat(middle);
    if (failed(trial))
      return failure();
    if (trial->isEnough) {
      best = std::move(*trial);
      count = middle;
    } else {
      tooFew = middle;
    }
  }
  takeTrial(std::move(*best), count);
  return success();
}

void Compressor::collectReport() {
  report.preset = request.preset ? request.preset->name.str() : "given plan";
  report.bytesAfter = getWeightBytes(module);
  report.setLayers(layers);
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
  if (bestSqnr)
    diag << ", and " << decibels(*bestSqnr) << " with all " << layers.size()
         << " layers float";
  if (report.isFloatUnmeasurable())
    diag << "; the float model itself gives NaN or infinity";
  else if (!report.layers.empty())
    diag << "; the layer that alone brings the most error is '"
         << report.layers[0].weight << "' ("
         << decibels(report.layers[0].sqnrDb) << ")";
  return failure(request.strict);
}

LogicalResult Compressor::run() {
  if (failed(observe()) || failed(plan()) || failed(takeStatistics()) ||
      failed(compress()) || failed(chooseFloat()))
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
  for (const std::string &name : keepFloat)
    if (name == "auto")
      request.choosesFloat = true;
    else
      request.keepFloat.push_back(name);
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
        : request.choosesFloat                 ? "'keep-float=auto'"
                                               : "'strict'";
    if (request.isStatic || request.smooth ||
        request.correctMeans.value_or(false) || request.choosesFloat || strict)
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
