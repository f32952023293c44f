//===- EmitKernels.cpp - packed contractions become loops -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DepthwiseStrips.h"
#include "Epilogue.h"
#include "ImageWindow.h"
#include "compression/Target/CPU/MicroKernel.h"
#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUEMITKERNELSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

static constexpr int64_t kPanel = PackedContractOp::kPanel;

namespace {
/// Some panels of columns.
struct ColumnBlock {
  Value column;
  int64_t panels;
  /// Columns of the last panel.
  int64_t lastColumns;
};

/// Emits the loops around the tiles of one contraction: panels outside, so
/// that a panel of weights stays in the L2 cache while the rows pass by.
class ContractionEmitter {
public:
  ContractionEmitter(PackedContractOp op, const MicroKernelEmitter &kernel,
                     TargetAttr target, bool parallel)
      : builder(op), loc(op.getLoc()), op(op), kernel(kernel), target(target),
        parallel(parallel) {}

  void emit();

private:
  using Coordinate = SmallVector<Value>;

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  void loop(Value from, Value to, int64_t step, function_ref<void(Value)> body);
  /// The same with iterations on several threads, where that was asked for.
  void outerLoop(Value from, Value to, int64_t step,
                 function_ref<void(Value)> body);
  /// Loops over [from, to) in steps of about equal size, up to `step`: a small
  /// one uses few of the registers. `body` gets the first one and the size.
  void loopEvenly(int64_t from, int64_t to, int64_t step,
                  function_ref<void(Value, int64_t)> body);

  /// The most rows of a tile of `panels` panels.
  int64_t getMaxRows(int64_t panels);
  /// The block in which the current thread may allocate on its stack, once.
  Block *getStackBlock();
  /// What lies outside of the image; null when nothing is read there.
  Value emitPadding();
  void emitColumns(function_ref<void(ColumnBlock)> body);
  void emitRows(ColumnBlock block);
  /// The pixels of an image as rows one after another.
  void emitPixels(ColumnBlock block);
  /// The pixels of an image line by line, those with taps beside the image
  /// apart.
  void emitLines(ColumnBlock block);
  /// The pixels of a depthwise convolution.
  void emitDepthwise();
  /// Those that go down the image.
  void emitStrips(const StripSteps &steps);
  KernelTile getTile(ArrayRef<Coordinate> rows, ColumnBlock block,
                     bool isLine = false, int64_t lines = 0);
  void emitTile(ArrayRef<Coordinate> rows, ColumnBlock block,
                bool isLine = false, int64_t lines = 0);

  OpBuilder builder;
  Location loc;
  PackedContractOp op;
  const MicroKernelEmitter &kernel;
  TargetAttr target;
  /// Whether the next outer loop may run on several threads.
  bool parallel;
  Coordinate batch;
  Value padding;
};
} // namespace

void ContractionEmitter::loop(Value from, Value to, int64_t step,
                              function_ref<void(Value)> body) {
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, loc, from, to, index(step));
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void ContractionEmitter::outerLoop(Value from, Value to, int64_t step,
                                   function_ref<void(Value)> body) {
  if (!parallel)
    return loop(from, to, step, body);
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ParallelOp::create(builder, loc, from, to, index(step));
  builder.setInsertionPointToStart(loop.getBody());
  parallel = false;
  body(loop.getInductionVars()[0]);
  parallel = true;
}

void ContractionEmitter::loopEvenly(int64_t from, int64_t to, int64_t step,
                                    function_ref<void(Value, int64_t)> body) {
  if (from == to)
    return;
  int64_t count = llvm::divideCeil(to - from, step);
  step = llvm::divideCeil(to - from, count);
  int64_t middle = to - (count * step - (to - from)) * (step - 1);
  loop(index(from), index(middle), step, [&](Value at) { body(at, step); });
  if (middle != to)
    loop(index(middle), index(to), step - 1,
         [&](Value at) { body(at, step - 1); });
}

