//===- Instrument.cpp - a model that reports what it sees -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Transforms/Presets.h"
#include "compression/Dialect/Compress/Utils/Elementwise.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSINSTRUMENTPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// A reduction of all elements of `inputs`, tensors of one shape, to a
/// tensor<f32>; `combine` gets one element of each as f32, then the value so
/// far.
static Value reduce(OpBuilder &builder, Location loc, ValueRange inputs,
                    float start,
                    function_ref<Value(OpBuilder &, ValueRange)> combine) {
  Type f32 = builder.getF32Type();
  Value neutral =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(start));
  Value empty = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>{}, f32);
  Value init =
      linalg::FillOp::create(builder, loc, neutral, empty).getResult(0);
  int64_t rank = cast<RankedTensorType>(inputs[0].getType()).getRank();
  SmallVector<AffineMap> maps(inputs.size(),
                              builder.getMultiDimIdentityMap(rank));
  maps.push_back(AffineMap::get(rank, 0, builder.getContext()));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &nested, Location, ValueRange arguments) {
               SmallVector<Value> values(arguments);
               for (Value &value : values)
                 if (!value.getType().isF32())
                   value = arith::ExtFOp::create(nested, loc, f32, value);
               linalg::YieldOp::create(nested, loc, combine(nested, values));
             })
      .getResult(0);
}

/// The smallest and the largest element; NaN where an element is NaN.
static void reduceRange(OpBuilder &builder, Location loc, Value input,
                        SmallVectorImpl<Value> &results) {
  results.push_back(reduce(
      builder, loc, input, INFINITY, [&](OpBuilder &nested, ValueRange v) {
        return arith::MinimumFOp::create(nested, loc, v[0], v[1]).getResult();
      }));
  results.push_back(reduce(
      builder, loc, input, -INFINITY, [&](OpBuilder &nested, ValueRange v) {
        return arith::MaximumFOp::create(nested, loc, v[0], v[1]).getResult();
      }));
}

/// The sum of squares, and that of the differences to `other`.
static void reduceError(OpBuilder &builder, Location loc, Value input,
                        Value other, SmallVectorImpl<Value> &results) {
  results.push_back(
      reduce(builder, loc, input, 0.0f, [&](OpBuilder &nested, ValueRange v) {
        Value square = arith::MulFOp::create(nested, loc, v[0], v[0]);
        return arith::AddFOp::create(nested, loc, square, v[1]).getResult();
      }));
  results.push_back(reduce(
      builder, loc, {input, other}, 0.0f, [&](OpBuilder &nested, ValueRange v) {
        Value difference = arith::SubFOp::create(nested, loc, v[0], v[1]);
        Value square =
            arith::MulFOp::create(nested, loc, difference, difference);
        return arith::AddFOp::create(nested, loc, square, v[2]).getResult();
      }));
}

/// `input` times a weight `<name>.smoothing` with a number for each index of
/// `channel`: ones, until others are set.
static Value scaleByWeight(OpBuilder &builder, ObserveOp op, unsigned channel,
                           WeightBuilder &weights) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getInput().getType();
  auto vector =
      RankedTensorType::get(type.getDimSize(channel), type.getElementType());
  ml_program::GlobalOp global = weights.create(
      loc, (op.getName() + ".smoothing").str(),
      DenseElementsAttr::get(vector,
                             builder.getFloatAttr(type.getElementType(), 1.0)));
  global->setAttr(kSmoothingAttrName, op.getNameAttr());
  return createChannelwise(
      builder, loc, op.getInput(), WeightBuilder::load(builder, loc, global),
      channel,
      [](OpBuilder &nested, Location bodyLoc, Value value, Value factor) {
        return arith::MulFOp::create(nested, bodyLoc, value, factor)
            .getResult();
      });
}

