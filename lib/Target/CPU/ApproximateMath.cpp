//===- ApproximateMath.cpp - functions without calls ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUAPPROXIMATEMATHPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

namespace {
/// Without an instruction LLVM makes a fused multiply-add a call of fmaf.
struct ExpandFma : public OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Value product = arith::MulFOp::create(rewriter, op.getLoc(), op.getA(),
                                          op.getB(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, product, op.getC(),
                                               op.getFastmath());
    return success();
  }
};

/// `attr`, or a splat of it, of type `type`.
Value createConstant(OpBuilder &builder, Location loc, Type type,
                     TypedAttr attr) {
  if (auto vector = dyn_cast<VectorType>(type))
    attr = SplatElementsAttr::get(vector, attr);
  return arith::ConstantOp::create(builder, loc, attr);
}

Value createConstant(OpBuilder &builder, Location loc, Type type,
                     double value) {
  return createConstant(
      builder, loc, type,
      builder.getFloatAttr(getElementTypeOrSelf(type), value));
}

/// `type` with elements of f32.
Type toF32(Type type) {
  Type f32 = Float32Type::get(type.getContext());
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(f32) : f32;
}

/// Upstream has no lowering of `isinf` and `isnormal`. The bits without the
/// sign, as an integer, are in the order of the sizes: of any type, without a
/// conversion.
template <typename OpTy>
struct ExpandClassification : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getOperand().getType();
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    Type integer = rewriter.getIntegerType(element.getWidth());
    Type bitsType = integer;
    if (auto vector = dyn_cast<VectorType>(type))
      bitsType = vector.clone(integer);
    auto constant = [&](const APInt &value) {
      return createConstant(rewriter, loc, bitsType,
                            rewriter.getIntegerAttr(integer, value));
    };
    const llvm::fltSemantics &semantics = element.getFloatSemantics();
    APInt infinity = APFloat::getInf(semantics).bitcastToAPInt();
    Value bits =
        arith::BitcastOp::create(rewriter, loc, bitsType, op.getOperand());
    bits = arith::AndIOp::create(
        rewriter, loc, bits,
        constant(APInt::getSignedMaxValue(element.getWidth())));
    using Predicate = arith::CmpIPredicate;
    if constexpr (std::is_same_v<OpTy, math::IsInfOp>) {
      rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, Predicate::eq, bits,
                                                 constant(infinity));
    } else {
      APInt smallest =
          APFloat::getSmallestNormalized(semantics).bitcastToAPInt();
      Value above =
          arith::SubIOp::create(rewriter, loc, bits, constant(smallest));
      rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, Predicate::ult, above,
                                                 constant(infinity - smallest));
    }
    return success();
  }
};

/// Upstream takes the exponent of a subnormal value for that of the smallest
/// normal one: log(x) is log(x * 2^23) - log(2^23) there.
template <typename OpTy>
struct ScaleSubnormals : public OpRewritePattern<OpTy> {
  ScaleSubnormals(MLIRContext *context)
      : OpRewritePattern<OpTy>(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    constexpr StringLiteral kIsScaled = "compress.is_scaled";
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32() || op->hasAttr(kIsScaled))
      return failure();
    Location loc = op.getLoc();
    auto constant = [&](double value) {
      return createConstant(rewriter, loc, type, value);
    };
    constexpr int kShift = 23;
    bool isBase2 = std::is_same_v<OpTy, math::Log2Op>;
    Value x = op.getOperand();
    Value isSmall =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT, x,
                              constant(std::numeric_limits<float>::min()));
    Value scaled = arith::MulFOp::create(rewriter, loc, x,
                                         constant(std::ldexp(1.0, kShift)));
    auto log =
        OpTy::create(rewriter, loc,
                     arith::SelectOp::create(rewriter, loc, isSmall, scaled, x),
                     op.getFastmath());
    log->setAttr(kIsScaled, rewriter.getUnitAttr());
    Value shift = arith::SelectOp::create(
        rewriter, loc, isSmall,
        constant(isBase2 ? kShift : kShift * llvm::numbers::ln2),
        constant(0.0));
    rewriter.replaceOpWithNewOp<arith::SubFOp>(op, log, shift);
    return success();
  }
};

/// Upstream computes expm1 of f64 as exp(x) - 1, which cancels. With u = exp(x)
/// as it was rounded, (u - 1) * x / log(u) has the same relative error as u
/// (W. Kahan; N. Higham, Accuracy and Stability of Numerical Algorithms, 1.14).
struct ExpandExpM1 : public OpRewritePattern<math::ExpM1Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpM1Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF64())
      return failure();
    Location loc = op.getLoc();
    using Predicate = arith::CmpFPredicate;
    auto select = [&](Predicate predicate, Value a, Value b, Value yes,
                      Value no) -> Value {
      return arith::SelectOp::create(
          rewriter, loc, arith::CmpFOp::create(rewriter, loc, predicate, a, b),
          yes, no);
    };
    Value x = op.getOperand();
    Value one = createConstant(rewriter, loc, type, 1.0);
    Value u = math::ExpOp::create(rewriter, loc, x);
    Value difference = arith::SubFOp::create(rewriter, loc, u, one);
    Value log = math::LogOp::create(rewriter, loc, u);
    Value result =
        arith::MulFOp::create(rewriter, loc, difference,
                              arith::DivFOp::create(rewriter, loc, x, log));
    // Where u is 0, infinite or near them, the difference is exact.
    Value bound = createConstant(rewriter, loc, type, 40.0);
    Value size = math::AbsFOp::create(rewriter, loc, x);
    result = select(Predicate::OGT, size, bound, difference, result);
    rewriter.replaceOp(op, select(Predicate::OEQ, u, one, x, result));
    return success();
  }
};

