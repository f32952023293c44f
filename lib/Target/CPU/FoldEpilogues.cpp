//===- FoldEpilogues.cpp - what epilogues compute of weights ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownWeights.h"
#include "PackEpilogues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <variant>

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

namespace {
/// A value of an epilogue that depends on weights alone: an element for each
/// coordinate of some dimensions of the result, in their order.
struct Known {
  using Elements = std::variant<SmallVector<float>, SmallVector<int32_t>>;

  SmallVector<unsigned> dims;
  SmallVector<int64_t> shape;
  Elements elements;
  /// Of the first weight that it is computed from.
  std::string name;
};

/// Computes what an epilogue would compute of weights for each tile.
class EpilogueFolder {
public:
  EpilogueFolder(PackedContractOp op, WeightBuilder &weights,
                 SymbolTableCollection &symbols)
      : op(op), weights(weights), symbols(symbols) {}

  void fold();

private:
  std::optional<Known> read(unsigned number);
  std::optional<Known> evaluate(Operation &inner);
  void replace(ArrayRef<Value> folded);

  PackedContractOp op;
  WeightBuilder &weights;
  SymbolTableCollection &symbols;
  DenseMap<Value, Known> known;
};
} // namespace

/// The elements of `weight`, of f32, f16, bf16, i8 or i32; an i8 as unsigned.
static std::optional<Known::Elements>
readElements(ml_program::GlobalOp weight) {
  auto emitError = [&] { return weight.emitOpError(); };
  Type type = cast<ShapedType>(weight.getType()).getElementType();
  if (type.isF32() || type.isF16() || type.isBF16()) {
    SmallVector<float> storage;
    FailureOr<ArrayRef<float>> data =
        getFloatData(getWeightValue(weight), storage, emitError);
    if (failed(data))
      return std::nullopt;
    return SmallVector<float>(*data);
  }
  if (!type.isInteger(8) && !type.isInteger(32))
    return std::nullopt;
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data =
      getRawData(getWeightValue(weight), storage, emitError);
  if (failed(data))
    return std::nullopt;
  SmallVector<int32_t> elements;
  if (type.isInteger(8)) {
    for (char code : *data)
      elements.push_back(static_cast<uint8_t>(code));
  } else {
    elements.resize(data->size() / sizeof(int32_t));
    std::memcpy(elements.data(), data->data(), data->size());
  }
  return elements;
}

std::optional<Known> EpilogueFolder::read(unsigned number) {
  // More elements than this are no scale, bias or sum of a column.
  constexpr int64_t kMaxElements = 1 << 16;
  ml_program::GlobalOp weight = getWeight(op.getExtras()[number], symbols);
  auto type = cast<ShapedType>(op.getExtras()[number].getType());
  if (!isKnown(weight) || !type.hasStaticShape() ||
      type.getNumElements() > kMaxElements)
    return std::nullopt;
  Known result;
  for (auto [expr, size] :
       llvm::zip_equal(op.getExtraMap(number).getResults(), type.getShape())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      continue;
    // In the order of the result's dimensions, as they are combined.
    if (!result.dims.empty() && dim.getPosition() <= result.dims.back())
      return std::nullopt;
    result.dims.push_back(dim.getPosition());
    result.shape.push_back(size);
  }
  std::optional<Known::Elements> elements = readElements(weight);
  if (!elements)
    return std::nullopt;
  result.elements = std::move(*elements);
  result.name = weight.getSymName().str();
  return result;
}

/// `combine` of the elements of two values of which one has the dimensions of
/// both.
template <typename T>
static std::optional<Known> combine(const Known &lhs, const Known &rhs,
                                    T (*combine)(T, T)) {
  auto *left = std::get_if<SmallVector<T>>(&lhs.elements);
  auto *right = std::get_if<SmallVector<T>>(&rhs.elements);
  if (!left || !right)
    return std::nullopt;
  const Known &like = lhs.dims.size() >= rhs.dims.size() ? lhs : rhs;
  // The other one is the same for all of the result, or of the same dimensions.
  for (const Known *value : {&lhs, &rhs})
    if (!value->dims.empty() && value->dims != like.dims)
      return std::nullopt;
  Known result = {like.dims, like.shape, SmallVector<T>(), lhs.name};
  auto &elements = std::get<SmallVector<T>>(result.elements);
  size_t size = std::max(left->size(), right->size());
  for (size_t i = 0; i < size; ++i)
    elements.push_back(combine((*left)[left->size() == 1 ? 0 : i],
                               (*right)[right->size() == 1 ? 0 : i]));
  return result;
}

