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
mlir::compress::matchQuantizedOperands(Layer &layer, StringRef &reason) {
  SmallVector<tensor::PadOp> pads;
  auto lhs =
      skipPadding(layer.lhs().get(), &pads).getDefiningOp<DequantizeOp>();
  auto rhs = layer.rhs().get().getDefiningOp<DequantizeOp>();
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
  AffineMap lhsScale = getScaleMap(lhs, layer.getMap(layer.lhs()));
  AffineMap rhsScale = getScaleMap(rhs, layer.getMap(layer.rhs()));
  AffineMap init = layer.getMap(layer.init());
  for (unsigned loop = 0; loop < init.getNumDims(); ++loop)
    if (!init.isFunctionOfDim(loop) &&
        (lhsScale.isFunctionOfDim(loop) || rhsScale.isFunctionOfDim(loop)))
      return fail("a scale varies along the sum");
  for (tensor::PadOp pad : pads)
    for (int64_t dim = 0; dim < lhs.getDenseType().getRank(); ++dim)
      if (pad.getPaddedDims().test(dim) &&
          lhs.getScheme().getBlock()[dim] != AffineAttr::kWhole)
        return fail("a scale varies along a padded dimension");
  int64_t depth = layer.getDepth();
  if (ShapedType::isDynamic(depth))
    return fail("the number of products of a sum is not known");
  if (depth > numerics::maxDepth(getFormat(lhs.getScheme()),
                                 getFormat(rhs.getScheme())))
    return fail("the sum may leave 32 bits");
  return QuantizedOperands{lhs, rhs, pads};
}
