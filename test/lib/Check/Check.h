//===- Check.h - what a test expects of a value -----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TEST_LIB_CHECK_CHECK_H
#define COMPRESSION_TEST_LIB_CHECK_CHECK_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

#include "Check/CheckDialect.h.inc"

#define GET_OP_CLASSES
#include "Check/CheckOps.h.inc"

namespace mlir::compress::check {

/// How far a value may be from the expected one.
struct Tolerance {
  double abs, rel;
  /// Whether any NaN equals any NaN.
  bool nanEqualsNaN;
};

/// A check op, taken out of its function.
struct Expectation {
  Location loc;
  RankedTensorType type;
  /// The number of the function's result that is judged.
  unsigned got;
  /// The number of the result that it is judged by; none where `constant` is.
  std::optional<unsigned> want;
  /// The expected elements, where they are a constant.
  ElementsAttr constant;
  /// None: the bits are the same.
  std::optional<Tolerance> tolerance;
};

/// What is left to do for a test once it ran.
struct Test {
  /// The values of the function's arguments.
  SmallVector<ElementsAttr> inputs;
  SmallVector<Expectation> expectations;
};

/// Makes a test compilable: the inputs of `function` become its arguments, what
/// its check ops compare its results. Errors, reported on the op: there is no
/// check op, or one in a nested region, or the function has more than one
/// block.
FailureOr<Test> extractTest(func::FuncOp function);

/// Compares the elements `got` and `want` of a tensor, given by their bytes,
/// and reports a difference on the location of `expectation`: `test`, the first
/// index, both values, how far they are apart, and how many elements differ.
LogicalResult compare(StringRef test, const Expectation &expectation,
                      ArrayRef<char> got, ArrayRef<char> want);

} // namespace mlir::compress::check

#endif // COMPRESSION_TEST_LIB_CHECK_CHECK_H
