//===- Calibration.h - statistics by running the model -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DRIVER_CALIBRATION_H
#define COMPRESSION_DRIVER_CALIBRATION_H

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Execution/CallBuffers.h"
#include "compression/Execution/CompiledModel.h"
#include "compression/Execution/DataSet.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::compress {

/// The range of a value over some calls. Merging the ranges of parts gives the
/// range of the whole, bit by bit, in any order.
struct ObservedRange {
  float min = 0, max = 0;
  /// Elements seen; 0 before the first call.
  uint64_t count = 0;

  void merge(const ObservedRange &other);
  StatisticsAttr toAttribute(MLIRContext *context) const;
};

/// The ranges of all observed values of a model, in the order of their ops.
using ObservedRanges = std::vector<ObservedRange>;

/// Results of a calibrated model for each observed value: the smallest and the
/// largest value, the sum of squares, the sum of squared quantization errors.
inline constexpr unsigned kObservedResults = 4;

/// The names of the weights of a compiled model that hold the scale, the zero
/// point and the smoothing vector of an activation; empty where it has none.
struct ParameterNames {
  std::string scale, zeroPoint, smoothing;
};

/// The names in `module`, by activation.
llvm::StringMap<ParameterNames> getParameterNames(ModuleOp module);

/// A list of all of them, for `CompileOptions`.
SmallVector<std::string>
listParameters(const llvm::StringMap<ParameterNames> &names);

/// What layers that read an observed value saw of it: the ranges of its
/// channels, and for each layer rows of what it sums over, [rows][depth], over
/// each part of the data.
struct SampledValue {
  std::vector<std::vector<float>> min, max;
  /// Calls that rows were taken of, over each part.
  std::vector<int64_t> calls;
  struct Rows {
    int64_t depth = 0;
    std::vector<std::vector<float>> parts;
  };
  std::vector<Rows> layers;
};

/// What was seen of each output channel of a layer, behind its bias and clamp:
/// the mean, and which part of the elements (0 to 1) no end of the clamp holds,
/// by which the mean follows the bias.
struct OutputMeans {
  std::vector<float> mean, free;
};

/// Of a layer with an observed output, the results of an instrumented model.
inline constexpr unsigned kOutputResults = 2;

/// What a calibration takes besides ranges.
struct CalibrationOptions {
  /// Rows of the layers' inputs, a bounded number for each part of the data.
  bool samples = false;
  /// The means of the layers' outputs.
  bool outputs = false;
  /// A model whose planned layers can be compressed one at a time.
  bool isolates = false;
};

/// A model that was instrumented, and compiled.
struct InstrumentedModel {
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<CompiledModel> model;
  llvm::StringMap<ParameterNames> parameters;
  /// With `isolates`, what the model was compiled by.
  CompileOptions options;
};

/// The results of calls of a model, by call and result.
using CallResults = std::vector<std::vector<std::vector<char>>>;

/// What a calibration gives.
struct Calibration {
  /// The ranges over each part of the data.
  std::vector<ObservedRanges> ranges;
  /// The float model that was run. Its results are those of the model, then
  /// `kObservedResults` for each observed value; the parameters by which the
  /// errors are taken can be set: with samples, smoothing vectors too.
  InstrumentedModel reference;
  /// The model's own results for each call of the data, where they are few
  /// enough to keep; else empty.
  CallResults results;
  /// In the order of the observed values, empty for those that something else
  /// reads; only where samples were asked for.
  std::vector<SampledValue> samples;
  /// Of each layer, over the calls that `getMeanCalls` gives; only where
  /// outputs were asked for.
  std::vector<OutputMeans> outputMeans;
};

/// Instruments a copy of `module`, which is at the stage observed, for what
/// `options` take, and compiles it.
FailureOr<InstrumentedModel> compileInstrumented(ModuleOp module,
                                                 CalibrationOptions options);

/// Opens `files`, one for each argument of `entry`. Errors are reported as
/// diagnostics: another number of files, or arrays that don't fit.
FailureOr<DataSet> openCalibrationData(func::FuncOp entry,
                                       ArrayRef<std::string> files);

/// The same for the entry of `module`.
FailureOr<DataSet> openCalibrationData(ModuleOp module,
                                       ArrayRef<std::string> files);

/// The calls of `data` in two halves, taken in turn, or all calls in one part
/// when there is only one.
std::vector<std::vector<int64_t>> splitInHalves(const DataSet &data);

/// The calls of `data` that means are taken over: all, or so many spread over
/// them that every layer can be measured.
std::vector<int64_t> getMeanCalls(const DataSet &data);

/// Leaves float what branches and loops compute: calibration may not reach it.
/// A missed remark `MayNotRun` names each.
void dropNestedObservations(ModuleOp module);

/// Runs `module`, which is at the stage observed, on `data` and takes the
/// ranges of its observed values over each of `parts`: lists of calls. The
/// memory used does not grow with the data. Errors are reported
/// as diagnostics: NaN or infinite inputs or observed values, a failed check of
/// the model.
FailureOr<Calibration> calibrate(ModuleOp module, const DataSet &data,
                                 ArrayRef<std::vector<int64_t>> parts,
                                 CalibrationOptions options = {});

/// The attribute of a layer with the means that its output channels have in the
/// float model: a tensor of f32.
inline constexpr StringLiteral kMeansAttrName = "compress.means";

/// Gives the layers of `module` the means of their outputs.
void setOutputMeans(ModuleOp module, ArrayRef<OutputMeans> means);

/// Takes the means of output channels over the calls of a model.
class OutputReader {
public:
  /// The last results of a model are those of `layers`.
  OutputReader(const CallBuffers &buffers, ArrayRef<TensorSpec> results,
               MutableArrayRef<Layer> layers);

  void addCall();
  std::vector<OutputMeans> getMeans() const;

private:
  const CallBuffers &buffers;
  unsigned first;
  int64_t calls = 0;
  /// For each result.
  std::vector<std::vector<double>> sums;
  /// Elements of an output for each channel.
  std::vector<int64_t> counts;
};

/// Stores `ranges` as statistics of the observed values of `module`.
void setStatistics(ModuleOp module, const ObservedRanges &ranges);

/// Warns where values that static parameters quantize had one value in all
/// samples, whose range says nothing of other data; an error if `strict`.
LogicalResult checkThatValuesVary(ModuleOp module, const ObservedRanges &ranges,
                                  bool strict);

/// Warns where all elements of an argument are the same in all samples, for
/// each argument of `entry`: whatever is judged on them says nothing of other
/// data. An error if `strict`.
LogicalResult checkThatSamplesVary(func::FuncOp entry, const DataSet &data,
                                   bool strict);

/// Merges the ranges of two parts.
ObservedRanges mergeRanges(const ObservedRanges &a, const ObservedRanges &b);

} // namespace mlir::compress

#endif // COMPRESSION_DRIVER_CALIBRATION_H
