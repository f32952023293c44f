//===- VerifyStage.cpp - the contracts between stages -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/QuantizedOperands.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSVERIFYSTAGEPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

namespace {
enum class Stage { Normalized, Observed, Planned, Compressed, Integer, Packed };

/// Checks every op of a module against the contract of a stage.
class StageVerifier {
public:
  StageVerifier(Stage stage, StringRef name) : stage(stage), name(name) {}

  LogicalResult verify(Operation *op);

private:
  /// Without the op itself, which may be the whole model.
  InFlightDiagnostic report(Operation *op) {
    return emitError(op->getLoc())
           << "'" << op->getName() << "' op breaks the contract of stage '"
           << name << "': ";
  }
  LogicalResult verifyTypes(Operation *op);
  LogicalResult verifyConstant(arith::ConstantOp op);
  LogicalResult verifyCompressOp(Operation *op);
  LogicalResult verifyObserve(ObserveOp op);
  LogicalResult verifyLayer(Layer &layer);
  LogicalResult verifyWeight(ml_program::GlobalOp weight);

  Stage stage;
  StringRef name;
  SymbolTableCollection symbols;
  /// What has a name so far.
  DenseMap<StringAttr, ObserveOp> observed;
};
} // namespace

LogicalResult StageVerifier::verifyConstant(arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !isa<FloatType>(type.getElementType()) ||
      type.getNumElements() < 2)
    return success();
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (dense && dense.isSplat())
    return success();
  return report(op) << "expected a named weight instead of a constant " << type;
}

LogicalResult StageVerifier::verifyCompressOp(Operation *op) {
  bool isPlanning = stage == Stage::Observed || stage == Stage::Planned;
  if ((isa<ObserveOp>(op) && !isPlanning) ||
      (isa<PackedContractOp>(op) && stage != Stage::Packed))
    return report(op) << "expected no such op";
  auto observe = dyn_cast<ObserveOp>(op);
  return observe ? verifyObserve(observe) : success();
}

LogicalResult StageVerifier::verifyObserve(ObserveOp op) {
  auto [known, isNew] = observed.try_emplace(op.getNameAttr(), op);
  if (!isNew) {
    InFlightDiagnostic diag = report(op)
                              << "expected a name of its own, but got '"
                              << op.getName() << "'";
    diag.attachNote(known->second.getLoc()) << "it names this value";
    return diag;
  }
  if (stage == Stage::Planned && op.getScheme() && !op.getDynamic() &&
      !op.getStatistics())
    return report(op) << "expected statistics beside a static scheme";
  return success();
}

LogicalResult StageVerifier::verifyLayer(Layer &layer) {
  Operation *op = layer.op;
  Value rhs = layer.rhs().get();
  if (auto transpose = rhs.getDefiningOp<linalg::TransposeOp>())
    if (getWeight(transpose.getInput(), symbols))
      return report(op) << "expected the weight itself as an operand, but got "
                           "a transpose of it";
  if (stage == Stage::Observed && getWeightOf(rhs, symbols) &&
      !isa_and_present<ObserveOp, DequantizeOp>(
          skipPadding(layer.lhs().get()).getDefiningOp()))
    return report(op) << "expected an observed left operand";
  StringRef reason;
  if (stage == Stage::Integer &&
      succeeded(matchQuantizedOperands(layer, reason)))
    return report(op) << "expected a contraction of codes, but got one of "
                         "dequantized values";
  return success();
}

LogicalResult StageVerifier::verifyWeight(ml_program::GlobalOp weight) {
  if (stage == Stage::Planned || !weight->hasAttr(kSchemeAttrName))
    return success();
  return report(weight) << "expected no '" << kSchemeAttrName
                        << "' outside of a plan";
}

LogicalResult StageVerifier::verifyTypes(Operation *op) {
  auto verifyType = [&](Type type) -> LogicalResult {
    if (!isa<quant::QuantizedType>(getElementTypeOrSelf(type)))
      return success();
    return report(op) << "expected no quantized type, but got " << type;
  };
  for (Type type : op->getResultTypes())
    if (failed(verifyType(type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Type type : region.getArgumentTypes())
      if (failed(verifyType(type)))
        return failure();
  return success();
}

LogicalResult StageVerifier::verify(Operation *op) {
  if (failed(verifyTypes(op)))
    return failure();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return verifyConstant(constant);
  if (auto weight = dyn_cast<ml_program::GlobalOp>(op))
    return verifyWeight(weight);
  if (isa_and_present<CompressDialect>(op->getDialect()))
    return verifyCompressOp(op);
  FailureOr<Layer> layer = matchLayer(op);
  return succeeded(layer) ? verifyLayer(*layer) : success();
}

namespace {
struct VerifyStage
    : public compress::impl::CompressVerifyStagePassBase<VerifyStage> {
  using CompressVerifyStagePassBase::CompressVerifyStagePassBase;

  void runOnOperation() override {
    auto parsed = llvm::StringSwitch<std::optional<Stage>>(stage)
                      .Case("normalized", Stage::Normalized)
                      .Case("observed", Stage::Observed)
                      .Case("planned", Stage::Planned)
                      .Case("compressed", Stage::Compressed)
                      .Case("integer", Stage::Integer)
                      .Case("packed", Stage::Packed)
                      .Default(std::nullopt);
    if (!parsed) {
      emitError(getOperation().getLoc())
          << "expected a stage (normalized, observed, planned, compressed, "
             "integer, packed), but got '"
          << stage << "'";
      return signalPassFailure();
    }
    StageVerifier verifier(*parsed, stage);
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
          return failed(verifier.verify(op)) ? WalkResult::interrupt()
                                             : WalkResult::advance();
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
