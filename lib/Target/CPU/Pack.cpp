//===- Pack.cpp - contractions become packed contractions -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackConvolutions.h"
#include "PackEpilogues.h"
#include "PackStrips.h"
#include "PackedPayload.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Target/CPU/MicroKernel.h"
#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "compress-pack"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSPACKPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

namespace {
/// Replaces contractions one by one.
class ContractionPacker {
public:
  ContractionPacker(TargetAttr target, PayloadPacker &payloads)
      : target(target), payloads(payloads) {}

  /// Replaces `contraction`; failure means that an error was reported.
  LogicalResult pack(Contraction contraction);

private:
  FailureOr<Value> getRhs(OpBuilder &builder, Contraction &contraction,
                          bool &rowMajor);
  /// The op on the matrix `lhs`; `addend`, if any, is added to the product.
  FailureOr<Value> buildPacked(OpBuilder &builder, Contraction &contraction,
                               Value lhs, Value addend, Value init,
                               const MicroKernelEmitter &kernel);

  TargetAttr target;
  PayloadPacker &payloads;
  SymbolTableCollection symbols;
};
} // namespace

Value cpu::orderDimensions(OpBuilder &builder, Location loc, Value value,
                           AffineMap map, ArrayRef<unsigned> loops) {
  SmallVector<int64_t> permutation;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (unsigned loop : loops) {
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      if (map.getDimPosition(dim) == loop)
        permutation.push_back(dim);
    shape.push_back(type.getDimSize(permutation.back()));
  }
  if (llvm::is_sorted(permutation))
    return value;
  SmallVector<Value> dynamicSizes;
  for (int64_t source : permutation)
    if (type.isDynamicDim(source))
      dynamicSizes.push_back(
          tensor::DimOp::create(builder, loc, value, source));
  Value init = tensor::EmptyOp::create(builder, loc, shape,
                                       type.getElementType(), dynamicSizes);
  return linalg::TransposeOp::create(builder, loc, value, init, permutation)
      ->getResult(0);
}

/// Reassociation of (batch, m..., last) into (batch, m, last); `rows` is the
/// number of m dimensions and not 0.
static SmallVector<ReassociationIndices> collapseRows(int64_t batches,
                                                      int64_t rows) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < batches; ++dim)
    groups.push_back({dim});
  ReassociationIndices middle =
      llvm::to_vector<2>(llvm::seq<int64_t>(batches, batches + rows));
  groups.push_back(middle);
  groups.push_back({batches + rows});
  return groups;
}

/// `value`, whose dimensions are (batch, m..., last), as (batch, m, last).
static Value toMatrix(OpBuilder &builder, Location loc, Value value,
                      const Contraction &contraction) {
  int64_t batches = contraction.batch.size(), rows = contraction.m.size();
  auto type = cast<RankedTensorType>(value.getType());
  if (rows == 1)
    return value;
  if (rows > 1)
    return tensor::CollapseShapeOp::create(builder, loc, value,
                                           collapseRows(batches, rows));
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.end() - 1, 1);
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < batches; ++dim)
    groups.push_back({dim});
  groups.push_back({batches, batches + 1});
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(shape), value,
                                       groups);
}

/// The opposite of `toMatrix`, for a result of `shape` (batch, m..., n).
static Value fromMatrix(OpBuilder &builder, Location loc, Value value,
                        const Contraction &contraction, RankedTensorType type) {
  int64_t batches = contraction.batch.size(), rows = contraction.m.size();
  if (rows == 1)
    return value;
  if (rows > 1)
    return tensor::ExpandShapeOp::create(builder, loc, type, value,
                                         collapseRows(batches, rows));
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < batches; ++dim)
    groups.push_back({dim});
  groups.push_back({batches, batches + 1});
  return tensor::CollapseShapeOp::create(builder, loc, type, value, groups);
}

/// The type of (batch, m..., n) of a contraction's result.
static RankedTensorType getOrderedType(Contraction &contraction,
                                       ArrayRef<unsigned> loops) {
  auto type = cast<RankedTensorType>(contraction.init().get().getType());
  SmallVector<int64_t> shape;
  for (unsigned loop : loops)
    for (unsigned dim = 0; dim < loops.size(); ++dim)
      if (contraction.initMap().getDimPosition(dim) == loop)
        shape.push_back(type.getDimSize(dim));
  return type.clone(shape);
}

