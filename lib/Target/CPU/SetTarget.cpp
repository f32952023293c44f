//===- SetTarget.cpp - what code is generated for -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSSETTARGETPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

namespace {
struct SetTarget : public cpu::impl::CompressSetTargetPassBase<SetTarget> {
  using CompressSetTargetPassBase::CompressSetTargetPassBase;

  void runOnOperation() override {
    if (target.empty())
      return;
    TargetAttr attr = cpu::getTarget(&getContext(), target);
    if (!attr) {
      getOperation().emitError()
          << "expected target=host or target=generic, but got '" << target
          << "'";
      return signalPassFailure();
    }
    getOperation()->setAttr(cpu::kTargetAttrName, attr);
  }
};
} // namespace
