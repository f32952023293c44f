//===- CompressGatherOps.cpp - reading rows of a table ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/IR/Compress.h"

using namespace mlir;
using namespace mlir::compress;

LogicalResult GatherOp::verify() {
  RankedTensorType table = getTable().getType();
  RankedTensorType indices = getIndices().getType();
  if (table.getRank() < 1)
    return emitOpError() << "expected a table of rank 1 or more, but got "
                         << table;
  Type index = indices.getElementType();
  if (!index.isIndex() && (!index.isSignlessInteger() || index.isInteger(1)))
    return emitOpError() << "expected indices of index type or of signless "
                            "integers of 2 bits or more, but got "
                         << index;
  SmallVector<int64_t> shape(indices.getShape());
  llvm::append_range(shape, table.getShape().drop_front());
  auto expected = RankedTensorType::get(shape, table.getElementType());
  if (expected.getElementType() != getResult().getType().getElementType() ||
      failed(verifyCompatibleShape(expected, getResult().getType())))
    return emitOpError() << "expected a result of type " << expected
                         << ", but got " << getResult().getType();
  return success();
}
