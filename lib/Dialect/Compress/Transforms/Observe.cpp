//===- Observe.cpp - values that will be quantized get a name -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "llvm/ADT/StringSet.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSOBSERVEPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

namespace {
struct Observe : public compress::impl::CompressObservePassBase<Observe> {
  using CompressObservePassBase::CompressObservePassBase;

  void runOnOperation() override {
    getOperation().walk([&](ObserveOp op) { names.insert(op.getName()); });
    SymbolTableCollection symbols;
    SmallVector<Layer> layers;
    getOperation().walk([&](linalg::LinalgOp op) {
      FailureOr<Layer> match = matchLayer(op);
      if (succeeded(match) && getWeightOf(match->rhs().get(), symbols))
        layers.push_back(*match);
    });
    // Layers that read one value share its observation.
    DenseMap<Value, ObserveOp> observed;
    for (Layer &layer : layers) {
      // The zeros around an input are in every range.
      SmallVector<tensor::PadOp> pads;
      Value input = skipPadding(layer.lhs().get(), &pads);
      if (input.getDefiningOp<ObserveOp>() ||
          input.getDefiningOp<DequantizeOp>())
        continue;
      ObserveOp &op = observed[input];
      if (!op)
        op = observe(layer, input);
      OpOperand &reader =
          pads.empty() ? layer.lhs() : pads.back().getSourceMutable();
      reader.set(op.getResult());
    }
  }

  ObserveOp observe(Layer &layer, Value input) {
    OpBuilder builder(layer.op);
    builder.setInsertionPointAfterValue(input);
    Location loc = layer.op->getLoc();
    return ObserveOp::create(builder, loc, input.getType(), input,
                             builder.getStringAttr(makeName(loc)),
                             StatisticsAttr(), AffineAttr(),
                             /*dynamic=*/false);
  }

  /// `<layer>.input`, made unique.
  std::string makeName(Location loc) {
    StringRef layer = getLocationName(loc);
    std::string base = (layer.empty() ? "contraction" : layer.str()) + ".input";
    std::string name = base;
    for (unsigned i = 1; !names.insert(name).second; ++i)
      name = base + "_" + std::to_string(i);
    return name;
  }

  llvm::StringSet<> names;
};
} // namespace
