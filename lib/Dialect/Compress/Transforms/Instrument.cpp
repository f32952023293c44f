//===- Instrument.cpp - a model that reports what it sees -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Transforms/Presets.h"
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

/// `input` as u8 codes with one scale give it back; the parameters are weights
/// `<name>.scale` and `<name>.zero_point` whose values are set later.
static Value quantizeByWeights(OpBuilder &builder, ObserveOp op,
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
                         op.getInput(), scale, zeroPoint, scheme);
  return DequantizeOp::create(builder, loc, type, codes.getCodes(), scale,
                              zeroPoint, scheme);
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

  LogicalResult instrument(func::FuncOp function, WeightBuilder &weights) {
    Block &body = function.front();
    auto end = cast<func::ReturnOp>(body.getTerminator());
    SmallVector<Value> statistics;
    SmallVector<ObserveOp> observed;
    function.walk([&](ObserveOp op) { observed.push_back(op); });
    for (ObserveOp op : observed) {
      if (op->getBlock() != &body)
        return op.emitOpError("expected observed values at the top level of a "
                              "function: a branch may not run");
      OpBuilder builder(op);
      reduceRange(builder, op.getLoc(), op.getInput(), statistics);
      reduceError(builder, op.getLoc(), op.getInput(),
                  quantizeByWeights(builder, op, weights), statistics);
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