/// `input` as its codes give it back whose parameters are taken from it.
static Value quantizeDynamically(OpBuilder &builder, ObserveOp op,
                                 Value input) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getInput().getType();
  AffineAttr scheme = op.getSchemeAttr();
  SmallVector<int64_t> shape = scheme.getScaleShape(type.getShape());
  auto zeroPointType = RankedTensorType::get(shape, scheme.getStorageType());
  auto params = ChooseParamsOp::create(
      builder, loc, RankedTensorType::get(shape, scheme.getScale()),
      scheme.getHasZeroPoint() ? Type(zeroPointType) : Type(), input, scheme);
  auto codes = QuantizeOp::create(
      builder, loc, type.clone(scheme.getStorageType()), input,
      params.getScales(), params.getZeroPoints(), scheme);
  return DequantizeOp::create(builder, loc, type, codes.getCodes(),
                              params.getScales(), params.getZeroPoints(),
                              scheme);
}

/// `input` as u8 codes with one scale give it back; the parameters are weights
/// `<name>.scale` and `<name>.zero_point` whose values are set later.
static Value quantizeByWeights(OpBuilder &builder, ObserveOp op, Value input,
                               WeightBuilder &weights) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getInput().getType();
  AffineAttr scheme = getActivationScheme(type, /*rows=*/{});
  SmallVector<int64_t> shape(type.getRank(), 1);
  auto load = [&](StringRef suffix, Type elementType, Attribute value) {
    auto attr = DenseElementsAttr::get(
        RankedTensorType::get(shape, elementType), value);
    ml_program::GlobalOp global =
        weights.create(loc, (op.getName() + suffix).str(), attr);
    global->setAttr(kActivationAttrName, op.getNameAttr());
    return WeightBuilder::load(builder, loc, global);
  };
  Value scale = load(".scale", scheme.getScale(),
                     builder.getFloatAttr(scheme.getScale(), 1.0));
  Value zeroPoint = load(".zero_point", scheme.getStorageType(),
                         builder.getIntegerAttr(scheme.getStorageType(), 0));
  auto codes =
      QuantizeOp::create(builder, loc, type.clone(scheme.getStorageType()),
                         input, scale, zeroPoint, scheme);
  return DequantizeOp::create(builder, loc, type, codes.getCodes(), scale,
                              zeroPoint, scheme);
}

namespace {
/// Makes the layers that read planned weights read quantized inputs, each when
/// the switch of its weight is on.
class InputSwitches {
public:
  explicit InputSwitches(WeightBuilder &weights) : weights(weights) {}

  /// For the readers of `op`; `quantized` is what they read then.
  void add(OpBuilder &builder, ObserveOp op, Value quantized);

private:
  ml_program::GlobalOp getSwitch(Location loc, ml_program::GlobalOp weight);

  WeightBuilder &weights;
  SymbolTableCollection symbols;
  DenseMap<Operation *, ml_program::GlobalOp> switches;
};
} // namespace

/// A tensor<i8> that is 0, named after `weight`.
ml_program::GlobalOp InputSwitches::getSwitch(Location loc,
                                              ml_program::GlobalOp weight) {
  ml_program::GlobalOp &global = switches[weight];
  if (global)
    return global;
  Builder builder(weight);
  auto type = RankedTensorType::get({}, builder.getI8Type());
  global =
      weights.create(loc, (weight.getSymName() + ".switch").str(),
                     DenseElementsAttr::get(type, builder.getI8IntegerAttr(0)));
  global->setAttr(kSwitchAttrName, weight.getSymNameAttr());
  return global;
}

