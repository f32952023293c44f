//===- Contractions.h - contractions by their indexing maps -----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_CONTRACTIONS_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_CONTRACTIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"

namespace mlir::compress {

/// A multiply-add of two operands, recognised by its indexing maps and body,
/// not by its name. Dimensions are loops of the op.
struct Contraction {
  linalg::LinalgOp op;
  /// Loops of both operands and the result.
  SmallVector<unsigned, 2> batch;
  /// Loops of the left operand and the result.
  SmallVector<unsigned, 2> m;
  /// Loops of the right operand and the result.
  SmallVector<unsigned, 2> n;
  /// Loops that are summed over.
  SmallVector<unsigned, 2> k;
  /// Of codes: the zero point of the left operand, if there is one.
  OpOperand *zeroPoint = nullptr;

  OpOperand &lhs() { return op->getOpOperand(0); }
  OpOperand &rhs() { return op->getOpOperand(1); }
  OpOperand &init() { return *op.getDpsInitOperand(0); }
  AffineMap lhsMap() { return op.getMatchingIndexingMap(&lhs()); }
  AffineMap rhsMap() { return op.getMatchingIndexingMap(&rhs()); }
  AffineMap initMap() { return op.getMatchingIndexingMap(&init()); }
};

/// True when `op` has two inputs, one init and the body `init + lhs * rhs` in
/// floats, with nothing else in it. Factors narrower than the sum are extended
/// first.
///
/// Upstream's `isaContractionOpInterface` allows any function of one value
/// around the factors and the sum: an op that is replaced needs this check.
bool isMultiplyAdd(linalg::LinalgOp op);

/// Recognises a contraction of floats on tensors: two inputs and a body
/// `init + lhs * rhs` in one element type, with one n and one k loop.
FailureOr<Contraction> matchContraction(Operation *op);

/// True when `op` is a generic of two or three inputs of i8 with the body that
/// `compress-to-integer` writes:
/// `init + (zext(lhs) - zext(zero point)) * sext(rhs)` in i32, the zero point a
/// third input or absent.
bool isIntegerMultiplyAdd(linalg::LinalgOp op);

/// Recognises a contraction of codes on tensors, with the body of
/// `isIntegerMultiplyAdd` and with one n and one k loop.
FailureOr<Contraction> matchIntegerContraction(Operation *op);

/// The body of a contraction of codes; `arguments` are lhs, rhs, the zero
/// point if there is one, and the sum.
void buildIntegerContractionBody(OpBuilder &builder, Location loc,
                                 ValueRange arguments);

/// True when `value` is a tensor of zeros: a fill or a splat constant.
bool isZeroTensor(Value value);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_CONTRACTIONS_H
