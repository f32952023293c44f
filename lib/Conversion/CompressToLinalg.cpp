//===- CompressToLinalg.cpp - compress ops as linalg ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Conversion/CompressToLinalg.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::compress {
#define GEN_PASS_DEF_CONVERTCOMPRESSTOLINALGPASS
#include "compression/Conversion/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

using Iterators = SmallVector<utils::IteratorType>;
static constexpr auto kParallel = utils::IteratorType::parallel;
static constexpr auto kReduction = utils::IteratorType::reduction;

static Value makeEmpty(OpBuilder &builder, Location loc, Value like,
                       Type elementType) {
  return tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, like), elementType);
}

static Value constantF32(OpBuilder &builder, Location loc, float value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getF32FloatAttr(value));
}

/// `value`, of a float type, as f32 (exact).
static Value toF32(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isF32())
    return value;
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
}

/// `a < b ? a : b`, or `>`: `b` where one of them is NaN.
static Value choose(OpBuilder &builder, Location loc,
                    arith::CmpFPredicate predicate, Value a, Value b) {
  Value first = arith::CmpFOp::create(builder, loc, predicate, a, b);
  return arith::SelectOp::create(builder, loc, first, a, b);
}

/// Rounds an f32 of magnitude 2^22 at most to an integer, ties to even: the
/// last place of the sum is 1, so that the addition rounds. It needs no
/// instruction for rounding and must not be simplified: no fast-math flags.
static Value roundSmallToEven(OpBuilder &builder, Location loc, Value x) {
  Value shift = constantF32(builder, loc, 0x1.8p23f);
  Value sum = arith::AddFOp::create(builder, loc, x, shift);
  return arith::SubFOp::create(builder, loc, sum, shift);
}

/// Ties away from zero: a tie that went towards zero goes the other way.
static Value roundSmallAway(OpBuilder &builder, Location loc, Value x) {
  Value even = roundSmallToEven(builder, loc, x);
  Value rest = arith::SubFOp::create(builder, loc, x, even);
  Value zero = constantF32(builder, loc, 0.0f);
  auto step = [&](float tie, arith::CmpFPredicate side, Value value) -> Value {
    Value isTie = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                        rest, constantF32(builder, loc, tie));
    Value onSide = arith::CmpFOp::create(builder, loc, side, x, zero);
    Value both = arith::AndIOp::create(builder, loc, isTie, onSide);
    Value moved = arith::AddFOp::create(builder, loc, value,
                                        constantF32(builder, loc, 2 * tie));
    return arith::SelectOp::create(builder, loc, both, moved, value);
  };
  Value up = step(0.5f, arith::CmpFPredicate::OGT, even);
  return step(-0.5f, arith::CmpFPredicate::OLT, up);
}

//===----------------------------------------------------------------------===//
// Reconstruct ops
//===----------------------------------------------------------------------===//

namespace {
/// A generic over the dense value that decodes one element of each payload.
struct LowerReconstruct
    : public OpInterfaceRewritePattern<ReconstructOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ReconstructOpInterface op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> payload = op.getPayload();
    RankedTensorType type = op.getDenseType();
    SmallVector<AffineMap> maps = op.getPayloadMaps();
    maps.push_back(rewriter.getMultiDimIdentityMap(type.getRank()));
    FailureOr<Value> init =
        tensor::getOrCreateDestination(rewriter, loc, op->getResult(0));
    if (failed(init))
      return rewriter.notifyMatchFailure(op, "expected known sizes");
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, payload, *init, maps, Iterators(type.getRank(), kParallel),
        [&](OpBuilder &builder, Location, ValueRange arguments) {
          linalg::YieldOp::create(
              builder, loc, op.decode(builder, loc, arguments.drop_back()));
        });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