/// `quantized` where the tensor<i8> `isOn` is not 0, else `value`.
static Value selectBySwitch(OpBuilder &builder, Location loc, Value isOn,
                            Value quantized, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  AffineMap all = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap none = AffineMap::get(type.getRank(), 0, builder.getContext());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  return linalg::GenericOp::create(
             builder, loc, type, ValueRange{isOn, quantized, value}, empty,
             ArrayRef{none, all, all, all}, iterators,
             [&](OpBuilder &nested, Location bodyLoc, ValueRange v) {
               Value zero = arith::ConstantOp::create(
                   nested, bodyLoc, nested.getI8IntegerAttr(0));
               Value on = arith::CmpIOp::create(
                   nested, bodyLoc, arith::CmpIPredicate::ne, v[0], zero);
               Value selected =
                   arith::SelectOp::create(nested, bodyLoc, on, v[1], v[2]);
               linalg::YieldOp::create(nested, bodyLoc, selected);
             })
      .getResult(0);
}

void InputSwitches::add(OpBuilder &builder, ObserveOp op, Value quantized) {
  for (OpOperand *input : getReadingInputs(op)) {
    Operation *layer = input->getOwner();
    ml_program::GlobalOp weight = getWeightOf(layer->getOperand(1), symbols);
    if (!weight || !weight->hasAttr(kSchemeAttrName))
      continue;
    Location loc = layer->getLoc();
    Value isOn = WeightBuilder::load(builder, loc, getSwitch(loc, weight));
    Value selected =
        selectBySwitch(builder, loc, isOn, quantized, op.getInput());
    readInstead(*input, selected);
  }
}

/// The smallest and the largest value of `input` at each index of `channel`.
static void reduceChannels(OpBuilder &builder, Location loc, Value input,
                           unsigned channel, SmallVectorImpl<Value> &results) {
  auto type = cast<RankedTensorType>(input.getType());
  Type f32 = builder.getF32Type();
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::reduction);
  iterators[channel] = utils::IteratorType::parallel;
  AffineMap map =
      AffineMap::get(type.getRank(), 0, builder.getAffineDimExpr(channel));
  for (bool isMaximum : {false, true}) {
    Value neutral = arith::ConstantOp::create(
        builder, loc,
        builder.getF32FloatAttr(isMaximum ? -INFINITY : INFINITY));
    Value empty = tensor::EmptyOp::create(
        builder, loc, ArrayRef{type.getDimSize(channel)}, f32);
    Value init =
        linalg::FillOp::create(builder, loc, neutral, empty).getResult(0);
    results.push_back(
        linalg::GenericOp::create(
            builder, loc, init.getType(), input, init,
            ArrayRef{builder.getMultiDimIdentityMap(type.getRank()), map},
            iterators,
            [&](OpBuilder &nested, Location, ValueRange v) {
              Value value = v[0];
              if (value.getType() != f32)
                value = arith::ExtFOp::create(nested, loc, f32, value);
              value = isMaximum
                          ? arith::MaximumFOp::create(nested, loc, value, v[1])
                                .getResult()
                          : arith::MinimumFOp::create(nested, loc, value, v[1])
                                .getResult();
              linalg::YieldOp::create(nested, loc, value);
            })
            .getResult(0));
  }
}

namespace {
/// `count` places, `stride` apart, from `first` on.
struct Places {
  int64_t count, stride, first;
};
} // namespace

/// Spreads at most `count` places over `size`.
static Places spread(int64_t size, int64_t count) {
  count = std::min(size, count);
  int64_t stride = size / count;
  // An odd stride meets every column of an image that is stored row by row.
  if (stride > 2 && stride % 2 == 0)
    --stride;
  return {count, stride, 0};
}

/// The loop that walks along dimension `dim`.
static unsigned getLoop(AffineMap map, unsigned dim) {
  return cast<AffineDimExpr>(map.getResult(dim)).getPosition();
}

