//===- Smooth.cpp - smoothed inputs of layers -------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Driver/Smoothing.h"

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Elementwise.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Driver/Driver.h"
#include "compression/Pipelines/LowerToLLVM.h"
#include "compression/Solvers/Smoothing.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

#define DEBUG_TYPE "compress-smooth"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSSMOOTHPASS
#include "compression/Driver/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// Outputs of a layer that the error is measured on, at most, and products of a
/// row: fewer outputs of long rows tell as much.
static constexpr int64_t kMaxOutputs = 128, kMaxProducts = 1 << 16;

//===----------------------------------------------------------------------===//
// What is not smoothed
//===----------------------------------------------------------------------===//

/// What `value` is before ops that only move its elements.
static Value skipMoves(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp, tensor::PadOp, linalg::TransposeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// True for what follows from an argument of the model by arithmetic with
/// constants, as a picture: its range is that of the argument's type of data.
static bool isPicture(Value value) {
  value = skipMoves(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || !llvm::all_of(*op.getBlock(), [](Operation &inner) {
        return isa<linalg::YieldOp, arith::ConstantOp, arith::AddFOp,
                   arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::UIToFPOp,
                   arith::SIToFPOp, arith::ExtFOp, arith::TruncFOp>(inner);
      }))
    return false;
  Value source;
  for (Value input : op.getDpsInputs()) {
    bool isConstant =
        matchPattern(input, m_Constant()) ||
        isa_and_present<ml_program::GlobalLoadOp>(input.getDefiningOp());
    if (isConstant)
      continue;
    if (source)
      return false;
    source = input;
  }
  return source && isPicture(source);
}

static bool isRangeKnown(Value value) {
  std::optional<std::pair<float, float>> ends =
      matchClamp(skipMoves(value).getDefiningOp());
  bool isClamped = ends && std::isfinite(ends->first) &&
                   std::isfinite(ends->second) &&
                   ends->second < std::numeric_limits<float>::max();
  return isClamped || isPicture(value);
}

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

namespace {
/// Smooths one observed value.
class Smoother {
public:
  Smoother(ObserveOp op, SymbolTableCollection &symbols, WeightBuilder &weights)
      : op(op), symbols(symbols), weights(weights) {}

  /// Finds the layers; false when the value is left alone.
  bool prepare();

  /// Smooths by what was seen; `ranges` has the value's range over each part.
  /// Gives what the value is multiplied by; nothing if it stays as it is.
  FailureOr<std::vector<float>> run(const SampledValue &samples,
                                    MutableArrayRef<ObservedRange *> ranges);

private:
  /// A weight's elements by their place in [output][tap][channel].
  struct WeightLayout {
    int64_t outputs = 1, taps = 1, channels = 1;
    /// Strides of the output and the channel, and where each tap lies.
    int64_t outputStride = 0, channelStride = 0;
    SmallVector<int64_t> tapOffsets;
  };
  static WeightLayout getLayout(Layer &layer);
  FailureOr<solvers::SmoothedLayer> getLayer(Layer &layer,
                                             const SampledValue::Rows &rows,
                                             std::vector<float> &weightMax);
  LogicalResult scaleWeight(Layer &layer, ArrayRef<float> scales);
  void scaleInput(ArrayRef<float> factors);

  ObserveOp op;
  SymbolTableCollection &symbols;
  WeightBuilder &weights;
  SmallVector<Layer> layers;
};
} // namespace

bool Smoother::prepare() {
  layers = getReaders(op);
  if (layers.empty() || !op.getScheme() || isRangeKnown(op.getInput()))
    return false;
  llvm::SmallDenseSet<Operation *> seen;
  unsigned channel = layers.front().inputChannel;
  for (Layer &layer : layers) {
    ml_program::GlobalOp weight = getWeightOf(layer.rhs().get(), symbols);
    if (!weight || !weight->hasAttr(kSchemeAttrName) || layer.isDepthwise ||
        !getElementTypeOrSelf(layer.rhs().get().getType()).isF32() ||
        layer.rhsChannels.size() != 1 || layer.inputChannel != channel ||
        !seen.insert(weight).second)
      return false;
    // Other users, as another layer or a table, need the weight as it is.
    if (!isOnlyReader(layer.rhs(), weight))
      return false;
  }
  return true;
}

Smoother::WeightLayout Smoother::getLayout(Layer &layer) {
  auto type = cast<RankedTensorType>(layer.rhs().get().getType());
  AffineMap rhs = layer.getMap(layer.rhs()), lhs = layer.getMap(layer.lhs());
  WeightLayout layout;
  layout.tapOffsets = {0};
  SmallVector<int64_t> strides(type.getRank(), 1);
  for (int64_t dim = type.getRank() - 2; dim >= 0; --dim)
    strides[dim] = strides[dim + 1] * type.getDimSize(dim + 1);
  // Taps in the order of the loops, as rows are sampled.
  SmallVector<std::pair<unsigned, int64_t>> taps;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    unsigned loop = rhs.getDimPosition(dim);
    if (dim == static_cast<int64_t>(layer.rhsChannels[0])) {
      layout.outputs = type.getDimSize(dim);
      layout.outputStride = strides[dim];
    } else if (lhs.getResult(layer.inputChannel).isFunctionOfDim(loop)) {
      layout.channels = type.getDimSize(dim);
      layout.channelStride = strides[dim];
    } else {
      taps.emplace_back(loop, dim);
    }
  }
  llvm::sort(taps);
  for (auto [loop, dim] : taps) {
    SmallVector<int64_t> offsets;
    for (int64_t offset : layout.tapOffsets)
      for (int64_t i = 0; i < type.getDimSize(dim); ++i)
        offsets.push_back(offset + i * strides[dim]);
    layout.tapOffsets = offsets;
  }
  layout.taps = layout.tapOffsets.size();
  return layout;
}

