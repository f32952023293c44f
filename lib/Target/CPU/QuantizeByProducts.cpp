//===- QuantizeByProducts.cpp - codes without a division --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownWeights.h"
#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Target/CPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <cmath>
#include <optional>

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUQUANTIZEBYPRODUCTSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

#define DEBUG_TYPE "compress-cpu-quantize-by-products"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

//===----------------------------------------------------------------------===//
// Clamps in front of a quantization
//===----------------------------------------------------------------------===//

namespace {
/// Minima and maxima with constants, one after the other: what they make of the
/// smallest and the largest float, and of NaN.
struct Clamp {
  float lowest = -std::numeric_limits<float>::infinity();
  float highest = std::numeric_limits<float>::infinity();
  float ofNaN = std::numeric_limits<float>::quiet_NaN();
};
} // namespace

/// Applies `op`, a minimum or maximum of `x` and a constant, to `clamp`.
static bool apply(Operation &op, Value x, Clamp &clamp) {
  APFloat constant(0.0f);
  if (op.getNumOperands() != 2 || op.getOperand(0) != x ||
      !matchPattern(op.getOperand(1), m_ConstantFloat(&constant)) ||
      constant.isNaN() || !op.getResult(0).getType().isF32())
    return false;
  float bound = constant.convertToFloat();
  bool isMaximum = isa<arith::MaximumFOp, arith::MaxNumFOp>(op);
  if (!isMaximum && !isa<arith::MinimumFOp, arith::MinNumFOp>(op))
    return false;
  // fmax and fmin return the number of a number and NaN.
  bool keepsNaN = isa<arith::MaximumFOp, arith::MinimumFOp>(op);
  for (float *value : {&clamp.lowest, &clamp.highest, &clamp.ofNaN})
    if (!keepsNaN || !std::isnan(*value))
      *value = isMaximum ? std::fmax(*value, bound) : std::fmin(*value, bound);
  return true;
}

/// The clamp that `generic` computes of its only input, element by element.
static std::optional<Clamp> matchClamp(linalg::GenericOp generic) {
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumReductionLoops() != 0 || generic->getNumResults() != 1 ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return std::nullopt;
  Clamp clamp;
  Block *body = generic.getBody();
  Value x = body->getArgument(0);
  for (Operation &op : body->without_terminator()) {
    if (!apply(op, x, clamp))
      return std::nullopt;
    x = op.getResult(0);
  }
  if (body->getTerminator()->getOperand(0) != x)
    return std::nullopt;
  return clamp;
}

/// Takes the clamp out of `op`'s input where only `op` reads it, behind
/// reshapes or not.
static Clamp takeClamp(QuantizeOp op) {
  OpOperand *operand = &op.getInputMutable();
  while (operand->get().hasOneUse()) {
    Operation *producer = operand->get().getDefiningOp();
    if (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
            producer)) {
      operand = &producer->getOpOperand(0);
      continue;
    }
    auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
    std::optional<Clamp> clamp = matchClamp(generic);
    if (!clamp)
      break;
    operand->set(generic.getInputs()[0]);
    generic.erase();
    return *clamp;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Values that are numbers
//===----------------------------------------------------------------------===//

namespace {
/// Finds bounds of the magnitudes of values that are computed from sums of
/// codes and from weights: such a value is never NaN.
class BoundFinder {
public:
  explicit BoundFinder(SymbolTableCollection &symbols) : symbols(symbols) {}

  /// True when all elements of `tensor` are finite numbers.
  bool isFinite(Value tensor) { return getTensor(tensor, 0).has_value(); }

private:
  using Bound = std::optional<double>;

  Bound getTensor(Value tensor, unsigned depth);
  /// Of a value in the body of `generic`.
  Bound getElement(linalg::GenericOp generic, Value element, unsigned depth);
  Bound getWeight(ml_program::GlobalOp weight);

  SymbolTableCollection &symbols;
};
} // namespace

BoundFinder::Bound BoundFinder::getWeight(ml_program::GlobalOp weight) {
  if (!isKnown(weight) ||
      !isa<FloatType>(getElementTypeOrSelf(weight.getType())))
    return std::nullopt;
  SmallVector<float> storage;
  FailureOr<ArrayRef<float>> data = getFloatData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(data))
    return std::nullopt;
  double bound = 0;
  for (float value : *data) {
    if (!std::isfinite(value))
      return std::nullopt;
    bound = std::max<double>(bound, std::fabs(value));
  }
  return bound;
}

