//===- DepthwiseStrips.cpp - depthwise convolutions down the image *- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DepthwiseStrips.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

/// Taps whose weights stay in registers.
static constexpr int64_t kFewTaps = 9;

std::optional<StripSteps> StripSteps::get(PackedContractOp op,
                                          TargetAttr target) {
  constexpr int64_t kMaxSingleSteps = 8, kMaxLive = 5;
  // Down the image, a panel after the other, is no order to read memory in:
  // what does not fit into a part of the L2 cache is better read as it lies.
  constexpr int64_t kMaxBytes = 1 << 20;
  // A row of more pixels has as many sums as hide the latency of an addition.
  constexpr int64_t kFewPixels = 8;
  WindowAttr window = op.getWindowAttr();
  if (!window || !op.getDepthwise() || op.isInteger() ||
      target.getVectorBits() < 512 || window.getDilations()[0] != 1)
    return std::nullopt;
  int64_t stride = window.getStrides()[0], height = window.getKernel()[0];
  int64_t rows = op.getInitType().getDimSize(1);
  int64_t inputRows = op.getLhsType().getDimSize(1);
  int64_t low = window.getLow()[0];
  int64_t bytes = sizeof(float) * op.getInitType().getDimSize(3) *
                  (rows * op.getInitType().getDimSize(2) +
                   inputRows * op.getLhsType().getDimSize(2));
  if (bytes > kMaxBytes || (window.getNumTaps() > kFewTaps &&
                            op.getInitType().getDimSize(2) > kFewPixels))
    return std::nullopt;
  StripSteps steps;
  steps.live = llvm::divideCeil(height, stride);
  steps.total = rows + steps.live - 1;
  // Step c reads the rows of the image from c * stride - low on.
  steps.begin =
      std::max<int64_t>(steps.live - 1, llvm::divideCeil(low, stride));
  steps.end = std::min(rows, (inputRows + low) / stride);
  steps.end = std::max(steps.begin, steps.end);
  if (steps.begin > steps.total || steps.live > kMaxLive ||
      steps.total - (steps.end - steps.begin) > kMaxSingleSteps)
    return std::nullopt;
  // 32 registers: the sums, the weights, and a pixel.
  int64_t taken = window.getNumTaps() <= kFewTaps ? window.getNumTaps() + 1 : 2;
  steps.pixels = std::min<int64_t>(14, (32 - taken) / steps.live);
  return steps;
}

StripEmitter::StripEmitter(OpBuilder &builder, PackedContractOp op,
                           const MicroKernelEmitter &kernel,
                           const StripSteps &steps, const KernelTile &tile,
                           Finish finish)
    : builder(builder, op.getLoc(), op, tile), op(op), attr(op.getWindowAttr()),
      kernel(kernel), steps(steps), tile(tile),
      window(builder, op.getLoc(), op, tile), finish(finish) {
  if (attr.getNumTaps() <= kFewTaps)
    for (int64_t tap = 0; tap < attr.getNumTaps(); ++tap)
      weights.push_back(loadWeight(tap));
}

Value StripEmitter::loadWeight(int64_t tap) {
  if (tap < static_cast<int64_t>(weights.size()))
    return weights[tap];
  return builder.loadPacked(0, builder.index(tap), tile.getLanes(0),
                            /*converts=*/true);
}

SmallVector<Value> StripEmitter::emitStep(Value step,
                                          std::optional<int64_t> number,
                                          SmallVectorImpl<Value> &sums) {
  int64_t stride = attr.getStrides()[0], width = attr.getKernel()[1];
  int64_t pixels = tile.getNumRows();
  int64_t rows = op.getInitType().getDimSize(1);
  for (int64_t t = 0; t < stride; ++t) {
    if (number) {
      int64_t y = *number * stride + t - attr.getLow()[0];
      if (y < 0 || y >= op.getLhsType().getDimSize(1))
        continue;
    }
    Value row = builder.add(builder.multiply(step, stride), t);
    ImageWindow::ChannelLine line =
        window.getChannelLine(row, /*isKnownInside=*/true);
    for (int64_t column = 0; column < window.getNumColumns(op, pixels);
         ++column) {
      Value pixel;
      for (int64_t age = 0; age < steps.live; ++age) {
        int64_t i = age * stride + t;
        bool exists = !number || (*number >= age && *number - age < rows);
        if (i >= attr.getKernel()[0] || !exists)
          continue;
        for (int64_t j = 0; j < width; ++j) {
          int64_t distance = column - j * attr.getDilations()[1];
          int64_t place = distance / attr.getStrides()[1];
          if (distance < 0 || distance % attr.getStrides()[1] != 0 ||
              place >= pixels)
            continue;
          if (!pixel)
            pixel = window.loadChannels(line, column);
          Value &sum = sums[age * pixels + place];
          sum = kernel.emitInstruction(builder.builder, builder.loc, pixel,
                                       loadWeight(i * width + j), sum);
        }
      }
    }
  }
  SmallVector<Value> oldest(sums.end() - pixels, sums.end());
  // All rows are a step older; a new one begins.
  SmallVector<Value> zeros =
      builder.getFirstSums(op.getLhsType().getElementType());
  sums.pop_back_n(pixels);
  sums.insert(sums.begin(), zeros.begin(), zeros.end());
  return oldest;
}

void StripEmitter::finishRow(Value step, ArrayRef<Value> oldest) {
  finish(builder.add(step, 1 - steps.live), oldest);
}

void StripEmitter::emit() {
  SmallVector<Value> sums;
  for (int64_t age = 0; age < steps.live; ++age)
    llvm::append_range(sums,
                       builder.getFirstSums(op.getLhsType().getElementType()));
  auto emitSingle = [&](int64_t from, int64_t to) {
    for (int64_t number = from; number < to; ++number) {
      Value step = builder.index(number);
      SmallVector<Value> oldest = emitStep(step, number, sums);
      if (number >= steps.live - 1)
        finishRow(step, oldest);
    }
  };
  emitSingle(0, steps.begin);
  if (steps.begin < steps.end) {
    OpBuilder &inner = builder.builder;
    OpBuilder::InsertionGuard guard(inner);
    auto loop =
        scf::ForOp::create(inner, builder.loc, builder.index(steps.begin),
                           builder.index(steps.end), builder.index(1), sums);
    {
      OpBuilder::InsertionGuard bodyGuard(inner);
      inner.setInsertionPointToStart(loop.getBody());
      SmallVector<Value> carried(loop.getRegionIterArgs());
      SmallVector<Value> oldest =
          emitStep(loop.getInductionVar(), std::nullopt, carried);
      finishRow(loop.getInductionVar(), oldest);
      scf::YieldOp::create(inner, builder.loc, carried);
    }
    sums.assign(loop.getResults().begin(), loop.getResults().end());
  }
  emitSingle(steps.end, steps.total);
}