FailureOr<solvers::SmoothedLayer>
Smoother::getLayer(Layer &layer, const SampledValue::Rows &rows,
                   std::vector<float> &weightMax) {
  ml_program::GlobalOp weight = getWeightOf(layer.rhs().get(), symbols);
  SmallVector<float> storage;
  FailureOr<ArrayRef<float>> data = getFloatData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(data))
    return failure();
  WeightLayout layout = getLayout(layer);
  for (int64_t output = 0; output < layout.outputs; ++output)
    for (int64_t tap : layout.tapOffsets)
      for (int64_t c = 0; c < layout.channels; ++c)
        weightMax[c] = std::max(
            weightMax[c], std::fabs((*data)[output * layout.outputStride + tap +
                                            c * layout.channelStride]));

  solvers::SmoothedLayer result;
  result.depth = layout.taps * layout.channels;
  LayerOutput after = findOutput(layer);
  result.low = after.low;
  result.high = after.high;
  SmallVector<float> biasStorage;
  ArrayRef<float> bias;
  if (after.biasOperand)
    if (ml_program::GlobalOp global =
            getWeightOf(after.biasOperand->get(), symbols)) {
      FailureOr<ArrayRef<float>> values =
          getFloatData(getWeightValue(global), biasStorage,
                       [&] { return global.emitOpError(); });
      if (failed(values))
        return failure();
      bias = *values;
    }
  // A clamp after a bias that is not known says nothing.
  if (after.biasOperand && bias.empty()) {
    result.low = -INFINITY;
    result.high = INFINITY;
  }
  int64_t most =
      std::clamp<int64_t>(kMaxProducts / result.depth, 1, kMaxOutputs);
  int64_t step = llvm::divideCeil(layout.outputs, most);
  for (int64_t output = 0; output < layout.outputs; output += step) {
    for (int64_t tap : layout.tapOffsets)
      for (int64_t c = 0; c < layout.channels; ++c)
        result.weight.push_back((*data)[output * layout.outputStride + tap +
                                        c * layout.channelStride]);
    if (!bias.empty())
      result.bias.push_back(bias[output]);
  }
  for (int part : {0, 1})
    result.rows[part] = rows.parts[part];
  return result;
}

LogicalResult Smoother::scaleWeight(Layer &layer, ArrayRef<float> scales) {
  ml_program::GlobalOp weight = getWeightOf(layer.rhs().get(), symbols);
  SmallVector<float> storage;
  FailureOr<ArrayRef<float>> data = getFloatData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(data))
    return failure();
  std::vector<float> scaled(data->begin(), data->end());
  WeightLayout layout = getLayout(layer);
  for (int64_t output = 0; output < layout.outputs; ++output)
    for (int64_t tap : layout.tapOffsets)
      for (int64_t c = 0; c < layout.channels; ++c)
        scaled[output * layout.outputStride + tap + c * layout.channelStride] *=
            scales[c];
  setWeightValues(layer.rhs(), weight, scaled);
  return success();
}