int64_t ContractionEmitter::getMaxRows(int64_t panels) {
  // As many accumulators with fewer panels, up to as many rows as the highest
  // tile has.
  constexpr int64_t kMaxRows = 12;
  int64_t rows = op.getKernel().getRows();
  return std::min(std::max(kMaxRows, rows),
                  rows * (op.getKernel().getColumns() / kPanel) / panels);
}

/// True when the pixels of an image are best read line by line: with few
/// channels finding the pixels takes longer than the sums.
static bool readsLines(PackedContractOp op) {
  constexpr int64_t kManyChannels = 16;
  WindowAttr window = op.getWindowAttr();
  if (!window || op.getDepthwise() || window.getDilations()[1] != 1)
    return false;
  int64_t channels = op.getRowSize();
  // A line is one run of k: groups of codes must not end with each tap.
  if (channels >= kManyChannels ||
      (op.isInteger() && !op.joinsTaps() &&
       channels % PackedContractOp::kCodesPerLane != 0))
    return false;
  auto type = cast<MemRefType>(op.getLhs().getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides[2] == channels;
}

/// Lines, and pixels in each, of a tile of a depthwise convolution. Lines that
/// share what they read of the image are one tile where all weights stay in
/// registers beside the sums.
static std::pair<int64_t, int64_t> getDepthwiseTile(PackedContractOp op) {
  constexpr int64_t kLargestKernel = 9;
  WindowAttr window = op.getWindowAttr();
  int64_t pixels = op.getKernel().getRows();
  if (op.isInteger() || pixels < 8 || window.getNumTaps() > kLargestKernel ||
      window.getKernel()[0] == 1 || window.getDilations()[0] != 1)
    return {1, pixels};
  // All sums and weights and a pixel, in 32 registers.
  return {op.getInitType().getDimSize(1) % 2 == 0 ? 2 : 3, 7};
}

Block *ContractionEmitter::getStackBlock() {
  Block *block = builder.getInsertionBlock();
  while (!isa<FunctionOpInterface, scf::ParallelOp, scf::ForallOp>(
      block->getParentOp()))
    block = block->getParentOp()->getBlock();
  return block;
}

Value ContractionEmitter::emitPadding() {
  if (!op.readsPadding())
    return {};
  Type elementType = op.getLhsType().getElementType();
  // Whole vectors: the rest of the last one is never read.
  int64_t lanes = 512 / elementType.getIntOrFloatBitWidth();
  int64_t lineRows = 0;
  if (op.getDepthwise() && !StripSteps::get(op, target))
    lineRows = getDepthwiseTile(op).second;
  else if (readsLines(op))
    lineRows = getMaxRows(1);
  int64_t size =
      llvm::alignTo(ImageWindow::getPaddingSize(op, lineRows), lanes);
  auto type = MemRefType::get(size, elementType);
  Value buffer;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(getStackBlock());
    buffer = memref::AllocaOp::create(builder, loc, type,
                                      builder.getI64IntegerAttr(64));
  }
  Value element =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(elementType));
  if (Value pad = op.getPad()) {
    SmallVector<Value> position(4, index(0));
    if (cast<MemRefType>(pad.getType()).getDimSize(0) != 1)
      position[0] = batch[0];
    element = memref::LoadOp::create(builder, loc, pad, position);
  }
  Value vector = vector::BroadcastOp::create(
      builder, loc, VectorType::get(lanes, elementType), element);
  loop(index(0), index(size), lanes, [&](Value at) {
    vector::StoreOp::create(builder, loc, vector, buffer, at);
  });
  return buffer;
}

KernelTile ContractionEmitter::getTile(ArrayRef<Coordinate> rows,
                                       ColumnBlock block, bool isLine,
                                       int64_t lines) {
  int64_t lanes = std::max<int64_t>(llvm::PowerOf2Ceil(block.lastColumns),
                                    kernel.getFewestLanes(target));
  return {llvm::to_vector(rows),
          block.column,
          block.panels,
          block.lastColumns,
          lanes,
          padding,
          isLine,
          lines,
          /*start=*/{}};
}

