//===- LowerChecks.cpp - failed assertions become a status ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPULOWERCHECKSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

namespace {
struct LowerChecks
    : public cpu::impl::CompressCPULowerChecksPassBase<LowerChecks> {
  using CompressCPULowerChecksPassBase::CompressCPULowerChecksPassBase;

  void runOnOperation() override {
    SmallVector<Attribute> messages;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(cpu::kEntryAttrName))
        lower(function, messages);
    getOperation()->setAttr(cpu::kCheckMessagesAttrName,
                            ArrayAttr::get(&getContext(), messages));
  }

  void lower(func::FuncOp function, SmallVectorImpl<Attribute> &messages) {
    SmallVector<cf::AssertOp> checks;
    function.walk([&](cf::AssertOp check) { checks.push_back(check); });
    OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
    Location loc = function.getLoc();
    // The first line of the arena.
    auto type = MemRefType::get({}, builder.getI32Type());
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value success =
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
    Value status = memref::ViewOp::create(
        builder, loc, type, function.getArguments().back(), zero, {});
    memref::StoreOp::create(builder, loc, success, status);
    for (cf::AssertOp check : checks) {
      messages.push_back(describe(check));
      builder.setInsertionPoint(check);
      record(builder, check, status, messages.size());
      check.erase();
    }
    Operation *end = function.front().getTerminator();
    builder.setInsertionPoint(end);
    Value result = memref::LoadOp::create(builder, loc, status);
    func::ReturnOp::create(builder, loc, result);
    end->erase();
    function.setType(builder.getFunctionType(function.getArgumentTypes(),
                                             builder.getI32Type()));
  }

  /// The message, and where in the model it comes from.
  static Attribute describe(cf::AssertOp check) {
    std::string text = check.getMsg().str();
    if (auto name = dyn_cast<NameLoc>(check.getLoc()))
      text = name.getName().str() + ": " + text;
    return StringAttr::get(check.getContext(), text);
  }

  /// Stores `number` when the condition doesn't hold. One that failed later
  /// may overwrite it: each is true.
  static void record(OpBuilder &builder, cf::AssertOp check, Value status,
                     int32_t number) {
    Location loc = check.getLoc();
    Value holds = check.getArg();
    Value yes =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    Value failed = arith::XOrIOp::create(builder, loc, holds, yes);
    auto branch = scf::IfOp::create(builder, loc, failed, /*withElse=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    Value code = arith::ConstantOp::create(builder, loc,
                                           builder.getI32IntegerAttr(number));
    memref::StoreOp::create(builder, loc, code, status);
  }
};
} // namespace