/// `clamp(x / s, qmin - z, qmax - z)`, rounded, `+ z`: bit for bit
/// numerics::quantize().
struct LowerQuantize : public OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(QuantizeOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AffineAttr scheme = op.getScheme();
    RankedTensorType type = op.getCodes().getType();
    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    AffineMap scaleMap = scheme.getScaleMap(type.getShape());
    SmallVector<Value> inputs = {op.getInput(), op.getScales()};
    SmallVector<AffineMap> maps = {identity, scaleMap};
    if (op.getZeroPoints()) {
      inputs.push_back(op.getZeroPoints());
      maps.push_back(scaleMap);
    }
    maps.push_back(identity);
    Value init =
        makeEmpty(rewriter, loc, op.getInput(), scheme.getStorageType());
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, inputs, init, maps, Iterators(type.getRank(), kParallel),
        [&](OpBuilder &builder, Location, ValueRange arguments) {
          Value zeroPoint = op.getZeroPoints() ? arguments[2] : Value();
          linalg::YieldOp::create(builder, loc,
                                  encode(builder, loc, scheme, arguments[0],
                                         arguments[1], zeroPoint));
        });
    return success();
  }

  static Value encode(OpBuilder &builder, Location loc, AffineAttr scheme,
                      Value x, Value scale, Value zeroPoint);
};
} // namespace

Value LowerQuantize::encode(OpBuilder &builder, Location loc, AffineAttr scheme,
                            Value x, Value scale, Value zeroPoint) {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  Value steps = arith::DivFOp::create(builder, loc, toF32(builder, loc, x),
                                      toF32(builder, loc, scale));
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      steps, steps);
  steps = arith::SelectOp::create(builder, loc, isNaN,
                                  constantF32(builder, loc, 0.0f), steps);

  auto bound = [&](int64_t code) -> Value {
    if (!zeroPoint)
      return constantF32(builder, loc, static_cast<float>(code));
    Value limit = arith::ConstantOp::create(builder, loc,
                                            builder.getI32IntegerAttr(code));
    Value distance = arith::SubIOp::create(
        builder, loc, limit, extendCode(builder, loc, scheme, zeroPoint));
    return arith::SIToFPOp::create(builder, loc, f32, distance);
  };
  steps = choose(builder, loc, arith::CmpFPredicate::OGT, steps,
                 bound(scheme.getQmin()));
  steps = choose(builder, loc, arith::CmpFPredicate::OLT, steps,
                 bound(scheme.getQmax()));
  Value rounded = scheme.getRounding() == Rounding::NearestEven
                      ? roundSmallToEven(builder, loc, steps)
                      : roundSmallAway(builder, loc, steps);
  Value code = arith::FPToSIOp::create(builder, loc, i32, rounded);
  if (zeroPoint)
    code = arith::AddIOp::create(builder, loc, code,
                                 extendCode(builder, loc, scheme, zeroPoint));
  return arith::TruncIOp::create(builder, loc, scheme.getStorageType(), code);
}

//===----------------------------------------------------------------------===//
// Ranges and parameters
//===----------------------------------------------------------------------===//

/// The larger, or smaller, ones of the elements of `input` and those of `init`
/// that `map` gives: a reduction over the dimensions that it does not depend
/// on.
static Value reduceExtreme(OpBuilder &builder, Location loc, Value input,
                           Value init, AffineMap map, bool largest) {
  auto type = cast<RankedTensorType>(input.getType());
  Iterators iterators;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    iterators.push_back(!map.isFunctionOfDim(dim) && size != 1 ? kReduction
                                                               : kParallel);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), input, init,
             ArrayRef{builder.getMultiDimIdentityMap(type.getRank()), map},
             iterators,
             [&](OpBuilder &nested, Location, ValueRange arguments) {
               Value x = toF32(nested, loc, arguments[0]);
               Value next =
                   largest
                       ? arith::MaxNumFOp::create(nested, loc, x, arguments[1])
                             .getResult()
                       : arith::MinNumFOp::create(nested, loc, x, arguments[1])
                             .getResult();
               linalg::YieldOp::create(nested, loc, next);
             })
      .getResult(0);
}

