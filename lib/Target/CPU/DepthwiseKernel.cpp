//===- DepthwiseKernel.cpp - depthwise convolutions -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageWindow.h"
#include "X86.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

namespace {
constexpr int64_t kPanel = PackedContractOp::kPanel;

/// Channels in lanes; the rows of a tile are neighbours in a row of the result,
/// which share most of what they read. A pixel of the image is loaded once for
/// all of them. The instruction is that of another kernel: of floats it takes
/// one tap, of codes the taps of four rows of the window, whose codes are put
/// side by side in the bytes of a lane.
class DepthwiseKernel : public MicroKernelEmitter {
  /// Tap rows that an instruction takes together, and where their weights are
  /// in the panel: from a step on, those of the next column so much further.
  struct TapRows {
    SmallVector<Value> rows;
    Value step;
    int64_t distance;
  };

public:
  DepthwiseKernel(StringRef name, const MicroKernelEmitter &multiplier,
                  int64_t group, bool converts = false)
      : name(name), multiplier(multiplier), group(group), converts(converts) {}

  StringRef getName() const override { return name; }

  bool isDepthwise() const override { return true; }

  bool supports(Type elementType, TargetAttr target) const override {
    return multiplier.supports(elementType, target);
  }

  KernelAttr getKernel(MLIRContext *context, TargetAttr target,
                       int64_t) const override {
    // The sums, the weights of a row of the window, and a pixel. The sides of
    // usual images are multiples of 7.
    unsigned bits = target.getVectorBits();
    return KernelAttr::get(context, name,
                           bits >= 512   ? 14
                           : bits >= 256 ? 4
                                         : 2,
                           kPanel);
  }

  int64_t getFewestLanes(TargetAttr target) const override {
    return multiplier.getFewestLanes(target);
  }

  SmallVector<Value> emit(OpBuilder &builder, Location loc, PackedContractOp op,
                          const KernelTile &tile) const override;

  std::array<VectorType, 3>
  getInstructionTypes(MLIRContext *context) const override {
    return multiplier.getInstructionTypes(context);
  }

  Value emitInstruction(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                        Value sum) const override {
    return multiplier.emitInstruction(builder, loc, lhs, rhs, sum);
  }

private:
  /// Adds the products of `taps` to the sums of all rows of the tile.
  void emitRows(const TapRows &taps, KernelBuilder &kernel, ImageWindow &window,
                PackedContractOp op, const KernelTile &tile,
                MutableArrayRef<Value> sums) const;

  /// The products of several lines.
  void emitLines(KernelBuilder &kernel, ImageWindow &window,
                 PackedContractOp op, const KernelTile &tile,
                 MutableArrayRef<Value> sums) const;
  Value loadWeights(KernelBuilder &kernel, const KernelTile &tile,
                    Value step) const;

  /// What reads a row or a column of the image, by its distance from the first
  /// one: places in the tile and taps.
  using Readers =
      llvm::MapVector<int64_t, SmallVector<std::pair<int64_t, int64_t>>>;
  static Readers getReaders(PackedContractOp op, unsigned dim, int64_t size);

  StringRef name;
  const MicroKernelEmitter &multiplier;
  /// Rows of the window that an instruction takes.
  int64_t group;
  /// Whether targets have an instruction that extends weights of f16.
  bool converts;
};
} // namespace

/// True when the target moves all bytes of a vector by one instruction.
static bool permutes(PackedContractOp op) {
  return getModuleTarget(op->getParentOfType<ModuleOp>())
      .hasFeature("avx512vbmi");
}

/// The four vectors of codes, or fewer and zeros, with the elements of a lane
/// side by side.
static Value interleave(OpBuilder &builder, Location loc,
                        SmallVector<Value> codes, bool permutes) {
  auto type = cast<VectorType>(codes[0].getType());
  int64_t lanes = type.getNumElements();
  auto joined = VectorType::get(PackedContractOp::kCodesPerLane * lanes,
                                type.getElementType());
  if (codes.size() == 1)
    return vector::BitCastOp::create(
        builder, loc, joined,
        arith::ExtUIOp::create(builder, loc, type.clone(builder.getI32Type()),
                               codes[0]));
  if (permutes && lanes == kPanel) {
    Value rows =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(joined));
    for (auto [number, row] : llvm::enumerate(codes))
      rows = vector::InsertStridedSliceOp::create(
          builder, loc, row, rows, ArrayRef<int64_t>(number * lanes),
          ArrayRef<int64_t>(1));
    return x86::permuteBytes(builder, loc, rows, [&](int64_t byte) {
      return byte % PackedContractOp::kCodesPerLane * lanes +
             byte / PackedContractOp::kCodesPerLane;
    });
  }
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  codes.resize(PackedContractOp::kCodesPerLane, zeros);
  return vector::InterleaveOp::create(
      builder, loc,
      vector::InterleaveOp::create(builder, loc, codes[0], codes[2]),
      vector::InterleaveOp::create(builder, loc, codes[1], codes[3]));
}

DepthwiseKernel::Readers
DepthwiseKernel::getReaders(PackedContractOp op, unsigned dim, int64_t size) {
  WindowAttr attr = op.getWindowAttr();
  Readers readers;
  for (int64_t place = 0; place < size; ++place)
    for (int64_t tap = 0; tap < attr.getKernel()[dim]; ++tap)
      readers[place * attr.getStrides()[dim] + tap * attr.getDilations()[dim]]
          .push_back({place, tap});
  return readers;
}

