//===- WidenBooleans.cpp - tensors of booleans become bytes -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteWidener.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"

#include "llvm/ADT/StringSet.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSWIDENBOOLEANSPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

namespace {
struct WidenBooleans
    : public compress::impl::CompressWidenBooleansPassBase<WidenBooleans> {
  using CompressWidenBooleansPassBase::CompressWidenBooleansPassBase;

  void runOnOperation() override {
    llvm::StringSet<> called;
    getOperation().walk(
        [&](func::CallOp call) { called.insert(call.getCallee()); });
    auto isOther = [](Operation *) { return false; };
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        widenToBytes(function,
                     {/*minBits=*/1, /*maxBits=*/1,
                      boundaries && function.getBody().hasOneBlock() &&
                          !called.contains(function.getName()),
                      isOther});
  }
};
} // namespace