/// A large input, of which blocks span the last dimensions whole, as rows of 32
/// elements behind the other dimensions: a reduction over the rows needs no
/// horizontal one. Null where there is no such form.
static Value splitIntoRows(OpBuilder &builder, Location loc, Value input,
                           AffineAttr scheme) {
  constexpr int64_t kRow = 32, kFewElements = 1 << 12;
  auto type = cast<RankedTensorType>(input.getType());
  if (!type.hasStaticShape())
    return {};
  int64_t first = type.getRank(), size = 1;
  while (first > 0 && scheme.isWhole(first - 1, type.getDimSize(first - 1)))
    size *= type.getDimSize(--first);
  if (size < kFewElements || size % kRow != 0)
    return {};
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> shape(type.getShape().take_front(first));
  for (int64_t dim = 0; dim < first; ++dim)
    groups.push_back({dim});
  groups.push_back(llvm::to_vector(llvm::seq(first, type.getRank())));
  if (groups.back().size() > 1)
    input = tensor::CollapseShapeOp::create(builder, loc, input, groups);
  shape.append({size / kRow, kRow});
  groups.back() = {first, first + 1};
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(shape), input,
                                       groups);
}

/// The smallest and the largest value of each block, and 0, as f32 tensors of
/// the scales' shape: a reduction over the dimensions that a block spans whole.
static std::pair<Value, Value> reduceWholeBlocks(OpBuilder &builder,
                                                 Location loc, Value input,
                                                 AffineAttr scheme,
                                                 ValueRange inits) {
  auto type = cast<RankedTensorType>(input.getType());
  AffineMap scaleMap = scheme.getScaleMap(type.getShape());
  Value rows = splitIntoRows(builder, loc, input, scheme);
  auto reduce = [&](Value init, bool largest) {
    if (!rows)
      return reduceExtreme(builder, loc, input, init, scaleMap, largest);
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(rows.getType()).getShape());
    int64_t rank = shape.size();
    SmallVector<AffineExpr> kept;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (dim != rank - 2)
        kept.push_back(builder.getAffineDimExpr(dim));
    shape.erase(shape.end() - 2);
    Value zeros =
        linalg::FillOp::create(
            builder, loc, constantF32(builder, loc, 0.0f),
            tensor::EmptyOp::create(builder, loc, shape, builder.getF32Type())
                .getResult())
            .getResult(0);
    Value row = reduceExtreme(
        builder, loc, rows, zeros,
        AffineMap::get(rank, 0, kept, builder.getContext()), largest);
    // The map is constant along the dimensions that became rows.
    return reduceExtreme(builder, loc, row, init,
                         AffineMap::get(rank - 1, 0, scaleMap.getResults(),
                                        builder.getContext()),
                         largest);
  };
  return {reduce(inits[0], false), reduce(inits[1], true)};
}

