//===- ImageWindow.h - the pixels that a convolution reads ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_IMAGEWINDOW_H
#define COMPRESSION_LIB_TARGET_CPU_IMAGEWINDOW_H

#include "KernelBuilder.h"

namespace mlir::compress::cpu {

/// The pixels of the image that the rows of a tile read by the taps of a
/// window. A tap outside of the image reads the padding: nothing is copied.
class ImageWindow : public IndexBuilder {
public:
  ImageWindow(OpBuilder &builder, Location loc, PackedContractOp op,
              const KernelTile &tile);

  /// The channels of the pixel that row `row` reads at the tap (i, j): a memref
  /// of rank 1.
  Value getPixel(int64_t row, Value i, Value j);

  /// All that the rows of a line (`KernelTile::isLine`) read at the taps (i,
  /// *), from the first tap of the first row on: a memref of rank 1.
  Value getLine(Value i);

  /// A row of the image as the tiles of a depthwise convolution read it: a
  /// memref of rank 1 from the first channel of a tile's panel on, and the
  /// index of the tile's first tap.
  struct ChannelLine {
    Value elements, first;
  };

  /// The row that lies `rows` below the first tap of the tile; the padding if
  /// there is no such row, unless the caller knows that there is one.
  ChannelLine getChannelLine(Value rows, bool isKnownInside = false);

  /// The channels of the tile's panel, of the pixel `column` columns right of
  /// the first tap in such a line: a vector with the panel's lanes.
  Value loadChannels(ChannelLine line, int64_t column);

  /// The first tap row, and the one behind the last, that lie in the image.
  std::pair<Value, Value> getTapRows();

  /// Elements of `KernelTile::padding` for lines of up to `lineRows` rows; 0 if
  /// no tile is a line. Of a depthwise convolution: 0 if all rows that are read
  /// lie in the image.
  static int64_t getPaddingSize(PackedContractOp op, int64_t lineRows);

  /// Of a depthwise convolution: the pixels that a line of a tile reads in a
  /// row of the image, and the distance of two of them in elements. The padding
  /// has as many.
  static int64_t getNumColumns(PackedContractOp op, int64_t pixels);
  static int64_t getColumnStride(PackedContractOp op);

private:
  /// The first tap of a row: its coordinates in the image, and its distance
  /// and that of the image from the first element of the buffer.
  struct Origin {
    Value y, x, offset, image;
  };

  /// `value` times the stride of dimension `dim` of the image.
  Value scale(Value value, unsigned dim);
  /// Whether `coordinate` lies in the image along dimension `dim`.
  Value isInside(Value coordinate, unsigned dim);
  /// Whether the column of a depthwise tile lies outside of the image: always,
  /// in some tiles or never.
  enum class Outside { Always, Sometimes, Never };
  Outside isColumnOutside(int64_t column);
  int64_t getLinePixels();
  /// `size` elements of the image from `offset` on, or of the padding where
  /// `inside` is false; always of the image if it is null.
  Value getElements(Value offset, int64_t size, Value inside);

  PackedContractOp op;
  WindowAttr window;
  const KernelTile &tile;
  SmallVector<OpFoldResult> strides;
  SmallVector<Origin> origins;
};

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_IMAGEWINDOW_H
