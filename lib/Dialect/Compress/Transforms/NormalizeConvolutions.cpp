//===- NormalizeConvolutions.cpp - one form for convolutions ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Dialect/Compress/Utils/Reorder.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSNORMALIZECONVOLUTIONSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr StringLiteral kCategory = "compress-normalize-convolutions";

/// In place of a loop or a dimension that there is not: it has size 1.
static constexpr int64_t kNone = -1;

//===----------------------------------------------------------------------===//
// Orders of dimensions
//===----------------------------------------------------------------------===//

namespace {
/// How a tensor gets the dimensions of a normal form: dimensions of size 1 come
/// and go, then they are permuted.
struct Reordering {
  RankedTensorType original, reshaped;
  SmallVector<int64_t> permutation;

  /// `wanted` are the dimensions of `type` in their new order. Those of size 1
  /// that are not among them are dropped.
  Reordering(RankedTensorType type, ArrayRef<int64_t> wanted);

  Value apply(OpBuilder &builder, Location loc, Value value) const {
    value = reshapeTensor(builder, loc, value, reshaped);
    return transposeTensor(builder, loc, value, permutation);
  }

  Value revert(OpBuilder &builder, Location loc, Value value) const {
    value = transposeTensor(builder, loc, value,
                            invertPermutationVector(permutation));
    return reshapeTensor(builder, loc, value, original);
  }
};
} // namespace

Reordering::Reordering(RankedTensorType type, ArrayRef<int64_t> wanted)
    : original(type), permutation(wanted.size()) {
  // The places of the new order, as the old one has them; a new dimension is in
  // front of the one that follows it.
  SmallVector<int64_t> places =
      llvm::to_vector(llvm::seq<int64_t>(wanted.size()));
  llvm::erase_if(places, [&](int64_t place) { return wanted[place] == kNone; });
  llvm::sort(places,
             [&](int64_t a, int64_t b) { return wanted[a] < wanted[b]; });
  for (int64_t place = wanted.size() - 1; place >= 0; --place)
    if (wanted[place] == kNone)
      places.insert(llvm::find(places, place + 1), place);
  SmallVector<int64_t> shape;
  for (auto [dim, place] : llvm::enumerate(places)) {
    shape.push_back(wanted[place] == kNone ? 1
                                           : type.getDimSize(wanted[place]));
    permutation[place] = dim;
  }
  reshaped = type.clone(shape);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// A dimension of the image: the loop over the result's places, and that over
/// the taps, which reads the image at `place * stride + tap * dilation`.
struct WindowLoops {
  int64_t place = kNone, tap = kNone;
  int64_t stride = 1, dilation = 1;
};

/// The loops of a convolution by their roles, `kNone` where there is none.
struct ConvolutionLoops {
  int64_t batch, group, inputChannel, outputChannel;
  SmallVector<WindowLoops, 2> window;
};

/// What a convolution is written as: the loops along the dimensions of its
/// operands.
struct NormalForm {
  enum Kind { Plain, Grouped, Depthwise, DepthwiseMultiplied } kind;
  SmallVector<int64_t> image, filter, result;
  SmallVector<int64_t> strides, dilations;
};
} // namespace

/// The factor of `loop` in `expr`, which is linear.
static int64_t getFactor(AffineExpr expr, unsigned loop, unsigned numLoops) {
  SmallVector<int64_t> point(numLoops, 0);
  point[loop] = 1;
  return AffineMap::get(numLoops, 0, expr).compose(point)[0];
}