/// The same for blocks of any shape: loops over the blocks and inside of them;
/// places beyond the edge of a ragged block count as 0.
static std::pair<Value, Value> reduceBlocks(OpBuilder &builder, Location loc,
                                            Value input, AffineAttr scheme,
                                            ValueRange inits) {
  auto type = cast<RankedTensorType>(input.getType());
  unsigned rank = type.getRank();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, input);
  SmallVector<OpFoldResult> blocks;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    blocks.push_back(scheme.isWhole(dim, size)
                         ? sizes[dim]
                         : builder.getIndexAttr(scheme.getBlock()[dim]));
  // The inner loops' bounds follow from an operand of the block's shape.
  Value window =
      tensor::EmptyOp::create(builder, loc, blocks, builder.getF32Type());
  SmallVector<AffineExpr> outer, inner;
  for (unsigned dim = 0; dim < rank; ++dim) {
    outer.push_back(builder.getAffineDimExpr(dim));
    inner.push_back(builder.getAffineDimExpr(rank + dim));
  }
  AffineMap outerMap = AffineMap::get(2 * rank, 0, outer, builder.getContext());
  AffineMap innerMap = AffineMap::get(2 * rank, 0, inner, builder.getContext());
  Iterators iterators(rank, kParallel);
  iterators.append(rank, kReduction);
  auto generic = linalg::GenericOp::create(
      builder, loc, inits.getTypes(), window, inits,
      ArrayRef{innerMap, outerMap, outerMap}, iterators,
      [&](OpBuilder &nested, Location, ValueRange arguments) {
        Value inside;
        SmallVector<Value> position;
        for (unsigned dim = 0; dim < rank; ++dim) {
          Value index = arith::AddIOp::create(
              nested, loc,
              arith::MulIOp::create(
                  nested, loc, linalg::IndexOp::create(nested, loc, dim),
                  getValueOrCreateConstantIndexOp(nested, loc, blocks[dim])),
              linalg::IndexOp::create(nested, loc, rank + dim));
          Value last = getValueOrCreateConstantIndexOp(
              nested, loc,
              affine::makeComposedFoldedAffineApply(
                  nested, loc, nested.getAffineDimExpr(0) - 1, sizes[dim]));
          Value fits = arith::CmpIOp::create(
              nested, loc, arith::CmpIPredicate::ule, index, last);
          inside =
              inside
                  ? arith::AndIOp::create(nested, loc, inside, fits).getResult()
                  : fits;
          position.push_back(arith::MinUIOp::create(nested, loc, index, last));
        }
        Value x =
            toF32(nested, loc,
                  tensor::ExtractOp::create(nested, loc, input, position));
        if (inside)
          x = arith::SelectOp::create(nested, loc, inside, x,
                                      constantF32(nested, loc, 0.0f));
        Value lo = arith::MinNumFOp::create(nested, loc, x, arguments[1]);
        Value hi = arith::MaxNumFOp::create(nested, loc, x, arguments[2]);
        linalg::YieldOp::create(nested, loc, ValueRange{lo, hi});
      });
  return {generic.getResult(0), generic.getResult(1)};
}

static std::pair<Value, Value> reduceRanges(OpBuilder &builder, Location loc,
                                            Value input, AffineAttr scheme,
                                            Value likeScales) {
  Value zero = constantF32(builder, loc, 0.0f);
  Value empty = makeEmpty(builder, loc, likeScales, builder.getF32Type());
  Value init = linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  auto type = cast<RankedTensorType>(input.getType());
  bool whole = true;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    whole &= scheme.isWhole(dim, size) || scheme.getBlock()[dim] == 1;
  auto reduce = whole ? reduceWholeBlocks : reduceBlocks;
  return reduce(builder, loc, input, scheme, {init, init});
}

/// The scale of a range, not negative, before its upper bound: numerics'
/// roundScale().
static Value roundScale(OpBuilder &builder, Location loc, Value raw,
                        FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto toFloat = [](APFloat value) {
    bool losesInfo;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.convertToFloat();
  };
  float normal = toFloat(APFloat::getSmallestNormalized(semantics));
  float largest = toFloat(APFloat::getLargest(semantics));
  float step = type.isF16() ? toFloat(APFloat::getSmallest(semantics)) : normal;
  Value smallest = constantF32(builder, loc, step);

  Value clipped = choose(builder, loc, arith::CmpFPredicate::OLT, raw,
                         constantF32(builder, loc, largest));
  Value rounded = clipped;
  if (!type.isF32())
    rounded = toF32(builder, loc,
                    arith::TruncFOp::create(builder, loc, type, clipped));
  // The next integer above; fewer than 2^10 steps make a normal number.
  Value steps = arith::DivFOp::create(builder, loc, raw, smallest);
  steps = choose(builder, loc, arith::CmpFPredicate::OLT, steps,
                 constantF32(builder, loc, 0x1p10f));
  Value even = roundSmallToEven(builder, loc, steps);
  Value isBelow = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                        even, steps);
  steps = arith::SelectOp::create(
      builder, loc, isBelow,
      arith::AddFOp::create(builder, loc, even,
                            constantF32(builder, loc, 1.0f)),
      even);
  steps = choose(builder, loc, arith::CmpFPredicate::OGT, steps,
                 constantF32(builder, loc, 1.0f));
  Value small = arith::MulFOp::create(builder, loc, steps, smallest);
  Value isNormal =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE, raw,
                            constantF32(builder, loc, normal));
  return arith::SelectOp::create(builder, loc, isNormal, rounded, small);
}