/// Multiplies the observed value by a factor for each channel.
void Smoother::scaleInput(ArrayRef<float> factors) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value input = op.getInput();
  std::string name = (op.getName() + ".smoothing").str();
  auto vector = RankedTensorType::get(static_cast<int64_t>(factors.size()),
                                      builder.getF32Type());
  Value loaded = WeightBuilder::load(
      builder, loc,
      weights.create(loc, name, makeResource<float>(name, vector, factors)));
  op.getInputMutable().assign(createChannelwise(
      builder, loc, input, loaded, layers.front().inputChannel,
      [](OpBuilder &nested, Location bodyLoc, Value value, Value factor) {
        return arith::MulFOp::create(nested, bodyLoc, value, factor)
            .getResult();
      }));
}

FailureOr<std::vector<float>>
Smoother::run(const SampledValue &samples,
              MutableArrayRef<ObservedRange *> ranges) {
  solvers::SmoothedInput input;
  for (int part : {0, 1}) {
    input.min[part] = samples.min[part];
    input.max[part] = samples.max[part];
    input.calls[part] = samples.calls[part];
  }
  input.isPerRow = op.getDynamic() && !layers.front().isConvolution;
  input.weightMax.assign(samples.min[0].size(), 0);
  for (auto [layer, rows] : llvm::zip_equal(layers, samples.layers)) {
    FailureOr<solvers::SmoothedLayer> data =
        getLayer(layer, rows, input.weightMax);
    if (failed(data))
      return failure();
    input.layers.push_back(std::move(*data));
  }
  std::optional<solvers::Smoothing> chosen = solvers::chooseSmoothing(input);
  if (!chosen)
    return std::vector<float>();
  remark::passed(op.getLoc(),
                 remark::RemarkOpts::name("Smoothed").category(DEBUG_TYPE))
      << remark::metric("value", op.getName())
      << remark::metric("exponent", chosen->rule.exponent)
      << remark::metric("floor", chosen->rule.floor)
      << remark::metric("error_before", chosen->errorBefore)
      << remark::metric("error_after", chosen->errorAfter);
  std::vector<float> factors;
  for (float scale : chosen->scales)
    factors.push_back(1 / scale);
  for (Layer &layer : layers)
    if (failed(scaleWeight(layer, chosen->scales)))
      return failure();
  scaleInput(factors);
  for (auto [part, range] : llvm::enumerate(ranges)) {
    range->min = INFINITY;
    range->max = -INFINITY;
    for (size_t c = 0; c < factors.size(); ++c) {
      range->min = std::min(range->min, samples.min[part][c] * factors[c]);
      range->max = std::max(range->max, samples.max[part][c] * factors[c]);
    }
  }
  return factors;
}

LogicalResult mlir::compress::smooth(ModuleOp module,
                                     Calibration &calibration) {
  FailureOr<func::FuncOp> entry = getEntry(module);
  if (failed(entry))
    return failure();
  // The exponents need a half to be judged on.
  if (calibration.ranges.size() != 2)
    return success();
  SymbolTableCollection symbols;
  WeightBuilder weights(module);
  SmallVector<ObserveOp> observed;
  entry->walk([&](ObserveOp op) { observed.push_back(op); });
  for (auto [number, op] : llvm::enumerate(observed)) {
    Smoother smoother(op, symbols, weights);
    if (calibration.samples[number].layers.empty() || !smoother.prepare())
      continue;
    SmallVector<ObservedRange *> ranges;
    for (ObservedRanges &part : calibration.ranges)
      ranges.push_back(&part[number]);
    FailureOr<std::vector<float>> factors =
        smoother.run(calibration.samples[number], ranges);
    if (failed(factors))
      return failure();
    if (factors->empty())
      continue;
    // What the model is asked for next is how codes represent smoothed values.
    ArrayRef bytes(reinterpret_cast<const char *>(factors->data()),
                   factors->size() * sizeof(float));
    if (llvm::Error error = calibration.reference.model->setParameter(
            calibration.reference.parameters.lookup(op.getName()).smoothing,
            bytes))
      return emitError(module.getLoc())
             << "smoothing: " << llvm::toString(std::move(error));
  }
  return success();
}

namespace {
struct Smooth : public compress::impl::CompressSmoothPassBase<Smooth> {
  using CompressSmoothPassBase::CompressSmoothPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerLoweringDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<DataSet> data = openCalibrationData(module, calibration);
    if (failed(data))
      return signalPassFailure();
    dropNestedObservations(module);
    FailureOr<Calibration> result =
        calibrate(module, *data, splitInHalves(*data), {/*samples=*/true});
    if (failed(result) || failed(smooth(module, *result)))
      return signalPassFailure();
    ObservedRanges ranges = result->ranges[0];
    if (result->ranges.size() > 1)
      ranges = mergeRanges(ranges, result->ranges[1]);
    setStatistics(module, ranges);
  }
};
} // namespace