void ContractionEmitter::emitTile(ArrayRef<Coordinate> rows, ColumnBlock block,
                                  bool isLine, int64_t lines) {
  KernelTile tile = getTile(rows, block, isLine, lines);
  EpilogueEmitter epilogue(builder, op, tile);
  tile.start = epilogue.getStart();
  SmallVector<Value> sums = kernel.emit(builder, loc, op, tile);
  epilogue.emit(sums);
}

void ContractionEmitter::emitPixels(ColumnBlock block) {
  ArrayRef<int64_t> shape = op.getInitType().getShape();
  loopEvenly(
      0, shape[1] * shape[2], getMaxRows(block.panels),
      [&](Value first, int64_t count) {
        Value width = index(shape[2]);
        SmallVector<Coordinate> rows;
        for (int64_t i = 0; i < count; ++i) {
          Value pixel = arith::AddIOp::create(builder, loc, first, index(i));
          Coordinate &row = rows.emplace_back(batch);
          row.push_back(arith::DivUIOp::create(builder, loc, pixel, width));
          row.push_back(arith::RemUIOp::create(builder, loc, pixel, width));
        }
        emitTile(rows, block);
      });
}

void ContractionEmitter::emitLines(ColumnBlock block) {
  int64_t height = op.getInitType().getDimSize(1),
          width = op.getInitType().getDimSize(2);
  std::pair<int64_t, int64_t> interior =
      op.getWindow()->getInterior(1, op.getLhsType().getDimSize(2), width);
  loop(index(0), index(height), 1, [&](Value y) {
    auto emit = [&](Value x, int64_t count, bool isLine) {
      SmallVector<Coordinate> rows;
      for (int64_t i = 0; i < count; ++i)
        rows.push_back(
            {batch[0], y, arith::AddIOp::create(builder, loc, x, index(i))});
      emitTile(rows, block, isLine);
    };
    auto emitEdge = [&](int64_t from, int64_t to) {
      if (from != to)
        loop(index(from), index(to), 1, [&](Value x) { emit(x, 1, false); });
    };
    emitEdge(0, interior.first);
    loopEvenly(interior.first, interior.second, getMaxRows(block.panels),
               [&](Value x, int64_t count) { emit(x, count, true); });
    emitEdge(interior.second, width);
  });
}

void ContractionEmitter::emitStrips(const StripSteps &steps) {
  loopEvenly(0, op.getInitType().getDimSize(2), steps.pixels,
             [&](Value x, int64_t width) {
               emitColumns([&](ColumnBlock block) {
                 auto getRow = [&](Value y) {
                   SmallVector<Coordinate> rows;
                   for (int64_t j = 0; j < width; ++j)
                     rows.push_back({batch[0], y,
                                     builder.createOrFold<arith::AddIOp>(
                                         loc, x, index(j))});
                   return getTile(rows, block);
                 };
                 KernelTile first = getRow(index(0));
                 StripEmitter(builder, op, kernel, steps, first,
                              [&](Value y, ArrayRef<Value> sums) {
                                KernelTile tile = getRow(y);
                                EpilogueEmitter(builder, op, tile).emit(sums);
                              })
                     .emit();
               });
             });
}

void ContractionEmitter::emitDepthwise() {
  if (std::optional<StripSteps> steps = StripSteps::get(op, target))
    return emitStrips(*steps);
  ArrayRef<int64_t> shape = op.getInitType().getShape();
  auto [lines, pixels] = getDepthwiseTile(op);
  loopEvenly(
      0, shape[1], lines,
      [&, pixels = pixels, isOne = lines == 1](Value y, int64_t height) {
        loopEvenly(0, shape[2], pixels, [&](Value x, int64_t width) {
          SmallVector<Coordinate> rows;
          for (int64_t i = 0; i < height; ++i)
            for (int64_t j = 0; j < width; ++j)
              rows.push_back(
                  {batch[0],
                   builder.createOrFold<arith::AddIOp>(loc, y, index(i)),
                   builder.createOrFold<arith::AddIOp>(loc, x, index(j))});
          // The same pixels of all channels are neighbours in memory.
          emitColumns([&](ColumnBlock block) {
            emitTile(rows, block, false, isOne ? 0 : height);
          });
        });
      });
}