BoundFinder::Bound BoundFinder::getTensor(Value tensor, unsigned depth) {
  constexpr unsigned kMaxDepth = 8;
  if (depth > kMaxDepth)
    return std::nullopt;
  if (ml_program::GlobalOp weight = compress::getWeight(tensor, symbols))
    return getWeight(weight);
  Operation *producer = tensor.getDefiningOp();
  if (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(producer))
    return getTensor(producer->getOperand(0), depth + 1);
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  if (!generic || generic.getNumReductionLoops() != 0 ||
      generic->getNumResults() != 1)
    return std::nullopt;
  return getElement(generic, generic.getBody()->getTerminator()->getOperand(0),
                    depth + 1);
}

/// A bound of the result of `op` from those of its operands.
static std::optional<double> combine(Operation *op, ArrayRef<double> operands) {
  if (isa<arith::MulFOp>(op))
    return operands[0] * operands[1];
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return operands[0] + operands[1];
  if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
          arith::MinNumFOp>(op))
    return std::max(operands[0], operands[1]);
  if (isa<arith::ExtFOp>(op))
    return operands[0];
  return std::nullopt;
}

BoundFinder::Bound BoundFinder::getElement(linalg::GenericOp generic,
                                           Value element, unsigned depth) {
  if (auto argument = dyn_cast<BlockArgument>(element)) {
    if (argument.getOwner() != generic.getBody())
      return std::nullopt;
    return getTensor(generic.getMatchingOpOperand(argument)->get(), depth);
  }
  APFloat constant(0.0f);
  if (element.getType().isF32() &&
      matchPattern(element, m_ConstantFloat(&constant)) && constant.isFinite())
    return std::fabs(constant.convertToFloat());
  Operation *op = element.getDefiningOp();
  if (isa<arith::SIToFPOp>(op) && op->getOperand(0).getType().isInteger(32))
    return 0x1p31;
  SmallVector<double> operands;
  for (Value operand : op->getOperands()) {
    Bound bound;
    if (isa<FloatType>(operand.getType()))
      bound = getElement(generic, operand, depth);
    if (!bound)
      return std::nullopt;
    operands.push_back(*bound);
  }
  // Far enough below the largest float that no rounding reaches infinity.
  constexpr double kLargest = 0x1p127;
  Bound bound = combine(op, operands);
  return bound && *bound < kLargest ? bound : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

namespace {
/// What the code of an element is computed with, for each scale. Where r is the
/// exact reciprocal of the scale, `reciprocal` is r rounded and `rest` what the
/// rounding lost.
struct ProductParams {
  SmallVector<float> reciprocal, rest, lowest, highest;
  SmallVector<int32_t> zeroPoint;
  /// The value in place of NaN; none where no element can be NaN.
  std::optional<float> ofNaN;

  bool hasZeroPoint() const {
    return llvm::any_of(zeroPoint, [](int32_t code) { return code != 0; });
  }
};

/// Quantization with scales that are known.
class StaticQuantize {
public:
  StaticQuantize(QuantizeOp op, WeightBuilder &weights,
                 SymbolTableCollection &symbols)
      : op(op), weights(weights), symbols(symbols) {}

  /// Fills the parameters; false, with a remark, where the op has to stay.
  bool match();
  /// Replaces the op.
  void rewrite();

private:
  bool stays(StringRef reason) {
    emitMissed(op, "Divides", DEBUG_TYPE) << remark::reason("{0}", reason);
    return false;
  }
  bool readScales(SmallVectorImpl<float> &storage);
  bool readZeroPoints();
  Value load(OpBuilder &builder, StringRef suffix, ElementsAttr value);
  Value encode(OpBuilder &builder, Location loc, ValueRange arguments);

  QuantizeOp op;
  WeightBuilder &weights;
  SymbolTableCollection &symbols;
  ml_program::GlobalOp scales;
  ArrayRef<float> scaleData;
  ProductParams params;
};
} // namespace

bool StaticQuantize::readScales(SmallVectorImpl<float> &storage) {
  scales = getWeight(op.getScales(), symbols);
  if (!isKnown(scales))
    return stays("expected scales that are known at compile time");
  FailureOr<ArrayRef<float>> data = getFloatData(
      getWeightValue(scales), storage, [&] { return scales.emitOpError(); });
  if (failed(data))
    return false;
  scaleData = *data;
  // The smallest normal number; above, the rest of the reciprocal would lose
  // bits as a subnormal.
  constexpr float kSmallest = 0x1p-126f, kLargest = 0x1p90f;
  if (llvm::any_of(scaleData, [](float scale) {
        return !(scale >= kSmallest && scale <= kLargest);
      }))
    return stays("expected scales in [2^-126, 2^90]");
  return true;
}

bool StaticQuantize::readZeroPoints() {
  if (!op.getZeroPoints()) {
    params.zeroPoint.assign(scaleData.size(), 0);
    return true;
  }
  ml_program::GlobalOp weight = getWeight(op.getZeroPoints(), symbols);
  if (!isKnown(weight) || !op.getScheme().getStorageType().isInteger(8))
    return stays("expected zero points of 8 bits that are known at compile "
                 "time");
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data = getRawData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(data))
    return false;
  for (char code : *data)
    params.zeroPoint.push_back(op.getScheme().getIsSigned()
                                   ? static_cast<int8_t>(code)
                                   : static_cast<uint8_t>(code));
  return true;
}

