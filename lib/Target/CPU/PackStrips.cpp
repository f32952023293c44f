//===- PackStrips.cpp - contractions with weights decoded strip by strip -*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackStrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <numeric>

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

/// Columns of a strip: the widest register tile. Decoded, a strip of 4096 rows
/// fills the second-level cache.
static constexpr int64_t kStripColumns = 4 * PackedContractOp::kPanel;

/// True when `op` does nothing but widen the floats of its one input.
static bool isWidening(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 0 ||
      op.getBody()->getOperations().size() != 2)
    return false;
  auto extend = dyn_cast<arith::ExtFOp>(op.getBody()->front());
  return extend && extend.getIn() == op.getBody()->getArgument(0) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity();
}

TilingInterface cpu::getStripProducer(Contraction &contraction) {
  Operation *producer = contraction.rhs().get().getDefiningOp();
  if (!producer || !contraction.batch.empty())
    return {};
  if (isa<ReconstructOpInterface>(producer))
    return dyn_cast<TilingInterface>(producer);
  auto generic = dyn_cast<linalg::GenericOp>(producer);
  return generic && isWidening(generic) ? cast<TilingInterface>(producer)
                                        : TilingInterface();
}

namespace {
/// Builds the strips of one contraction.
class StripBuilder {
public:
  StripBuilder(OpBuilder &builder, Contraction &contraction,
               TilingInterface producer, Value lhs, Value addend,
               const MicroKernelEmitter &kernel, TargetAttr target)
      : builder(builder), loc(contraction.op.getLoc()),
        contraction(contraction), producer(producer), lhs(lhs), addend(addend),
        kernel(kernel), target(target) {}

  /// Columns of a strip: a multiple of what the producer can decode apart.
  int64_t getWidth();
  /// Puts the columns from `column` on into `result`.
  FailureOr<Value> build(OpFoldResult column, int64_t columns, Value result);

private:
  FailureOr<Value> decode(OpFoldResult column, int64_t columns);
  Value contract(Value rhs, Value addendSlice, int64_t columns);
  Value sliceColumns(Value matrix, OpFoldResult column, int64_t columns);

  OpBuilder &builder;
  Location loc;
  Contraction &contraction;
  TilingInterface producer;
  Value lhs, addend;
  const MicroKernelEmitter &kernel;
  TargetAttr target;
};
} // namespace

int64_t StripBuilder::getWidth() {
  auto reconstruct = dyn_cast<ReconstructOpInterface>(producer.getOperation());
  if (!reconstruct)
    return kStripColumns;
  int64_t alignment = 1;
  for (auto [dim, entry] : llvm::enumerate(reconstruct.getTileAlignment()))
    if (contraction.rhsMap().getDimPosition(dim) == contraction.n[0])
      alignment = entry;
  return std::lcm(kStripColumns, alignment);
}

FailureOr<Value> StripBuilder::decode(OpFoldResult column, int64_t columns) {
  auto type = cast<RankedTensorType>(contraction.rhs().get().getType());
  SmallVector<OpFoldResult> offsets, sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    bool isColumn =
        contraction.rhsMap().getDimPosition(dim) == contraction.n[0];
    offsets.push_back(isColumn ? column : builder.getIndexAttr(0));
    sizes.push_back(
        builder.getIndexAttr(isColumn ? columns : type.getDimSize(dim)));
  }
  FailureOr<TilingResult> tile =
      producer.generateResultTileValue(builder, 0, offsets, sizes);
  if (failed(tile))
    return failure();
  return orderDimensions(builder, loc, tile->tiledValues[0],
                         contraction.rhsMap(),
                         {contraction.k[0], contraction.n[0]});
}

Value StripBuilder::sliceColumns(Value matrix, OpFoldResult column,
                                 int64_t columns) {
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, matrix);
  sizes.back() = builder.getIndexAttr(columns);
  return tensor::ExtractSliceOp::create(builder, loc, matrix, {zero, column},
                                        sizes, {one, one});
}

Value StripBuilder::contract(Value rhs, Value addendSlice, int64_t columns) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, lhs);
  sizes.back() = builder.getIndexAttr(columns);
  Type f32 = builder.getF32Type();
  Value init = tensor::EmptyOp::create(builder, loc, sizes, f32);
  SmallVector<Value> extras;
  SmallVector<AffineMap> maps;
  if (addendSlice) {
    extras.push_back(addendSlice);
    maps.push_back(builder.getMultiDimIdentityMap(2));
  }
  auto packed = PackedContractOp::create(
      builder, loc, init.getType(), lhs, rhs, /*pad=*/Value(), extras, init,
      kernel.getKernel(builder.getContext(), target, columns),
      builder.getAffineMapArrayAttr(maps), /*row_major=*/true,
      /*window=*/WindowAttr(), /*depthwise=*/false);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&packed.getEpilogue(), {}, f32, loc);
  Value value = body->getArgument(0);
  if (addendSlice)
    value =
        arith::AddFOp::create(builder, loc, value, body->addArgument(f32, loc));
  YieldOp::create(builder, loc, value);
  return packed.getResult(0);
}

FailureOr<Value> StripBuilder::build(OpFoldResult column, int64_t columns,
                                     Value result) {
  FailureOr<Value> rhs = decode(column, columns);
  if (failed(rhs))
    return failure();
  Value addendSlice = addend ? sliceColumns(addend, column, columns) : Value();
  Value strip = contract(*rhs, addendSlice, columns);
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  return tensor::InsertSliceOp::create(
             builder, loc, strip, result, {zero, column},
             tensor::getMixedSizes(builder, loc, strip), {one, one})
      .getResult();
}

FailureOr<Value> cpu::buildStrips(OpBuilder &builder, Contraction &contraction,
                                  TilingInterface producer, Value lhs,
                                  Value addend, RankedTensorType type,
                                  const MicroKernelEmitter &kernel,
                                  TargetAttr target) {
  Location loc = contraction.op.getLoc();
  StripBuilder strips(builder, contraction, producer, lhs, addend, kernel,
                      target);
  int64_t columns = type.getDimSize(1), width = strips.getWidth();
  int64_t whole = columns / width * width;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, lhs);
  sizes.back() = builder.getIndexAttr(columns);
  Value result =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  if (whole != 0) {
    auto index = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    auto loop = scf::ForOp::create(builder, loc, index(0), index(whole),
                                   index(width), result);
    loop->setAttr(kStripsAttrName, builder.getUnitAttr());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    FailureOr<Value> next =
        strips.build(loop.getInductionVar(), width, loop.getRegionIterArg(0));
    if (failed(next)) {
      loop.erase();
      return failure();
    }
    scf::YieldOp::create(builder, loc, *next);
    result = loop.getResult(0);
  }
  if (whole == columns)
    return result;
  return strips.build(builder.getIndexAttr(whole), columns - whole, result);
}
