//===- PackConvolutions.cpp - convolutions become packed contractions *- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackConvolutions.h"
#include "PackEpilogues.h"
#include "compression/Target/CPU/MicroKernel.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

namespace {
/// A loop over the pixels of the result and one over the taps of the window,
/// and what both are multiplied by.
struct WindowAxis {
  unsigned pixel, tap;
  int64_t stride, dilation;
};

/// A convolution of an image [b, h, w, c], recognised by its maps.
struct Convolution {
  linalg::LinalgOp op;
  std::array<WindowAxis, WindowAttr::kRank> axes;
  /// Loops over the channels of the image and of the result, one if depthwise.
  unsigned inputChannel, outputChannel;
  /// What is padded in front, and the value without it.
  std::array<int64_t, WindowAttr::kRank> low = {};
  Value image;
  /// Of codes: the zero point, if there is one.
  Value zeroPoint;

  bool isDepthwise() const { return inputChannel == outputChannel; }
  bool isInteger() const {
    return getElementTypeOrSelf(image.getType()).isInteger(8);
  }
  AffineMap getMap(unsigned operand) {
    return op.getMatchingIndexingMap(&op->getOpOperand(operand));
  }
  Value getInit() { return op.getDpsInits()[0]; }
};
} // namespace

/// Recognises `pixel * stride + tap * dilation`: a loop of the result, and one
/// of the sum.
static std::optional<WindowAxis> matchAxis(AffineExpr expr, AffineMap init) {
  SmallVector<int64_t> factors;
  unsigned loops = init.getNumDims();
  if (failed(getFlattenedAffineExpr(expr, loops, 0, &factors)) ||
      factors.size() != loops + 1 || factors.back() != 0)
    return std::nullopt;
  WindowAxis axis = {0, 0, 0, 0};
  for (unsigned loop = 0; loop < loops; ++loop) {
    if (factors[loop] == 0)
      continue;
    bool isPixel = init.isFunctionOfDim(loop);
    int64_t &factor = isPixel ? axis.stride : axis.dilation;
    if (factors[loop] < 0 || factor != 0)
      return std::nullopt;
    factor = factors[loop];
    (isPixel ? axis.pixel : axis.tap) = loop;
  }
  if (axis.stride == 0 || axis.dilation == 0)
    return std::nullopt;
  return axis;
}

/// Finds the roles of the loops.
static LogicalResult matchLoops(Convolution &convolution) {
  AffineMap lhs = convolution.getMap(0), rhs = convolution.getMap(1),
            init = convolution.op.getMatchingIndexingMap(
                convolution.op.getDpsInitOperand(0));
  if (lhs.getNumResults() != 4 || init.getNumResults() != 4 ||
      !rhs.isProjectedPermutation() || !init.isProjectedPermutation() ||
      lhs.getResult(0) != init.getResult(0))
    return failure();
  for (unsigned dim = 0; dim < WindowAttr::kRank; ++dim) {
    std::optional<WindowAxis> axis = matchAxis(lhs.getResult(dim + 1), init);
    if (!axis || axis->pixel != init.getDimPosition(dim + 1))
      return failure();
    convolution.axes[dim] = *axis;
  }
  auto channel = dyn_cast<AffineDimExpr>(lhs.getResult(3));
  if (!channel)
    return failure();
  convolution.inputChannel = channel.getPosition();
  convolution.outputChannel = init.getDimPosition(3);
  // The weight has the taps and both channels, and there is no other loop.
  unsigned rank = convolution.isDepthwise() ? 3 : 4;
  for (unsigned loop : {convolution.axes[0].tap, convolution.axes[1].tap,
                        convolution.inputChannel, convolution.outputChannel})
    if (!rhs.isFunctionOfDim(loop))
      return failure();
  return success(rhs.getNumResults() == rank && lhs.getNumDims() == rank + 3);
}

