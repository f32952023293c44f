//===- EmitEntry.cpp - the C entry of a lowered model -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUEMITENTRYPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

static bool isIdentifier(StringRef name) {
  return !llvm::isDigit(name.front()) && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || c == '_';
  });
}

namespace {
struct EmitEntry : public cpu::impl::CompressCPUEmitEntryPassBase<EmitEntry> {
  using CompressCPUEmitEntryPassBase::CompressCPUEmitEntryPassBase;

  void runOnOperation() override {
    if (!symbol.empty() && !isIdentifier(symbol)) {
      emitError(getOperation()->getLoc())
          << "expected an identifier of C for the symbol, but got '" << symbol
          << "'";
      return signalPassFailure();
    }
    SmallVector<LLVM::LLVMFuncOp> bodies;
    TargetAttr target = getModuleTarget(getOperation());
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      // Whoever compiles the module later need not know what it was made for.
      if (!function.isExternal()) {
        function.setTargetCpu(target.getCpu());
        if (!target.getFeatures().empty())
          function.setTargetFeaturesAttr(LLVM::TargetFeaturesAttr::get(
              &getContext(), target.getFeatures()));
      }
      if (function->hasAttr(kEntryAttrName))
        bodies.push_back(function);
    }
    for (LLVM::LLVMFuncOp body : bodies)
      emit(body);
    // Upstream's translation does not know the attribute.
    getOperation()->removeAttr(kTargetAttrName);
  }

  void emit(LLVM::LLVMFuncOp body);
};
} // namespace

void EmitEntry::emit(LLVM::LLVMFuncOp body) {
  auto entry = body->getAttrOfType<DictionaryAttr>(kEntryAttrName);
  int64_t inputs = entry.getAs<IntegerAttr>("inputs").getInt();
  int64_t arenaBytes = entry.getAs<IntegerAttr>("arena_bytes").getInt();
  std::string name =
      symbol.empty() ? body.getSymName().str() : symbol.getValue();
  body->removeAttr(kEntryAttrName);

  Location loc = body.getLoc();
  OpBuilder builder(body);
  Type pointer = LLVM::LLVMPointerType::get(&getContext());
  Type i32 = builder.getI32Type();
  body.setSymName(name + ".body");
  body.setLinkage(LLVM::Linkage::Internal);

  auto type = LLVM::LLVMFunctionType::get(i32, {pointer, pointer, pointer});
  auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
  Block *block = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  SmallVector<Value> arguments;
  int64_t count = body.getNumArguments() - 1;
  for (int64_t i = 0; i < count; ++i) {
    bool isInput = i < inputs;
    Value slot = LLVM::GEPOp::create(
        builder, loc, pointer, pointer, block->getArgument(isInput ? 0 : 1),
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(isInput ? i : i - inputs)});
    arguments.push_back(LLVM::LoadOp::create(builder, loc, pointer, slot));
  }
  arguments.push_back(block->getArgument(2));
  auto call = LLVM::CallOp::create(builder, loc, body, arguments);
  LLVM::ReturnOp::create(builder, loc, call.getResult());

  builder.setInsertionPoint(function);
  LLVM::GlobalOp::create(builder, loc, builder.getI64Type(),
                         /*isConstant=*/true, LLVM::Linkage::External,
                         name + "_arena_bytes",
                         builder.getI64IntegerAttr(arenaBytes));
}
