//===- NarrowFloats.cpp - f64 statistics become f32 -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSNARROWFLOATSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// f64, or a tensor of it, as f32; other types as they are.
static Type narrow(Type type) {
  if (type.isF64())
    return Float32Type::get(type.getContext());
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(narrow(tensor.getElementType()));
  return type;
}

static bool isWide(Type type) { return narrow(type) != type; }

/// True when every f64 value of `function` starts from an f32, an integer or a
/// constant and ends in an f32: f64 is then only used for the precision of
/// intermediate results, and no value at the boundary has it.
static bool usesWideOnlyInside(func::FuncOp function) {
  if (llvm::any_of(function.getArgumentTypes(), isWide) ||
      llvm::any_of(function.getResultTypes(), isWide))
    return false;
  return !function
              .walk([](Operation *op) {
                bool wide = llvm::any_of(op->getOperandTypes(), isWide) ||
                            llvm::any_of(op->getResultTypes(), isWide);
                // A resource of f64 is a weight of the model, not a statistic.
                auto constant = dyn_cast<arith::ConstantOp>(op);
                if (wide && constant &&
                    !isa<FloatAttr, DenseFPElementsAttr>(constant.getValue()))
                  return WalkResult::interrupt();
                bool known = isa<linalg::LinalgOp, linalg::YieldOp,
                                 arith::ConstantOp, CastOpInterface,
                                 tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                                 tensor::EmptyOp, tensor::ExtractSliceOp>(op) ||
                             op->hasTrait<OpTrait::Elementwise>();
                return wide && !known ? WalkResult::interrupt()
                                      : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Rounds a constant to f32.
static void narrowConstant(arith::ConstantOp constant) {
  Type f32 = Float32Type::get(constant.getContext());
  if (auto scalar = dyn_cast<FloatAttr>(constant.getValue())) {
    constant.setValueAttr(FloatAttr::get(f32, scalar.getValueAsDouble()));
    return;
  }
  auto dense = cast<DenseFPElementsAttr>(constant.getValue());
  constant.setValueAttr(dense.mapValues(f32, [](const APFloat &value) {
    return APFloat(static_cast<float>(value.convertToDouble()))
        .bitcastToAPInt();
  }));
}

namespace {
struct NarrowFloats
    : public compress::impl::CompressNarrowFloatsPassBase<NarrowFloats> {
  using CompressNarrowFloatsPassBase::CompressNarrowFloatsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!usesWideOnlyInside(function))
      return;
    SmallVector<Operation *> casts;
    function.walk([&](Operation *op) {
      if (auto constant = dyn_cast<arith::ConstantOp>(op))
        if (isWide(constant.getType()))
          narrowConstant(constant);
      for (Value result : op->getResults())
        result.setType(narrow(result.getType()));
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          argument.setType(narrow(argument.getType()));
      if (isa<arith::ExtFOp, arith::TruncFOp>(op))
        casts.push_back(op);
    });
    for (Operation *cast : casts) {
      if (cast->getOperand(0).getType() != cast->getResult(0).getType())
        continue;
      cast->replaceAllUsesWith(cast->getOperands());
      cast->erase();
    }
  }
};
} // namespace
