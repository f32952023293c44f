//===- Contractions.cpp - contractions by their indexing maps ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Contractions.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::compress;

bool mlir::compress::isMultiplyAdd(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBlock();
  auto yield = cast<linalg::YieldOp>(body->getTerminator());
  auto sum = yield.getValues()[0].getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value init = body->getArgument(2), other = sum.getLhs();
  if (other == init)
    other = sum.getRhs();
  else if (sum.getRhs() != init)
    return false;
  auto product = other.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  // The product, the sum, the yield and the extensions: nothing else.
  size_t numOps = 3;
  auto getExtended = [&](Value factor) {
    auto extension = factor.getDefiningOp<arith::ExtFOp>();
    if (!extension)
      return factor;
    ++numOps;
    return extension.getIn();
  };
  Value first = getExtended(product.getLhs());
  Value second = getExtended(product.getRhs());
  Value lhs = body->getArgument(0), rhs = body->getArgument(1);
  return body->getOperations().size() == numOps &&
         ((first == lhs && second == rhs) || (first == rhs && second == lhs));
}

/// The loops of a multiply-add by their roles in the maps of its first two
/// inputs and its init; fails unless there are one n and one k.
static FailureOr<Contraction> classifyLoops(linalg::LinalgOp op) {
  Contraction result;
  result.op = op;
  AffineMap lhs = result.lhsMap(), rhs = result.rhsMap(),
            init = result.initMap();
  for (AffineMap map : {lhs, rhs, init})
    if (!map.isProjectedPermutation())
      return failure();
  for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop) {
    bool inLhs = lhs.isFunctionOfDim(loop), inRhs = rhs.isFunctionOfDim(loop),
         inInit = init.isFunctionOfDim(loop);
    if (inLhs && inRhs)
      (inInit ? result.batch : result.k).push_back(loop);
    else if (inInit && (inLhs || inRhs))
      (inLhs ? result.m : result.n).push_back(loop);
    else
      return failure();
  }
  if (result.n.size() != 1 || result.k.size() != 1)
    return failure();
  return result;
}

FailureOr<Contraction> mlir::compress::matchContraction(Operation *operation) {
  auto op = dyn_cast<linalg::LinalgOp>(operation);
  if (!op || !op.hasPureTensorSemantics() || !isMultiplyAdd(op) ||
      !llvm::all_equal(op.getBlock()->getArgumentTypes()))
    return failure();
  return classifyLoops(op);
}

bool mlir::compress::isIntegerMultiplyAdd(linalg::LinalgOp linalgOp) {
  auto op = dyn_cast<linalg::GenericOp>(linalgOp.getOperation());
  if (!op || op.getNumDpsInits() != 1 || op.getNumDpsInputs() < 2 ||
      op.getNumDpsInputs() > 3)
    return false;
  Block *body = op.getBody();
  bool hasZeroPoint = op.getNumDpsInputs() == 3;
  // The ops that are matched below, and nothing else.
  if (body->getOperations().size() != (hasZeroPoint ? 7 : 5) ||
      !llvm::all_of(body->getArguments().drop_back(),
                    [](Value code) { return code.getType().isInteger(8); }))
    return false;
  auto yield = cast<linalg::YieldOp>(body->getTerminator());
  auto sum = yield.getValues()[0].getDefiningOp<arith::AddIOp>();
  Value init = body->getArguments().back();
  if (!sum || sum.getLhs() != init || !sum.getType().isInteger(32))
    return false;
  auto product = sum.getRhs().getDefiningOp<arith::MulIOp>();
  if (!product)
    return false;
  auto isExtended = [&](Value value, unsigned argument, bool isSigned) {
    Operation *extend = value.getDefiningOp();
    return extend &&
           (isSigned ? isa<arith::ExtSIOp>(extend)
                     : isa<arith::ExtUIOp>(extend)) &&
           extend->getOperand(0) == body->getArgument(argument);
  };
  Value lhs = product.getLhs();
  if (hasZeroPoint) {
    auto difference = lhs.getDefiningOp<arith::SubIOp>();
    if (!difference || !isExtended(difference.getRhs(), 2, false))
      return false;
    lhs = difference.getLhs();
  }
  return isExtended(lhs, 0, false) && isExtended(product.getRhs(), 1, true);
}

FailureOr<Contraction>
mlir::compress::matchIntegerContraction(Operation *operation) {
  auto op = dyn_cast<linalg::LinalgOp>(operation);
  if (!op || !op.hasPureTensorSemantics() || !isIntegerMultiplyAdd(op))
    return failure();
  FailureOr<Contraction> result = classifyLoops(op);
  if (succeeded(result) && op.getNumDpsInputs() == 3)
    result->zeroPoint = op.getDpsInputOperand(2);
  return result;
}

void mlir::compress::buildIntegerContractionBody(OpBuilder &builder,
                                                 Location loc,
                                                 ValueRange arguments) {
  Type i32 = builder.getI32Type();
  Value lhs = arith::ExtUIOp::create(builder, loc, i32, arguments[0]);
  if (arguments.size() == 4)
    lhs = arith::SubIOp::create(
        builder, loc, lhs,
        arith::ExtUIOp::create(builder, loc, i32, arguments[2]));
  Value rhs = arith::ExtSIOp::create(builder, loc, i32, arguments[1]);
  Value product = arith::MulIOp::create(builder, loc, lhs, rhs);
  Value sum = arith::AddIOp::create(builder, loc, arguments.back(), product);
  linalg::YieldOp::create(builder, loc, sum);
}

bool mlir::compress::isZeroTensor(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) ||
           matchPattern(fill.getInputs()[0], m_Zero());
  return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
}