/// Scale and zero point (i32; null for a symmetric scheme) of the range
/// [lo, hi] that holds 0: bit for bit numerics::chooseParams().
static std::pair<Value, Value> chooseParams(OpBuilder &builder, Location loc,
                                            AffineAttr scheme, Value lo,
                                            Value hi) {
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  float qmin = scheme.getQmin(), qmax = scheme.getQmax();
  auto c = [&](float value) { return constantF32(builder, loc, value); };
  auto i = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value raw, scale, zeroPoint;
  if (!scheme.getHasZeroPoint()) {
    // A side without codes is clipped, whatever its values.
    if (qmax > 0)
      raw = arith::DivFOp::create(builder, loc, hi, c(qmax));
    if (qmin < 0) {
      Value below = arith::DivFOp::create(
          builder, loc, arith::NegFOp::create(builder, loc, lo), c(-qmin));
      raw = raw ? choose(builder, loc, arith::CmpFPredicate::OGT, raw, below)
                : below;
    }
    scale = roundScale(builder, loc, raw, scheme.getScale());
  } else {
    Value half = c(0.5f);
    Value width = arith::SubFOp::create(
        builder, loc, arith::MulFOp::create(builder, loc, hi, half),
        arith::MulFOp::create(builder, loc, lo, half));
    raw = arith::DivFOp::create(builder, loc, width, c((qmax - qmin) * 0.5f));
    scale = roundScale(builder, loc, raw, scheme.getScale());
    bool losesInfo;
    APFloat largest =
        APFloat::getLargest(scheme.getScale().getFloatSemantics());
    largest.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    Value isClipped =
        arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT, raw,
                              c(largest.convertToFloat()));
    Value divisor =
        arith::SelectOp::create(builder, loc, isClipped, raw, scale);
    Value zero =
        arith::SubFOp::create(builder, loc, c(qmin),
                              arith::DivFOp::create(builder, loc, lo, divisor));
    zero = choose(builder, loc, arith::CmpFPredicate::OGT, zero, c(qmin));
    zero = choose(builder, loc, arith::CmpFPredicate::OLT, zero, c(qmax));
    zeroPoint = arith::FPToSIOp::create(builder, loc, i32,
                                        roundSmallToEven(builder, loc, zero));
  }

  // No code may decode to infinity.
  Value steps;
  if (zeroPoint)
    steps = arith::MaxSIOp::create(
        builder, loc,
        arith::SubIOp::create(builder, loc, i(scheme.getQmax()), zeroPoint),
        arith::SubIOp::create(builder, loc, zeroPoint, i(scheme.getQmin())));
  else
    steps = i(std::max(scheme.getQmax(), -scheme.getQmin()));
  Value limit =
      arith::DivFOp::create(builder, loc, c(0x1.FEp127f),
                            arith::SIToFPOp::create(builder, loc, f32, steps));
  if (!scheme.getScale().isF32())
    limit =
        toF32(builder, loc,
              arith::TruncFOp::create(builder, loc, scheme.getScale(), limit));
  scale = choose(builder, loc, arith::CmpFPredicate::OLT, scale, limit);

  // A block of zeros has scale 1 and decodes to exactly 0.
  Value isZero =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, lo, hi);
  scale = arith::SelectOp::create(builder, loc, isZero, c(1.0f), scale);
  if (zeroPoint) {
    int64_t code = std::clamp<int64_t>(0, scheme.getQmin(), scheme.getQmax());
    zeroPoint =
        arith::SelectOp::create(builder, loc, isZero, i(code), zeroPoint);
  }
  return {scale, zeroPoint};
}

