//===- Calibration.cpp - statistics by running the model -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Driver/Calibration.h"

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Execution/CallBuffers.h"
#include "compression/Numerics/FloatFormat.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstring>

#define DEBUG_TYPE "compress-calibrate"

using namespace mlir;
using namespace mlir::compress;

void ObservedRange::merge(const ObservedRange &other) {
  if (other.count == 0)
    return;
  if (count == 0) {
    *this = other;
    return;
  }
  min = std::min(min, other.min);
  max = std::max(max, other.max);
  count += other.count;
}

StatisticsAttr ObservedRange::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  return StatisticsAttr::get(context, builder.getF32FloatAttr(min),
                             builder.getF32FloatAttr(max), count);
}

ObservedRanges mlir::compress::mergeRanges(const ObservedRanges &a,
                                           const ObservedRanges &b) {
  ObservedRanges merged = a;
  for (auto [range, other] : llvm::zip_equal(merged, b))
    range.merge(other);
  return merged;
}

/// The index of the first NaN or infinite element of `data`; none for integers.
static std::optional<int64_t> findNonFinite(ElementKind kind,
                                            ArrayRef<char> data) {
  auto search = [&](auto pattern, auto toFloat) -> std::optional<int64_t> {
    for (size_t i = 0; i < data.size() / sizeof(pattern); ++i) {
      std::memcpy(&pattern, data.data() + i * sizeof(pattern), sizeof(pattern));
      if (!std::isfinite(toFloat(pattern)))
        return i;
    }
    return std::nullopt;
  };
  switch (kind) {
  case ElementKind::F32:
    return search(float(), [](float x) { return x; });
  case ElementKind::F64:
    return search(double(), [](double x) { return x; });
  case ElementKind::F16:
    return search(uint16_t(), numerics::fromF16);
  case ElementKind::BF16:
    return search(uint16_t(), numerics::fromBF16);
  default:
    return std::nullopt;
  }
}

namespace {
/// Runs the instrumented model and reads the ranges of one call.
class RangeReader {
public:
  /// `first` is the number of the first result of the first observed value.
  RangeReader(ModuleOp module, const CompiledModel &model,
              MutableArrayRef<ObserveOp> observed, unsigned first)
      : module(module), model(model), observed(observed), first(first),
        buffers(model) {}

  const CallBuffers &getBuffers() const { return buffers; }

  /// Adds the ranges of call `call` of `data` to `ranges`.
  LogicalResult addCall(const DataSet &data, int64_t call,
                        ObservedRanges &ranges);

private:
  float readScalar(unsigned result) const {
    float value;
    std::memcpy(&value, buffers.getResult(result).data(), sizeof(value));
    return value;
  }

  ModuleOp module;
  const CompiledModel &model;
  MutableArrayRef<ObserveOp> observed;
  unsigned first;
  CallBuffers buffers;
};
} // namespace

LogicalResult RangeReader::addCall(const DataSet &data, int64_t call,
                                   ObservedRanges &ranges) {
  int64_t sample = data.getFileCall(call) * data.getSplit().samplesPerCall;
  if (llvm::Error error = buffers.run(data, call))
    return emitError(module.getLoc())
           << "calibration: " << llvm::toString(std::move(error));
  for (auto [number, spec] : llvm::enumerate(model.getInputs()))
    if (std::optional<int64_t> element =
            findNonFinite(spec.kind, buffers.getInput(number)))
      return emitError(module.getLoc())
             << "calibration: expected finite values of argument " << number
             << ", but got NaN or infinity at element " << *element
             << " of sample " << sample;
  for (auto [number, op] : llvm::enumerate(observed)) {
    ObservedRange range{
        readScalar(first + kObservedResults * number),
        readScalar(first + kObservedResults * number + 1),
        static_cast<uint64_t>(op.getInput().getType().getNumElements())};
    if (!std::isfinite(range.min) || !std::isfinite(range.max))
      return op.emitError()
             << "calibration: expected finite values of '" << op.getName()
             << "', but got NaN or infinity in sample " << sample;
    ranges[number].merge(range);
  }
  return success();
}

namespace {
/// Reads what was sampled of one call.
class SampleReader {
public:
  /// `first` is the number of the first result with samples.
  SampleReader(const CallBuffers &buffers, const CompiledModel &model,
               MutableArrayRef<ObserveOp> observed, size_t parts,
               unsigned first);

  /// Adds the last call of `buffers` to part `part`; its rows only with
  /// `keepsRows`.
  void addCall(size_t part, bool keepsRows);

