//===- PackEpilogues.cpp - epilogues of packed contractions -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackEpilogues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

void cpu::buildEpilogue(OpBuilder &builder, PackedContractOp op) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = op.getLoc();
  Type sumType =
      op.isInteger() ? Type(builder.getI32Type()) : Type(builder.getF32Type());
  Block *body = builder.createBlock(&op.getEpilogue(), {}, sumType, loc);
  for (Value extra : op.getExtras())
    body->addArgument(cast<ShapedType>(extra.getType()).getElementType(), loc);
  Value value = body->getArgument(0);
  if (op.isInteger() && !op.getExtras().empty()) {
    Value zeroPoint =
        arith::ExtUIOp::create(builder, loc, sumType, body->getArgument(1));
    Value share =
        arith::MulIOp::create(builder, loc, zeroPoint, body->getArgument(2));
    value = arith::SubIOp::create(builder, loc, value, share);
  } else if (!op.getExtras().empty()) {
    value = arith::AddFOp::create(builder, loc, value, body->getArgument(1));
  }
  YieldOp::create(builder, loc, value);
}

/// More ops than this are better fused by tiling: what they need has to stay in
/// registers beside the accumulators.
static constexpr unsigned kMaxEpilogueOps = 32;

/// The elementwise generic that alone uses the result of `op` and can run on
/// its accumulators; null when there is none.
static linalg::GenericOp getAbsorbable(PackedContractOp op) {
  Value result = op.getResult(0);
  if (!result.hasOneUse())
    return {};
  OpOperand &use = *result.use_begin();
  auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!user || !user.isDpsInput(&use) || user->getNumResults() != 1 ||
      user.getNumReductionLoops() != 0 || !user.hasPureTensorSemantics())
    return {};
  auto type = cast<RankedTensorType>(user.getResult(0).getType());
  if (type.getShape() != cast<ShapedType>(result.getType()).getShape() ||
      !(type.getElementType().isF32() || type.getElementType().isInteger(8) ||
        type.getElementType().isInteger(32)) ||
      !user.getMatchingIndexingMap(&use).isIdentity() ||
      !user.getMatchingIndexingMap(user.getDpsInitOperand(0)).isIdentity() ||
      !user.getBody()->getArguments().back().use_empty())
    return {};
  for (OpOperand *input : user.getDpsInputOperands())
    if (!user.getMatchingIndexingMap(input).isProjectedPermutation(
            /*allowZeroInResults=*/true) ||
        !isa<RankedTensorType>(input->get().getType()))
      return {};
  // An epilogue yields what it computes; it sees no value from outside.
  if (user.getBody()->getTerminator()->getOperand(0).getParentBlock() !=
      user.getBody())
    return {};
  unsigned ops = op.getEpilogue().front().getOperations().size();
  for (Operation &inner : user.getBody()->without_terminator()) {
    // Transcendental functions become long polynomials.
    if (++ops > kMaxEpilogueOps ||
        !(isa_and_present<arith::ArithDialect>(inner.getDialect()) ||
          isa<math::FmaOp>(inner)))
      return {};
    for (Value operand : inner.getOperands())
      if (operand.getParentBlock() != user.getBody() &&
          !operand.getDefiningOp<arith::ConstantOp>())
        return {};
  }
  return user;
}

/// Moves the body of `user` into the epilogue of `op`.
static PackedContractOp absorb(PackedContractOp op, linalg::GenericOp user) {
  OpBuilder builder(user);
  Location loc = op.getLoc();
  SmallVector<Value> extras(op.getExtras());
  SmallVector<Attribute> maps(op.getExtraMaps().begin(),
                              op.getExtraMaps().end());
  for (OpOperand *input : user.getDpsInputOperands()) {
    if (input->get() == op.getResult(0))
      continue;
    extras.push_back(input->get());
    maps.push_back(AffineMapAttr::get(user.getMatchingIndexingMap(input)));
  }
  auto type = cast<RankedTensorType>(user.getResult(0).getType());
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, op.getInit()),
      type.getElementType());
  auto fused = PackedContractOp::create(
      builder, loc, TypeRange{type}, op.getLhs(), op.getRhs(), op.getPad(),
      extras, init, op.getKernel(), builder.getArrayAttr(maps),
      op.getRowMajor(), op.getWindowAttr(), op.getDepthwise());

  IRMapping mapping;
  op.getEpilogue().cloneInto(&fused.getEpilogue(), mapping);
  Block &body = fused.getEpilogue().front();
  auto yield = cast<YieldOp>(body.getTerminator());
  for (OpOperand *input : user.getDpsInputOperands()) {
    Value argument = user.getMatchingBlockArgument(input);
    mapping.map(argument,
                input->get() == op.getResult(0)
                    ? yield.getValue()
                    : Value(body.addArgument(argument.getType(), loc)));
  }
  builder.setInsertionPoint(yield);
  auto cloneInto = [&](Operation &inner) {
    for (Value operand : inner.getOperands())
      if (auto constant = operand.getDefiningOp<arith::ConstantOp>())
        if (!mapping.contains(operand))
          builder.clone(*constant, mapping);
    builder.clone(inner, mapping);
  };
  for (Operation &inner : user.getBody()->without_terminator())
    cloneInto(inner);
  Value yielded =
      cast<linalg::YieldOp>(user.getBody()->getTerminator()).getValues()[0];
  yield.getValueMutable().assign(mapping.lookupOrDefault(yielded));

  user.getResult(0).replaceAllUsesWith(fused.getResult(0));
  user.erase();
  op.erase();
  return fused;
}

void cpu::absorbUsers(PackedContractOp op) {
  while (linalg::GenericOp user = getAbsorbable(op))
    op = absorb(op, user);
}
