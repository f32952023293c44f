//===- VectorizeBuffers.cpp - fills and copies of buffers -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowOps.h"
#include "VectorTiles.h"
#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "compress-cpu-vectorize-buffers"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUVECTORIZEBUFFERSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

/// Larger copies between contiguous buffers become a memcpy.
static constexpr int64_t kMaxCopy = 256;

/// True when `copy` becomes a memcpy.
static bool isMemcpy(memref::CopyOp copy) {
  auto isContiguous = [](Value value) {
    return cast<MemRefType>(value.getType()).getLayout().isIdentity();
  };
  auto type = cast<MemRefType>(copy.getSource().getType());
  return type.hasStaticShape() &&
         (type.getRank() == 0 || type.getNumElements() > kMaxCopy) &&
         isContiguous(copy.getSource()) && isContiguous(copy.getTarget());
}

namespace {
struct VectorizeBuffers
    : public cpu::impl::CompressCPUVectorizeBuffersPassBase<VectorizeBuffers> {
  using CompressCPUVectorizeBuffersPassBase::
      CompressCPUVectorizeBuffersPassBase;

  void runOnOperation() override {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    width = 2 * getModuleTarget(module).getLanes(32);
    getOperation().walk([&](memref::CopyOp copy) {
      if (isMemcpy(copy))
        return;
      IRRewriter rewriter(copy);
      linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      rewriter.eraseOp(copy);
    });
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      vectorize(op);
  }

private:
  void vectorize(linalg::LinalgOp op);

  int64_t width = 0;
};
} // namespace

void VectorizeBuffers::vectorize(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumReductionLoops() != 0 ||
      !isVectorizable(op))
    return;
  std::optional<SmallVector<int64_t>> tiles = chooseVectorTiles(op, width);
  if (!tiles)
    return;
  IRRewriter rewriter(op);
  if (llvm::any_of(*tiles, [](int64_t tile) { return tile != 0; })) {
    scf::SCFTilingOptions options;
    options.setTileSizes(getAsIndexOpFoldResult(rewriter.getContext(), *tiles));
    FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(tiled)) {
      LDBG() << "could not tile " << op->getLoc();
      return;
    }
    rewriter.eraseOp(op);
    op = cast<linalg::LinalgOp>(tiled->tiledOps.front());
    rewriter.setInsertionPoint(op);
  }
  if (failed(linalg::vectorize(rewriter, op)))
    LDBG() << "could not vectorize " << op->getLoc();
  else
    rewriter.eraseOp(op);
}
