//===- Instrument.cpp - a model that reports what it sees -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSINSTRUMENTPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// The smallest or the largest element of `input`, as a tensor<f32>. NaN where
/// an element is NaN.
static Value reduce(OpBuilder &builder, Location loc, Value input,
                    bool largest) {
  auto type = cast<RankedTensorType>(input.getType());
  Type f32 = builder.getF32Type();
  float start = largest ? -INFINITY : INFINITY;
  Value neutral =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(start));
  Value empty = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>{}, f32);
  Value init =
      linalg::FillOp::create(builder, loc, neutral, empty).getResult(0);
  int64_t rank = type.getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), input, init,
             ArrayRef{builder.getMultiDimIdentityMap(rank),
                      AffineMap::get(rank, 0, builder.getContext())},
             iterators,
             [&](OpBuilder &nested, Location, ValueRange arguments) {
               Value x = arguments[0];
               if (!x.getType().isF32())
                 x = arith::ExtFOp::create(nested, loc, f32, x);
               Value next =
                   largest
                       ? arith::MaximumFOp::create(nested, loc, x, arguments[1])
                             .getResult()
                       : arith::MinimumFOp::create(nested, loc, x, arguments[1])
                             .getResult();
               linalg::YieldOp::create(nested, loc, next);
             })
      .getResult(0);
}

namespace {
struct Instrument
    : public compress::impl::CompressInstrumentPassBase<Instrument> {
  using CompressInstrumentPassBase::CompressInstrumentPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !function.isPublic())
      return;
    Block &body = function.front();
    auto end = cast<func::ReturnOp>(body.getTerminator());
    SmallVector<Value> ranges;
    SmallVector<Type> types(function.getResultTypes());
    SmallVector<ObserveOp> observed;
    function.walk([&](ObserveOp op) { observed.push_back(op); });
    for (ObserveOp op : observed) {
      if (op->getBlock() != &body) {
        op.emitOpError("expected observed values at the top level of a "
                       "function: a branch may not run");
        return signalPassFailure();
      }
      OpBuilder builder(op);
      for (bool largest : {false, true}) {
        ranges.push_back(reduce(builder, op.getLoc(), op.getInput(), largest));
        types.push_back(ranges.back().getType());
      }
      op.replaceAllUsesWith(op.getInput());
      op.erase();
    }
    end.getOperandsMutable().append(ranges);
    function.setType(
        FunctionType::get(&getContext(), function.getArgumentTypes(), types));
  }
};
} // namespace
