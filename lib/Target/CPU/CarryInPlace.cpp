//===- CarryInPlace.cpp - buffers of what loops carry -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUCARRYINPLACEPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// The buffer of which `buffer` is a cast, or in which a loop computed it.
static Value getRoot(Value buffer) {
  while (true) {
    if (auto cast = buffer.getDefiningOp<memref::CastOp>()) {
      buffer = cast.getSource();
      continue;
    }
    auto loop = buffer.getDefiningOp<scf::ForOp>();
    if (!loop)
      return buffer;
    auto result = cast<OpResult>(buffer);
    BlockArgument argument = loop.getTiedLoopRegionIterArg(result);
    if (getRoot(loop.getTiedLoopYieldedValue(argument)->get()) != argument)
      return buffer;
    buffer = loop.getTiedLoopInit(result)->get();
  }
}

/// Gives `loop` a buffer for the value that it starts with in `init`, and that
/// is `next`, an operand of `terminator`, after each iteration.
static void carryInPlace(Operation *loop, OpOperand &init,
                         Operation *terminator, OpOperand &next) {
  OpBuilder builder(loop);
  Location loc = loop->getLoc();
  auto type = cast<MemRefType>(init.get().getType());
  Value buffer = memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()));
  if (buffer.getType() != type)
    buffer = memref::CastOp::create(builder, loc, type, buffer);
  memref::CopyOp::create(builder, loc, init.get(), buffer);
  init.set(buffer);
  builder.setInsertionPoint(terminator);
  memref::CopyOp::create(builder, loc, next.get(), buffer);
  next.set(buffer);
}

static bool isStatic(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && type.hasStaticShape();
}

static void carryInPlace(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (auto [init, argument, next] :
       llvm::zip_equal(loop.getInitArgsMutable(), loop.getRegionIterArgs(),
                       yield.getResultsMutable()))
    if (isStatic(argument) && getRoot(next.get()) != argument)
      carryInPlace(loop, init, yield, next);
}

static void carryInPlace(scf::WhileOp loop) {
  scf::YieldOp yield = loop.getYieldOp();
  ValueRange kept = loop.getConditionOp().getArgs();
  ValueRange handedOn = loop.getAfterArguments();
  for (auto [number, init, argument, next] :
       llvm::enumerate(loop.getInitsMutable(), loop.getBeforeArguments(),
                       yield.getResultsMutable())) {
    bool isKept = number < kept.size() && getRoot(kept[number]) == argument &&
                  getRoot(next.get()) == handedOn[number];
    if (isStatic(argument) && !isKept)
      carryInPlace(loop, init, yield, next);
  }
}

namespace {
struct CarryInPlace
    : public cpu::impl::CompressCPUCarryInPlacePassBase<CarryInPlace> {
  using CompressCPUCarryInPlacePassBase::CompressCPUCarryInPlacePassBase;

  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) { carryInPlace(loop); });
    getOperation().walk([](scf::WhileOp loop) { carryInPlace(loop); });
  }
};
} // namespace