  std::vector<SampledValue> take() { return std::move(values); }

private:
  ArrayRef<float> read(unsigned result) const {
    ArrayRef<char> bytes = buffers.getResult(result);
    return ArrayRef(reinterpret_cast<const float *>(bytes.data()),
                    bytes.size() / sizeof(float));
  }

  const CallBuffers &buffers;
  unsigned first;
  std::vector<SampledValue> values;
};
} // namespace

SampleReader::SampleReader(const CallBuffers &buffers,
                           const CompiledModel &model,
                           MutableArrayRef<ObserveOp> observed, size_t parts,
                           unsigned first)
    : buffers(buffers), first(first) {
  unsigned result = first;
  for (ObserveOp op : observed) {
    SampledValue &value = values.emplace_back();
    SmallVector<Layer> readers = getReaders(op);
    if (readers.empty())
      continue;
    int64_t channels = model.getResults()[result].getNumElements();
    value.min.assign(parts, std::vector<float>(channels, INFINITY));
    value.max.assign(parts, std::vector<float>(channels, -INFINITY));
    value.calls.assign(parts, 0);
    result += 2;
    for (Layer &layer : readers) {
      value.layers.push_back(
          {layer.getDepth(), std::vector<std::vector<float>>(parts)});
      ++result;
    }
  }
}

void SampleReader::addCall(size_t part, bool keepsRows) {
  unsigned result = first;
  for (SampledValue &value : values) {
    if (value.layers.empty())
      continue;
    ArrayRef<float> low = read(result++), high = read(result++);
    for (size_t c = 0; c < low.size(); ++c) {
      value.min[part][c] = std::min(value.min[part][c], low[c]);
      value.max[part][c] = std::max(value.max[part][c], high[c]);
    }
    value.calls[part] += keepsRows;
    for (SampledValue::Rows &rows : value.layers) {
      if (keepsRows)
        llvm::append_range(rows.parts[part], read(result));
      ++result;
    }
  }
}

/// Rows that are kept for each layer and part of the data, at most; and of one
/// call.
static constexpr int64_t kMaxRows = 512, kRowsPerCall = 16;
/// Results that are kept of all calls, at most.
static constexpr int64_t kMaxResultBytes = int64_t(64) << 20;

FailureOr<InstrumentedModel>
mlir::compress::compileInstrumented(ModuleOp module, CalibrationOptions takes) {
  InstrumentedModel result;
  result.module = module.clone();
  PassManager pm(module.getContext());
  CompressInstrumentPassOptions instrument;
  instrument.samples = takes.samples ? kRowsPerCall : 0;
  instrument.outputs = takes.outputs;
  instrument.switches = takes.isolates;
  pm.addPass(createCompressInstrumentPass(instrument));
  if (failed(pm.run(*result.module)))
    return failure();
  result.parameters = getParameterNames(*result.module);
  result.options.parameters = listParameters(result.parameters);
  // What runs is the float model, whatever is planned.
  for (auto weight : result.module->getOps<ml_program::GlobalOp>()) {
    bool isPlanned = weight->removeAttr(kSchemeAttrName) != nullptr;
    if (takes.isolates && (isPlanned || weight->hasAttr(kSwitchAttrName)))
      result.options.parameters.push_back(weight.getSymName().str());
  }
  FailureOr<std::unique_ptr<CompiledModel>> model =
      CompiledModel::compile(*result.module, result.options);
  if (failed(model))
    return failure();
  result.model = std::move(*model);
  return std::move(result);
}

