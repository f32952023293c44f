//===- VerifyLowering.cpp - what upstream must be able to lower -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/Verifier.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUVERIFYLOWERINGPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// Every op on tensors can be bufferized.
static LogicalResult verifyTensors(ModuleOp module) {
  auto isTensor = llvm::IsaPred<TensorType>;
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (isa<bufferization::BufferizableOpInterface>(op) ||
        (llvm::none_of(op->getOperandTypes(), isTensor) &&
         llvm::none_of(op->getResultTypes(), isTensor)))
      return success();
    return op->emitOpError("expected an op that can be lowered, but got one on "
                           "tensors that has no form on buffers");
  });
  return failure(result.wasInterrupted());
}

/// Every op can be translated to LLVM IR.
static LogicalResult verifyLLVM(ModuleOp module) {
  Operation *left = nullptr;
  module.walk([&](Operation *op) {
    if (op == module || isa_and_present<LLVM::LLVMDialect, omp::OpenMPDialect>(
                            op->getDialect()))
      return WalkResult::advance();
    // Casts lie around what was not lowered.
    if (!left || !isa<UnrealizedConversionCastOp>(op))
      left = op;
    return isa<UnrealizedConversionCastOp>(op) ? WalkResult::advance()
                                               : WalkResult::interrupt();
  });
  if (left)
    return left->emitOpError("expected an op that can be lowered, but got one "
                             "that has no form in the LLVM dialect");
  return success();
}

namespace {
struct VerifyLowering
    : public cpu::impl::CompressCPUVerifyLoweringPassBase<VerifyLowering> {
  using CompressCPUVerifyLoweringPassBase::CompressCPUVerifyLoweringPassBase;

  void runOnOperation() override {
    if (failed(verify(getOperation())))
      return signalPassFailure();
    LogicalResult result = success();
    if (stage == "tensors")
      result = verifyTensors(getOperation());
    else if (stage == "llvm")
      result = verifyLLVM(getOperation());
    else if (stage != "buffers")
      result = emitError(getOperation()->getLoc())
               << "expected stage=tensors, stage=buffers or stage=llvm, but "
                  "got '"
               << stage << "'";
    if (failed(result))
      signalPassFailure();
  }
};
} // namespace