bool StaticQuantize::match() {
  AffineAttr scheme = op.getScheme();
  if (scheme.getRounding() != Rounding::NearestEven)
    return stays("expected rounding to the nearest even code");
  ArrayRef<int64_t> shape = op.getCodes().getType().getShape();
  if (llvm::any_of(scheme.getScaleMap(shape).getResults(), [](AffineExpr expr) {
        return !isa<AffineDimExpr, AffineConstantExpr>(expr);
      }))
    return stays("expected blocks of one element or a whole dimension");
  SmallVector<float> storage;
  if (!readScales(storage) || !readZeroPoints())
    return false;

  Clamp clamp = takeClamp(op);
  if (!BoundFinder(symbols).isFinite(op.getInput()))
    params.ofNaN = std::isnan(clamp.ofNaN) ? 0.0f : clamp.ofNaN;
  for (auto [scale, zeroPoint] : llvm::zip_equal(scaleData, params.zeroPoint)) {
    float reciprocal = 1.0f / scale;
    params.reciprocal.push_back(reciprocal);
    params.rest.push_back(std::fma(-scale, reciprocal, 1.0f) / scale);
    // A quotient beyond the bound rounds to the bound, or is clamped to it.
    float lowest = static_cast<float>(scheme.getQmin() - zeroPoint) * scale;
    float highest = static_cast<float>(scheme.getQmax() - zeroPoint) * scale;
    params.lowest.push_back(std::clamp(clamp.lowest, lowest, highest));
    params.highest.push_back(std::clamp(clamp.highest, lowest, highest));
  }
  return true;
}

Value StaticQuantize::load(OpBuilder &builder, StringRef suffix,
                           ElementsAttr value) {
  ml_program::GlobalOp weight = weights.create(
      scales.getLoc(), (scales.getSymName() + suffix).str(), value);
  return WeightBuilder::load(builder, op.getLoc(), weight);
}

/// `round(clamp(x) / scale) + zero point`, where the quotient is
/// `fma(x, reciprocal, x * rest)`. Not each quotient has the bits of the
/// division, but each rounds to the same integer: for all 2^23 significands of
/// a scale and all x within 4 units in the last place of a half-integer
/// multiple up to 255.5 of it, this was checked one by one (Brisebarre, Muller,
/// Raina: Accelerating Correctly Rounded Floating-Point Division When the
/// Divisor Is Known in Advance, 2004, for the idea).
Value StaticQuantize::encode(OpBuilder &builder, Location loc,
                             ValueRange arguments) {
  Value x = arguments[0], reciprocal = arguments[1], rest = arguments[2],
        lowest = arguments[3], highest = arguments[4];
  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  auto constant = [&](float value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(value));
  };
  if (x.getType() != f32)
    x = arith::ExtFOp::create(builder, loc, f32, x);
  auto choose = [&](arith::CmpFPredicate predicate, Value a, Value b) -> Value {
    return arith::SelectOp::create(
        builder, loc, arith::CmpFOp::create(builder, loc, predicate, a, b), a,
        b);
  };
  Value clamped = choose(arith::CmpFPredicate::OGT, x, lowest);
  if (params.ofNaN) {
    Value isNumber =
        arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ORD, x, x);
    clamped = arith::SelectOp::create(builder, loc, isNumber, clamped,
                                      constant(*params.ofNaN));
  }
  clamped = choose(arith::CmpFPredicate::OLT, clamped, highest);
  Value quotient =
      math::FmaOp::create(builder, loc, clamped, reciprocal,
                          arith::MulFOp::create(builder, loc, clamped, rest));
  // The last place of the sum is 1: the addition rounds, and the lowest bits of
  // the result are those of the integer.
  Value bits = arith::BitcastOp::create(
      builder, loc, i32,
      arith::AddFOp::create(builder, loc, quotient, constant(0x1.8p23f)));
  if (params.hasZeroPoint())
    bits = arith::AddIOp::create(builder, loc, bits, arguments[5]);
  return arith::TruncIOp::create(builder, loc, op.getScheme().getStorageType(),
                                 bits);
}

