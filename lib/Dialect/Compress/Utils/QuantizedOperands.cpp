//===- QuantizedOperands.cpp - contractions that can sum codes --*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/QuantizedOperands.h"

#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Numerics/IntegerContraction.h"

using namespace mlir;
using namespace mlir::compress;

AffineMap mlir::compress::getScaleMap(DequantizeOp operand, AffineMap map) {
  return operand.getScheme()
      .getScaleMap(operand.getDenseType().getShape())
      .compose(map);
}

FailureOr<QuantizedOperands>
mlir::compress::matchQuantizedOperands(Contraction &contraction,
                                       StringRef &reason) {
  auto lhs = contraction.lhs().get().getDefiningOp<DequantizeOp>();
  auto rhs = contraction.rhs().get().getDefiningOp<DequantizeOp>();
  if (!lhs || !rhs)
    return failure();
  auto fail = [&](StringRef why) {
    reason = why;
    return failure();
  };
  if (!lhs.getScheme().computesInteger() || !rhs.getScheme().computesInteger())
    return fail("a scheme asks to compute in float");
  if (lhs.getScheme().getIsSigned() || lhs.getScheme().getBits() != 8 ||
      !rhs.getScheme().getIsSigned() || rhs.getScheme().getBits() != 8)
    return fail("only u8 and s8 codes are multiplied as integers");
  if (rhs.getZeroPoints())
    return fail("the weight has zero points");
  if (!rhs.getDenseType().getElementType().isF32() ||
      !lhs.getDenseType().getElementType().isF32())
    return fail("the expressed type is not f32");
  unsigned k = contraction.k[0];
  AffineMap lhsScale = getScaleMap(lhs, contraction.lhsMap());
  AffineMap rhsScale = getScaleMap(rhs, contraction.rhsMap());
  if (lhsScale.isFunctionOfDim(k) || rhsScale.isFunctionOfDim(k))
    return fail("a scale varies along the sum");
  std::optional<unsigned> kDim = contraction.rhsMap().getResultPosition(
      getAffineDimExpr(k, contraction.op.getContext()));
  int64_t depth = rhs.getDenseType().getDimSize(*kDim);
  if (ShapedType::isDynamic(depth))
    return fail("the number of products of a sum is not known");
  if (depth > numerics::maxDepth(getFormat(lhs.getScheme()),
                                 getFormat(rhs.getScheme())))
    return fail("the sum may leave 32 bits");
  return QuantizedOperands{lhs, rhs};
}
