//===- LowerVectors.cpp - vector ops that LLVM has no instruction for --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPULOWERVECTORSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// Larger copies stay `memref.copy`, which becomes a memcpy or loops.
static constexpr int64_t kMaxCopy = 256;

namespace {
struct LowerVectors
    : public cpu::impl::CompressCPULowerVectorsPassBase<LowerVectors> {
  using CompressCPULowerVectorsPassBase::CompressCPULowerVectorsPassBase;

  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp op) { copies.push_back(op); });
    for (memref::CopyOp copy : copies)
      lowerCopy(copy);

    RewritePatternSet patterns(&getContext());
    vector::populateVectorMultiReductionLoweringPatterns(
        patterns, vector::VectorMultiReductionLowering::InnerReduction);
    vector::populateVectorTransposeLoweringPatterns(
        patterns, vector::VectorTransposeLowering::Shuffle16x16);
    vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
    // Loads and stores, before views are folded into the transfers: one of a
    // view without the fastest dimension, of size 1, would then walk along
    // another dimension.
    populateVectorToSCFConversionPatterns(
        patterns, VectorTransferToSCFOptions().enableFullUnroll());
    vector::populateVectorTransferLoweringPatterns(patterns,
                                                   /*maxTransferRank=*/1);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }

  /// A copy between strided buffers would be a call of a runtime function.
  void lowerCopy(memref::CopyOp copy) {
    auto type = cast<MemRefType>(copy.getSource().getType());
    IRRewriter rewriter(copy);
    if (type.hasStaticShape() && type.getRank() > 0 &&
        type.getNumElements() <= kMaxCopy &&
        !type.getElementType().isInteger(1) &&
        succeeded(linalg::vectorizeCopy(rewriter, copy)))
      return;
    auto isContiguous = [](Value value) {
      return cast<MemRefType>(value.getType()).getLayout().isIdentity();
    };
    if (isContiguous(copy.getSource()) && isContiguous(copy.getTarget()) &&
        type.hasStaticShape())
      return;
    linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    rewriter.eraseOp(copy);
  }
};
} // namespace
