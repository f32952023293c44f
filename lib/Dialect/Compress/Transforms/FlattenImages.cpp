//===- FlattenImages.cpp - elementwise ops on rows --------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSFLATTENIMAGESPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// True when an elementwise generic reads `operand`, an image made of rows.
static bool isImageOfRows(OpOperand *operand) {
  auto image = operand->get().getDefiningOp<tensor::ExpandShapeOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  SmallVector<ReassociationIndices> rows = {{0, 1, 2}, {3}};
  return image && user && user.getNumReductionLoops() == 0 &&
         image.getReassociationIndices() == rows;
}

/// True when `image` is computed by elementwise generics from the result of a
/// convolution or a pooling.
static bool comesFromWindows(Value image) {
  llvm::SmallSetVector<Operation *, 8> worklist;
  auto add = [&](Value value) {
    if (Operation *op = value.getDefiningOp())
      worklist.insert(op);
  };
  add(image);
  for (size_t i = 0; i < worklist.size(); ++i) {
    if (isa<linalg::ConvolutionOpInterface>(worklist[i]))
      return true;
    auto generic = dyn_cast<linalg::GenericOp>(worklist[i]);
    if (generic && generic.getNumReductionLoops() == 0)
      llvm::for_each(generic.getInputs(), add);
  }
  return false;
}

/// True when an elementwise generic reads `operand`, a line that was an image
/// of one row.
static bool isLineOfImage(OpOperand *operand) {
  auto line = operand->get().getDefiningOp<tensor::CollapseShapeOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  SmallVector<ReassociationIndices> row = {{0}, {1, 2}, {3}};
  return line && user && user.getNumReductionLoops() == 0 &&
         line.getReassociationIndices() == row &&
         line.getSrcType().getDimSize(1) == 1 &&
         comesFromWindows(line.getSrc());
}

namespace {
struct FlattenImages
    : public compress::impl::CompressFlattenImagesPassBase<FlattenImages> {
  using CompressFlattenImagesPassBase::CompressFlattenImagesPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    linalg::populateFoldReshapeOpsByCollapsingPatterns(patterns, isImageOfRows);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, isLineOfImage);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    context->getLoadedDialect<linalg::LinalgDialect>()
        ->getCanonicalizationPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
