//===- KernelBuilder.cpp - what the emitters of kernels share ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "ImageWindow.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

KernelBuilder::KernelBuilder(OpBuilder &builder, Location loc,
                             PackedContractOp op, const KernelTile &tile)
    : IndexBuilder(builder, loc), op(op), tile(tile) {
  if (op.getRowMajor())
    return;
  Value first = arith::DivUIOp::create(builder, loc, tile.column,
                                       index(PackedContractOp::kPanel));
  for (int64_t panel = 0; panel < tile.panels; ++panel)
    panels.push_back(add(first, panel));
}

SmallVector<Value> KernelBuilder::getFirstSums(Type elementType) {
  SmallVector<Value> sums;
  for (int64_t row = 0; row < tile.getNumRows(); ++row)
    for (int64_t panel = 0; panel < tile.panels; ++panel)
      sums.push_back(!tile.start.empty()
                         ? tile.start[panel]
                         : arith::ConstantOp::create(
                               builder, loc,
                               builder.getZeroAttr(VectorType::get(
                                   tile.getLanes(panel), elementType))));
  return sums;
}

Value KernelBuilder::extend(Value halves, bool converts) {
  auto type = cast<VectorType>(halves.getType());
  VectorType wide = type.clone(builder.getF32Type()),
             integers = type.clone(builder.getI32Type());
  // Of bf16 this is a shift on all targets.
  if (converts || !type.getElementType().isF16())
    return arith::ExtFOp::create(builder, loc, wide, halves);
  auto splat = [&](uint32_t bits) -> Value {
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(integers, APInt(32, bits)));
  };
  Value bits = arith::BitcastOp::create(
      builder, loc, type.clone(builder.getI16Type()), halves);
  bits = arith::ExtUIOp::create(builder, loc, integers, bits);
  // In integers: LLVM would call a function for each element. A multiplication
  // moves the exponent, and makes subnormals normal.
  Value magnitude = arith::AndIOp::create(builder, loc, bits, splat(0x7fff));
  Value sign = arith::ShLIOp::create(
      builder, loc, arith::XOrIOp::create(builder, loc, bits, magnitude),
      splat(16));
  Value moved = arith::ShLIOp::create(builder, loc, magnitude, splat(13));
  Value scale = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(wide, APFloat(0x1p112f)));
  Value scaled = arith::BitcastOp::create(
      builder, loc, integers,
      arith::MulFOp::create(builder, loc,
                            arith::BitcastOp::create(builder, loc, wide, moved),
                            scale));
  // The largest exponent stays the largest: infinity, or no number.
  Value isFinite = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, magnitude, splat(0x7c00));
  Value special = arith::OrIOp::create(builder, loc, moved, splat(0x7f800000));
  Value result =
      arith::SelectOp::create(builder, loc, isFinite, scaled, special);
  return arith::BitcastOp::create(
      builder, loc, wide, arith::OrIOp::create(builder, loc, result, sign));
}

Value KernelBuilder::loadPacked(int64_t panel, Value step, int64_t size,
                                bool converts) {
  Type elementType = op.getRhsType().getElementType();
  Value value = vector::LoadOp::create(
      builder, loc, VectorType::get(size, elementType), op.getRhs(),
      ValueRange{panelNumber(panel), step, index(0)});
  return elementType.isF16() || elementType.isBF16() ? extend(value, converts)
                                                     : value;
}

Value KernelBuilder::loadElement(const LhsRow &row, const KernelStep &step,
                                 int64_t number) {
  if (row.buffers.size() == 1) {
    SmallVector<Value> position(row.position);
    position.push_back(add(step.k, row.first + number));
    return memref::LoadOp::create(builder, loc, row.buffers[0], position);
  }
  int64_t k = *getConstantIntValue(step.k) + number;
  return memref::LoadOp::create(builder, loc, row.buffers[k / row.size],
                                index(k % row.size));
}

Value KernelBuilder::loadElements(const LhsRow &row, const KernelStep &step) {
  SmallVector<Value> position(row.position);
  position.push_back(add(step.k, row.first));
  auto type = cast<MemRefType>(row.buffers[0].getType());
  return vector::LoadOp::create(
      builder, loc, VectorType::get(step.count, type.getElementType()),
      row.buffers[0], position);
}

SmallVector<Value> KernelBuilder::loop(
    int64_t steps, ValueRange init,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  if (steps == 0)
    return llvm::to_vector_of<Value>(init);
  OpBuilder::InsertionGuard guard(builder);
  auto loop =
      scf::ForOp::create(builder, loc, index(0), index(steps), index(1), init);
  builder.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(builder, loc,
                       body(loop.getInductionVar(), loop.getRegionIterArgs()));
  return llvm::to_vector_of<Value>(loop.getResults());
}

