//===- MoveHalves.cpp - memory of halves holds integers ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUMOVEHALVESPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// A half, or a vector of halves, as integers of the same width; null for other
/// types.
static Type toIntegers(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!element || element.getWidth() != 16)
    return {};
  Type integer = IntegerType::get(type.getContext(), 16);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(integer);
  return integer;
}

namespace {
struct MoveHalves
    : public cpu::impl::CompressCPUMoveHalvesPassBase<MoveHalves> {
  using CompressCPUMoveHalvesPassBase::CompressCPUMoveHalvesPassBase;

  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      OpBuilder builder(op);
      if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
        if (Type type = toIntegers(store.getValue().getType()))
          store.getValueMutable().assign(LLVM::BitcastOp::create(
              builder, op->getLoc(), type, store.getValue()));
      } else if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
        Value value = load.getResult();
        Type half = value.getType(), type = toIntegers(half);
        if (!type)
          return;
        value.setType(type);
        builder.setInsertionPointAfter(op);
        Value cast =
            LLVM::BitcastOp::create(builder, op->getLoc(), half, value);
        value.replaceAllUsesExcept(cast, cast.getDefiningOp());
      }
    });
  }
};
} // namespace