Value DepthwiseKernel::loadWeights(KernelBuilder &kernel,
                                   const KernelTile &tile, Value step) const {
  return kernel.loadPacked(0, step, tile.getLanes(0) * group, converts);
}

void DepthwiseKernel::emitRows(const TapRows &taps, KernelBuilder &kernel,
                               ImageWindow &window, PackedContractOp op,
                               const KernelTile &tile,
                               MutableArrayRef<Value> sums) const {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.loc;
  WindowAttr attr = op.getWindowAttr();
  SmallVector<Value> weights;
  for (int64_t j = 0; j < attr.getKernel()[1]; ++j)
    weights.push_back(
        loadWeights(kernel, tile, kernel.add(taps.step, j * taps.distance)));
  SmallVector<ImageWindow::ChannelLine> lines;
  for (Value i : taps.rows)
    lines.push_back(
        window.getChannelLine(kernel.multiply(i, attr.getDilations()[0])));
  for (auto &[column, readers] : getReaders(op, 1, tile.getNumRows())) {
    SmallVector<Value> pixels;
    for (ImageWindow::ChannelLine line : lines)
      pixels.push_back(window.loadChannels(line, column));
    Value pixel =
        group == 1 ? pixels[0] : interleave(builder, loc, pixels, permutes(op));
    for (auto [row, j] : readers)
      sums[row] = emitInstruction(builder, loc, pixel, weights[j], sums[row]);
  }
}

void DepthwiseKernel::emitLines(KernelBuilder &kernel, ImageWindow &window,
                                PackedContractOp op, const KernelTile &tile,
                                MutableArrayRef<Value> sums) const {
  int64_t width = op.getWindow()->getKernel()[1];
  int64_t pixels = tile.getNumRows() / tile.lines;
  SmallVector<Value> weights;
  for (int64_t step = 0; step < op.getWindow()->getNumTaps(); ++step)
    weights.push_back(loadWeights(kernel, tile, kernel.index(step)));
  Readers columns = getReaders(op, 1, pixels);
  for (auto &[row, lines] : getReaders(op, 0, tile.lines)) {
    ImageWindow::ChannelLine read = window.getChannelLine(kernel.index(row));
    for (auto &[column, readers] : columns) {
      Value pixel = window.loadChannels(read, column);
      for (auto [line, i] : lines) {
        for (auto [place, j] : readers) {
          Value &sum = sums[line * pixels + place];
          sum = emitInstruction(kernel.builder, kernel.loc, pixel,
                                weights[i * width + j], sum);
        }
      }
    }
  }
}

SmallVector<Value> DepthwiseKernel::emit(OpBuilder &builder, Location loc,
                                         PackedContractOp op,
                                         const KernelTile &tile) const {
  KernelBuilder kernel(builder, loc, op, tile);
  ImageWindow window(builder, loc, op, tile);
  int64_t height = op.getWindow()->getKernel()[0];
  SmallVector<Value> sums = kernel.getFirstSums(
      multiplier.getInstructionTypes(builder.getContext())[2].getElementType());
  if (group != 1) {
    int64_t groups = llvm::divideCeil(height, group);
    for (int64_t number = 0; number < groups; ++number) {
      SmallVector<Value> rows;
      int64_t end = std::min((number + 1) * group, height);
      for (int64_t i = number * group; i < end; ++i)
        rows.push_back(kernel.index(i));
      emitRows({rows, kernel.index(number), groups}, kernel, window, op, tile,
               sums);
    }
    return sums;
  }
  if (tile.lines != 0) {
    emitLines(kernel, window, op, tile, sums);
    return sums;
  }
  // Around the image are zeros, which add nothing.
  auto [first, end] = window.getTapRows();
  OpBuilder::InsertionGuard guard(builder);
  auto loop =
      scf::ForOp::create(builder, loc, first, end, kernel.index(1), sums);
  builder.setInsertionPointToStart(loop.getBody());
  Value i = loop.getInductionVar();
  SmallVector<Value> next(loop.getRegionIterArgs());
  emitRows({{i}, kernel.multiply(i, op.getWindow()->getKernel()[1]), 1}, kernel,
           window, op, tile, next);
  scf::YieldOp::create(builder, loc, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

const MicroKernelEmitter &cpu::getF32DepthwiseKernel() {
  static const DepthwiseKernel kernel("f32_depthwise", getF32Kernel(), 1,
                                      /*converts=*/true);
  return kernel;
}

const MicroKernelEmitter &cpu::getF32PortableDepthwiseKernel() {
  static const DepthwiseKernel kernel("f32_depthwise_portable",
                                      getF32PortableKernel(), 1);
  return kernel;
}

const MicroKernelEmitter &cpu::getU8S8DepthwiseKernel() {
  static const DepthwiseKernel kernel("u8s8_depthwise_vpdpbusd",
                                      getU8S8Kernel(),
                                      PackedContractOp::kCodesPerLane);
  return kernel;
}

const MicroKernelEmitter &cpu::getU8S8PortableDepthwiseKernel() {
  static const DepthwiseKernel kernel("u8s8_depthwise_portable",
                                      getU8S8PortableKernel(),
                                      PackedContractOp::kCodesPerLane);
  return kernel;
}