void ContractionEmitter::emitRows(ColumnBlock block) {
  if (op.getWindow())
    return readsLines(op) ? emitLines(block) : emitPixels(block);
  int64_t step = getMaxRows(block.panels);
  unsigned rowDim = op.getInitType().getRank() - 2;
  int64_t size = op.getInitType().getDimSize(rowDim);
  auto emit = [&](Value first, int64_t count) {
    SmallVector<Coordinate> rows;
    for (int64_t i = 0; i < count; ++i)
      rows.emplace_back(batch).push_back(
          arith::AddIOp::create(builder, loc, first, index(i)));
    emitTile(rows, block);
  };
  if (!ShapedType::isDynamic(size))
    return loopEvenly(0, size, step, emit);
  Value end = memref::DimOp::create(builder, loc, op.getInit(), rowDim);
  Value rest = arith::RemUIOp::create(builder, loc, end, index(step));
  Value whole = arith::SubIOp::create(builder, loc, end, rest);
  loop(index(0), whole, step, [&](Value row) { emit(row, step); });
  loop(whole, end, 1, [&](Value row) { emit(row, 1); });
}

void ContractionEmitter::emitColumns(function_ref<void(ColumnBlock)> body) {
  int64_t columns = op.getInitType().getShape().back();
  int64_t step = op.getKernel().getColumns();
  int64_t whole = columns / step * step;
  if (whole != 0)
    loop(index(0), index(whole), step,
         [&](Value column) { body({column, step / kPanel, kPanel}); });
  int64_t rest = columns - whole;
  if (rest != 0)
    body({index(whole), static_cast<int64_t>(llvm::divideCeil(rest, kPanel)),
          rest % kPanel == 0 ? kPanel : rest % kPanel});
}

void ContractionEmitter::emit() {
  auto emitBlock = [&](ColumnBlock block) { emitRows(block); };
  if (op.getInitType().getRank() == 2)
    return emitColumns(emitBlock);
  Value size = memref::DimOp::create(builder, loc, op.getInit(), 0);
  outerLoop(index(0), size, 1, [&](Value number) {
    batch.assign({number});
    padding = emitPadding();
    if (op.getDepthwise())
      emitDepthwise();
    else
      emitColumns(emitBlock);
  });
}

namespace {
struct EmitKernels
    : public cpu::impl::CompressCPUEmitKernelsPassBase<EmitKernels> {
  using CompressCPUEmitKernelsPassBase::CompressCPUEmitKernelsPassBase;

  void runOnOperation() override {
    TargetAttr target = getModuleTarget(getOperation());
    SmallVector<PackedContractOp> ops;
    getOperation().walk([&](PackedContractOp op) { ops.push_back(op); });
    for (PackedContractOp op : ops) {
      const MicroKernelEmitter *kernel =
          lookupEmitter(op.getKernel().getName());
      if (!kernel) {
        op.emitOpError() << "expected the name of a kernel, but got '"
                         << op.getKernel().getName() << "'";
        return signalPassFailure();
      }
      Type elementType = op.getLhsType().getElementType();
      if (!kernel->supports(elementType, target)) {
        op.emitOpError() << "expected a kernel for " << elementType
                         << " and CPU '" << target.getCpu() << "', but got '"
                         << kernel->getName() << "'";
        return signalPassFailure();
      }
      if (!isa<MemRefType>(op.getInit().getType())) {
        op.emitOpError("expected memrefs: kernels are emitted after "
                       "bufferization");
        return signalPassFailure();
      }
      ContractionEmitter(op, *kernel, target, parallel).emit();
      op.erase();
    }
  }
};
} // namespace
