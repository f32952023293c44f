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

namespace {
/// A value that a loop starts with, and the one that its terminator hands on.
struct Carried {
  OpOperand *init, *next;
};
} // namespace

static MemRefType getPlainType(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Gives `loop` a buffer for each of `values`, which `terminator` hands on.
static void carryInPlace(Operation *loop, Operation *terminator,
                         ArrayRef<Carried> values) {
  Location loc = loop->getLoc();
  OpBuilder before(loop), after(terminator);
  SmallVector<Value> buffers;
  for (const Carried &carried : values) {
    Value init = carried.init->get();
    Value buffer = memref::AllocOp::create(before, loc, getPlainType(init));
    if (buffer.getType() != init.getType())
      buffer = memref::CastOp::create(before, loc, init.getType(), buffer);
    memref::CopyOp::create(before, loc, init, buffer);
    carried.init->set(buffer);
    buffers.push_back(buffer);
    // What is not new may lie in a buffer that another value is copied into.
    Value next = carried.next->get();
    if (values.size() == 1 || getRoot(next).getDefiningOp<memref::AllocOp>())
      continue;
    Value copy = memref::AllocOp::create(after, loc, getPlainType(next));
    memref::CopyOp::create(after, loc, next, copy);
    carried.next->set(copy);
  }
  for (auto [carried, buffer] : llvm::zip_equal(values, buffers)) {
    memref::CopyOp::create(after, loc, carried.next->get(), buffer);
    carried.next->set(buffer);
  }
}

static bool isStatic(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && type.hasStaticShape();
}

static void carryInPlace(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  SmallVector<Carried> values;
  for (auto [init, argument, next] :
       llvm::zip_equal(loop.getInitArgsMutable(), loop.getRegionIterArgs(),
                       yield.getResultsMutable()))
    if (isStatic(argument) && getRoot(next.get()) != argument)
      values.push_back({&init, &next});
  carryInPlace(loop, yield, values);
}

static void carryInPlace(scf::WhileOp loop) {
  scf::YieldOp yield = loop.getYieldOp();
  ValueRange kept = loop.getConditionOp().getArgs();
  ValueRange handedOn = loop.getAfterArguments();
  SmallVector<Carried> values;
  for (auto [number, init, argument, next] :
       llvm::enumerate(loop.getInitsMutable(), loop.getBeforeArguments(),
                       yield.getResultsMutable())) {
    bool isKept = number < kept.size() && getRoot(kept[number]) == argument &&
                  getRoot(next.get()) == handedOn[number];
    if (isStatic(argument) && !isKept)
      values.push_back({&init, &next});
  }
  carryInPlace(loop, yield, values);
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
