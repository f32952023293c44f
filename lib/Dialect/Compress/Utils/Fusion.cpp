//===- Fusion.cpp - fusion of elementwise ops -------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Fusion.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::compress;

namespace {
/// Replaces an init that is overwritten, each element once, without being read.
struct ForgetInit : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpOperand *> inits;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (isa<RankedTensorType>(init.get().getType()) &&
          !init.get().getDefiningOp<tensor::EmptyOp>() &&
          !op.payloadUsesValueFromOperand(&init) &&
          op.getMatchingIndexingMap(&init).isPermutation())
        inits.push_back(&init);
    if (inits.empty())
      return failure();
    for (OpOperand *init : inits) {
      Value value = init->get();
      auto type = cast<RankedTensorType>(value.getType());
      Value empty = tensor::EmptyOp::create(
          rewriter, op.getLoc(),
          tensor::getMixedSizes(rewriter, op.getLoc(), value),
          type.getElementType(), type.getEncoding());
      rewriter.modifyOpInPlace(op, [&] { init->set(empty); });
    }
    return success();
  }
};
} // namespace

void mlir::compress::populateElementwiseFusionPatterns(
    RewritePatternSet &patterns, const linalg::ControlFusionFn &control) {
  MLIRContext *context = patterns.getContext();
  RewritePatternSet upstream(context);
  linalg::populateElementwiseOpsFusionPatterns(upstream, control);
  // They come as one set; the name is all that tells this one.
  llvm::erase_if(upstream.getNativePatterns(), [](const auto &pattern) {
    return pattern->getDebugName().ends_with("::RemoveOutsDependency");
  });
  for (std::unique_ptr<RewritePattern> &pattern : upstream.getNativePatterns())
    patterns.add(std::move(pattern));
  patterns.add<ForgetInit>(context);
}
