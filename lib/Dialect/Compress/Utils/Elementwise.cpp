//===- Elementwise.cpp - elementwise generics on tensors --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Elementwise.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

Value mlir::compress::createElementwise(
    OpBuilder &builder, Location loc, ValueRange inputs, Type elementType,
    function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, inputs.front()),
      elementType);
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &nested, Location bodyLoc, ValueRange arguments) {
               linalg::YieldOp::create(
                   nested, bodyLoc,
                   body(nested, bodyLoc, arguments.drop_back()));
             })
      .getResult(0);
}

Value mlir::compress::createChannelwise(
    OpBuilder &builder, Location loc, Value tensor, Value vector,
    unsigned channel,
    function_ref<Value(OpBuilder &, Location, Value, Value)> body) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, tensor),
      type.getElementType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap along =
      AffineMap::get(type.getRank(), 0, builder.getAffineDimExpr(channel));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, ValueRange{tensor, vector}, init,
             ArrayRef{identity, along, identity}, iterators,
             [&](OpBuilder &nested, Location bodyLoc, ValueRange arguments) {
               linalg::YieldOp::create(
                   nested, bodyLoc,
                   body(nested, bodyLoc, arguments[0], arguments[1]));
             })
      .getResult(0);
}
