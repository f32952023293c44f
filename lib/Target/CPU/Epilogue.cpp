//===- Epilogue.cpp - epilogues of packed contractions ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "X86.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

static constexpr int64_t kPanel = PackedContractOp::kPanel;

Value EpilogueEmitter::getMask(int64_t panel) {
  return vector::ConstantMaskOp::create(builder, loc,
                                        getType(panel, builder.getI1Type()),
                                        ArrayRef<int64_t>{tile.lastColumns});
}

SmallVector<Value> EpilogueEmitter::getPosition(AffineMap map, int64_t row,
                                                int64_t panel) {
  SmallVector<Value> coordinate(tile.rows[row]);
  coordinate.push_back(add(tile.column, kPanel * panel));
  SmallVector<Value> position;
  for (AffineExpr result : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    position.push_back(dim ? coordinate[dim.getPosition()] : index(0));
  }
  return position;
}

Value EpilogueEmitter::loadExtra(unsigned number, int64_t row, int64_t panel) {
  AffineMap map = op.getExtraMap(number);
  unsigned columnDim = map.getNumDims() - 1;
  bool byColumn = map.isFunctionOfDim(columnDim);
  // Rows with the same coordinate share the element.
  bool byRow = false;
  for (unsigned dim = 0; dim < columnDim; ++dim)
    byRow |=
        map.isFunctionOfDim(dim) && tile.rows[row][dim] != tile.rows[0][dim];
  Value &known = loaded[{number, byRow ? row : 0, byColumn ? panel : -1}];
  // Panels differ in the number of lanes.
  VectorType type = getType(
      panel,
      cast<MemRefType>(op.getExtras()[number].getType()).getElementType());
  if (known && known.getType() == type)
    return known;

  Value extra = op.getExtras()[number];
  SmallVector<Value> position = getPosition(map, row, panel);
  if (!byColumn)
    return known = vector::BroadcastOp::create(
               builder, loc, type,
               memref::LoadOp::create(builder, loc, extra, position));
  if (!tile.isPartial(panel))
    return known = vector::LoadOp::create(builder, loc, type, extra, position);
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return known = vector::MaskedLoadOp::create(builder, loc, type, extra,
                                              position, getMask(panel), zeros);
}

Operation *EpilogueEmitter::getFirstSubtraction() {
  BlockArgument sum = op.getEpilogue().front().getArgument(0);
  if (!op.isInteger() || !sum.hasOneUse())
    return nullptr;
  auto first = dyn_cast<arith::SubIOp>(*sum.user_begin());
  auto share =
      first ? dyn_cast<BlockArgument>(first.getRhs()) : BlockArgument();
  if (!share || share == sum)
    return nullptr;
  // The same for all rows: a column's own, or one for all.
  AffineMap map = op.getExtraMap(share.getArgNumber() - 1);
  for (unsigned dim = 0; dim + 1 < map.getNumDims(); ++dim)
    if (map.isFunctionOfDim(dim))
      return nullptr;
  return first;
}

SmallVector<Value> EpilogueEmitter::getStart() {
  Operation *first = getFirstSubtraction();
  if (!first)
    return {};
  unsigned number =
      cast<BlockArgument>(first->getOperand(1)).getArgNumber() - 1;
  SmallVector<Value> start;
  for (int64_t panel = 0; panel < tile.panels; ++panel) {
    Value share = loadExtra(number, 0, panel);
    Value zeros = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(share.getType()));
    start.push_back(arith::SubIOp::create(builder, loc, zeros, share));
  }
  return start;
}

Value EpilogueEmitter::truncate(arith::TruncIOp truncation, Value words) {
  auto type = cast<VectorType>(words.getType());
  auto result = type.clone(truncation.getType());
  // One instruction moves any bytes; that which truncates is two.
  bool permutes =
      type.getNumElements() == kPanel && type.getElementType().isInteger(32) &&
      result.getElementType().isInteger(8) &&
      getModuleTarget(op->getParentOfType<ModuleOp>()).hasFeature("avx512vbmi");
  if (!permutes)
    return arith::TruncIOp::create(builder, loc, result, words);
  auto bytes = VectorType::get(4 * kPanel, builder.getI8Type());
  Value moved = x86::permuteBytes(
      builder, loc, vector::BitCastOp::create(builder, loc, bytes, words),
      [](int64_t byte) { return byte * 4 % 64; });
  return vector::ExtractStridedSliceOp::create(
      builder, loc, moved, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{kPanel},
      ArrayRef<int64_t>{1});
}

Value EpilogueEmitter::emitRegion(Value sum, int64_t row, int64_t panel) {
  Block &body = op.getEpilogue().front();
  IRMapping mapping;
  mapping.map(body.getArgument(0), sum);
  for (unsigned i = 0, e = op.getExtras().size(); i < e; ++i)
    if (!body.getArgument(i + 1).use_empty())
      mapping.map(body.getArgument(i + 1), loadExtra(i, row, panel));
  Operation *first = tile.start.empty() ? nullptr : getFirstSubtraction();
  for (Operation &inner : body.without_terminator()) {
    if (&inner == first) {
      mapping.map(inner.getResult(0), sum);
      continue;
    }
    if (auto truncation = dyn_cast<arith::TruncIOp>(inner)) {
      mapping.map(truncation.getResult(),
                  truncate(truncation, mapping.lookup(truncation.getIn())));
      continue;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(inner)) {
      VectorType type = getType(panel, constant.getType());
      mapping.map(
          constant.getResult(),
          arith::ConstantOp::create(
              builder, loc, DenseElementsAttr::get(type, constant.getValue()))
              .getResult());
      continue;
    }
    Operation *clone = builder.clone(inner, mapping);
    for (Value result : clone->getResults())
      result.setType(getType(panel, result.getType()));
  }
  return mapping.lookup(cast<YieldOp>(body.getTerminator()).getValue());
}

void EpilogueEmitter::emit(ArrayRef<Value> sums) {
  AffineMap identity =
      builder.getMultiDimIdentityMap(op.getInitType().getRank());
  for (int64_t row = 0; row < tile.getNumRows(); ++row) {
    for (int64_t panel = 0; panel < tile.panels; ++panel) {
      Value value = emitRegion(sums[row * tile.panels + panel], row, panel);
      SmallVector<Value> position = getPosition(identity, row, panel);
      if (tile.isPartial(panel))
        vector::MaskedStoreOp::create(builder, loc, op.getInit(), position,
                                      getMask(panel), value);
      else
        vector::StoreOp::create(builder, loc, value, op.getInit(), position);
    }
  }
}