static FailureOr<ConvolutionLoops> matchLoops(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || !isMultiplyAdd(op) ||
      !linalg::isaConvolutionOpInterface(op))
    return failure();
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(op);
  if (failed(dims) || dims->outputImage.size() > 2)
    return failure();
  unsigned numLoops = 2 * dims->outputImage.size();
  auto getOnly = [&](ArrayRef<unsigned> loops) {
    numLoops += !loops.empty();
    return loops.empty() ? kNone : int64_t(loops.front());
  };
  ConvolutionLoops loops;
  loops.batch = getOnly(dims->batch);
  loops.group = getOnly(dims->depth);
  loops.inputChannel = getOnly(dims->inputChannel);
  loops.outputChannel = getOnly(dims->outputChannel);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (numLoops != op.getNumLoops() || !maps[1].isProjectedPermutation() ||
      !maps[2].isProjectedPermutation())
    return failure();
  for (AffineExpr expr : maps[0].getResults()) {
    if (isa<AffineDimExpr>(expr))
      continue;
    WindowLoops window;
    for (unsigned loop : dims->outputImage)
      if (expr.isFunctionOfDim(loop))
        window.place = loop;
    for (unsigned loop : dims->filterLoop)
      if (expr.isFunctionOfDim(loop))
        window.tap = loop;
    window.stride = getFactor(expr, window.place, numLoops);
    window.dilation = getFactor(expr, window.tap, numLoops);
    loops.window.push_back(window);
  }
  return loops;
}

/// The dimension of a tensor that `loop` walks along.
static int64_t findDimension(AffineMap map, int64_t loop) {
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (loop != kNone && expr.isFunctionOfDim(loop))
      return dim;
  return kNone;
}

static NormalForm getNormalForm(linalg::LinalgOp op, ConvolutionLoops loops) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto isUnit = [&](int64_t loop) {
    return loop == kNone || ranges[loop] == 1;
  };
  auto isUnitWindow = [&](const WindowLoops &window) {
    AffineMap map = op.getIndexingMapsArray()[0];
    auto image = cast<ShapedType>(op.getDpsInputs()[0].getType());
    return isUnit(window.place) && isUnit(window.tap) &&
           image.getDimSize(findDimension(map, window.place)) == 1;
  };
  // One dimension lies in the row of an image of one line.
  if (loops.window.size() == 1)
    loops.window.insert(loops.window.begin(), WindowLoops());
  else if (isUnitWindow(loops.window[1]) && !isUnitWindow(loops.window[0]))
    std::swap(loops.window[0], loops.window[1]);
  const WindowLoops &h = loops.window[0], &w = loops.window[1];
  int64_t n = loops.batch, g = loops.group, c = loops.inputChannel,
          f = loops.outputChannel;
  NormalForm form;
  form.strides = {h.stride, w.stride};
  form.dilations = {h.dilation, w.dilation};
  form.image = form.result = {n, h.place, w.place};
  if (isUnit(g)) {
    form.kind = NormalForm::Plain;
    form.image.push_back(c);
    form.filter = {f, h.tap, w.tap, c};
    form.result.push_back(f);
    return form;
  }
  form.image.push_back(g);
  form.result.push_back(g);
  if (!isUnit(c)) {
    form.kind = NormalForm::Grouped;
    form.image.push_back(c);
    form.filter = {g, f, h.tap, w.tap, c};
    form.result.push_back(f);
    return form;
  }
  form.kind = NormalForm::Depthwise;
  form.filter = {h.tap, w.tap, g};
  if (!isUnit(f)) {
    form.kind = NormalForm::DepthwiseMultiplied;
    form.filter.push_back(f);
    form.result.push_back(f);
  }
  return form;
}

/// True when `op` is what `form` is written as.
static bool isNormal(linalg::LinalgOp op, const NormalForm &form) {
  bool isNamed = false;
  switch (form.kind) {
  case NormalForm::Plain:
    isNamed = isa<linalg::Conv2DNhwcFhwcOp>(op);
    break;
  case NormalForm::Grouped:
    isNamed = isa<linalg::Conv2DNhwgcGfhwcOp>(op);
    break;
  case NormalForm::Depthwise:
    isNamed = isa<linalg::DepthwiseConv2DNhwcHwcOp>(op);
    break;
  case NormalForm::DepthwiseMultiplied:
    isNamed = isa<linalg::DepthwiseConv2DNhwcHwcmOp>(op);
    break;
  }
  // The rows of an image of one column become one row.
  AffineMap map = op.getIndexingMapsArray()[0];
  return isNamed && findDimension(map, form.image[1]) == 1;
}

