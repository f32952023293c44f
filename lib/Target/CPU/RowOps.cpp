//===- RowOps.cpp - linalg ops that work row by row -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::compress;

bool cpu::isFillLike(Operation *op) {
  if (isa<linalg::FillOp>(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic.getInputs().empty() &&
         generic.getNumReductionLoops() == 0 &&
         llvm::hasSingleElement(*generic.getBody());
}

bool cpu::isVectorizable(linalg::LinalgOp op) {
  auto holdsBits = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto integer =
        tensor ? dyn_cast<IntegerType>(tensor.getElementType()) : IntegerType();
    return integer && integer.getWidth() % 8 != 0;
  };
  if (llvm::any_of(op->getOperandTypes(), holdsBits) ||
      llvm::any_of(op->getResultTypes(), holdsBits))
    return false;
  return !op.getBlock()
              ->walk([](Operation *inner) {
                return isa<tensor::ExtractOp>(inner) ||
                               !isMemoryEffectFree(inner)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

bool cpu::isWorthThreads(linalg::LinalgOp op) {
  // Starting and joining threads takes about as long as a core needs for this
  // many elements.
  constexpr int64_t kMinElements = 1 << 14;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return !ShapedType::isDynamicShape(ranges) &&
         llvm::product_of(ranges) >= kMinElements;
}
