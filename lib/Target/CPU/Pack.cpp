//===- Pack.cpp - contractions become packed contractions -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackStrips.h"
#include "PackedPayload.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
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
  ContractionPacker(ModuleOp module, TargetAttr target)
      : target(target), payloads(module) {}

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
  PayloadPacker payloads;
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
  ml_program::GlobalOp weight = getWeight(rhs, symbols);
  rowMajor = !weight || !contraction.batch.empty();
  if (!weight) {
    SmallVector<unsigned> loops(contraction.batch.begin(),
                                contraction.batch.end());
    loops.append({contraction.k[0], contraction.n[0]});
    return orderDimensions(builder, loc, rhs, contraction.rhsMap(), loops);
  }
  FailureOr<ml_program::GlobalOp> packed =
      rowMajor ? payloads.packRows(contraction, weight)
               : payloads.pack(contraction, weight);
  if (failed(packed))
    return failure();
  return WeightBuilder::load(builder, loc, *packed);
}

/// A region that yields the sum as it is, or for codes less the share of the
/// zero point: `sum - zero point * column sum`.
static void buildEpilogue(OpBuilder &builder, PackedContractOp op) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = op.getLoc();
  Type sumType =
      op.isInteger() ? Type(builder.getI32Type()) : Type(builder.getF32Type());
  Block *body = builder.createBlock(&op.getEpilogue(), {}, sumType, loc);
  for (Value extra : op.getExtras())
    body->addArgument(cast<ShapedType>(extra.getType()).getElementType(), loc);
  Value value = body->getArgument(0);
  if (op.isInteger() && !op.getExtras().empty()) {
    Value zeroPoint =
        arith::ExtUIOp::create(builder, loc, sumType, body->getArgument(1));
    Value share =
        arith::MulIOp::create(builder, loc, zeroPoint, body->getArgument(2));
    value = arith::SubIOp::create(builder, loc, value, share);
  } else if (!op.getExtras().empty()) {
    value = arith::AddFOp::create(builder, loc, value, body->getArgument(1));
  }
  YieldOp::create(builder, loc, value);
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
        payloads.sumColumns(contraction, weight);
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
      builder, loc, TypeRange{type}, lhs, *rhs, extras, init,
      kernel.getKernel(builder.getContext(), target, type.getShape().back()),
      builder.getAffineMapArrayAttr(maps), rowMajor);
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
  if (TilingInterface producer = getStripProducer(contraction))
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

//===----------------------------------------------------------------------===//
// Epilogues
//===----------------------------------------------------------------------===//

/// More ops than this are better fused by tiling: the accumulators and what
/// the ops need have to stay in registers.
static constexpr unsigned kMaxEpilogueOps = 16;

/// The elementwise generic that alone uses the result of `op` and can run on
/// its accumulators; null when there is none.
static linalg::GenericOp getAbsorbable(PackedContractOp op) {
  Value result = op.getResult(0);
  if (!result.hasOneUse())
    return {};
  OpOperand &use = *result.use_begin();
  auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!user || !user.isDpsInput(&use) || user->getNumResults() != 1 ||
      user.getNumReductionLoops() != 0 || !user.hasPureTensorSemantics())
    return {};
  auto type = cast<RankedTensorType>(user.getResult(0).getType());
  if (type.getShape() != cast<ShapedType>(result.getType()).getShape() ||
      !(type.getElementType().isF32() || type.getElementType().isInteger(8) ||
        type.getElementType().isInteger(32)) ||
      !user.getMatchingIndexingMap(&use).isIdentity() ||
      !user.getMatchingIndexingMap(user.getDpsInitOperand(0)).isIdentity() ||
      !user.getBody()->getArguments().back().use_empty())
    return {};
  for (OpOperand *input : user.getDpsInputOperands())
    if (!user.getMatchingIndexingMap(input).isProjectedPermutation(
            /*allowZeroInResults=*/true) ||
        !isa<RankedTensorType>(input->get().getType()))
      return {};
  // An epilogue yields what it computes; it sees no value from outside.
  if (user.getBody()->getTerminator()->getOperand(0).getParentBlock() !=
      user.getBody())
    return {};
  unsigned ops = op.getEpilogue().front().getOperations().size();
  for (Operation &inner : user.getBody()->without_terminator()) {
    // Transcendental functions become long polynomials.
    if (++ops > kMaxEpilogueOps ||
        !isa_and_present<arith::ArithDialect>(inner.getDialect()))
      return {};
    for (Value operand : inner.getOperands())
      if (operand.getParentBlock() != user.getBody() &&
          !operand.getDefiningOp<arith::ConstantOp>())
        return {};
  }
  return user;
}

/// Moves the body of `user` into the epilogue of `op`.
static PackedContractOp absorb(PackedContractOp op, linalg::GenericOp user) {
  OpBuilder builder(user);
  Location loc = op.getLoc();
  SmallVector<Value> extras(op.getExtras());
  SmallVector<Attribute> maps(op.getExtraMaps().begin(),
                              op.getExtraMaps().end());
  for (OpOperand *input : user.getDpsInputOperands()) {
    if (input->get() == op.getResult(0))
      continue;
    extras.push_back(input->get());
    maps.push_back(AffineMapAttr::get(user.getMatchingIndexingMap(input)));
  }
  auto type = cast<RankedTensorType>(user.getResult(0).getType());
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, op.getInit()),
      type.getElementType());
  auto fused = PackedContractOp::create(
      builder, loc, TypeRange{type}, op.getLhs(), op.getRhs(), extras, init,
      op.getKernel(), builder.getArrayAttr(maps), op.getRowMajor());

  IRMapping mapping;
  op.getEpilogue().cloneInto(&fused.getEpilogue(), mapping);
  Block &body = fused.getEpilogue().front();
  auto yield = cast<YieldOp>(body.getTerminator());
  for (OpOperand *input : user.getDpsInputOperands()) {
    Value argument = user.getMatchingBlockArgument(input);
    mapping.map(argument,
                input->get() == op.getResult(0)
                    ? yield.getValue()
                    : Value(body.addArgument(argument.getType(), loc)));
  }
  builder.setInsertionPoint(yield);
  auto cloneInto = [&](Operation &inner) {
    for (Value operand : inner.getOperands())
      if (auto constant = operand.getDefiningOp<arith::ConstantOp>())
        if (!mapping.contains(operand))
          builder.clone(*constant, mapping);
    builder.clone(inner, mapping);
  };
  for (Operation &inner : user.getBody()->without_terminator())
    cloneInto(inner);
  Value yielded =
      cast<linalg::YieldOp>(user.getBody()->getTerminator()).getValues()[0];
  yield.getValueMutable().assign(mapping.lookupOrDefault(yielded));

  user.getResult(0).replaceAllUsesWith(fused.getResult(0));
  user.erase();
  op.erase();
  return fused;
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
    ContractionPacker packer(module, getModuleTarget(module));
    for (Contraction contraction : contractions)
      if (failed(packer.pack(contraction)))
        return signalPassFailure();

    module.walk([](ml_program::GlobalLoadOp load) {
      if (load.use_empty())
        load.erase();
    });

    SmallVector<PackedContractOp> packed;
    module.walk([&](PackedContractOp op) { packed.push_back(op); });
    for (PackedContractOp op : packed)
      while (linalg::GenericOp user = getAbsorbable(op))
        op = absorb(op, user);
  }
};
} // namespace