/// Rows of what `layer` sums over: places of the result's loops along its
/// input, then the window and the channels.
static Value sampleRows(OpBuilder &builder, Layer &layer, int64_t samples) {
  Location loc = layer.op->getLoc();
  MLIRContext *context = builder.getContext();
  Value input = layer.lhs().get();
  auto type = cast<RankedTensorType>(input.getType());
  AffineMap map = layer.getMap(layer.lhs()), init = layer.getMap(layer.init());
  SmallVector<int64_t> ranges = layer.op.getStaticLoopRanges();
  // The longest rows, or the loops over the image.
  SmallVector<unsigned> sampled;
  for (unsigned loop = 0; loop < map.getNumDims(); ++loop) {
    bool isImage =
        layer.isConvolution && init.isFunctionOfDim(loop) &&
        llvm::any_of(map.getResults(), [&](AffineExpr expr) {
          return !isa<AffineDimExpr>(expr) && expr.isFunctionOfDim(loop);
        });
    if (isImage)
      sampled.push_back(loop);
  }
  if (!layer.isConvolution && !layer.rows.empty()) {
    unsigned longest =
        *llvm::max_element(layer.rows, [&](unsigned a, unsigned b) {
          return type.getDimSize(a) < type.getDimSize(b);
        });
    sampled.push_back(getLoop(map, longest));
  }
  int64_t each = sampled.size() > 1
                     ? std::max<int64_t>(1, std::lround(std::sqrt(samples)))
                     : samples;

  // Loops of the copy: sampled ones, the taps, the channels; others stay at 0.
  SmallVector<AffineExpr> replacements(map.getNumDims(),
                                       builder.getAffineConstantExpr(0));
  SmallVector<int64_t> shape;
  for (unsigned loop : sampled) {
    Places places = spread(ranges[loop], each);
    replacements[loop] =
        getAffineDimExpr(shape.size(), context) * places.stride + places.first;
    shape.push_back(places.count);
  }
  unsigned channel = getLoop(map, layer.inputChannel);
  for (unsigned loop = 0; loop < map.getNumDims(); ++loop) {
    if (init.isFunctionOfDim(loop) || loop == channel)
      continue;
    replacements[loop] = getAffineDimExpr(shape.size(), context);
    shape.push_back(ranges[loop]);
  }
  replacements[channel] = getAffineDimExpr(shape.size(), context);
  shape.push_back(ranges[channel]);
  AffineMap source =
      map.replaceDimsAndSymbols(replacements, {}, shape.size(), 0);
  Value empty =
      tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
  SmallVector<utils::IteratorType> iterators(shape.size(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), input, empty,
             ArrayRef{source, builder.getMultiDimIdentityMap(shape.size())},
             iterators,
             [&](OpBuilder &nested, Location, ValueRange v) {
               linalg::YieldOp::create(nested, loc, v[0]);
             })
      .getResult(0);
}

/// Over each channel of a layer's outputs, their sum, and the number of those
/// that no end of the clamp holds.
static void sumOutputs(Layer &layer, SmallVectorImpl<Value> &results) {
  LayerOutput output = findOutput(layer);
  OpBuilder builder(layer.op->getContext());
  builder.setInsertionPointAfterValue(output.clamped);
  Location loc = layer.op->getLoc();
  auto type = cast<RankedTensorType>(output.clamped.getType());
  unsigned channel = getResultChannel(layer);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::reduction);
  iterators[channel] = utils::IteratorType::parallel;
  Type f32 = builder.getF32Type();
  auto constant = [&](float value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(value));
  };
  Value zero = constant(0), one = constant(1), low = constant(output.low),
        high = constant(output.high);
  Value empty = tensor::EmptyOp::create(
      builder, loc, ArrayRef{type.getDimSize(channel)}, f32);
  Value init = linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  AffineMap map =
      AffineMap::get(type.getRank(), 0, builder.getAffineDimExpr(channel));
  for (bool counts : {false, true}) {
    auto build = [&](OpBuilder &nested, Location, ValueRange v) {
      Value value = v[0];
      if (value.getType() != f32)
        value = arith::ExtFOp::create(nested, loc, f32, value);
      if (counts) {
        using Predicate = arith::CmpFPredicate;
        Value above =
            arith::CmpFOp::create(nested, loc, Predicate::OGT, value, low);
        Value below =
            arith::CmpFOp::create(nested, loc, Predicate::OLT, value, high);
        Value inside = arith::AndIOp::create(nested, loc, above, below);
        value = arith::SelectOp::create(nested, loc, inside, one, zero);
      }
      Value sum = arith::AddFOp::create(nested, loc, value, v[1]);
      linalg::YieldOp::create(nested, loc, sum);
    };
    results.push_back(
        linalg::GenericOp::create(
            builder, loc, init.getType(), output.clamped, init,
            ArrayRef{builder.getMultiDimIdentityMap(type.getRank()), map},
            iterators, build)
            .getResult(0));
  }
}

