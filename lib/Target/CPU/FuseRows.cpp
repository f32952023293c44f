//===- FuseRows.cpp - one loop over rows for a chain of row ops --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowOps.h"
#include "compression/Target/CPU/Passes.h"

#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "compress-cpu-fuse-rows"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUFUSEROWSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

/// True when `op` has one result, reads its operands in the order of its
/// loops, and reduces over its last loop at most: a row of the result then
/// depends on a row of each operand.
static bool isRowOp(Operation *operation) {
  auto op = dyn_cast_or_null<linalg::LinalgOp>(operation);
  if (!op || op->getNumResults() != 1 || !op.hasPureTensorSemantics() ||
      !isVectorizable(op))
    return false;
  for (AffineMap map : op.getIndexingMapsArray()) {
    if (!map.isProjectedPermutation())
      return false;
    SmallVector<unsigned> positions;
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      positions.push_back(map.getDimPosition(i));
    if (!llvm::is_sorted(positions))
      return false;
  }
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  return llvm::none_of(ArrayRef(iterators).drop_back(iterators.empty() ? 0 : 1),
                       [](utils::IteratorType iterator) {
                         return iterator == utils::IteratorType::reduction;
                       });
}

/// The producers of `consumer`, over row ops, whose users are all in the set;
/// empty when none of them reduces.
static llvm::SetVector<Operation *>
collectProducers(linalg::LinalgOp consumer) {
  llvm::SetVector<Operation *> set;
  set.insert(consumer);
  bool reduces = false;
  for (size_t i = 0; i < set.size(); ++i)
    for (Value operand : set[i]->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          isRowOp(producer) && set.insert(producer)) {
        reduces |= cast<linalg::LinalgOp>(producer).getNumReductionLoops() != 0;
      }
  if (!reduces)
    return {};
  // A value that is also used elsewhere has to exist whole; fills are cheap
  // enough to be made twice.
  bool changed = true;
  while (changed) {
    changed = set.remove_if([&](Operation *op) {
      return op != consumer && !isFillLike(op) &&
             llvm::any_of(op->getUsers(),
                          [&](Operation *user) { return !set.contains(user); });
    });
  }
  return set;
}

namespace {
struct FuseRows : public cpu::impl::CompressCPUFuseRowsPassBase<FuseRows> {
  using CompressCPUFuseRowsPassBase::CompressCPUFuseRowsPassBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    DenseSet<Operation *> fused;
    for (linalg::LinalgOp op : llvm::reverse(ops)) {
      if (fused.contains(op) || op->use_empty() || op.getNumLoops() < 2 ||
          op.getNumReductionLoops() != 0 || isFillLike(op) || !isRowOp(op) ||
          op.hasDynamicShape())
        continue;
      llvm::SetVector<Operation *> producers = collectProducers(op);
      if (producers.empty() || failed(fuse(op, producers)))
        continue;
      fused.insert(producers.begin(), producers.end());
    }
  }

  /// Tiles `consumer` by rows and pulls `producers` into its loops.
  LogicalResult fuse(linalg::LinalgOp consumer,
                     const llvm::SetVector<Operation *> &producers) {
    IRRewriter rewriter(consumer);
    SmallVector<OpFoldResult> sizes(consumer.getNumLoops(),
                                    rewriter.getIndexAttr(1));
    sizes.back() = rewriter.getIndexAttr(0);
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(sizes);
    if (parallel && isWorthThreads(consumer))
      options.tilingOptions.setLoopType(
          scf::SCFTilingOptions::LoopType::ForallOp);
    options.setFusionControlFn(
        [&](tensor::ExtractSliceOp, OpResult producer, bool)
            -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          if (producers.contains(producer.getOwner()))
            return scf::SCFTileAndFuseOptions::ControlFnResult{};
          return std::nullopt;
        });
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(
            rewriter, cast<TilingInterface>(consumer.getOperation()), options);
    if (failed(result)) {
      LDBG() << "could not tile " << consumer->getLoc();
      return failure();
    }
    SmallVector<Value> replacements;
    for (Value value : consumer->getResults())
      replacements.push_back(result->replacements.lookup(value));
    rewriter.replaceOp(consumer, replacements);
    return success();
  }
};
} // namespace