/// Upstream exchanged the bounds (mended after LLVM 22 by llvm-project
/// #175012).
struct ExpandClamp : public OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value below = arith::MinimumFOp::create(
        rewriter, op.getLoc(), op.getValue(), op.getMax(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, below, op.getMin(),
                                                   op.getFastmath());
    return success();
  }
};

/// Powers of narrower types in f32, as upstream does it for other functions.
struct WidenPower : public OpRewritePattern<math::FPowIOp> {
  WidenPower(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() >= 32)
      return failure();
    Location loc = op.getLoc();
    Value base = arith::ExtFOp::create(rewriter, loc, toF32(type), op.getLhs());
    Value power = math::FPowIOp::create(rewriter, loc, base, op.getRhs(),
                                        op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, power);
    return success();
  }
};

/// Without an instruction LLVM makes rounding a call. Adding 2^p to a value
/// below it, and taking it off again, where p is the precision, rounds to the
/// nearest integer; the rest is a correction by 1.
template <typename OpTy>
struct ExpandRounding : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getType();
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    if (element.getWidth() < 32) {
      Value x =
          arith::ExtFOp::create(rewriter, loc, toF32(type), op.getOperand());
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(
          op, type, OpTy::create(rewriter, loc, x));
      return success();
    }
    auto constant = [&](double value) {
      return createConstant(rewriter, loc, type, value);
    };
    using Predicate = arith::CmpFPredicate;
    auto oneIf = [&](Predicate predicate, Value a, Value b) -> Value {
      return arith::SelectOp::create(
          rewriter, loc, arith::CmpFOp::create(rewriter, loc, predicate, a, b),
          constant(1.0), constant(0.0));
    };

    Value x = op.getOperand();
    Value size = math::AbsFOp::create(rewriter, loc, x);
    Value bound = constant(std::ldexp(1.0, element.getFPMantissaWidth() - 1));
    Value result = arith::SubFOp::create(
        rewriter, loc, arith::AddFOp::create(rewriter, loc, size, bound),
        bound);
    if constexpr (std::is_same_v<OpTy, math::FloorOp>) {
      result = math::CopySignOp::create(rewriter, loc, result, x);
      result = arith::SubFOp::create(rewriter, loc, result,
                                     oneIf(Predicate::OGT, result, x));
    } else if constexpr (std::is_same_v<OpTy, math::CeilOp>) {
      result = math::CopySignOp::create(rewriter, loc, result, x);
      result = arith::AddFOp::create(rewriter, loc, result,
                                     oneIf(Predicate::OLT, result, x));
    } else if constexpr (!std::is_same_v<OpTy, math::RoundEvenOp>) {
      result = arith::SubFOp::create(rewriter, loc, result,
                                     oneIf(Predicate::OGT, result, size));
      if constexpr (std::is_same_v<OpTy, math::RoundOp>)
        result = arith::AddFOp::create(
            rewriter, loc, result,
            oneIf(Predicate::OGE,
                  arith::SubFOp::create(rewriter, loc, size, result),
                  constant(0.5)));
    }
    result = math::CopySignOp::create(rewriter, loc, result, x);
    // Larger values are integers; NaN stays what it is.
    Value isSmall =
        arith::CmpFOp::create(rewriter, loc, Predicate::OLT, size, bound);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isSmall, result, x);
    return success();
  }
};

/// Upstream's polynomials for the others are wrong for large or infinite
/// values.
bool isApproximated(StringRef name) {
  return llvm::is_contained({"math.erf", "math.erfc", "math.exp", "math.expm1",
                             "math.log", "math.log1p", "math.log2",
                             "math.tanh"},
                            name);
}

/// False when the target needs a call to round.
bool hasRounding(TargetAttr target) {
  return target.getArch() != "x86_64" || target.getVectorBits() > 128 ||
         target.hasFeature("sse4.1");
}

struct ApproximateMath
    : public cpu::impl::CompressCPUApproximateMathPassBase<ApproximateMath> {
  using CompressCPUApproximateMathPassBase::CompressCPUApproximateMathPassBase;

  void runOnOperation() override {
    TargetAttr target =
        cpu::getModuleTarget(getOperation()->getParentOfType<ModuleOp>());
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    populateMathAlgebraicSimplificationPatterns(patterns);
    // Narrower types in f32: LLVM would convert them by calls.
    populateMathF32ExpansionPatterns(patterns, [](StringRef) { return true; });
    populateMathPolynomialApproximationPatterns(patterns, isApproximated);
    math::populateExpansionPatterns(patterns, {"fpowi"});
    patterns.add<ExpandClassification<math::IsInfOp>,
                 ExpandClassification<math::IsNormalOp>,
                 ScaleSubnormals<math::LogOp>, ScaleSubnormals<math::Log2Op>,
                 ExpandClamp, ExpandExpM1, WidenPower>(context);
    arith::populateExpandBFloat16Patterns(patterns);
    if (!target.hasFeature("fma"))
      patterns.add<ExpandFma>(context);
    if (!hasRounding(target))
      patterns.add<ExpandRounding<math::FloorOp>, ExpandRounding<math::CeilOp>,
                   ExpandRounding<math::RoundOp>, ExpandRounding<math::TruncOp>,
                   ExpandRounding<math::RoundEvenOp>>(context);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