FailureOr<Calibration>
mlir::compress::calibrate(ModuleOp module, const DataSet &data,
                          ArrayRef<std::vector<int64_t>> parts,
                          CalibrationOptions takes) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return failure();
  SmallVector<ObserveOp> observed;
  entry->walk([&](ObserveOp op) { observed.push_back(op); });

  FailureOr<InstrumentedModel> reference = compileInstrumented(module, takes);
  if (failed(reference))
    return failure();
  CompiledModel &model = *reference->model;
  Calibration result;
  unsigned first = entry->getNumResults();
  RangeReader reader(module, model, observed, first);
  std::optional<SampleReader> samples;
  if (takes.samples)
    samples.emplace(reader.getBuffers(), model, observed, parts.size(),
                    first + kObservedResults * observed.size());
  SmallVector<Layer> layers;
  std::vector<int64_t> meanCalls;
  if (takes.outputs) {
    layers = getLayers(*entry);
    meanCalls = getMeanCalls(data);
  }
  int64_t resultBytes = 0;
  for (const TensorSpec &spec : model.getResults().take_front(first))
    resultBytes += spec.getByteSize();
  if (takes.isolates && resultBytes * data.getNumCalls() <= kMaxResultBytes)
    result.results.resize(data.getNumCalls());
  OutputReader outputs(reader.getBuffers(), model.getResults(), layers);
  for (auto [part, calls] : llvm::enumerate(parts)) {
    ObservedRanges &ranges = result.ranges.emplace_back(observed.size());
    int64_t step = llvm::divideCeil(calls.size() * kRowsPerCall, kMaxRows);
    for (auto [number, call] : llvm::enumerate(calls)) {
      if (failed(reader.addCall(data, call, ranges)))
        return failure();
      if (!result.results.empty())
        for (unsigned number = 0; number < first; ++number)
          result.results[call].push_back(
              reader.getBuffers().getResult(number).vec());
      if (llvm::is_contained(meanCalls, call))
        outputs.addCall();
      if (samples)
        samples->addCall(part, number % step == 0);
    }
  }
  if (samples)
    result.samples = samples->take();
  if (takes.outputs)
    result.outputMeans = outputs.getMeans();
  result.reference = std::move(*reference);
  return std::move(result);
}

OutputReader::OutputReader(const CallBuffers &buffers,
                           ArrayRef<TensorSpec> results,
                           MutableArrayRef<Layer> layers)
    : buffers(buffers), first(results.size() - kOutputResults * layers.size()) {
  for (const TensorSpec &result : results.drop_front(first))
    sums.emplace_back(result.getNumElements());
  for (Layer &layer : layers) {
    auto type = cast<RankedTensorType>(layer.op->getResult(0).getType());
    counts.push_back(type.getNumElements() /
                     type.getDimSize(getResultChannel(layer)));
  }
}

void OutputReader::addCall() {
  ++calls;
  for (auto [number, sum] : llvm::enumerate(sums)) {
    ArrayRef<char> bytes = buffers.getResult(first + number);
    const auto *values = reinterpret_cast<const float *>(bytes.data());
    for (auto [channel, total] : llvm::enumerate(sum))
      total += values[channel];
  }
}

std::vector<OutputMeans> OutputReader::getMeans() const {
  std::vector<OutputMeans> means(counts.size());
  for (auto [number, count] : llvm::enumerate(counts)) {
    auto elements = static_cast<double>(calls * count);
    for (double total : sums[kOutputResults * number])
      means[number].mean.push_back(static_cast<float>(total / elements));
    for (double total : sums[kOutputResults * number + 1])
      means[number].free.push_back(static_cast<float>(total / elements));
  }
  return means;
}

void mlir::compress::setOutputMeans(ModuleOp module,
                                    ArrayRef<OutputMeans> means) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return;
  Type f32 = Float32Type::get(module.getContext());
  for (auto [layer, seen] : llvm::zip_equal(getLayers(*entry), means)) {
    auto type =
        RankedTensorType::get(static_cast<int64_t>(seen.mean.size()), f32);
    layer.op->setAttr(kMeansAttrName,
                      makeResource<float>("means", type, ArrayRef(seen.mean)));
  }
}

FailureOr<DataSet>
mlir::compress::openCalibrationData(func::FuncOp entry,
                                    ArrayRef<std::string> files) {
  Location loc = entry->getParentOp()->getLoc();
  FailureOr<SmallVector<TensorSpec>> specs =
      getTensorSpecs(entry, entry.getArgumentTypes(), "argument");
  if (failed(specs))
    return failure();
  if (files.size() != specs->size())
    return emitError(loc) << "expected " << specs->size()
                          << " calibration files, one for each argument of '"
                          << entry.getSymName() << "', but got "
                          << files.size();
  llvm::Expected<DataSet> data = DataSet::open(files.vec(), *specs);
  if (!data)
    return emitError(loc) << "calibration: "
                          << llvm::toString(data.takeError());
  return std::move(*data);
}

llvm::StringMap<ParameterNames>
mlir::compress::getParameterNames(ModuleOp module) {
  llvm::StringMap<ParameterNames> names;
  auto getName = [](ml_program::GlobalOp global) {
    return global ? global.getSymName().str() : std::string();
  };
  for (auto &[activation, own] : getActivationParameters(module))
    names[activation] = {getName(own.scale), getName(own.zeroPoint),
                         getName(own.smoothing)};
  return names;
}

FailureOr<DataSet>
mlir::compress::openCalibrationData(ModuleOp module,
                                    ArrayRef<std::string> files) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return failure();
  return openCalibrationData(*entry, files);
}

