//===- Profile.cpp - how long each part of a call takes -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUPROFILEPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// What an op does, in a few words: the contraction it is, or the functions
/// that its loops compute.
static std::string describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto contract = dyn_cast<PackedContractOp>(op)) {
    os << contract.getKernel().getName() << ' ';
    for (int64_t size : contract.getInitType().getShape())
      os << size << 'x';
    os << contract.getK();
    return text;
  }
  llvm::SmallMapVector<StringRef, int, 8> counts;
  bool hasLoops = false;
  op->walk([&](Operation *inner) {
    hasLoops |= isa<LoopLikeOpInterface>(inner);
    if (isa_and_present<math::MathDialect>(inner->getDialect()) ||
        isa<arith::DivFOp, vector::MultiDimReductionOp, vector::TransposeOp,
            memref::CopyOp>(inner))
      ++counts[inner->getName().stripDialect()];
  });
  os << (hasLoops ? "loops" : op->getName().getStringRef());
  for (auto &[name, count] : counts)
    os << ' ' << name;
  return text;
}

namespace {
struct Profile : public cpu::impl::CompressCPUProfilePassBase<Profile> {
  using CompressCPUProfilePassBase::CompressCPUProfilePassBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && function.isPublic())
        return instrument(function);
  }

  void instrument(func::FuncOp function) {
    SmallVector<Operation *> parts;
    for (Operation &op : function.front())
      if (op.getNumRegions() != 0 || isa<memref::CopyOp>(op))
        parts.push_back(&op);
    SmallVector<Attribute> names;
    for (Operation *op : parts)
      names.push_back(StringAttr::get(
          &getContext(),
          (getLocationName(op->getLoc()) + "\t" + describe(op)).str()));
    getOperation()->setAttr(cpu::kProfileAttrName,
                            ArrayAttr::get(&getContext(), names));
    if (parts.empty())
      return;

    OpBuilder builder(&getContext());
    builder.setInsertionPoint(function);
    auto type = MemRefType::get(parts.size(), builder.getI64Type());
    memref::GlobalOp::create(builder, function.getLoc(), cpu::kProfileSymbol,
                             /*sym_visibility=*/StringAttr(), type,
                             /*initial_value=*/Attribute(), /*constant=*/false,
                             /*alignment=*/IntegerAttr());
    builder.setInsertionPoint(parts.front());
    Location loc = function.getLoc();
    Value slots =
        memref::GetGlobalOp::create(builder, loc, type, cpu::kProfileSymbol);
    Value last = readClock(builder, loc);
    for (auto [number, op] : llvm::enumerate(parts)) {
      builder.setInsertionPointAfter(op);
      Value now = readClock(builder, loc);
      Value slot = arith::ConstantIndexOp::create(builder, loc, number);
      Value shortest = arith::MinUIOp::create(
          builder, loc, arith::SubIOp::create(builder, loc, now, last),
          memref::LoadOp::create(builder, loc, slots, slot));
      memref::StoreOp::create(builder, loc, shortest, slots, slot);
      last = readClock(builder, loc);
    }
  }

  static Value readClock(OpBuilder &builder, Location loc) {
    return LLVM::CallIntrinsicOp::create(
               builder, loc, builder.getI64Type(),
               builder.getStringAttr("llvm.readcyclecounter"), ValueRange())
        .getResult(0);
  }
};
} // namespace
