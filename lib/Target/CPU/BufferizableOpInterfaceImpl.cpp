//===- BufferizableOpInterfaceImpl.cpp - packed contractions on buffers --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/BufferizableOpInterfaceImpl.h"

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::compress;

namespace {
struct PackedContractModel
    : public DstBufferizableOpInterfaceExternalModel<PackedContractModel,
                                                     PackedContractOp> {
  /// The init is only written: its old contents need no copy.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<PackedContractOp>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto contract = cast<PackedContractOp>(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    auto lowered = PackedContractOp::create(rewriter, op->getLoc(), TypeRange(),
                                            buffers, contract.getProperties());
    lowered.getEpilogue().takeBody(contract.getEpilogue());
    replaceOpWithBufferizedValues(rewriter, op, buffers.back());
    return success();
  }
};
} // namespace

void compress::cpu::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, CompressDialect *) {
    PackedContractOp::attachInterface<PackedContractModel>(*context);
  });
}
