//===- Vectorize.cpp - linalg ops become loops of vector code ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DropUnitDims.h"
#include "PackStrips.h"
#include "RowOps.h"
#include "VectorTiles.h"
#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "compress-cpu-vectorize"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUVECTORIZEPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

/// True when a fill starts a reduction over a loop that is not the last one:
/// the reduction is tiled there, and its init must not be fused into the loop.
static bool startsTiledReduction(Operation *fill) {
  for (Operation *user : fill->getUsers()) {
    auto op = dyn_cast<linalg::LinalgOp>(user);
    if (!op)
      continue;
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    if (llvm::is_contained(ArrayRef(iterators).drop_back(),
                           utils::IteratorType::reduction))
      return true;
  }
  return false;
}

/// Makes the last loop of a reduction the one that walks along the fastest
/// dimension of what it reads, if that is a loop of the result: as when columns
/// are summed. Lanes are then neighbours in memory, and each has its own sum.
static linalg::LinalgOp orderLoops(linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  unsigned fastest;
  if (!generic || !op.hasPureTensorSemantics() || op.getNumLoops() < 2 ||
      op.getIteratorTypesArray().back() != utils::IteratorType::reduction ||
      !isTransposed(op, fastest) ||
      op.getIteratorTypesArray()[fastest] != utils::IteratorType::parallel)
    return op;
  SmallVector<unsigned> order;
  for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop)
    if (loop != fastest)
      order.push_back(loop);
  order.push_back(fastest);
  IRRewriter rewriter(op);
  FailureOr<linalg::GenericOp> result =
      linalg::interchangeGenericOp(rewriter, generic, order);
  return succeeded(result) ? cast<linalg::LinalgOp>(result->getOperation())
                           : op;
}

/// True when `op` lies in a loop that tiling made.
static bool isInTile(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent) && !parent->hasAttr(kStripsAttrName))
      return true;
  return false;
}

namespace {
struct Vectorize : public cpu::impl::CompressCPUVectorizePassBase<Vectorize> {
  using CompressCPUVectorizePassBase::CompressCPUVectorizePassBase;

  void runOnOperation() override {
    TargetAttr target =
        getModuleTarget(getOperation()->getParentOfType<ModuleOp>());
    int64_t width = 2 * target.getLanes(32);
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp &op : ops)
      if (!isInTile(op))
        op = orderLoops(op);
    for (linalg::LinalgOp op : ops)
      tile(op, width);
    if (failed(dropUnitDims()))
      return signalPassFailure();
    ops.clear();
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      vectorize(op);
  }

  void tile(linalg::LinalgOp op, int64_t width);
  LogicalResult dropUnitDims();
  void vectorize(linalg::LinalgOp op);
};
} // namespace

void Vectorize::tile(linalg::LinalgOp op, int64_t width) {
  // What already lies in a loop was tiled when its consumer was.
  if (op->use_empty() || isInTile(op) || !op.hasPureTensorSemantics() ||
      op->getNumResults() != 1 || !isVectorizable(op) ||
      (isFillLike(op) && !startsTiledReduction(op)))
    return;
  std::optional<SmallVector<int64_t>> tiles = chooseVectorTiles(op, width);
  if (!tiles)
    return;
  IRRewriter rewriter(op);
  scf::SCFTileAndFuseOptions options;
  options.tilingOptions.setTileSizes(
      getAsIndexOpFoldResult(rewriter.getContext(), *tiles));
  bool tilesReduction = false;
  for (auto [tile, iterator] : llvm::zip(*tiles, op.getIteratorTypesArray()))
    tilesReduction |= tile != 0 && iterator == utils::IteratorType::reduction;
  if (parallel && !tilesReduction && isWorthThreads(op) &&
      llvm::any_of(*tiles, [](int64_t tile) { return tile != 0; }))
    options.tilingOptions.setLoopType(
        scf::SCFTilingOptions::LoopType::ForallOp);
  options.setFusionControlFn(
      [&](tensor::ExtractSliceOp, OpResult producer,
          bool) -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
        if (!tilesReduction && isFillLike(producer.getOwner()))
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        return std::nullopt;
      });
  FailureOr<scf::SCFTileAndFuseResult> result =
      scf::tileConsumerAndFuseProducersUsingSCF(
          rewriter, cast<TilingInterface>(op.getOperation()), options);
  if (failed(result)) {
    LDBG() << "could not tile " << op->getLoc();
    return;
  }
  rewriter.replaceOp(op, result->replacements.lookup(op->getResult(0)));
}

LogicalResult Vectorize::dropUnitDims() {
  RewritePatternSet cleanUp(&getContext());
  tensor::populateMergeConsecutiveInsertExtractSlicePatterns(cleanUp);
  return cpu::dropUnitDims(
      getOperation(),
      linalg::ControlDropUnitDims::RankReductionStrategy::ExtractInsertSlice,
      std::move(cleanUp));
}

void Vectorize::vectorize(linalg::LinalgOp op) {
  if (op->getNumResults() == 0 || !op.hasPureTensorSemantics() ||
      !isVectorizable(op) || op.hasDynamicShape())
    return;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (llvm::product_of(ranges) > kMaxVectorElements)
    return;
  IRRewriter rewriter(op);
  FailureOr<linalg::VectorizationResult> result =
      linalg::vectorize(rewriter, op);
  if (failed(result)) {
    LDBG() << "could not vectorize " << op->getLoc();
    return;
  }
  rewriter.replaceOp(op, result->replacements);
}