namespace {
struct LowerChooseParams : public OpRewritePattern<ChooseParamsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ChooseParamsOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AffineAttr scheme = op.getScheme();
    RankedTensorType type = op.getScales().getType();
    if (!type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected a static shape");
    Value likeScales = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                               rewriter.getF32Type());
    std::pair<Value, Value> range =
        reduceRanges(rewriter, loc, op.getInput(), scheme, likeScales);
    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    // One generic for each result: what they share is merged by CSE.
    auto compute = [&](RankedTensorType resultType, bool wantsScale) {
      Value init = tensor::EmptyOp::create(rewriter, loc, resultType.getShape(),
                                           resultType.getElementType());
      return linalg::GenericOp::create(
                 rewriter, loc, resultType,
                 ValueRange{range.first, range.second}, init,
                 ArrayRef{identity, identity, identity},
                 Iterators(type.getRank(), kParallel),
                 [&](OpBuilder &builder, Location, ValueRange arguments) {
                   auto [scale, zeroPoint] = chooseParams(
                       builder, loc, scheme, arguments[0], arguments[1]);
                   Value result = scale;
                   if (!wantsScale)
                     result = arith::TruncIOp::create(
                         builder, loc, scheme.getStorageType(), zeroPoint);
                   else if (!scheme.getScale().isF32())
                     result = arith::TruncFOp::create(builder, loc,
                                                      scheme.getScale(), scale);
                   linalg::YieldOp::create(builder, loc, result);
                 })
          .getResult(0);
    };
    SmallVector<Value> results = {compute(type, true)};
    if (op.getZeroPoints())
      results.push_back(
          compute(cast<RankedTensorType>(op.getZeroPoints().getType()), false));
    rewriter.replaceOp(op, results);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Observation and gathers
//===----------------------------------------------------------------------===//

struct DropObserve : public OpRewritePattern<ObserveOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ObserveOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

/// Reads rows element by element; of a reconstruct expression only the elements
/// that are read are decoded.
struct LowerGather : public OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override;

  /// Asserts that all indices are rows of the table.
  static void emitCheck(OpBuilder &builder, GatherOp op);
};
} // namespace

/// An element of the indices as an `index`.
static Value toIndex(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isIndex())
    return value;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    value);
}

void LowerGather::emitCheck(OpBuilder &builder, GatherOp op) {
  Location loc = op.getLoc();
  int64_t rank = op.getIndices().getType().getRank();
  int64_t rows = op.getTable().getType().getDimSize(0);
  Value holds =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  Value empty = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>{},
                                        builder.getI1Type());
  Value init = linalg::FillOp::create(builder, loc, holds, empty).getResult(0);
  auto all = linalg::GenericOp::create(
      builder, loc, init.getType(), op.getIndices(), init,
      ArrayRef{builder.getMultiDimIdentityMap(rank),
               AffineMap::get(rank, 0, builder.getContext())},
      Iterators(rank, kReduction),
      [&](OpBuilder &nested, Location, ValueRange arguments) {
        // A negative index is a huge unsigned one.
        Value row = toIndex(nested, loc, arguments[0]);
        Value fits = arith::CmpIOp::create(
            nested, loc, arith::CmpIPredicate::ult, row,
            arith::ConstantIndexOp::create(nested, loc, rows));
        Value next = arith::AndIOp::create(nested, loc, fits, arguments[1]);
        linalg::YieldOp::create(nested, loc, next);
      });
  Value result =
      tensor::ExtractOp::create(builder, loc, all.getResult(0), ValueRange{});
  cf::AssertOp::create(
      builder, loc, result,
      ("expected indices within [0, " + Twine(rows) + ") of a table").str());
}

