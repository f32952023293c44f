//===- ReshapeResults.cpp - write reshaped results where they go *- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPURESHAPERESULTSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// True when nothing but reads and reshapes can come behind `copy`, which reads
/// `buffer` or a reshape of it: no use of these follows.
static bool isLastUse(Value buffer, memref::CopyOp copy) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (user == copy)
      return true;
    Operation *ancestor = copy->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor || !ancestor->isBeforeInBlock(copy))
      return false;
    // What views the buffer could be used later.
    return !isa<ViewLikeOpInterface>(user) ||
           llvm::all_of(user->getResults(),
                        [&](Value view) { return isLastUse(view, copy); });
  });
}

/// Undoes `reshape` on `target`, a buffer of the result's type.
static Value buildInverse(OpBuilder &builder, Operation *reshape,
                          Value target) {
  Location loc = reshape->getLoc();
  if (auto expand = dyn_cast<memref::ExpandShapeOp>(reshape))
    return memref::CollapseShapeOp::create(builder, loc,
                                           expand.getSrc().getType(), target,
                                           expand.getReassociationIndices());
  auto collapse = cast<memref::CollapseShapeOp>(reshape);
  return memref::ExpandShapeOp::create(builder, loc,
                                       collapse.getSrc().getType(), target,
                                       collapse.getReassociationIndices());
}

namespace {
struct ReshapeResults
    : public cpu::impl::CompressCPUReshapeResultsPassBase<ReshapeResults> {
  using CompressCPUReshapeResultsPassBase::CompressCPUReshapeResultsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !function.getBody().hasOneBlock())
      return;
    for (auto copy : llvm::to_vector(function.front().getOps<memref::CopyOp>()))
      writeInPlace(copy);
  }

  static void writeInPlace(memref::CopyOp copy) {
    auto target = dyn_cast<BlockArgument>(copy.getTarget());
    if (!target || !target.hasOneUse())
      return;
    SmallVector<Operation *> reshapes;
    Value source = copy.getSource();
    while (Operation *reshape = source.getDefiningOp()) {
      if (!isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(reshape))
        break;
      reshapes.push_back(reshape);
      source = reshape->getOperand(0);
    }
    auto alloc = source.getDefiningOp<memref::AllocOp>();
    if (!alloc || reshapes.empty() || alloc->getBlock() != copy->getBlock() ||
        !isLastUse(source, copy))
      return;
    auto isPlain = [](Value buffer) {
      auto type = cast<MemRefType>(buffer.getType());
      return type.hasStaticShape() && type.getLayout().isIdentity();
    };
    if (!isPlain(source) || !isPlain(target) ||
        copy.getSource().getType() != target.getType())
      return;
    OpBuilder builder(alloc);
    Value buffer = target;
    for (Operation *reshape : reshapes)
      buffer = buildInverse(builder, reshape, buffer);
    copy.erase();
    alloc.replaceAllUsesWith(buffer);
    alloc.erase();
  }
};
} // namespace