FailureOr<Value> ContractionPacker::getRhs(OpBuilder &builder,
                                           Contraction &contraction,
                                           bool &rowMajor) {
  Location loc = contraction.op.getLoc();
  Value rhs = contraction.rhs().get();
  // Batches are read as they lie: an extended weight is an activation.
  ml_program::GlobalOp weight = contraction.batch.empty()
                                    ? getPanelWeight(rhs, symbols)
                                    : getWeight(rhs, symbols);
  rowMajor = !weight || !contraction.batch.empty();
  if (!weight) {
    SmallVector<unsigned> loops(contraction.batch.begin(),
                                contraction.batch.end());
    loops.append({contraction.k[0], contraction.n[0]});
    return orderDimensions(builder, loc, rhs, contraction.rhsMap(), loops);
  }
  FailureOr<ml_program::GlobalOp> packed =
      rowMajor ? payloads.packRows(contraction, weight)
               : payloads.pack(getPanelView(contraction), weight);
  if (failed(packed))
    return failure();
  return WeightBuilder::load(builder, loc, *packed);
}

/// True when there is a zero point for each row of the left operand, false when
/// there is one or none; nothing when the zero points vary in another way. They
/// lie as the left operand does.
static std::optional<bool> hasZeroPointPerRow(Contraction &contraction) {
  if (!contraction.zeroPoint)
    return false;
  AffineMap map = contraction.op.getMatchingIndexingMap(contraction.zeroPoint);
  if (map.getNumResults() != contraction.lhsMap().getNumResults())
    return std::nullopt;
  auto lhsType = cast<RankedTensorType>(contraction.lhs().get().getType());
  bool varies = false, isShared = false;
  for (auto [own, other, size] :
       llvm::zip(map.getResults(), contraction.lhsMap().getResults(),
                 lhsType.getShape())) {
    bool isK = other.isFunctionOfDim(contraction.k[0]);
    if (own == getAffineConstantExpr(0, map.getContext())) {
      isShared |= !isK && size != 1;
      continue;
    }
    if (own != other || isK)
      return std::nullopt;
    varies |= size != 1;
  }
  if (varies && isShared)
    return std::nullopt;
  return varies;
}

FailureOr<Value>
ContractionPacker::buildPacked(OpBuilder &builder, Contraction &contraction,
                               Value lhs, Value addend, Value init,
                               const MicroKernelEmitter &kernel) {
  Location loc = contraction.op.getLoc();
  bool rowMajor = false;
  FailureOr<Value> rhs = getRhs(builder, contraction, rowMajor);
  if (failed(rhs))
    return failure();
  SmallVector<Value> extras;
  SmallVector<AffineMap> maps;
  auto type = cast<RankedTensorType>(init.getType());
  unsigned rank = type.getRank();
  if (contraction.zeroPoint) {
    ml_program::GlobalOp weight = getWeight(contraction.rhs().get(), symbols);
    FailureOr<ml_program::GlobalOp> sums =
        payloads.sumColumns(getPanelView(contraction), weight);
    if (failed(sums))
      return failure();
    SmallVector<unsigned> loops(contraction.m.begin(), contraction.m.end());
    loops.push_back(contraction.k[0]);
    AffineExpr zero = builder.getAffineConstantExpr(0);
    AffineExpr row =
        *hasZeroPointPerRow(contraction) ? builder.getAffineDimExpr(0) : zero;
    extras = {
        toMatrix(builder, loc,
                 orderDimensions(builder, loc, contraction.zeroPoint->get(),
                                 contraction.lhsMap(), loops),
                 contraction),
        WeightBuilder::load(builder, loc, *sums)};
    maps = {AffineMap::get(rank, 0, {row, zero}, builder.getContext()),
            AffineMap::get(rank, 0, builder.getAffineDimExpr(rank - 1))};
  } else if (addend) {
    extras = {addend};
    maps = {builder.getMultiDimIdentityMap(rank)};
  }
  auto packed = PackedContractOp::create(
      builder, loc, TypeRange{type}, lhs, *rhs, /*pad=*/Value(), extras, init,
      kernel.getKernel(builder.getContext(), target, type.getShape().back()),
      builder.getAffineMapArrayAttr(maps), rowMajor, /*window=*/WindowAttr(),
      /*depthwise=*/false);
  buildEpilogue(builder, packed);
  return packed.getResult(0);
}

