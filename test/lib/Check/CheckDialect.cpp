//===- CheckDialect.cpp - what a test expects of a value --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Check.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::compress::check;

#include "Check/CheckDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Check/CheckOps.cpp.inc"

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Check/CheckOps.cpp.inc"
      >();
}

/// The expectation of a check op whose operands become results; the values of
/// these are added to `results`.
static Expectation takeExpectation(Operation *op,
                                   SmallVectorImpl<Value> &results) {
  Value got = op->getOperand(0), want = op->getOperand(1);
  Expectation expectation{op->getLoc(),
                          cast<RankedTensorType>(got.getType()),
                          static_cast<unsigned>(results.size()),
                          std::nullopt,
                          nullptr,
                          std::nullopt};
  results.push_back(got);
  if (!matchPattern(want, m_Constant(&expectation.constant))) {
    expectation.want = results.size();
    results.push_back(want);
  }
  if (auto close = dyn_cast<ExpectCloseOp>(op))
    expectation.tolerance =
        Tolerance{close.getAbs().convertToDouble(),
                  close.getRel().convertToDouble(), close.getNan()};
  return expectation;
}

FailureOr<Test> mlir::compress::check::extractTest(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitError() << "expected a test of one block";
  Block &body = function.front();
  WalkResult nested = function.walk([&](Operation *op) {
    if (!isa<CheckDialect>(op->getDialect()) || op->getBlock() == &body)
      return WalkResult::advance();
    op->emitOpError("expected to be in the body of a function");
    return WalkResult::interrupt();
  });
  if (nested.wasInterrupted())
    return failure();

  Test test;
  SmallVector<Value> results;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (auto input = dyn_cast<InputOp>(op)) {
      test.inputs.push_back(input.getValue());
      input.replaceAllUsesWith(
          body.addArgument(input.getType(), input.getLoc()));
      input.erase();
    } else if (isa<ExpectEqOp, ExpectCloseOp>(op)) {
      test.expectations.push_back(takeExpectation(&op, results));
      op.erase();
    }
  }
  if (test.expectations.empty())
    return function.emitError()
           << "expected a check op in '" << function.getSymName() << "'";
  body.getTerminator()->setOperands(results);
  function.setType(FunctionType::get(function.getContext(),
                                     body.getArgumentTypes(),
                                     ValueRange(results).getTypes()));
  return test;
}