/// True when `pad` puts around codes the code of 0: an element of the zero
/// points, of the sample's own where each has one.
static bool padsZeroPoint(tensor::PadOp pad, Value value, Value zeroPoint) {
  if (!zeroPoint)
    return matchPattern(value, m_Zero());
  auto extract = value.getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract.getTensor() != zeroPoint)
    return false;
  auto type = cast<RankedTensorType>(zeroPoint.getType());
  for (auto [dim, index] : llvm::enumerate(extract.getIndices()))
    if (type.getDimSize(dim) != 1 && index != pad.getRegion().getArgument(dim))
      return false;
  return true;
}

/// Looks through zeros around the rows and columns of the image.
static void skipPadding(Convolution &convolution) {
  while (auto pad = convolution.image.getDefiningOp<tensor::PadOp>()) {
    Value value = cast<tensor::YieldOp>(pad.getRegion().front().getTerminator())
                      .getValue();
    bool isZero = convolution.isInteger()
                      ? padsZeroPoint(pad, value, convolution.zeroPoint)
                      : matchPattern(value, m_PosZeroFloat());
    ArrayRef<int64_t> low = pad.getStaticLow(), high = pad.getStaticHigh();
    if (!isZero || low[0] != 0 || high[0] != 0 || low[3] != 0 || high[3] != 0 ||
        llvm::any_of(low, [](int64_t size) { return size < 0; }) ||
        llvm::any_of(high, [](int64_t size) { return size < 0; }))
      return;
    for (unsigned dim = 0; dim < WindowAttr::kRank; ++dim)
      convolution.low[dim] += low[dim + 1];
    convolution.image = pad.getSource();
  }
}

static FailureOr<Convolution> matchConvolution(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() ||
      (!isIntegerMultiplyAdd(op) &&
       !(isMultiplyAdd(op) &&
         llvm::all_equal(op.getBlock()->getArgumentTypes()))))
    return failure();
  Convolution convolution;
  convolution.op = op;
  convolution.image = op.getDpsInputs()[0];
  if (failed(matchLoops(convolution)))
    return failure();
  if (op.getNumDpsInputs() == 3)
    convolution.zeroPoint = op.getDpsInputs()[2];
  skipPadding(convolution);
  return convolution;
}

/// How the packed operand of `convolution` reads its weight.
static PanelView getPanelView(Convolution &convolution) {
  auto type =
      cast<RankedTensorType>(convolution.op.getDpsInputs()[1].getType());
  AffineMap map = convolution.getMap(1);
  auto getAxis = [&](unsigned loop) -> PanelView::Axis {
    int64_t stride = 1;
    for (int64_t dim = type.getRank() - 1; map.getDimPosition(dim) != loop;
         --dim)
      stride *= type.getDimSize(dim);
    return {type.getDimSize(*map.getResultPosition(
                getAffineDimExpr(loop, map.getContext()))),
            stride};
  };
  PanelView view;
  view.columns = getAxis(convolution.outputChannel);
  view.k = {getAxis(convolution.axes[0].tap), getAxis(convolution.axes[1].tap)};
  if (!convolution.isDepthwise()) {
    view.k.push_back(getAxis(convolution.inputChannel));
    if (convolution.axes[1].dilation == 1 &&
        view.k.back().size < PackedContractOp::kCodesPerLane)
      view.runAxes = 2;
  } else if (convolution.isInteger()) {
    // The taps of a column side by side.
    std::swap(view.k[0], view.k[1]);
    view.fillsGroups = false;
  }
  return view;
}

namespace {
/// Replaces convolutions one by one.
class ConvolutionPacker {
public:
  ConvolutionPacker(TargetAttr target, PayloadPacker &payloads)
      : target(target), payloads(payloads) {}

  /// Replaces `convolution`; failure means that an error was reported.
  LogicalResult pack(Convolution &convolution);

private:
  bool isSupported(Convolution &convolution);
  WindowAttr getWindow(Convolution &convolution);

  TargetAttr target;
  PayloadPacker &payloads;
  SymbolTableCollection symbols;
};
} // namespace

