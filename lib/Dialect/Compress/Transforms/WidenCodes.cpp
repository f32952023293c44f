//===- WidenCodes.cpp - codes of fewer than 8 bits become bytes -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteWidener.h"
#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Elementwise.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Numerics/BitStream.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSWIDENCODESPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr unsigned kMinBits = 2, kMaxBits = 7;

static bool isNarrow(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isSignlessInteger() &&
         tensor.getElementTypeBitWidth() >= kMinBits &&
         tensor.getElementTypeBitWidth() <= kMaxBits;
}

//===----------------------------------------------------------------------===//
// Schemes
//===----------------------------------------------------------------------===//

/// The scheme by which `op` reads or gives codes; null for other ops.
static AffineAttr getCodeScheme(Operation *op) {
  return llvm::TypeSwitch<Operation *, AffineAttr>(op)
      .Case<ChooseParamsOp, DequantizeOp, QuantizeOp>(
          [](auto codeOp) { return codeOp.getScheme(); })
      .Default(AffineAttr());
}

static void setCodeScheme(Operation *op, AffineAttr scheme) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<ChooseParamsOp, DequantizeOp, QuantizeOp>(
          [&](auto codeOp) { codeOp.setSchemeAttr(scheme); });
}

/// The same format in bytes: the codes and what they mean don't change.
static AffineAttr widen(AffineAttr scheme) {
  return AffineAttr::get(
      scheme.getContext(), /*bits=*/8, scheme.getIsSigned(), scheme.getQmin(),
      scheme.getQmax(), scheme.getExpressed(), scheme.getBlock(),
      scheme.getHasZeroPoint(), scheme.getScale(), scheme.getRounding(),
      scheme.getRange(), scheme.getCompute());
}

/// True when an op reads the elements of `value`, as they are or moved to other
/// places, as signed codes.
static bool isReadAsSigned(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (AffineAttr scheme = getCodeScheme(user))
      return scheme.getIsSigned();
    return getMovedOperand(user) == &use && isReadAsSigned(user->getResult(0));
  });
}

/// `bytes` with the sign, or the zeros, that codes of `scheme` have above their
/// bits.
static Value extendCodes(OpBuilder &builder, Location loc, Value bytes,
                         AffineAttr scheme) {
  Type i8 = builder.getI8Type();
  Type narrow = builder.getIntegerType(scheme.getBits());
  return createElementwise(
      builder, loc, bytes, i8,
      [&](OpBuilder &nested, Location bodyLoc, ValueRange arguments) -> Value {
        Value code =
            arith::TruncIOp::create(nested, bodyLoc, narrow, arguments[0]);
        if (scheme.getIsSigned())
          return arith::ExtSIOp::create(nested, bodyLoc, i8, code);
        return arith::ExtUIOp::create(nested, bodyLoc, i8, code);
      });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// Widens the codes of one module.
class CodeWidener {
public:
  explicit CodeWidener(ModuleOp module) : module(module) {}

  /// Failure means that an error was reported.
  LogicalResult run();

private:
  void findWeights();
  void widenFunctions();
  LogicalResult widenWeight(ml_program::GlobalOp weight, bool isSigned);
  bool isExtended(Value bytes, AffineAttr scheme) const;
  void widenScheme(Operation *op, AffineAttr scheme);

  ModuleOp module;
  SymbolTableCollection symbols;
  /// The weights whose type changes, and whether their codes are signed.
  llvm::MapVector<ml_program::GlobalOp, bool> weights;
  /// What loads them.
  DenseMap<Operation *, ml_program::GlobalOp> loads;
};
} // namespace

/// Those who read codes know whether they are signed.
void CodeWidener::findWeights() {
  module.walk([&](ml_program::GlobalLoadOp load) {
    ml_program::GlobalOp weight = getWeight(load, symbols);
    if (!weight || !isNarrow(load.getType()))
      return;
    loads[load] = weight;
    weights[weight] |= isReadAsSigned(load);
  });
}

void CodeWidener::widenFunctions() {
  auto changesSignature = [](func::FuncOp function) {
    return !function.isExternal() && function.getBody().hasOneBlock();
  };
  auto takesBytes = [&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op)) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      return callee && changesSignature(callee);
    }
    return isa_and_present<CompressDialect>(op->getDialect()) ||
           loads.contains(op);
  };
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      widenToBytes(function, {kMinBits, kMaxBits, changesSignature(function),
                              takesBytes});
}

LogicalResult CodeWidener::widenWeight(ml_program::GlobalOp weight,
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
  auto wide = type.clone(IntegerType::get(module.getContext(), 8));
  weight.setType(wide);
  weight.setValueAttr(
      makeResource<uint8_t>(weight.getSymName(), wide, ArrayRef(codes)));
  return success();
}

/// True when it is known that `bytes` hold codes as `scheme` extends them.
bool CodeWidener::isExtended(Value bytes, AffineAttr scheme) const {
  Operation *root = getMovedRoot(bytes).getDefiningOp();
  if (!root)
    return false;
  if (ml_program::GlobalOp weight = loads.lookup(root))
    return weights.lookup(weight) == scheme.getIsSigned();
  if (AffineAttr source = getCodeScheme(root))
    return source.getIsSigned() == scheme.getIsSigned();
  return isa<arith::ConstantOp>(root) && !scheme.getIsSigned();
}

/// The ops that computed or moved the codes know nothing of their sign.
void CodeWidener::widenScheme(Operation *op, AffineAttr scheme) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (getElementTypeOrSelf(operand.get()).isInteger(8) &&
        !isExtended(operand.get(), scheme))
      operand.set(extendCodes(builder, op->getLoc(), operand.get(), scheme));
  setCodeScheme(op, widen(scheme));
}

/// Row numbers are signed, but their bytes would not be.
static void extendIndices(GatherOp gather) {
  OpBuilder builder(gather);
  Type i8 = builder.getI8Type();
  gather.getIndicesMutable().assign(createElementwise(
      builder, gather.getLoc(), gather.getIndices(), i8,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) -> Value {
        return arith::ExtSIOp::create(nested, loc, i8, arguments[0]);
      }));
}

LogicalResult CodeWidener::run() {
  findWeights();
  module.walk([](GatherOp gather) {
    if (isNarrow(gather.getIndices().getType()))
      extendIndices(gather);
  });
  widenFunctions();
  for (auto [weight, isSigned] : weights)
    if (failed(widenWeight(weight, isSigned)))
      return failure();
  module.walk([&](Operation *op) {
    AffineAttr scheme = getCodeScheme(op);
    if (scheme && scheme.getBits() >= kMinBits && scheme.getBits() <= kMaxBits)
      widenScheme(op, scheme);
  });
  return success();
}

namespace {
struct WidenCodes
    : public compress::impl::CompressWidenCodesPassBase<WidenCodes> {
  using CompressWidenCodesPassBase::CompressWidenCodesPassBase;

  void runOnOperation() override {
    if (failed(CodeWidener(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
