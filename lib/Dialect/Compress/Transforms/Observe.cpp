//===- Observe.cpp - values that will be quantized get a name -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
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
    SmallVector<Contraction> contractions;
    getOperation().walk([&](linalg::LinalgOp op) {
      FailureOr<Contraction> match = matchContraction(op);
      if (succeeded(match) && getWeight(match->rhs().get(), symbols))
        contractions.push_back(*match);
    });
    // Contractions that read one value share its observation.
    DenseMap<Value, ObserveOp> observed;
    for (Contraction contraction : contractions) {
      Value input = contraction.lhs().get();
      if (input.getDefiningOp<ObserveOp>() ||
          input.getDefiningOp<DequantizeOp>())
        continue;
      ObserveOp &op = observed[input];
      if (!op)
        op = observe(contraction, input);
      contraction.lhs().set(op.getResult());
    }
  }

  ObserveOp observe(Contraction &contraction, Value input) {
    OpBuilder builder(contraction.op);
    builder.setInsertionPointAfterValue(input);
    Location loc = contraction.op.getLoc();
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