std::optional<Known> EpilogueFolder::evaluate(Operation &inner) {
  SmallVector<const Known *> operands;
  for (Value operand : inner.getOperands()) {
    auto found = known.find(operand);
    if (found == known.end())
      return std::nullopt;
    operands.push_back(&found->second);
  }
  // Modulo 2^32, as the op.
  if (isa<arith::MulIOp>(inner))
    return combine<int32_t>(
        *operands[0], *operands[1], [](int32_t a, int32_t b) -> int32_t {
          return static_cast<uint32_t>(a) * static_cast<uint32_t>(b);
        });
  if (isa<arith::MulFOp>(inner))
    return combine<float>(*operands[0], *operands[1],
                          [](float a, float b) { return a * b; });
  // Elements are read extended.
  if (isa<arith::ExtFOp>(inner) || (isa<arith::ExtUIOp>(inner) &&
                                    inner.getOperand(0).getType().isInteger(8)))
    return *operands[0];
  return std::nullopt;
}

void EpilogueFolder::replace(ArrayRef<Value> folded) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Block &body = op.getEpilogue().front();
  SmallVector<Value> extras(op.getExtras());
  SmallVector<Attribute> maps(op.getExtraMaps().begin(),
                              op.getExtraMaps().end());
  unsigned rank = op.getInitType().getRank();
  for (Value value : folded) {
    const Known &found = known.find(value)->second;
    auto type = RankedTensorType::get(found.shape, value.getType());
    ElementsAttr attr;
    if (auto *floats = std::get_if<SmallVector<float>>(&found.elements))
      attr = DenseElementsAttr::get(type, ArrayRef<float>(*floats));
    else
      attr = DenseElementsAttr::get(
          type,
          ArrayRef<int32_t>(std::get<SmallVector<int32_t>>(found.elements)));
    ml_program::GlobalOp weight =
        weights.create(loc, found.name + ".folded", attr);
    extras.push_back(WeightBuilder::load(builder, loc, weight));
    SmallVector<AffineExpr> dims;
    for (unsigned dim : found.dims)
      dims.push_back(builder.getAffineDimExpr(dim));
    maps.push_back(AffineMapAttr::get(
        AffineMap::get(rank, 0, dims, builder.getContext())));
    value.replaceAllUsesWith(body.addArgument(value.getType(), loc));
  }
  for (Operation &inner : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&inner))
      inner.erase();
  for (unsigned number = extras.size(); number > 0; --number) {
    if (!body.getArgument(number).use_empty())
      continue;
    body.eraseArgument(number);
    extras.erase(extras.begin() + number - 1);
    maps.erase(maps.begin() + number - 1);
  }
  op.getExtrasMutable().assign(extras);
  op.setExtraMapsAttr(builder.getArrayAttr(maps));
}

void EpilogueFolder::fold() {
  Block &body = op.getEpilogue().front();
  for (unsigned number = 0; number < op.getExtras().size(); ++number)
    if (std::optional<Known> value = read(number))
      known[body.getArgument(number + 1)] = std::move(*value);
  SmallVector<Value> computed;
  for (Operation &inner : body.without_terminator()) {
    if (inner.getNumResults() != 1)
      continue;
    if (std::optional<Known> value = evaluate(inner)) {
      known[inner.getResult(0)] = std::move(*value);
      computed.push_back(inner.getResult(0));
    }
  }
  // What only goes into other such values is not needed, nor are bytes as
  // words.
  llvm::erase_if(computed, [&](Value value) {
    return isa<CastOpInterface>(value.getDefiningOp()) ||
           llvm::all_of(value.getUsers(), [&](Operation *user) {
             return user->getNumResults() == 1 &&
                    known.contains(user->getResult(0));
           });
  });
  if (!computed.empty())
    replace(computed);
}

void cpu::foldEpilogue(PackedContractOp op, WeightBuilder &weights,
                       SymbolTableCollection &symbols) {
  EpilogueFolder(op, weights, symbols).fold();
}
