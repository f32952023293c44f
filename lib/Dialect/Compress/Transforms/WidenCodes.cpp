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

namespace {
struct WidenCodes
    : public compress::impl::CompressWidenCodesPassBase<WidenCodes> {
  using CompressWidenCodesPassBase::CompressWidenCodesPassBase;

  void runOnOperation() override {
    // Whether the codes of a weight are signed is known to those who read it.
    DenseMap<Operation *, bool> isSigned;
    SymbolTableCollection symbols;
    getOperation().walk([&](DequantizeOp op) {
      for (Value operand : {Value(op.getCodes()), Value(op.getZeroPoints())})
        if (operand)
          if (ml_program::GlobalOp weight = getWeight(operand, symbols))
            isSigned[weight] = op.getScheme().getIsSigned();
    });
    getOperation().walk([&](QuantizeOp op) {
      if (op.getZeroPoints())
        if (ml_program::GlobalOp weight =
                getWeight(op.getZeroPoints(), symbols))
          isSigned[weight] = op.getScheme().getIsSigned();
    });

    for (auto weight : getOperation().getOps<ml_program::GlobalOp>())
      if (widen(weight.getType()) != weight.getType() &&
          failed(widenWeight(weight, isSigned.lookup(weight))))
        return signalPassFailure();
    getOperation().walk([](Operation *op) {
      for (Value result : op->getResults())
        result.setType(widen(result.getType()));
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          argument.setType(widen(argument.getType()));
      if (auto scheme = op->getAttrOfType<AffineAttr>("scheme"))
        op->setAttr("scheme", widen(scheme));
      if (auto function = dyn_cast<func::FuncOp>(op))
        function.setType(FunctionType::get(
            op->getContext(), function.front().getArgumentTypes(),
            function.front().getTerminator()->getOperandTypes()));
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
