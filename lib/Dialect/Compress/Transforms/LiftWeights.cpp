//===- LiftWeights.cpp - constants become named weights ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSLIFTWEIGHTSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// A tensor of floats with more than one element. Splats that only serve
/// elementwise ops are as good as scalars, but a splat may also be the weight
/// of a contraction, which needs a name like any other.
static bool isWeight(arith::ConstantOp constant) {
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  if (!type || !isa<FloatType>(type.getElementType()) ||
      type.getNumElements() < 2)
    return false;
  auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
  return !dense || !dense.isSplat() || type.getRank() >= 2;
}

namespace {
struct LiftWeights
    : public compress::impl::CompressLiftWeightsPassBase<LiftWeights> {
  using CompressLiftWeightsPassBase::CompressLiftWeightsPassBase;

  void runOnOperation() override {
    // Equal constants are one weight, so that it is compressed once.
    llvm::MapVector<Attribute, SmallVector<arith::ConstantOp>> constants;
    getOperation().walk([&](arith::ConstantOp constant) {
      if (isWeight(constant))
        constants[constant.getValue()].push_back(constant);
    });

    WeightBuilder weights(getOperation());
    for (auto &[value, users] : constants) {
      Location loc = users.front().getLoc();
      ml_program::GlobalOp weight =
          weights.create(loc, getLocationName(loc), cast<ElementsAttr>(value));
      for (arith::ConstantOp user : users) {
        OpBuilder builder(user);
        user.replaceAllUsesWith(
            WeightBuilder::load(builder, user.getLoc(), weight));
        user.erase();
      }
    }
  }
};
} // namespace
