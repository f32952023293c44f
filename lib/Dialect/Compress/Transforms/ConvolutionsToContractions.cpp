//===- ConvolutionsToContractions.cpp - products of rows --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSCONVOLUTIONSTOCONTRACTIONSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// True when each place of the result has a window of one place of the image.
static bool isPointwise(linalg::Conv2DNhwcFhwcOp op, ArrayRef<int64_t> image,
                        ArrayRef<int64_t> filter, ArrayRef<int64_t> result) {
  auto isOne = [](const APInt &value) { return value.isOne(); };
  return filter[1] == 1 && filter[2] == 1 && image[1] == result[1] &&
         image[2] == result[2] && llvm::all_of(op.getStrides(), isOne);
}

/// True when the window is the whole image.
static bool coversImage(linalg::Conv2DNhwcFhwcOp op, ArrayRef<int64_t> image,
                        ArrayRef<int64_t> filter) {
  auto isOne = [](const APInt &value) { return value.isOne(); };
  return image[1] == filter[1] && image[2] == filter[2] &&
         llvm::all_of(op.getDilations(), isOne);
}

namespace {
struct ToContraction : public OpRewritePattern<linalg::Conv2DNhwcFhwcOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::Conv2DNhwcFhwcOp op,
                                PatternRewriter &rewriter) const override {
    Value image = op.getInputs()[0], filter = op.getInputs()[1],
          init = op.getOutputs()[0];
    auto imageType = cast<ShapedType>(image.getType());
    auto filterType = cast<ShapedType>(filter.getType());
    auto type = dyn_cast<RankedTensorType>(init.getType());
    // Only the batch may be of unknown size.
    auto isKnown = [](ShapedType type) {
      return !ShapedType::isDynamicShape(type.getShape().drop_front());
    };
    if (!type || !filterType.hasStaticShape() || !isKnown(imageType) ||
        !isKnown(type) || !isZeroTensor(init))
      return rewriter.notifyMatchFailure(op, "no static sums from zero");
    SmallVector<ReassociationIndices> rows, taps = {{0}, {1, 2, 3}};
    if (isPointwise(op, imageType.getShape(), filterType.getShape(),
                    type.getShape()))
      rows = {{0, 1, 2}, {3}};
    else if (coversImage(op, imageType.getShape(), filterType.getShape()))
      rows = taps;
    else
      return rewriter.notifyMatchFailure(op, "windows overlap or leave gaps");

    Location loc = op.getLoc();
    SmallVector<ReassociationIndices> results = {{0, 1, 2}, {3}};
    Value lhs = tensor::CollapseShapeOp::create(rewriter, loc, image, rows);
    Value rhs = tensor::CollapseShapeOp::create(rewriter, loc, filter, taps);
    Value empty = tensor::EmptyOp::create(
        rewriter, loc,
        {tensor::getMixedSize(rewriter, loc, lhs, 0),
         rewriter.getIndexAttr(filterType.getDimSize(0))},
        type.getElementType());
    Value zero = arith::ConstantOp::create(
        rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
    Value zeros =
        linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
    AffineExpr m, n, k;
    bindDims(op.getContext(), m, n, k);
    SmallVector<AffineExpr, 4> operands[] = {{m, k}, {n, k}, {m, n}};
    SmallVector<AffineMap> maps =
        AffineMap::inferFromExprList(ArrayRef(operands), op.getContext());
    Value product = linalg::ContractOp::create(
                        rewriter, loc, zeros.getType(), ValueRange{lhs, rhs},
                        zeros, rewriter.getAffineMapArrayAttr(maps))
                        ->getResult(0);
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, type, product,
                                                       results);
    return success();
  }
};

struct ConvolutionsToContractions
    : public compress::impl::CompressConvolutionsToContractionsPassBase<
          ConvolutionsToContractions> {
  using CompressConvolutionsToContractionsPassBase::
      CompressConvolutionsToContractionsPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ToContraction>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
