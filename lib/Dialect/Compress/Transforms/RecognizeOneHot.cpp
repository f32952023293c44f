//===- RecognizeOneHot.cpp - one-hot products become gathers ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/Elementwise.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/IR/Matchers.h"

#include <cmath>

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSRECOGNIZEONEHOTPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr StringLiteral kCategory = "compress-recognize-one-hot";

namespace {
/// A scalar in the body of an elementwise generic, or an element of a tensor
/// where `op` is null; `map` leads from the elements of the tensor in which it
/// was found to the loops of `op`, or to the element.
struct Element {
  linalg::GenericOp op;
  Value value;
  AffineMap map;
};

/// A tensor of which each row compares a number with all classes.
struct OneHot {
  /// The numbers, integers, and the classes, with their maps from the elements
  /// of the one-hot tensor.
  Element numbers, classes;
};
} // namespace

/// The element that `op`'s results are computed from at one place.
static FailureOr<Element> enterProducer(Value tensor, AffineMap map) {
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  if (!op || !op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 0 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return failure();
  return Element{op, op.getBody()->getTerminator()->getOperand(0), map};
}

/// Follows a value that a body hands on to where it is computed.
static Element trace(Element element) {
  while (auto argument = dyn_cast<BlockArgument>(element.value)) {
    if (!element.op || argument.getOwner() != element.op.getBody())
      break;
    OpOperand &operand = element.op->getOpOperand(argument.getArgNumber());
    AffineMap map =
        element.op.getMatchingIndexingMap(&operand).compose(element.map);
    FailureOr<Element> producer = enterProducer(operand.get(), map);
    if (failed(producer))
      return {nullptr, operand.get(), map};
    element = *producer;
  }
  return element;
}

static bool isFloat(Value value, double expected) {
  APFloat constant(0.0f);
  return matchPattern(value, m_ConstantFloat(&constant)) &&
         constant.convertToDouble() == expected;
}

/// Matches a tensor with 1 where a number equals a class, and 0 elsewhere.
static FailureOr<OneHot> matchOneHot(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  FailureOr<Element> root = enterProducer(
      tensor, AffineMap::getMultiDimIdentityMap(rank, tensor.getContext()));
  if (failed(root))
    return failure();
  Element found = trace(*root);
  if (!found.op)
    return failure();
  // A boolean as a number: 1 where it is true.
  bool isSigned = false;
  if (auto cast = found.value.getDefiningOp<arith::UIToFPOp>()) {
    found.value = cast.getIn();
  } else if (auto cast = found.value.getDefiningOp<arith::SIToFPOp>()) {
    found.value = cast.getIn();
    isSigned = true;
  } else if (auto select = found.value.getDefiningOp<arith::SelectOp>();
             select && isFloat(select.getTrueValue(), 1.0) &&
             isFloat(select.getFalseValue(), 0.0)) {
    found.value = select.getCondition();
  } else {
    return failure();
  }
  found = trace(found);
  if (auto extension = found.value.getDefiningOp<arith::ExtUIOp>()) {
    found.value = extension.getIn();
    isSigned = false;
    found = trace(found);
  }
  if (isSigned)
    return failure();
  auto compare = found.value.getDefiningOp<arith::CmpIOp>();
  if (!found.op || !compare ||
      compare.getPredicate() != arith::CmpIPredicate::eq)
    return failure();
  Element lhs = trace({found.op, compare.getLhs(), found.map}),
          rhs = trace({found.op, compare.getRhs(), found.map});
  if (lhs.op || rhs.op)
    return failure();
  if (matchPattern(lhs.value, m_Constant()))
    std::swap(lhs, rhs);
  return OneHot{lhs, rhs};
}

/// True when class j has the number j, along the dimension that `k` is.
static bool areCounted(const Element &classes, unsigned k, int64_t count) {
  DenseIntElementsAttr values;
  if (!matchPattern(classes.value, m_Constant(&values)) ||
      values.getNumElements() != count)
    return false;
  for (auto [expr, size] :
       llvm::zip(classes.map.getResults(), values.getType().getShape()))
    if (size != 1 && expr != getAffineDimExpr(k, expr.getContext()))
      return false;
  return llvm::all_of(llvm::enumerate(values.getValues<APInt>()),
                      [](auto entry) {
                        return entry.value().getSExtValue() ==
                               static_cast<int64_t>(entry.index());
                      });
}

namespace {
/// A product of a one-hot tensor with a table.
struct OneHotProduct {
  Contraction contraction;
  Value numbers;
  /// From the leading loops of the result to the number of the row.
  AffineMap numbersMap;
  int64_t rows;
};
} // namespace

/// True when a product with 0 is 0 for each element of the table.
static bool isFinite(ml_program::GlobalOp table) {
  SmallVector<float> storage;
  Type type = cast<ShapedType>(table.getType()).getElementType();
  if (!type.isF32() && !type.isF16() && !type.isBF16())
    return false;
  FailureOr<ArrayRef<float>> values = getFloatData(
      getWeightValue(table), storage, [&] { return table.emitOpError(); });
  return succeeded(values) && llvm::all_of(*values, [](float value) {
           return std::isfinite(value);
         });
}

/// Completes the match of `product`; returns what is in the way, or null.
static const char *matchProduct(OneHotProduct &product, const OneHot &oneHot,
                                SymbolTableCollection &symbols) {
  Contraction &contraction = product.contraction;
  unsigned k = contraction.k[0], n = contraction.n[0];
  AffineMap lhs = contraction.lhsMap(), rhs = contraction.rhsMap(),
            init = contraction.initMap();
  MLIRContext *context = lhs.getContext();
  AffineExpr row = getAffineDimExpr(k, context),
             column = getAffineDimExpr(n, context);
  ml_program::GlobalOp table = getWeight(contraction.rhs().get(), symbols);
  if (!table || rhs.getResults() != ArrayRef<AffineExpr>{row, column} ||
      init.getResults().back() != column)
    return "the other factor is no table with a row for each class";
  product.rows = cast<ShapedType>(table.getType()).getDimSize(0);
  unsigned kDim = *lhs.getResultPosition(row);
  if (!areCounted(oneHot.classes, kDim, product.rows))
    return "the classes are not 0, 1, 2 and so on";
  product.numbers = oneHot.numbers.value;
  if (!isa<RankedTensorType>(product.numbers.getType()) ||
      getElementTypeOrSelf(product.numbers).isInteger(1) ||
      oneHot.numbers.map.isFunctionOfDim(kDim))
    return "the numbers are no tensor of integers";
  if (!isZeroTensor(contraction.init().get()) || !isFinite(table))
    return "a product with 0 is not 0 everywhere, or sums don't start from it";
  // From the loops of the result's rows to the dimensions of the one-hot
  // tensor.
  SmallVector<AffineExpr> exprs;
  for (AffineExpr loop : lhs.getResults())
    exprs.push_back(
        loop == row ? getAffineConstantExpr(0, context)
                    : getAffineDimExpr(*init.getResultPosition(loop), context));
  product.numbersMap = oneHot.numbers.map.compose(
      AffineMap::get(init.getNumResults() - 1, 0, exprs, context));
  return nullptr;
}

/// Reads the rows by numbers inside of the table, and puts 0 where a number is
/// none of its rows.
static void replaceByGather(OneHotProduct &product) {
  Contraction &contraction = product.contraction;
  linalg::LinalgOp op = contraction.op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Type numberType = getElementTypeOrSelf(product.numbers);
  auto getNumber = [&](OpBuilder &nested, int64_t number) -> Value {
    return arith::ConstantOp::create(nested, loc,
                                     nested.getIntegerAttr(numberType, number));
  };
  unsigned rank = type.getRank();
  auto getParallel = [](unsigned loops) {
    return SmallVector<utils::IteratorType>(loops,
                                            utils::IteratorType::parallel);
  };
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, contraction.init().get());
  Value empty = tensor::EmptyOp::create(
      builder, loc, ArrayRef(sizes).drop_back(), numberType);
  Value rows =
      linalg::GenericOp::create(
          builder, loc, empty.getType(), product.numbers, empty,
          {product.numbersMap, builder.getMultiDimIdentityMap(rank - 1)},
          getParallel(rank - 1),
          [&](OpBuilder &nested, Location, ValueRange arguments) {
            Value number = arith::MaxSIOp::create(nested, loc, arguments[0],
                                                  getNumber(nested, 0));
            number = arith::MinSIOp::create(
                nested, loc, number, getNumber(nested, product.rows - 1));
            linalg::YieldOp::create(nested, loc, number);
          })
          .getResult(0);
  Value gathered =
      GatherOp::create(builder, loc, type, contraction.rhs().get(), rows);
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  Value init =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  Value selected =
      linalg::GenericOp::create(
          builder, loc, type, ValueRange{gathered, product.numbers}, init,
          {identity,
           AffineMap::get(rank, 0, product.numbersMap.getResults(),
                          builder.getContext()),
           identity},
          getParallel(rank),
          [&](OpBuilder &nested, Location, ValueRange arguments) {
            Value isRow = arith::CmpIOp::create(
                nested, loc, arith::CmpIPredicate::ule, arguments[1],
                getNumber(nested, product.rows - 1));
            Value zero = arith::ConstantOp::create(
                nested, loc, nested.getZeroAttr(type.getElementType()));
            Value element =
                arith::SelectOp::create(nested, loc, isRow, arguments[0], zero);
            linalg::YieldOp::create(nested, loc, element);
          })
          .getResult(0);
  op->getResult(0).replaceAllUsesWith(selected);
  op->erase();
}

namespace {
struct RecognizeOneHot
    : public compress::impl::CompressRecognizeOneHotPassBase<RecognizeOneHot> {
  using CompressRecognizeOneHotPassBase::CompressRecognizeOneHotPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbols;
    SmallVector<OneHotProduct> products;
    getOperation().walk([&](linalg::LinalgOp op) {
      FailureOr<Contraction> contraction = matchContraction(op);
      if (failed(contraction))
        return;
      FailureOr<OneHot> oneHot = matchOneHot(contraction->lhs().get());
      if (failed(oneHot))
        return;
      OneHotProduct product;
      product.contraction = *contraction;
      if (const char *reason = matchProduct(product, *oneHot, symbols))
        emitMissed(op, "OneHotStays", kCategory)
            << remark::reason("{0}", reason);
      else
        products.push_back(product);
    });
    for (OneHotProduct &product : products)
      replaceByGather(product);
  }
};
} // namespace