SmallVector<Value> KernelBuilder::reduceRow(ArrayRef<LhsRow> rows, int64_t size,
                                            Value packed, int64_t width,
                                            ValueRange init, Step step) {
  int64_t whole = size / width, rest = size % width;
  SmallVector<Value> sums = loop(whole, init, [&](Value i, ValueRange carried) {
    return step({rows, multiply(i, width), add(packed, i), width}, carried);
  });
  if (rest == 0)
    return sums;
  // The last k once more, with weights of 0 for those that were there before:
  // nothing behind the row is read.
  if (whole != 0)
    return step({rows, index(size - width), add(packed, whole), width}, sums);
  return step({rows, index(0), packed, rest}, sums);
}

/// Neighbours read the same part of a row of the image, from different pixels
/// on: one address for all of them.
SmallVector<Value> KernelBuilder::reduceLines(int64_t width,
                                              ArrayRef<Value> init, Step step) {
  ImageWindow window(builder, loc, op, tile);
  WindowAttr attr = op.getWindowAttr();
  int64_t size = attr.getKernel()[1] * op.getRowSize();
  int64_t distance = attr.getStrides()[1] * op.getRowSize();
  return loop(attr.getKernel()[0], init, [&](Value i, ValueRange sums) {
    Value line = window.getLine(i);
    SmallVector<LhsRow> rows;
    for (int64_t row = 0; row < tile.getNumRows(); ++row)
      rows.push_back({{line}, 0, {}, row * distance});
    return reduceRow(rows, size, multiply(i, llvm::divideCeil(size, width)),
                     width, sums, step);
  });
}

SmallVector<Value> KernelBuilder::reduceTaps(int64_t width,
                                             ArrayRef<Value> init, Step step) {
  ImageWindow window(builder, loc, op, tile);
  ArrayRef<int64_t> kernel = op.getWindow()->getKernel();
  int64_t steps = llvm::divideCeil(op.getRowSize(), width);
  return loop(kernel[0], init, [&](Value i, ValueRange outer) {
    return loop(kernel[1], outer, [&](Value j, ValueRange inner) {
      SmallVector<LhsRow> rows;
      for (int64_t row = 0; row < tile.getNumRows(); ++row)
        rows.push_back({{window.getPixel(row, i, j)}, 0, {}, 0});
      Value tap = add(multiply(i, kernel[1]), j);
      return reduceRow(rows, op.getRowSize(), multiply(tap, steps), width,
                       inner, step);
    });
  });
}

/// A few codes of each tap of a row are one row: of as many buffers as taps,
/// since some may lie outside of the image.
SmallVector<Value> KernelBuilder::reduceJoinedTaps(int64_t width,
                                                   ArrayRef<Value> init,
                                                   Step step) {
  ImageWindow window(builder, loc, op, tile);
  ArrayRef<int64_t> kernel = op.getWindow()->getKernel();
  int64_t size = kernel[1] * op.getRowSize();
  int64_t groups = llvm::divideCeil(size, width);
  return loop(kernel[0], init, [&](Value i, ValueRange carried) {
    SmallVector<LhsRow> rows(tile.getNumRows(), {{}, op.getRowSize(), {}, 0});
    for (auto [number, row] : llvm::enumerate(rows))
      for (int64_t j = 0; j < kernel[1]; ++j)
        row.buffers.push_back(window.getPixel(number, i, index(j)));
    auto sums = llvm::to_vector_of<Value>(carried);
    for (int64_t group = 0; group < groups; ++group) {
      int64_t k = std::max<int64_t>(0, std::min(group * width, size - width));
      sums = step({rows, index(k), add(multiply(i, groups), group),
                   std::min(width, size)},
                  sums);
    }
    return sums;
  });
}

SmallVector<Value> KernelBuilder::reduce(int64_t width, ArrayRef<Value> init,
                                         Step step) {
  if (!op.getWindow()) {
    SmallVector<LhsRow> rows;
    for (const SmallVector<Value> &row : tile.rows)
      rows.push_back({{op.getLhs()}, 0, row, 0});
    return reduceRow(rows, op.getRowSize(), index(0), width, init, step);
  }
  if (tile.isLine)
    return reduceLines(width, init, step);
  return op.joinsTaps() ? reduceJoinedTaps(width, init, step)
                        : reduceTaps(width, init, step);
}