static Value createNormal(OpBuilder &builder, Location loc,
                          const NormalForm &form, ValueRange inputs,
                          Value init) {
  Type type = init.getType();
  Attribute strides = builder.getI64TensorAttr(form.strides);
  Attribute dilations = builder.getI64TensorAttr(form.dilations);
  switch (form.kind) {
  case NormalForm::Plain:
    return linalg::Conv2DNhwcFhwcOp::create(builder, loc, type, inputs, init,
                                            strides, dilations)
        ->getResult(0);
  case NormalForm::Grouped:
    return linalg::Conv2DNhwgcGfhwcOp::create(builder, loc, type, inputs, init,
                                              strides, dilations)
        ->getResult(0);
  case NormalForm::Depthwise:
    return linalg::DepthwiseConv2DNhwcHwcOp::create(builder, loc, type, inputs,
                                                    init, strides, dilations)
        ->getResult(0);
  case NormalForm::DepthwiseMultiplied:
    return linalg::DepthwiseConv2DNhwcHwcmOp::create(builder, loc, type, inputs,
                                                     init, strides, dilations)
        ->getResult(0);
  }
  llvm_unreachable("unknown kind of convolution");
}

/// A value of `reordering`'s original type where the operation starts from:
/// zeros stay zeros, which cost nothing.
static Value reorderInit(OpBuilder &builder, Location loc,
                         const Reordering &reordering, Value init) {
  Value value = reordering.apply(builder, loc, init);
  auto fill = getMovedRoot(init).getDefiningOp<linalg::FillOp>();
  if (!fill)
    return value;
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, value),
      getElementTypeOrSelf(value));
  return linalg::FillOp::create(builder, loc, fill.getInputs()[0], empty)
      .getResult(0);
}

namespace {
struct NormalizeConvolution
    : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<ConvolutionLoops> loops = matchLoops(op);
    if (failed(loops))
      return rewriter.notifyMatchFailure(op, "no convolution");
    NormalForm form = getNormalForm(op, *loops);
    if (isNormal(op, form))
      return rewriter.notifyMatchFailure(op, "has the form already");
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    const SmallVector<int64_t> *wanted[] = {&form.image, &form.filter,
                                            &form.result};
    SmallVector<Reordering> reorderings;
    for (auto [operand, map, loops] :
         llvm::zip_equal(op->getOperands(), maps, wanted)) {
      SmallVector<int64_t> dims;
      for (int64_t loop : *loops)
        dims.push_back(findDimension(map, loop));
      reorderings.emplace_back(cast<RankedTensorType>(operand.getType()), dims);
      if (!canReshape(reorderings.back().original, reorderings.back().reshaped))
        return rewriter.notifyMatchFailure(op, "sizes are not known");
    }
    Location loc = op.getLoc();
    Value image = reorderings[0].apply(rewriter, loc, op.getDpsInputs()[0]);
    Value filter = reorderings[1].apply(rewriter, loc, op.getDpsInputs()[1]);
    Value init =
        reorderInit(rewriter, loc, reorderings[2], op.getDpsInits()[0]);
    Value result = createNormal(rewriter, loc, form, {image, filter}, init);
    rewriter.replaceOp(op, reorderings[2].revert(rewriter, loc, result));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Pooling and padding
//===----------------------------------------------------------------------===//

/// A pooling over channels that lie first or over one dimension; `image` and
/// `window` are the dimensions of its operands in the order of NHWC.
template <typename From, typename To>
struct NormalizePooling : public OpRewritePattern<From> {
  NormalizePooling(MLIRContext *context, ArrayRef<int64_t> image,
                   ArrayRef<int64_t> window)
      : OpRewritePattern<From>(context), imageDims(image), windowDims(window) {}

