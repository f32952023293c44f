//===- ImageWindow.cpp - the pixels that a convolution reads ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageWindow.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

ImageWindow::ImageWindow(OpBuilder &builder, Location loc, PackedContractOp op,
                         const KernelTile &tile)
    : IndexBuilder(builder, loc), op(op), window(*op.getWindow()), tile(tile) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getLhs());
  strides = metadata.getConstifiedMixedStrides();
  Value first = getValueOrCreateConstantIndexOp(
      builder, loc, metadata.getConstifiedMixedOffset());
  for (const SmallVector<Value> &row : tile.rows) {
    Origin origin;
    origin.y =
        add(multiply(row[1], window.getStrides()[0]), -window.getLow()[0]);
    origin.x =
        add(multiply(row[2], window.getStrides()[1]), -window.getLow()[1]);
    origin.offset = add(add(add(first, scale(row[0], 0)), scale(origin.y, 1)),
                        scale(origin.x, 2));
    origins.push_back(origin);
  }
}

Value ImageWindow::scale(Value value, unsigned dim) {
  return arith::MulIOp::create(
      builder, loc, value,
      getValueOrCreateConstantIndexOp(builder, loc, strides[dim]));
}

Value ImageWindow::isInside(Value coordinate, unsigned dim) {
  // A negative coordinate is a huge unsigned one.
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               coordinate,
                               index(op.getLhsType().getDimSize(dim)));
}

Value ImageWindow::getElements(Value offset, int64_t size, Value inside) {
  auto type = MemRefType::get(
      size, op.getLhsType().getElementType(),
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, 1));
  auto sizeAttr = builder.getIndexAttr(size), one = builder.getIndexAttr(1);
  Value elements = memref::ReinterpretCastOp::create(
      builder, loc, type, op.getLhs(), offset, ArrayRef<OpFoldResult>{sizeAttr},
      ArrayRef<OpFoldResult>{one});
  if (!inside)
    return elements;
  Value part = memref::SubViewOp::create(
      builder, loc, tile.padding,
      ArrayRef<OpFoldResult>{builder.getIndexAttr(0)},
      ArrayRef<OpFoldResult>{sizeAttr}, ArrayRef<OpFoldResult>{one});
  Value outside = memref::CastOp::create(builder, loc, type, part);
  return arith::SelectOp::create(builder, loc, inside, elements, outside);
}

Value ImageWindow::getPixel(int64_t row, Value i, Value j) {
  const Origin &origin = origins[row];
  Value down = multiply(i, window.getDilations()[0]);
  Value right = multiply(j, window.getDilations()[1]);
  Value offset = add(origin.offset, add(scale(down, 1), scale(right, 2)));
  Value inside;
  if (tile.padding)
    inside =
        arith::AndIOp::create(builder, loc, isInside(add(origin.y, down), 1),
                              isInside(add(origin.x, right), 2));
  return getElements(offset, op.getRowSize(), inside);
}

/// Elements that `rows` neighbours read of a row of the image.
static int64_t getLineSize(PackedContractOp op, int64_t rows) {
  WindowAttr window = op.getWindowAttr();
  return ((rows - 1) * window.getStrides()[1] + window.getKernel()[1]) *
         op.getRowSize();
}

Value ImageWindow::getLine(Value i) {
  const Origin &origin = origins[0];
  Value down = multiply(i, window.getDilations()[0]);
  Value inside;
  if (tile.padding)
    inside = isInside(add(origin.y, down), 1);
  return getElements(add(origin.offset, scale(down, 1)),
                     getLineSize(op, tile.getNumRows()), inside);
}

bool ImageWindow::isOutside(unsigned dim, int64_t distance) {
  std::optional<int64_t> first = getConstantIntValue(tile.rows[0][dim + 1]);
  if (!first)
    return false;
  int64_t at = *first * window.getStrides()[dim] - window.getLow()[dim];
  return at + distance < 0 ||
         at + distance >= op.getLhsType().getDimSize(dim + 1);
}

std::pair<Value, Value> ImageWindow::getTapRows() {
  int64_t dilation = window.getDilations()[0];
  Value zero = index(0), y = origins[0].y;
  // The first tap row at or behind `distance` rows of the image.
  auto getTap = [&](Value distance) -> Value {
    Value rows = arith::MaxSIOp::create(builder, loc, distance, zero);
    if (dilation == 1)
      return rows;
    return arith::DivUIOp::create(builder, loc, add(rows, dilation - 1),
                                  index(dilation));
  };
  Value above = arith::SubIOp::create(builder, loc, zero, y);
  Value below = add(above, op.getLhsType().getDimSize(1));
  Value first = getTap(above);
  Value end = arith::MinSIOp::create(builder, loc, getTap(below),
                                     index(window.getKernel()[0]));
  return {first, end};
}

Value ImageWindow::loadChannels(Value rows, int64_t column) {
  const Origin &origin = origins[0];
  int64_t lanes = tile.getLanes(0);
  Value offset = add(add(origin.offset, tile.column),
                     add(scale(rows, 1), scale(index(column), 2)));
  Value inside;
  if (tile.padding)
    inside = isOutside(1, column)
                 ? arith::ConstantIntOp::create(builder, loc, 0, 1).getResult()
                 : isInside(add(origin.y, rows), 1);
  Value channels = getElements(offset, lanes, inside);
  auto type = VectorType::get(lanes, op.getLhsType().getElementType());
  if (!tile.isPartial(0))
    return vector::LoadOp::create(builder, loc, type, channels, index(0));
  Value mask = vector::ConstantMaskOp::create(
      builder, loc, VectorType::get(lanes, builder.getI1Type()),
      ArrayRef<int64_t>{tile.lastColumns});
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, loc, type, channels, index(0),
                                      mask, zeros);
}

int64_t ImageWindow::getPaddingSize(PackedContractOp op, int64_t lineRows) {
  if (op.getDepthwise())
    return PackedContractOp::kPanel;
  return lineRows == 0 ? op.getRowSize() : getLineSize(op, lineRows);
}
