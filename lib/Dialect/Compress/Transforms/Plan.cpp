//===- Plan.cpp - weights and activations get a scheme -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Transforms/Presets.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Numerics/IntegerContraction.h"

#include "llvm/Support/GlobPattern.h"

#define DEBUG_TYPE "compress-plan"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSPLANPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

/// True when a scheme expresses values of type `type`.
static bool isExpressible(Type type) {
  return type.isF32() || type.isF16() || type.isBF16();
}

namespace {
/// The weights that a plan leaves alone, by patterns for their names.
class KeptWeights {
public:
  /// Fails after an error when a pattern is malformed.
  LogicalResult parse(ModuleOp module, ArrayRef<std::string> texts);

  bool contains(StringRef name);

  /// Fails after an error when a pattern fits none of the names asked for.
  LogicalResult verifyUsed(ModuleOp module) const;

private:
  struct Entry {
    std::string text;
    llvm::GlobPattern pattern;
    bool used = false;
  };
  std::vector<Entry> entries;
};
} // namespace

LogicalResult KeptWeights::parse(ModuleOp module, ArrayRef<std::string> texts) {
  for (const std::string &text : texts) {
    llvm::Expected<llvm::GlobPattern> pattern = llvm::GlobPattern::create(text);
    if (!pattern)
      return emitError(module.getLoc())
             << "keep-float: expected a pattern, but got '" << text
             << "': " << llvm::toString(pattern.takeError());
    entries.push_back({text, std::move(*pattern)});
  }
  return success();
}

bool KeptWeights::contains(StringRef name) {
  bool found = false;
  for (Entry &entry : entries)
    if (entry.pattern.match(name))
      found = entry.used = true;
  return found;
}

LogicalResult KeptWeights::verifyUsed(ModuleOp module) const {
  auto unused =
      llvm::find_if(entries, [](const Entry &entry) { return !entry.used; });
  if (unused == entries.end())
    return success();
  InFlightDiagnostic diag =
      emitError(module.getLoc())
      << "keep-float: expected the name of a weight that is compressed "
         "otherwise, but got '"
      << unused->text << "'";
  SmallVector<StringRef> names;
  for (auto weight : module.getOps<ml_program::GlobalOp>())
    if (weight->hasAttr(kSchemeAttrName))
      names.push_back(weight.getSymName());
  llvm::sort(names);
  constexpr size_t kMaxNames = 20;
  if (!names.empty()) {
    diag << "; compressed are ";
    llvm::interleaveComma(ArrayRef(names).take_front(kMaxNames), diag);
  }
  if (names.size() > kMaxNames)
    diag << " and " << names.size() - kMaxNames << " more";
  return diag;
}

namespace {
/// Gives the weights and inputs of a module their schemes.
class Planner {
public:
  Planner(const Preset &preset, KeptWeights &kept)
      : preset(preset), kept(kept) {}

  void planTable(GatherOp gather);
  void planLayer(Layer &layer);

private:
  bool mayCompress(Operation *user, ml_program::GlobalOp weight);
  bool checkType(Operation *user, Type elementType);
  bool setScheme(Operation *user, ml_program::GlobalOp weight,
                 AffineAttr scheme);

  const Preset &preset;
  KeptWeights &kept;
  SymbolTableCollection symbols;
};

struct Plan : public compress::impl::CompressPlanPassBase<Plan> {
  using CompressPlanPassBase::CompressPlanPassBase;

  void runOnOperation() override {
    const Preset *chosen = lookupPreset(preset);
    if (!chosen) {
      emitError(getOperation().getLoc())
          << "expected a preset (" << listPresets() << "), but got '" << preset
          << "'";
      return signalPassFailure();
    }
    KeptWeights kept;
    if (failed(kept.parse(getOperation(), keepFloat)))
      return signalPassFailure();
    Planner planner(*chosen, kept);
    getOperation().walk([&](Operation *op) {
      if (auto gather = dyn_cast<GatherOp>(op))
        planner.planTable(gather);
      else if (FailureOr<Layer> match = matchLayer(op); succeeded(match))
        planner.planLayer(*match);
    });
    if (failed(kept.verifyUsed(getOperation())))
      signalPassFailure();
  }
};
} // namespace

void Planner::planTable(GatherOp gather) {
  ml_program::GlobalOp table = getWeight(gather.getTable(), symbols);
  RankedTensorType type = gather.getTable().getType();
  if (table && mayCompress(gather, table) &&
      checkType(gather, type.getElementType()))
    setScheme(gather, table, getTableScheme(type));
}

void Planner::planLayer(Layer &layer) {
  ml_program::GlobalOp weight = getWeightOf(layer.rhs().get(), symbols);
  auto observe = skipPadding(layer.lhs().get()).getDefiningOp<ObserveOp>();
  if (!weight || !observe || !mayCompress(layer.op, weight))
    return;
  // A weight of a narrower type is compressed as what it is extended to.
  auto weightType = cast<RankedTensorType>(layer.rhs().get().getType());
  if (!checkType(layer.op, weightType.getElementType()))
    return;
  AffineAttr scheme = getWeightScheme(weightType, layer.rhsChannels);
  RankedTensorType inputType = observe.getInput().getType();
  AffineAttr inputScheme = getActivationScheme(
      inputType, preset.isStatic ? ArrayRef<unsigned>() : layer.rows);
  int64_t depth = layer.getDepth();
  int64_t maxDepth =
      numerics::maxDepth(getFormat(inputScheme), getFormat(scheme));
  if (depth > maxDepth) {
    emitMissed(layer.op, "TooDeep", DEBUG_TYPE)
        << remark::reason("a sum of {0} products may leave 32 bits; at most "
                          "{1} are safe",
                          depth, maxDepth);
    return;
  }
  if (observe.getScheme() && observe.getScheme() != inputScheme) {
    emitMissed(layer.op, "SharedInput", DEBUG_TYPE)
        << remark::reason("'{0}' is quantized for another user as its layout "
                          "needs",
                          observe.getName());
    return;
  }
  if (!setScheme(layer.op, weight, scheme))
    return;
  observe.setSchemeAttr(inputScheme);
  observe.setDynamic(!preset.isStatic);
}

/// False for a weight that is kept float.
bool Planner::mayCompress(Operation *user, ml_program::GlobalOp weight) {
  if (!kept.contains(weight.getSymName()))
    return true;
  emitMissed(user, "KeptFloat", DEBUG_TYPE) << remark::reason(
      "weight '{0}' is kept float, as asked", weight.getSymName());
  return false;
}

/// False when no scheme expresses `elementType`.
bool Planner::checkType(Operation *user, Type elementType) {
  if (isExpressible(elementType))
    return true;
  emitMissed(user, "NoScheme", DEBUG_TYPE)
      << remark::reason("no scheme expresses {0}", elementType);
  return false;
}

/// Gives a weight its scheme; false when another user needs another one.
bool Planner::setScheme(Operation *user, ml_program::GlobalOp weight,
                        AffineAttr scheme) {
  auto known = weight->getAttrOfType<AffineAttr>(kSchemeAttrName);
  if (known && known != scheme) {
    emitMissed(user, "SharedWeight", DEBUG_TYPE)
        << remark::reason("weight '{0}' is compressed for another user as "
                          "its layout needs",
                          weight.getSymName());
    return false;
  }
  weight->setAttr(kSchemeAttrName, scheme);
  return true;
}