bool ConvolutionPacker::isSupported(Convolution &convolution) {
  auto hasStaticImage = [](Value value) {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(value.getType()).getShape();
    return !ShapedType::isDynamicShape(shape.drop_front());
  };
  if (!hasStaticImage(convolution.image) ||
      !hasStaticImage(convolution.getInit()) ||
      !getPanelWeight(convolution.op.getDpsInputs()[1], symbols))
    return false;
  if (!convolution.isInteger())
    return true;
  // One zero point for all images, or one for each.
  if (convolution.zeroPoint &&
      llvm::any_of(
          convolution.getMap(2).getResults().drop_front(),
          [](AffineExpr expr) { return !isa<AffineConstantExpr>(expr); }))
    return false;
  return isZeroTensor(convolution.getInit());
}

WindowAttr ConvolutionPacker::getWindow(Convolution &convolution) {
  PanelView view = getPanelView(convolution);
  if (convolution.isDepthwise() && convolution.isInteger())
    std::swap(view.k[0], view.k[1]);
  SmallVector<int64_t> kernel, strides, dilations;
  for (auto [axis, size] : llvm::zip(convolution.axes, view.k)) {
    kernel.push_back(size.size);
    strides.push_back(axis.stride);
    dilations.push_back(axis.dilation);
  }
  return WindowAttr::get(convolution.op->getContext(), kernel, strides,
                         dilations, convolution.low);
}

LogicalResult ConvolutionPacker::pack(Convolution &convolution) {
  Type elementType = getElementTypeOrSelf(convolution.image.getType());
  const MicroKernelEmitter *kernel =
      selectEmitter(elementType, target, convolution.isDepthwise());
  // What the op can't express stays a linalg op, which is lowered to loops.
  if (!kernel || !isSupported(convolution))
    return success();
  linalg::LinalgOp op = convolution.op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  ml_program::GlobalOp weight = getPanelWeight(op.getDpsInputs()[1], symbols);
  PanelView view = getPanelView(convolution);
  FailureOr<ml_program::GlobalOp> packed = payloads.pack(view, weight);
  if (failed(packed))
    return failure();

  Value init = convolution.getInit();
  auto type = cast<RankedTensorType>(init.getType());
  SmallVector<Value> extras;
  SmallVector<AffineMap> maps;
  AffineExpr zero = builder.getAffineConstantExpr(0);
  if (convolution.zeroPoint) {
    FailureOr<ml_program::GlobalOp> sums = payloads.sumColumns(view, weight);
    if (failed(sums))
      return failure();
    extras = {convolution.zeroPoint, WeightBuilder::load(builder, loc, *sums)};
    auto zeroPointType =
        cast<RankedTensorType>(convolution.zeroPoint.getType());
    AffineExpr image =
        zeroPointType.getDimSize(0) == 1 ? zero : builder.getAffineDimExpr(0);
    maps = {AffineMap::get(4, 0, {image, zero, zero, zero}, op->getContext()),
            AffineMap::get(4, 0, builder.getAffineDimExpr(3))};
  } else if (!isZeroTensor(init)) {
    extras = {init};
    maps = {builder.getMultiDimIdentityMap(4)};
  }
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, init),
      type.getElementType());
  auto result = PackedContractOp::create(
      builder, loc, TypeRange{type}, convolution.image,
      WeightBuilder::load(builder, loc, *packed), convolution.zeroPoint, extras,
      empty, kernel->getKernel(op->getContext(), target, type.getDimSize(3)),
      builder.getAffineMapArrayAttr(maps), /*row_major=*/false,
      getWindow(convolution), convolution.isDepthwise());
  buildEpilogue(builder, result);
  op->getResult(0).replaceAllUsesWith(result.getResult(0));
  op->erase();
  return success();
}

LogicalResult cpu::packConvolutions(ModuleOp module, TargetAttr target,
                                    PayloadPacker &payloads) {
  SmallVector<linalg::LinalgOp> ops;
  module.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  ConvolutionPacker packer(target, payloads);
  for (linalg::LinalgOp op : ops) {
    FailureOr<Convolution> convolution = matchConvolution(op);
    if (succeeded(convolution) && failed(packer.pack(*convolution)))
      return failure();
  }
  return success();
}