void StaticQuantize::rewrite() {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  RankedTensorType type = op.getCodes().getType();
  // Dimensions along which the scale does not change are left out.
  AffineMap scaleMap = op.getScheme().getScaleMap(type.getShape());
  SmallVector<AffineExpr> dims;
  SmallVector<int64_t> shape;
  for (auto [expr, size] : llvm::zip_equal(
           scaleMap.getResults(), op.getScales().getType().getShape())) {
    if (!isa<AffineDimExpr>(expr))
      continue;
    dims.push_back(expr);
    shape.push_back(size);
  }
  AffineMap map = AffineMap::get(type.getRank(), 0, dims, builder.getContext());
  auto floats = RankedTensorType::get(shape, builder.getF32Type());
  auto integers = RankedTensorType::get(shape, builder.getI32Type());

  SmallVector<Value> inputs = {op.getInput()};
  auto addFloats = [&](StringRef suffix, ArrayRef<float> values) {
    inputs.push_back(
        load(builder, suffix, DenseElementsAttr::get(floats, values)));
  };
  addFloats(".reciprocal", params.reciprocal);
  addFloats(".rest", params.rest);
  addFloats(".lowest", params.lowest);
  addFloats(".highest", params.highest);
  if (params.hasZeroPoint())
    inputs.push_back(load(
        builder, ".offset",
        DenseElementsAttr::get(integers, ArrayRef<int32_t>(params.zeroPoint))));
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineMap> maps(inputs.size(), map);
  maps.front() = identity;
  maps.push_back(identity);
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, op.getInput()),
      type.getElementType());
  auto generic = linalg::GenericOp::create(
      builder, loc, type, inputs, init, maps,
      SmallVector<utils::IteratorType>(type.getRank(),
                                       utils::IteratorType::parallel),
      [&](OpBuilder &nested, Location, ValueRange arguments) {
        linalg::YieldOp::create(nested, loc, encode(nested, loc, arguments));
      });
  op.getCodes().replaceAllUsesWith(generic.getResult(0));
  op.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// True when `operand` of an elementwise generic that gives codes is an image
/// as rows, or rows as an image, and nothing else reads it so.
static bool isReshapedImage(OpOperand *operand) {
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!user || !user.isDpsInput(operand) || user.getNumReductionLoops() != 0 ||
      !operand->get().hasOneUse() ||
      !getElementTypeOrSelf(user.getResult(0).getType()).isInteger())
    return false;
  Operation *reshape = operand->get().getDefiningOp();
  SmallVector<ReassociationIndices> rows = {{0, 1, 2}, {3}};
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(reshape))
    return expand.getReassociationIndices() == rows;
  // Rows that a pattern has just made an image and back are left to the folder.
  auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(reshape);
  return collapse && collapse.getReassociationIndices() == rows &&
         !collapse.getSrc().getDefiningOp<tensor::ExpandShapeOp>();
}

namespace {
struct QuantizeByProducts
    : public cpu::impl::CompressCPUQuantizeByProductsPassBase<
          QuantizeByProducts> {
  using CompressCPUQuantizeByProductsPassBase::
      CompressCPUQuantizeByProductsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!getModuleTarget(module).hasFeature("fma"))
      return;
    SmallVector<QuantizeOp> ops;
    module.walk([&](QuantizeOp op) { ops.push_back(op); });
    WeightBuilder weights(module);
    SymbolTableCollection symbols;
    for (QuantizeOp op : ops) {
      StaticQuantize quantize(op, weights, symbols);
      if (quantize.match())
        quantize.rewrite();
    }
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    linalg::populateFoldReshapeOpsByCollapsingPatterns(patterns,
                                                       isReshapedImage);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns,
                                                      isReshapedImage);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    if (failed(applyPatternsGreedily(module, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
