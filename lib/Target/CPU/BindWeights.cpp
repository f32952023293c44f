//===- BindWeights.cpp - weights become symbols of the linker ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Target/CPU/Passes.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUBINDWEIGHTSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

namespace {
struct BindWeights
    : public cpu::impl::CompressCPUBindWeightsPassBase<BindWeights> {
  using CompressCPUBindWeightsPassBase::CompressCPUBindWeightsPassBase;

  void runOnOperation() override {
    if (weights != "external" && weights != "inline") {
      getOperation().emitError()
          << "expected weights=external or weights=inline, but got '" << weights
          << "'";
      return signalPassFailure();
    }
    ModuleOp module = getOperation();
    SymbolTableCollection symbols;
    SmallVector<ml_program::GlobalLoadOp> loads;
    module.walk([&](ml_program::GlobalLoadOp load) {
      if (getWeight(load, symbols))
        loads.push_back(load);
    });
    for (ml_program::GlobalLoadOp load : loads) {
      OpBuilder builder(load);
      auto type = cast<RankedTensorType>(load.getType());
      auto memrefType = MemRefType::get(type.getShape(), type.getElementType());
      Value buffer =
          memref::GetGlobalOp::create(builder, load.getLoc(), memrefType,
                                      load.getGlobal().getLeafReference());
      // `restrict` and not writable: bufferization neither copies nor aliases
      // it.
      Value tensor = bufferization::ToTensorOp::create(
          builder, load.getLoc(), type, buffer, /*restrict=*/true,
          /*writable=*/false);
      load.replaceAllUsesWith(tensor);
      load.erase();
    }
    for (auto weight :
         llvm::make_early_inc_range(module.getOps<ml_program::GlobalOp>()))
      bind(weight);
  }

  void bind(ml_program::GlobalOp weight) {
    ElementsAttr value = getWeightValue(weight);
    if (!value || weight.getIsMutable())
      return;
    OpBuilder builder(weight);
    bool inlineWeights = weights == "inline";
    auto type = cast<RankedTensorType>(weight.getType());
    // Without visibility and value the symbol is external. A private one
    // without a value would be undef, and its loads would fold to anything.
    memref::GlobalOp::create(
        builder, weight.getLoc(), weight.getSymName(),
        inlineWeights ? builder.getStringAttr("private") : StringAttr(),
        MemRefType::get(type.getShape(), type.getElementType()),
        inlineWeights ? Attribute(value) : Attribute(),
        /*constant=*/inlineWeights, /*alignment=*/IntegerAttr());
    weight.erase();
  }
};
} // namespace
