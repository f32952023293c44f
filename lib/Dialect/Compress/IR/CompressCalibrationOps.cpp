//===- CompressCalibrationOps.cpp - observing values ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/IR/Compress.h"

using namespace mlir;
using namespace mlir::compress;

LogicalResult ObserveOp::verify() {
  if (getName().empty())
    return emitOpError("expected a name, but got an empty one");
  if (!isa<FloatType>(getInput().getType().getElementType()))
    return emitOpError() << "expected a tensor of floats, but got "
                         << getInput().getType();
  return success();
}