LogicalResult LowerGather::matchAndRewrite(GatherOp op,
                                           PatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  RankedTensorType type = op.getResult().getType();
  RankedTensorType table = op.getTable().getType();
  if (!type.hasStaticShape() || !table.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "expected static shapes");
  emitCheck(rewriter, op);

  // The payloads of the table: itself, or those of the reconstruct op.
  auto reconstruct = op.getTable().getDefiningOp<ReconstructOpInterface>();
  SmallVector<Value> payload = {op.getTable()};
  SmallVector<AffineMap> maps = {
      rewriter.getMultiDimIdentityMap(table.getRank())};
  if (reconstruct) {
    payload = reconstruct.getPayload();
    maps = reconstruct.getPayloadMaps();
  }
  unsigned rank = type.getRank(), leading = op.getIndices().getType().getRank();
  Value init = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                       type.getElementType());
  AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
  AffineMap indexMap =
      AffineMap::get(rank, 0, identity.getResults().take_front(leading),
                     rewriter.getContext());
  auto body = [&](OpBuilder &builder, Location, ValueRange arguments) {
    // No wild read, whatever the index.
    Value last =
        arith::ConstantIndexOp::create(builder, loc, table.getDimSize(0) - 1);
    Value row = arith::MinUIOp::create(
        builder, loc, toIndex(builder, loc, arguments[0]), last);
    SmallVector<OpFoldResult> position = {row};
    for (unsigned dim = leading; dim < rank; ++dim)
      position.push_back(
          linalg::IndexOp::create(builder, loc, dim).getResult());
    SmallVector<Value> elements;
    for (auto [value, map] : llvm::zip_equal(payload, maps)) {
      SmallVector<Value> coordinate;
      for (AffineExpr result : map.getResults())
        coordinate.push_back(getValueOrCreateConstantIndexOp(
            builder, loc,
            affine::makeComposedFoldedAffineApply(
                builder, loc, AffineMap::get(map.getNumDims(), 0, result),
                position)));
      elements.push_back(
          tensor::ExtractOp::create(builder, loc, value, coordinate));
    }
    Value result = elements[0];
    if (reconstruct)
      result = reconstruct.decode(builder, loc, elements);
    linalg::YieldOp::create(builder, loc, result);
  };
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, type, op.getIndices(), init, ArrayRef{indexMap, identity},
      Iterators(rank, kParallel), body);
  return success();
}

void mlir::compress::populateCompressToLinalgPatterns(
    RewritePatternSet &patterns) {
  // Gathers look through reconstruct ops, which then have no user left.
  patterns.add<LowerGather>(patterns.getContext(), PatternBenefit(2));
  patterns.add<LowerReconstruct, LowerQuantize, LowerChooseParams, DropObserve>(
      patterns.getContext());
}

namespace {
struct ConvertCompressToLinalg
    : public compress::impl::ConvertCompressToLinalgPassBase<
          ConvertCompressToLinalg> {
  using ConvertCompressToLinalgPassBase::ConvertCompressToLinalgPassBase;

  /// Nothing of the dialect is left for tools that don't know it.
  void dropAttributes() {
    getOperation()->walk([](Operation *op) {
      for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
        if (attr.getName().strref().starts_with("compress."))
          op->removeDiscardableAttr(attr.getName());
    });
  }

  void runOnOperation() override {
    // Gathers first: they look through the reconstruct ops in front of them.
    for (bool gathers : {true, false}) {
      RewritePatternSet patterns(&getContext());
      if (gathers)
        patterns.add<LowerGather>(&getContext());
      else
        populateCompressToLinalgPatterns(patterns);
      if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
        return signalPassFailure();
    }
    if (!keepPacked)
      dropAttributes();
    WalkResult left = getOperation()->walk([&](Operation *op) {
      if (!isa_and_present<CompressDialect>(op->getDialect()) ||
          isa<YieldOp>(op) || (keepPacked && isa<PackedContractOp>(op)))
        return WalkResult::advance();
      op->emitOpError("has no lowering to linalg here: expected a stage up to "
                      "'integer' and static shapes");
      return WalkResult::interrupt();
    });
    if (left.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
