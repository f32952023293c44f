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
    origin.image = add(first, scale(row[0], 0));
    origin.offset =
        add(add(origin.image, scale(origin.y, 1)), scale(origin.x, 2));
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

int64_t ImageWindow::getNumColumns(PackedContractOp op, int64_t pixels) {
  WindowAttr window = op.getWindowAttr();
  return (pixels - 1) * window.getStrides()[1] +
         (window.getKernel()[1] - 1) * window.getDilations()[1] + 1;
}

int64_t ImageWindow::getColumnStride(PackedContractOp op) {
  SmallVector<int64_t> strides;
  int64_t offset;
  [[maybe_unused]] LogicalResult result =
      cast<MemRefType>(op.getLhs().getType())
          .getStridesAndOffset(strides, offset);
  assert(succeeded(result) && !ShapedType::isDynamic(strides[2]) &&
         "expected an image of static sizes");
  return strides[2];
}

int64_t ImageWindow::getLinePixels() {
  return tile.getNumRows() / std::max<int64_t>(tile.lines, 1);
}

ImageWindow::Outside ImageWindow::isColumnOutside(int64_t column) {
  if (!tile.padding)
    return Outside::Never;
  int64_t stride = window.getStrides()[1];
  int64_t at = column - window.getLow()[1];
  int64_t first = 0, last = op.getInitType().getDimSize(2) - getLinePixels();
  if (std::optional<int64_t> x = getConstantIntValue(tile.rows[0][2]))
    first = last = *x;
  int64_t low = first * stride + at, high = last * stride + at,
          end = op.getLhsType().getDimSize(2);
  if (high < 0 || low >= end)
    return Outside::Always;
  return low < 0 || high >= end ? Outside::Sometimes : Outside::Never;
}

ImageWindow::ChannelLine ImageWindow::getChannelLine(Value rows,
                                                     bool isKnownInside) {
  const Origin &origin = origins[0];
  bool mayBeOutside = tile.padding && !isKnownInside;
  Value y = add(origin.y, rows), zero = index(0);
  // No address is negative, not even one that is not used.
  Value row = mayBeOutside
                  ? arith::MaxSIOp::create(builder, loc, y, zero).getResult()
                  : y;
  auto type = MemRefType::get(
      ShapedType::kDynamic, op.getLhsType().getElementType(),
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, 1));
  auto one = builder.getIndexAttr(1);
  Value offset = add(add(origin.image, tile.column), scale(row, 1));
  int64_t size = (op.getLhsType().getDimSize(2) - 1) * getColumnStride(op) +
                 tile.getLanes(0);
  ChannelLine line;
  line.elements = memref::ReinterpretCastOp::create(
      builder, loc, type, op.getLhs(), offset,
      ArrayRef<OpFoldResult>{index(size)}, ArrayRef<OpFoldResult>{one});
  line.first = multiply(origin.x, getColumnStride(op));
  if (!mayBeOutside)
    return line;
  Value inside = isInside(y, 1);
  Value padding = memref::CastOp::create(builder, loc, type, tile.padding);
  line.elements =
      arith::SelectOp::create(builder, loc, inside, line.elements, padding);
  line.first = arith::SelectOp::create(builder, loc, inside, line.first, zero);
  return line;
}

Value ImageWindow::loadChannels(ChannelLine line, int64_t column) {
  Value at = add(line.first, column * getColumnStride(op));
  Value elements = line.elements;
  Outside outside = isColumnOutside(column);
  if (outside != Outside::Never) {
    Value padding =
        memref::CastOp::create(builder, loc, elements.getType(), tile.padding);
    Value zero = index(0);
    if (outside == Outside::Always) {
      elements = padding, at = zero;
    } else {
      Value inside = isInside(add(origins[0].x, column), 2);
      elements =
          arith::SelectOp::create(builder, loc, inside, elements, padding);
      at = arith::SelectOp::create(builder, loc, inside, at, zero);
    }
  }
  int64_t lanes = tile.getLanes(0);
  auto type = VectorType::get(lanes, op.getLhsType().getElementType());
  if (!tile.isPartial(0))
    return vector::LoadOp::create(builder, loc, type, elements, at);
  Value mask = vector::ConstantMaskOp::create(
      builder, loc, VectorType::get(lanes, builder.getI1Type()),
      ArrayRef<int64_t>{tile.lastColumns});
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, loc, type, elements, at, mask,
                                      zeros);
}

int64_t ImageWindow::getPaddingSize(PackedContractOp op, int64_t lineRows) {
  constexpr int64_t kPanel = PackedContractOp::kPanel;
  if (op.getDepthwise())
    return lineRows == 0
               ? kPanel
               : (getNumColumns(op, lineRows) - 1) * getColumnStride(op) +
                     kPanel;
  return lineRows == 0 ? op.getRowSize() : getLineSize(op, lineRows);
}