  LogicalResult matchAndRewrite(From op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "no tensors");
    auto getType = [](Value value) {
      return cast<RankedTensorType>(value.getType());
    };
    Value image = op.getInputs()[0], window = op.getInputs()[1],
          init = op.getOutputs()[0];
    Reordering forImage(getType(image), imageDims),
        forWindow(getType(window), windowDims),
        forResult(getType(init), imageDims);
    for (const Reordering *reordering : {&forImage, &forWindow, &forResult})
      if (!canReshape(reordering->original, reordering->reshaped))
        return rewriter.notifyMatchFailure(op, "sizes are not known");
    auto toTwo = [](DenseIntElementsAttr factors) {
      auto values = llvm::to_vector(factors.getValues<int64_t>());
      values.insert(values.begin(), 2 - values.size(), 1);
      return values;
    };
    Location loc = op.getLoc();
    image = forImage.apply(rewriter, loc, image);
    window = forWindow.apply(rewriter, loc, window);
    init = reorderInit(rewriter, loc, forResult, init);
    auto pooled =
        To::create(rewriter, loc, init.getType(), ValueRange{image, window},
                   init, rewriter.getI64TensorAttr(toTwo(op.getStrides())),
                   rewriter.getI64TensorAttr(toTwo(op.getDilations())));
    rewriter.replaceOp(op,
                       forResult.revert(rewriter, loc, pooled->getResult(0)));
    return success();
  }

private:
  SmallVector<int64_t> imageDims, windowDims;
};

/// Amounts of a pad that are constants are written as such.
struct FoldPadAmounts : public OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    // Constants are attributes among these.
    SmallVector<OpFoldResult> low = op.getMixedLowPad(),
                              high = op.getMixedHighPad();
    auto isComputed = [](OpFoldResult amount) { return isa<Value>(amount); };
    size_t numComputed =
        llvm::count_if(low, isComputed) + llvm::count_if(high, isComputed);
    Value padding = op.getConstantPaddingValue();
    if (!padding || numComputed == op.getLow().size() + op.getHigh().size())
      return rewriter.notifyMatchFailure(op, "no amount is a constant");
    rewriter.replaceOpWithNewOp<tensor::PadOp>(op, op.getResultType(),
                                               op.getSource(), low, high,
                                               padding, op.getNofold());
    return success();
  }
};

struct NormalizeConvolutions
    : public compress::impl::CompressNormalizeConvolutionsPassBase<
          NormalizeConvolutions> {
  using CompressNormalizeConvolutionsPassBase::
      CompressNormalizeConvolutionsPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<NormalizeConvolution, FoldPadAmounts>(context);
    addPooling(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    getOperation()->walk([](linalg::LinalgOp op) {
      if (!linalg::isaConvolutionOpInterface(op) ||
          isa<linalg::Conv2DNhwcFhwcOp, linalg::Conv2DNhwgcGfhwcOp,
              linalg::DepthwiseConv2DNhwcHwcOp,
              linalg::DepthwiseConv2DNhwcHwcmOp>(op) ||
          op->getName().getStringRef().starts_with("linalg.pooling_nhwc"))
        return;
      emitMissed(op, "ConvolutionStays", kCategory)
          << remark::reason("'{0}' is no sum of float products, or no pooling, "
                            "over one or two dimensions of known sizes",
                            op->getName().getStringRef());
    });
  }

  static void addPooling(RewritePatternSet &patterns) {
    MLIRContext *context = patterns.getContext();
    const SmallVector<int64_t> nchw = {0, 2, 3, 1}, ncw = {0, kNone, 2, 1},
                               nwc = {0, kNone, 1, 2}, two = {0, 1},
                               one = {kNone, 0};
    using namespace linalg;
    patterns.add<NormalizePooling<PoolingNchwMaxOp, PoolingNhwcMaxOp>,
                 NormalizePooling<PoolingNchwSumOp, PoolingNhwcSumOp>>(
        context, nchw, two);
    patterns.add<NormalizePooling<PoolingNcwMaxOp, PoolingNhwcMaxOp>,
                 NormalizePooling<PoolingNcwSumOp, PoolingNhwcSumOp>>(context,
                                                                      ncw, one);
    patterns.add<
        NormalizePooling<PoolingNwcMaxOp, PoolingNhwcMaxOp>,
        NormalizePooling<PoolingNwcMinOp, PoolingNhwcMinOp>,
        NormalizePooling<PoolingNwcSumOp, PoolingNhwcSumOp>,
        NormalizePooling<PoolingNwcMaxUnsignedOp, PoolingNhwcMaxUnsignedOp>,
        NormalizePooling<PoolingNwcMinUnsignedOp, PoolingNhwcMinUnsignedOp>>(
        context, nwc, one);
  }
};
} // namespace