namespace {
struct Instrument
    : public compress::impl::CompressInstrumentPassBase<Instrument> {
  using CompressInstrumentPassBase::CompressInstrumentPassBase;

  void runOnOperation() override {
    WeightBuilder weights(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && function.isPublic() &&
          failed(instrument(function, weights)))
        return signalPassFailure();
  }

  void sample(ObserveOp op, SmallVectorImpl<Value> &results) {
    SmallVector<Layer> readers = getReaders(op);
    if (readers.empty())
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    reduceChannels(builder, op.getLoc(), op.getInput(),
                   readers.front().inputChannel, results);
    for (Layer &layer : readers) {
      builder.setInsertionPoint(layer.op);
      results.push_back(sampleRows(builder, layer, samples));
    }
  }

  /// Rows and means are of so many elements.
  static LogicalResult checkShapes(func::FuncOp function) {
    for (Layer &layer : getLayers(function))
      for (Value value : {layer.lhs().get(), Value(layer.op->getResult(0))})
        if (!cast<RankedTensorType>(value.getType()).hasStaticShape())
          return layer.op->emitOpError()
                 << "expected a static shape to take samples of, but got "
                 << value.getType();
    return success();
  }

  LogicalResult instrument(func::FuncOp function, WeightBuilder &weights) {
    if ((samples > 0 || outputs) && failed(checkShapes(function)))
      return failure();
    Block &body = function.front();
    auto end = cast<func::ReturnOp>(body.getTerminator());
    SmallVector<Value> statistics;
    SmallVector<ObserveOp> observed;
    SmallVector<Value> quantizedInputs;
    function.walk([&](ObserveOp op) { observed.push_back(op); });
    for (ObserveOp op : observed) {
      if (op->getBlock() != &body)
        return op.emitOpError("expected observed values at the top level of a "
                              "function: a branch may not run");
      OpBuilder builder(op);
      reduceRange(builder, op.getLoc(), op.getInput(), statistics);
      Value input = op.getInput();
      SmallVector<Layer> readers;
      if (samples > 0)
        readers = getReaders(op);
      if (!readers.empty())
        input =
            scaleByWeight(builder, op, readers.front().inputChannel, weights);
      Value quantized = switches && op.getDynamic() && op.getScheme()
                            ? quantizeDynamically(builder, op, input)
                            : quantizeByWeights(builder, op, input, weights);
      reduceError(builder, op.getLoc(), input, quantized, statistics);
      quantizedInputs.push_back(quantized);
    }
    if (samples > 0)
      for (ObserveOp op : observed)
        sample(op, statistics);
    if (outputs)
      for (Layer &layer : getLayers(function))
        sumOutputs(layer, statistics);
    InputSwitches inputSwitches(weights);
    for (auto [op, quantized] : llvm::zip_equal(observed, quantizedInputs)) {
      OpBuilder builder(op);
      if (switches && op.getScheme())
        inputSwitches.add(builder, op, quantized);
      op.replaceAllUsesWith(op.getInput());
      op.erase();
    }
    end.getOperandsMutable().append(statistics);
    function.setType(FunctionType::get(
        &getContext(), function.getArgumentTypes(), end.getOperandTypes()));
    return success();
  }
};
} // namespace
