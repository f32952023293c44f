//===- NameWeights.cpp - names that linkers and C take ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUNAMEWEIGHTSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

namespace {
struct NameWeights
    : public cpu::impl::CompressCPUNameWeightsPassBase<NameWeights> {
  using CompressCPUNameWeightsPassBase::CompressCPUNameWeightsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    DenseMap<Attribute, FlatSymbolRefAttr> renamed;
    for (auto weight : llvm::to_vector(module.getOps<ml_program::GlobalOp>())) {
      if (weight->hasAttr(cpu::kNameAttrName) || !weight.isPrivate())
        continue;
      auto old = FlatSymbolRefAttr::get(weight);
      weight->setAttr(cpu::kNameAttrName, weight.getSymNameAttr());
      // Inserted anew, it becomes unique.
      symbols.remove(weight);
      weight.setSymName(makeName(weight.getSymName()));
      symbols.insert(weight);
      renamed[old] = FlatSymbolRefAttr::get(weight);
    }
    module.walk([&](ml_program::GlobalLoadOp load) {
      if (FlatSymbolRefAttr name = renamed.lookup(load.getGlobalAttr()))
        load.setGlobalAttr(name);
    });
  }

  std::string makeName(StringRef name) {
    std::string result = prefix + "weight_";
    for (char c : name)
      result += llvm::isAlnum(c) ? c : '_';
    return result;
  }
};
} // namespace