LogicalResult ContractionPacker::pack(Contraction contraction) {
  linalg::LinalgOp op = contraction.op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto lhsType = cast<RankedTensorType>(contraction.lhs().get().getType());
  const MicroKernelEmitter *kernel =
      selectEmitter(lhsType.getElementType(), target);
  bool isInteger = lhsType.getElementType().isInteger(8);
  auto rhsType = cast<RankedTensorType>(contraction.rhs().get().getType());
  bool hasZeroInit = isZeroTensor(contraction.init().get());
  // What the op can't express stays a linalg op, which is lowered to loops.
  if (!kernel || !rhsType.hasStaticShape() || contraction.batch.size() > 1 ||
      (isInteger && (!hasZeroInit || !contraction.batch.empty())))
    return success();
  if (isInteger && !getWeight(contraction.rhs().get(), symbols))
    return success();
  if (!hasZeroPointPerRow(contraction))
    return success();

  // An activation without a batch is a batch of one.
  SmallVector<unsigned> rows(contraction.batch.begin(),
                             contraction.batch.end());
  rows.append(contraction.m.begin(), contraction.m.end());
  SmallVector<unsigned> lhsLoops(rows), resultLoops(rows);
  lhsLoops.push_back(contraction.k[0]);
  resultLoops.push_back(contraction.n[0]);
  Value lhs = toMatrix(builder, loc,
                       orderDimensions(builder, loc, contraction.lhs().get(),
                                       contraction.lhsMap(), lhsLoops),
                       contraction);

  RankedTensorType orderedType = getOrderedType(contraction, resultLoops);
  SmallVector<int64_t> shape(cast<RankedTensorType>(lhs.getType()).getShape());
  shape.back() = orderedType.getShape().back();
  auto resultType = orderedType.clone(shape);
  SmallVector<Value> dynamicSizes;
  for (int64_t dim = 0, e = shape.size() - 1; dim < e; ++dim)
    if (ShapedType::isDynamic(shape[dim]))
      dynamicSizes.push_back(tensor::DimOp::create(builder, loc, lhs, dim));
  Value init = tensor::EmptyOp::create(
      builder, loc, shape, resultType.getElementType(), dynamicSizes);

  Value addend;
  if (!isInteger && !hasZeroInit)
    addend = toMatrix(builder, loc,
                      orderDimensions(builder, loc, contraction.init().get(),
                                      contraction.initMap(), resultLoops),
                      contraction);
  FailureOr<Value> product = failure();
  TilingInterface producer = getStripProducer(contraction);
  if (producer && !getPanelWeight(contraction.rhs().get(), symbols))
    product = buildStrips(builder, contraction, producer, lhs, addend,
                          resultType, *kernel, target);
  if (failed(product))
    product = buildPacked(builder, contraction, lhs, addend, init, *kernel);
  if (failed(product))
    return failure();
  Value result = fromMatrix(builder, loc, *product, contraction, orderedType);
  // Back to the model's order of dimensions.
  SmallVector<AffineExpr> resultExprs;
  for (unsigned loop : resultLoops)
    resultExprs.push_back(builder.getAffineDimExpr(loop));
  SmallVector<unsigned> modelLoops;
  for (unsigned dim = 0; dim < resultLoops.size(); ++dim)
    modelLoops.push_back(contraction.initMap().getDimPosition(dim));
  result = orderDimensions(
      builder, loc, result,
      AffineMap::get(op.getNumLoops(), 0, resultExprs, builder.getContext()),
      modelLoops);
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return success();
}

namespace {
struct Pack : public cpu::impl::CompressPackPassBase<Pack> {
  using CompressPackPassBase::CompressPackPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Contraction> contractions;
    module.walk([&](linalg::LinalgOp op) {
      FailureOr<Contraction> match = matchContraction(op);
      if (failed(match))
        match = matchIntegerContraction(op);
      if (succeeded(match))
        contractions.push_back(*match);
    });
    PayloadPacker payloads(module);
    TargetAttr target = getModuleTarget(module);
    ContractionPacker packer(target, payloads);
    for (Contraction contraction : contractions)
      if (failed(packer.pack(contraction)))
        return signalPassFailure();
    if (failed(packConvolutions(module, target, payloads)))
      return signalPassFailure();

    module.walk([](linalg::GenericOp op) {
      if (op->getNumResults() == 1 && op->use_empty() &&
          skipExtension(op->getResult(0)) != op->getResult(0))
        op.erase();
    });
    SmallVector<PackedContractOp> packed;
    module.walk([&](PackedContractOp op) { packed.push_back(op); });
    for (PackedContractOp op : packed)
      absorbUsers(op);
    WeightBuilder weights(module);
    SymbolTableCollection symbols;
    module.walk(
        [&](PackedContractOp op) { foldEpilogue(op, weights, symbols); });
    module.walk([](ml_program::GlobalLoadOp load) {
      if (load.use_empty())
        load.erase();
    });
  }
};
} // namespace
