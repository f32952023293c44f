//===- Calibration.cpp - statistics by running the model -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Driver/Calibration.h"

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Execution/CallBuffers.h"
#include "compression/Numerics/FloatFormat.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"

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
  RangeReader(ModuleOp module, const CompiledModel &model,
              MutableArrayRef<ObserveOp> observed)
      : module(module), model(model), observed(observed), buffers(model) {}

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
  unsigned first =
      model.getResults().size() - kObservedResults * observed.size();
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

FailureOr<Calibration>
mlir::compress::calibrate(ModuleOp module, const DataSet &data,
                          ArrayRef<std::vector<int64_t>> parts) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return failure();
  SmallVector<ObserveOp> observed;
  entry->walk([&](ObserveOp op) { observed.push_back(op); });

  OwningOpRef<ModuleOp> instrumented = module.clone();
  PassManager pm(module.getContext());
  pm.addPass(createCompressInstrumentPass());
  if (failed(pm.run(*instrumented)))
    return failure();
  Calibration result;
  result.parameters = getParameterNames(*instrumented);
  CompileOptions options;
  options.parameters = listParameters(result.parameters);
  FailureOr<std::unique_ptr<CompiledModel>> model =
      CompiledModel::compile(*instrumented, options);
  if (failed(model))
    return failure();

  RangeReader reader(module, **model, observed);
  for (const std::vector<int64_t> &part : parts) {
    ObservedRanges &ranges = result.ranges.emplace_back(observed.size());
    for (int64_t call : part)
      if (failed(reader.addCall(data, call, ranges)))
        return failure();
  }
  result.model = std::move(*model);
  return std::move(result);
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
    names[activation] = {getName(own.scale), getName(own.zeroPoint)};
  return names;
}

SmallVector<std::string>
mlir::compress::listParameters(const llvm::StringMap<ParameterNames> &names) {
  SmallVector<std::string> list;
  for (auto &[activation, own] : names)
    for (const std::string &name : {own.scale, own.zeroPoint})
      if (!name.empty())
        list.push_back(name);
  return list;
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