SmallVector<std::string>
mlir::compress::listParameters(const llvm::StringMap<ParameterNames> &names) {
  SmallVector<std::string> list;
  for (auto &[activation, own] : names)
    for (const std::string &name : {own.scale, own.zeroPoint, own.smoothing})
      if (!name.empty())
        list.push_back(name);
  return list;
}

std::vector<std::vector<int64_t>>
mlir::compress::splitInHalves(const DataSet &data) {
  std::vector<std::vector<int64_t>> halves(data.getNumCalls() > 1 ? 2 : 1);
  for (int64_t call = 0; call < data.getNumCalls(); ++call)
    halves[call % halves.size()].push_back(call);
  return halves;
}

std::vector<int64_t> mlir::compress::getMeanCalls(const DataSet &data) {
  constexpr int64_t kMaxCalls = 32;
  int64_t step = llvm::divideCeil(data.getNumCalls(), kMaxCalls);
  std::vector<int64_t> calls;
  for (int64_t call = 0; call < data.getNumCalls(); call += step)
    calls.push_back(call);
  return calls;
}

void mlir::compress::dropNestedObservations(ModuleOp module) {
  SmallVector<ObserveOp> nested;
  module.walk([&](ObserveOp op) {
    if (!isa<func::FuncOp>(op->getParentOp()))
      nested.push_back(op);
  });
  for (ObserveOp op : nested) {
    remark::missed(op.getLoc(),
                   remark::RemarkOpts::name("MayNotRun").category(DEBUG_TYPE))
        << remark::reason("'{0}' is computed in a branch or a loop, which "
                          "calibration may not reach",
                          op.getName());
    op.replaceAllUsesWith(op.getInput());
    op.erase();
  }
}

void mlir::compress::setStatistics(ModuleOp module,
                                   const ObservedRanges &ranges) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return;
  size_t number = 0;
  entry->walk([&](ObserveOp op) {
    op.setStatisticsAttr(ranges[number++].toAttribute(module.getContext()));
  });
}

LogicalResult mlir::compress::checkThatValuesVary(ModuleOp module,
                                                  const ObservedRanges &ranges,
                                                  bool strict) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return failure();
  ObserveOp first;
  float value = 0;
  size_t number = 0, quantized = 0, constant = 0;
  entry->walk([&](ObserveOp op) {
    const ObservedRange &range = ranges[number++];
    if (!op.getSchemeAttr() || op.getDynamic())
      return;
    ++quantized;
    if (range.min != range.max)
      return;
    if (constant++ == 0) {
      first = op;
      value = range.min;
    }
  });
  if (constant == 0)
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", value);
  Location loc = first.getLoc();
  InFlightDiagnostic diag = strict ? emitError(loc) : emitWarning(loc);
  diag << "calibration: expected samples in which '" << first.getName()
       << "' varies, but all its elements are " << text << "; " << constant
       << " of " << quantized << " quantized values never vary";
  return failure(strict);
}

/// True when some argument has two elements that differ, in one sample or two.
static bool varies(const DataSet &data, ArrayRef<TensorSpec> specs) {
  std::vector<std::vector<char>> first;
  for (int64_t call = 0; call < data.getNumCalls(); ++call) {
    std::vector<std::vector<char>> values;
    SmallVector<MutableArrayRef<char>> buffers;
    for (const TensorSpec &spec : specs)
      values.emplace_back(spec.getByteSize());
    for (std::vector<char> &value : values)
      buffers.emplace_back(value);
    data.fillCall(call, buffers);
    if (call == 0)
      first = values;
    for (auto [value, spec, other] : llvm::zip_equal(values, specs, first)) {
      size_t bytes = getByteSize(spec.kind);
      for (size_t i = 0; i < value.size(); i += bytes)
        if (std::memcmp(&value[i], other.data(), bytes) != 0)
          return true;
    }
  }
  return false;
}

LogicalResult mlir::compress::checkThatSamplesVary(func::FuncOp entry,
                                                   const DataSet &data,
                                                   bool strict) {
  FailureOr<SmallVector<TensorSpec>> specs =
      getTensorSpecs(entry, entry.getArgumentTypes(), "argument");
  if (failed(specs))
    return failure();
  if (varies(data, *specs))
    return success();
  Location loc = entry.getLoc();
  InFlightDiagnostic diag = strict ? emitError(loc) : emitWarning(loc);
  diag << "calibration: expected samples that vary, but all elements of each "
          "argument are the same in all of them";
  return failure(strict);
}
