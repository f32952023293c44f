//===- WidenCodes.cpp - codes of fewer than 8 bits become bytes -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Numerics/BitStream.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSWIDENCODESPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// `type` with codes of 2 to 7 bits as bytes; other types as they are.
static Type widen(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto element =
      tensor ? dyn_cast<IntegerType>(tensor.getElementType()) : IntegerType();
  if (!element || element.getWidth() < 2 || element.getWidth() > 7)
    return type;
  return tensor.clone(IntegerType::get(type.getContext(), 8));
}

/// The same format in bytes: the codes and what they mean don't change.
static AffineAttr widen(AffineAttr scheme) {
  return AffineAttr::get(
      scheme.getContext(), /*bits=*/8, scheme.getIsSigned(), scheme.getQmin(),
      scheme.getQmax(), scheme.getExpressed(), scheme.getBlock(),
      scheme.getHasZeroPoint(), scheme.getScale(), scheme.getRounding(),
      scheme.getRange(), scheme.getCompute());
}

/// True when an op that reads the integers of `value`, as they are or moved to
/// other places, takes them as signed codes.
static bool holdsSigned(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    if (auto scheme = user->getAttrOfType<AffineAttr>("scheme"))
      return scheme.getIsSigned();
    return llvm::any_of(user->getResults(), [](Value result) {
      return getElementTypeOrSelf(result).isInteger() && holdsSigned(result);
    });
  });
}

static void widenConstant(arith::ConstantOp constant) {
  auto value = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  if (!value || widen(constant.getType()) == constant.getType())
    return;
  bool isSigned = holdsSigned(constant);
  Attribute wide = value.mapValues(
      IntegerType::get(constant.getContext(), 8), [&](const APInt &code) {
        return isSigned ? code.sext(8) : code.zext(8);
      });
  constant.setValueAttr(cast<TypedAttr>(wide));
}

/// Lets the body of an op read and give bytes, and compute as before.
static void widenBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  bool moves = llvm::hasSingleElement(*body);
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  Location loc = op.getLoc();
  for (auto [operand, argument] :
       llvm::zip(op->getOperands(), body->getArguments())) {
    Type narrow = argument.getType();
    Type wide = getElementTypeOrSelf(widen(operand.getType()));
    if (narrow == wide)
      continue;
    argument.setType(wide);
    if (moves || argument.use_empty())
      continue;
    Value code = arith::TruncIOp::create(builder, loc, narrow, argument);
    argument.replaceAllUsesExcept(code, code.getDefiningOp());
  }
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  for (auto [operand, result] :
       llvm::zip(yield->getOpOperands(), op->getResults())) {
    Type wide = getElementTypeOrSelf(result);
    if (operand.get().getType() == wide)
      continue;
    if (holdsSigned(result))
      operand.set(arith::ExtSIOp::create(builder, loc, wide, operand.get()));
    else
      operand.set(arith::ExtUIOp::create(builder, loc, wide, operand.get()));
  }
}

namespace {
struct WidenCodes
    : public compress::impl::CompressWidenCodesPassBase<WidenCodes> {
  using CompressWidenCodesPassBase::CompressWidenCodesPassBase;

  void runOnOperation() override {
    // Those who read codes know whether they are signed.
    DenseMap<Operation *, bool> isSigned;
    SymbolTableCollection symbols;
    getOperation().walk([&](ml_program::GlobalLoadOp load) {
      if (ml_program::GlobalOp weight = getWeight(load, symbols))
        isSigned[weight] |= holdsSigned(load);
    });
    for (auto weight : getOperation().getOps<ml_program::GlobalOp>())
      if (widen(weight.getType()) != weight.getType() &&
          failed(widenWeight(weight, isSigned.lookup(weight))))
        return signalPassFailure();
    getOperation().walk([](Operation *op) {
      if (auto constant = dyn_cast<arith::ConstantOp>(op))
        widenConstant(constant);
      for (Value result : op->getResults())
        result.setType(widen(result.getType()));
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
        return widenBody(linalgOp);
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          argument.setType(widen(argument.getType()));
      if (auto scheme = op->getAttrOfType<AffineAttr>("scheme"))
        op->setAttr("scheme", widen(scheme));
      if (auto function = dyn_cast<func::FuncOp>(op)) {
        auto widenAll = [](TypeRange types) {
          return llvm::map_to_vector(types,
                                     [](Type type) { return widen(type); });
        };
        function.setType(FunctionType::get(
            op->getContext(), widenAll(function.getArgumentTypes()),
            widenAll(function.getResultTypes())));
      }
    });
  }

  LogicalResult widenWeight(ml_program::GlobalOp weight, bool isSigned);
};
} // namespace

LogicalResult WidenCodes::widenWeight(ml_program::GlobalOp weight,
                                      bool isSigned) {
  auto type = cast<RankedTensorType>(weight.getType());
  ElementsAttr value = getWeightValue(weight);
  unsigned bits = type.getElementTypeBitWidth();
  numerics::BitStream stream =
      llvm::cantFail(numerics::BitStream::get(type.getShape(), bits));
  std::vector<uint8_t> codes(type.getNumElements());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    int64_t bytes = blob ? blob->getData().size() : 0;
    if (bytes != stream.getNumBytes())
      return weight.emitOpError()
             << "expected a bit stream of " << stream.getNumBytes()
             << " bytes for " << type << ", but got " << bytes;
    auto data = reinterpret_cast<const uint8_t *>(blob->getData().data());
    codes = llvm::cantFail(stream.unpack(ArrayRef(data, bytes), isSigned));
  } else {
    auto dense = cast<DenseElementsAttr>(value);
    for (auto [code, element] :
         llvm::zip_equal(codes, dense.getValues<APInt>()))
      code = static_cast<uint8_t>(isSigned ? element.getSExtValue()
                                           : element.getZExtValue());
  }
  auto wide = cast<RankedTensorType>(widen(type));
  weight.setType(wide);
  weight.setValueAttr(
      makeResource<uint8_t>(weight.getSymName(), wide, ArrayRef(codes)));
  return success();
}
