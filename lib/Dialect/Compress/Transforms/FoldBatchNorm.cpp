//===- FoldBatchNorm.cpp - scales of channels go into weights ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightView.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/Layers.h"
#include "compression/Dialect/Compress/Utils/MissedRemark.h"
#include "compression/Dialect/Compress/Utils/Reorder.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSFOLDBATCHNORMPASS
#include "compression/Dialect/Compress/Transforms/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

static constexpr StringLiteral kCategory = "compress-fold-batch-norm";

//===----------------------------------------------------------------------===//
// Arithmetic on channels
//===----------------------------------------------------------------------===//

namespace {
/// `scale[c] * x + shift[c]` for the sums x of a layer in each channel c.
struct ChannelValue {
  SmallVector<double> scale, shift;

  static ChannelValue constant(SmallVector<double> values) {
    return {SmallVector<double>(values.size(), 0.0), std::move(values)};
  }
  static ChannelValue sums(int64_t channels) {
    return {SmallVector<double>(channels, 1.0),
            SmallVector<double>(channels, 0.0)};
  }
  bool isConstant() const {
    return llvm::all_of(scale, [](double factor) { return factor == 0.0; });
  }
  bool isScaled() const {
    return llvm::any_of(scale, [](double factor) { return factor != 1.0; });
  }
};
} // namespace

/// `a + sign * b`.
static ChannelValue add(ChannelValue a, const ChannelValue &b, double sign) {
  for (size_t c = 0; c < a.scale.size(); ++c) {
    a.scale[c] += sign * b.scale[c];
    a.shift[c] += sign * b.shift[c];
  }
  return a;
}

/// `a * b`, or `a / b`, for a constant b.
static ChannelValue multiply(ChannelValue a, const ChannelValue &b,
                             bool divides) {
  for (size_t c = 0; c < a.scale.size(); ++c) {
    double factor = b.shift[c];
    a.scale[c] = divides ? a.scale[c] / factor : a.scale[c] * factor;
    a.shift[c] = divides ? a.shift[c] / factor : a.shift[c] * factor;
  }
  return a;
}

/// The result of `op` on these operands; fails where it is not linear.
static FailureOr<ChannelValue> apply(Operation *op,
                                     ArrayRef<ChannelValue> operands) {
  using Result = FailureOr<ChannelValue>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddFOp) -> Result {
        return add(operands[0], operands[1], 1.0);
      })
      .Case([&](arith::SubFOp) -> Result {
        return add(operands[0], operands[1], -1.0);
      })
      .Case([&](arith::NegFOp) -> Result {
        auto zero = ChannelValue::constant(
            SmallVector<double>(operands[0].scale.size(), 0.0));
        return add(zero, operands[0], -1.0);
      })
      .Case([&](arith::MulFOp) -> Result {
        if (operands[1].isConstant())
          return multiply(operands[0], operands[1], /*divides=*/false);
        if (operands[0].isConstant())
          return multiply(operands[1], operands[0], /*divides=*/false);
        return failure();
      })
      .Case([&](arith::DivFOp) -> Result {
        if (!operands[1].isConstant())
          return failure();
        return multiply(operands[0], operands[1], /*divides=*/true);
      })
      .Default([](Operation *) -> Result { return failure(); });
}

//===----------------------------------------------------------------------===//
// Chains behind layers
//===----------------------------------------------------------------------===//

namespace {
/// The elementwise ops behind a contraction or convolution that are linear in
/// each of its channels.
class ChannelChain {
public:
  ChannelChain(linalg::LinalgOp layer, SymbolTableCollection &symbols,
               const llvm::StringMap<size_t> &symbolUses)
      : layer(layer), symbols(symbols), symbolUses(symbolUses) {}

  /// Folds what can be folded. Failure means that an error was reported.
  LogicalResult fold(ModuleOp module);

private:
  bool findChannels();
  void follow();
  FailureOr<ChannelValue> evaluate(linalg::GenericOp op, OpOperand &chained);
  FailureOr<ChannelValue> readOperand(linalg::GenericOp op, OpOperand &operand,
                                      int64_t trailing);
  std::optional<int64_t> countTrailing(Type type) const;
  const char *findObstacle(ml_program::GlobalOp weight);
  bool isOneBias();
  FailureOr<SmallVector<float>> scaleWeight(ml_program::GlobalOp weight);
  ml_program::GlobalOp makeBias(ModuleOp module, RankedTensorType type);

  /// True when nothing else reads the weight that `load` is.
  bool isExclusive(Value load, ml_program::GlobalOp weight) const {
    return load.hasOneUse() && symbolUses.lookup(weight.getSymName()) == 1;
  }

  linalg::LinalgOp layer;
  SymbolTableCollection &symbols;
  const llvm::StringMap<size_t> &symbolUses;

  /// Dimensions of the right operand that are channels of the result.
  SmallVector<int64_t> channelDims;
  int64_t channels = 1;
  /// The ops of the chain, and what their last one computes.
  SmallVector<linalg::GenericOp> ops;
  ChannelValue value;
  /// Named vectors in the order in which the chain reads them, and whether it
  /// alone does.
  SmallVector<std::pair<ml_program::GlobalOp, bool>> vectors;
  /// True when the chain ends where a vector of constants was not evaluated.
  bool hasOpenConstants = false;
};
} // namespace

/// Finds the channels, which are the last dimensions of the result in the order
/// in which the right operand has them.
bool ChannelChain::findChannels() {
  if (!layer.hasPureTensorSemantics() || !isMultiplyAdd(layer) ||
      layer.getNumReductionLoops() == 0 ||
      !llvm::all_of(layer.getBlock()->getArgumentTypes(),
                    [](Type type) { return type.isF32(); }))
    return false;
  AffineMap rhs = layer.getIndexingMapsArray()[1],
            result = layer.getIndexingMapsArray()[2];
  auto type = cast<RankedTensorType>(layer.getDpsInputs()[1].getType());
  if (!rhs.isProjectedPermutation() || !result.isProjectedPermutation() ||
      !type.hasStaticShape())
    return false;
  SmallVector<AffineExpr> exprs;
  for (auto [dim, expr] : llvm::enumerate(rhs.getResults()))
    if (result.getResultPosition(expr)) {
      channelDims.push_back(dim);
      channels *= type.getDimSize(dim);
      exprs.push_back(expr);
    }
  return !exprs.empty() &&
         result.getResults().take_back(exprs.size()) == ArrayRef(exprs);
}

/// The number of last dimensions of a tensor that are the channels. As they are
/// the fastest ones, a reshape does not change the channel of an element.
std::optional<int64_t> ChannelChain::countTrailing(Type type) const {
  int64_t product = 1, count = 0;
  for (int64_t size : llvm::reverse(cast<RankedTensorType>(type).getShape())) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    product *= size;
    ++count;
    if (product >= channels)
      break;
  }
  return product == channels && count != 0 ? std::optional(count)
                                           : std::nullopt;
}

/// True when `value` depends on weights and constants alone.
static bool isComputedFromWeights(Value value, SymbolTableCollection &symbols) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<tensor::EmptyOp>(op))
    return op != nullptr;
  if (getWeight(value, symbols) || matchPattern(op, m_Constant()))
    return true;
  return isa<linalg::LinalgOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
             op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isComputedFromWeights(operand, symbols);
         });
}

/// The elements of a constant operand for each channel; fails when it is not
/// constant or varies in another way.
FailureOr<ChannelValue> ChannelChain::readOperand(linalg::GenericOp op,
                                                  OpOperand &operand,
                                                  int64_t trailing) {
  Value source = operand.get();
  APFloat scalar(0.0f);
  if (matchPattern(source, m_ConstantFloat(&scalar)))
    return ChannelValue::constant(
        SmallVector<double>(channels, scalar.convertToDouble()));
  auto type = dyn_cast<RankedTensorType>(source.getType());
  if (!type || !type.getElementType().isF32())
    return failure();
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t leading = ranges.size() - trailing;
  for (int64_t loop = 0; loop < leading; ++loop)
    if (ranges[loop] != 1 && map.isFunctionOfDim(loop))
      return failure();
  ElementsAttr attr;
  ml_program::GlobalOp vector = getWeightOf(source, symbols);
  if (vector)
    attr = getWeightValue(vector);
  else
    matchPattern(source, m_Constant(&attr));
  SmallVector<float> storage;
  FailureOr<ArrayRef<float>> elements = failure();
  if (attr)
    elements = getFloatData(attr, storage, [] { return InFlightDiagnostic(); });
  if (failed(elements)) {
    hasOpenConstants = isComputedFromWeights(source, symbols);
    return failure();
  }
  if (vector)
    vectors.emplace_back(vector, getWeight(source, symbols) == vector &&
                                     isExclusive(source, vector));
  SmallVector<int64_t> point(leading, 0),
      strides = computeStrides(type.getShape()),
      steps = computeStrides(ArrayRef(ranges).drop_front(leading));
  SmallVector<double> values;
  for (int64_t c = 0; c < channels; ++c) {
    point.truncate(leading);
    llvm::append_range(point, delinearize(c, steps));
    values.push_back((*elements)[linearize(map.compose(point), strides)]);
  }
  return ChannelValue::constant(std::move(values));
}

/// What `op` computes from the chain's value, which is its operand `chained`.
FailureOr<ChannelValue> ChannelChain::evaluate(linalg::GenericOp op,
                                               OpOperand &chained) {
  OpOperand *init = op.getDpsInitOperand(0);
  std::optional<int64_t> trailing = countTrailing(chained.get().getType());
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 0 || !op.isDpsInput(&chained) || !trailing ||
      op.payloadUsesValueFromOperand(init) ||
      !op.getMatchingIndexingMap(&chained).isIdentity() ||
      !op.getMatchingIndexingMap(init).isIdentity())
    return failure();
  DenseMap<Value, ChannelValue> values;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value argument = op.getMatchingBlockArgument(input);
    if (input == &chained) {
      values[argument] = value;
    } else if (!argument.use_empty()) {
      FailureOr<ChannelValue> read = readOperand(op, *input, *trailing);
      if (failed(read))
        return failure();
      values[argument] = *read;
    }
  }
  auto lookup = [&](Value operand) -> FailureOr<ChannelValue> {
    APFloat scalar(0.0f);
    if (auto known = values.find(operand); known != values.end())
      return known->second;
    if (!matchPattern(operand, m_ConstantFloat(&scalar)))
      return failure();
    return ChannelValue::constant(
        SmallVector<double>(channels, scalar.convertToDouble()));
  };
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (isa<arith::ConstantOp>(inner))
      continue;
    SmallVector<ChannelValue> operands;
    for (Value operand : inner.getOperands()) {
      FailureOr<ChannelValue> known = lookup(operand);
      if (failed(known))
        return failure();
      operands.push_back(*known);
    }
    FailureOr<ChannelValue> result = apply(&inner, operands);
    if (failed(result))
      return failure();
    values[inner.getResult(0)] = *result;
  }
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  auto result = values.find(yielded);
  if (result == values.end() || result->second.isConstant())
    return failure();
  return result->second;
}

/// Finds the ops of the chain: each alone uses the result of the one before.
void ChannelChain::follow() {
  value = ChannelValue::sums(channels);
  Value tail = layer->getResult(0);
  while (tail.hasOneUse()) {
    OpOperand &use = *tail.use_begin();
    Operation *user = use.getOwner();
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user) &&
        cast<RankedTensorType>(tail.getType()).hasStaticShape()) {
      tail = user->getResult(0);
      continue;
    }
    auto op = dyn_cast<linalg::GenericOp>(user);
    if (!op)
      return;
    size_t numVectors = vectors.size();
    FailureOr<ChannelValue> next = evaluate(op, use);
    if (failed(next)) {
      vectors.truncate(numVectors);
      return;
    }
    value = *next;
    ops.push_back(op);
    tail = op.getResult(0);
  }
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

static bool areFinite(ArrayRef<double> values) {
  return llvm::all_of(values, [](double value) {
    return std::isfinite(static_cast<float>(value));
  });
}

/// What keeps the chain from being folded; null if nothing does.
const char *ChannelChain::findObstacle(ml_program::GlobalOp weight) {
  if (hasOpenConstants)
    return "a vector that is computed from weights has no value, as the root "
           "of a negative variance";
  if (!areFinite(value.scale) || !areFinite(value.shift))
    return "a scale or an offset is not finite";
  if (!value.isScaled())
    return nullptr;
  if (!isZeroTensor(layer.getDpsInits()[0]))
    return "its sums don't start from zero";
  if (!weight)
    return "its weight is not stored as it is read";
  if (!isExclusive(layer.getDpsInputs()[1], weight))
    return "others use its weight too";
  return nullptr;
}

/// True when the chain is the addition of a vector, as a bias is written.
bool ChannelChain::isOneBias() {
  if (value.isScaled() || ops.size() != 1 || vectors.size() != 1)
    return false;
  linalg::GenericOp op = ops.front();
  auto type = cast<RankedTensorType>(vectors.front().first.getType());
  return op.getNumDpsInputs() == 2 &&
         op.getBody()->getOperations().size() == 2 && type.getRank() == 1 &&
         type.getNumElements() == channels;
}

/// The weight times the scales, rounded once; fails where that is not finite.
FailureOr<SmallVector<float>>
ChannelChain::scaleWeight(ml_program::GlobalOp weight) {
  auto type = cast<RankedTensorType>(weight.getType());
  SmallVector<float> storage;
  FailureOr<ArrayRef<float>> elements = getFloatData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(elements))
    return failure();
  SmallVector<int64_t> steps(type.getRank(), 0), index(type.getRank(), 0);
  int64_t step = 1;
  for (int64_t dim : llvm::reverse(channelDims)) {
    steps[dim] = step;
    step *= type.getDimSize(dim);
  }
  SmallVector<float> scaled;
  scaled.reserve(elements->size());
  for (float element : *elements) {
    scaled.push_back(element * value.scale[linearize(index, steps)]);
    if (!std::isfinite(scaled.back()))
      return failure();
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
      if (++index[dim] < type.getDimSize(dim))
        break;
      index[dim] = 0;
    }
  }
  return scaled;
}

/// The offsets as a weight: the last vector that was added, if nothing else
/// needs it, with new values.
ml_program::GlobalOp ChannelChain::makeBias(ModuleOp module,
                                            RankedTensorType type) {
  SmallVector<float> shift(value.shift.begin(), value.shift.end());
  auto [vector, isOwn] = vectors.empty()
                             ? std::pair(ml_program::GlobalOp(), false)
                             : vectors.back();
  std::string name = vector ? vector.getSymName().str()
                            : (getLocationName(layer.getLoc()) + ".bias").str();
  auto resource = makeResource(name, type, ArrayRef(shift));
  if (!isOwn)
    return WeightBuilder(module).create(layer.getLoc(), name, resource);
  vector.setTypeAttr(TypeAttr::get(type));
  vector.setValueAttr(resource);
  return vector;
}

static Value addBias(OpBuilder &builder, Location loc, Value sums,
                     ml_program::GlobalOp bias) {
  auto type = cast<RankedTensorType>(sums.getType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap trailing =
      identity.getMinorSubMap(cast<ShapedType>(bias.getType()).getRank());
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, sums),
      type.getElementType());
  return linalg::GenericOp::create(
             builder, loc, type,
             ValueRange{sums, WeightBuilder::load(builder, loc, bias)}, init,
             {identity, trailing, identity},
             SmallVector<utils::IteratorType>(type.getRank(),
                                              utils::IteratorType::parallel),
             [](OpBuilder &nested, Location bodyLoc, ValueRange arguments) {
               Value sum = arith::AddFOp::create(nested, bodyLoc, arguments[0],
                                                 arguments[1]);
               linalg::YieldOp::create(nested, bodyLoc, sum);
             })
      .getResult(0);
}

/// Erases `op` and what only it needed.
static void eraseDead(Operation *op) {
  llvm::SmallSetVector<Operation *, 8> dead;
  dead.insert(op);
  while (!dead.empty()) {
    Operation *last = dead.pop_back_val();
    SmallVector<Value> operands(last->getOperands());
    last->erase();
    for (Value operand : operands)
      if (Operation *producer = operand.getDefiningOp();
          producer && isOpTriviallyDead(producer))
        dead.insert(producer);
  }
}

LogicalResult ChannelChain::fold(ModuleOp module) {
  if (!findChannels())
    return success();
  Value rhs = layer.getDpsInputs()[1];
  ml_program::GlobalOp weight = getWeight(rhs, symbols);
  if (!getWeight(getMovedRoot(rhs), symbols))
    return success();
  follow();
  const char *obstacle = findObstacle(weight);
  FailureOr<SmallVector<float>> scaled = failure();
  if (!obstacle && value.isScaled()) {
    scaled = scaleWeight(weight);
    if (failed(scaled))
      obstacle = "a scaled weight is not finite";
  }
  if (obstacle)
    emitMissed(layer, "BatchNormNotFolded", kCategory)
        << remark::reason("'{0}' keeps the ops behind it: {1}",
                          layer->getName().getStringRef(), obstacle);
  if (ops.empty() || obstacle || isOneBias() ||
      !(value.isScaled() || !vectors.empty()))
    return success();

  if (value.isScaled())
    weight.setValueAttr(makeResource(weight.getSymName(),
                                     cast<ShapedType>(weight.getType()),
                                     ArrayRef(*scaled)));
  linalg::GenericOp last = ops.back();
  Location loc = last.getLoc();
  auto type = cast<RankedTensorType>(last.getResult(0).getType());
  OpBuilder builder(last->getNextNode());
  Value sums = reshapeTensor(builder, loc, layer->getResult(0), type);
  last.getResult(0).replaceAllUsesWith(sums);
  eraseDead(last);
  if (llvm::all_of(value.shift, [](double shift) { return shift == 0.0; }))
    return success();
  auto biasType = RankedTensorType::get(
      type.getShape().take_back(*countTrailing(type)), type.getElementType());
  Value biased = addBias(builder, loc, sums, makeBias(module, biasType));
  sums.replaceAllUsesExcept(biased, biased.getDefiningOp());
  return success();
}

namespace {
struct FoldBatchNorm
    : public compress::impl::CompressFoldBatchNormPassBase<FoldBatchNorm> {
  using CompressFoldBatchNormPassBase::CompressFoldBatchNormPassBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> layers;
    getOperation().walk([&](linalg::LinalgOp op) {
      // Elementwise ops go away.
      if (op.getNumReductionLoops() != 0)
        layers.push_back(op);
    });
    llvm::StringMap<size_t> symbolUses;
    if (auto uses = SymbolTable::getSymbolUses(&getOperation().getBodyRegion()))
      for (SymbolTable::SymbolUse use : *uses)
        ++symbolUses[use.getSymbolRef().getLeafReference().getValue()];
    SymbolTableCollection symbols;
    for (linalg::LinalgOp op : layers)
      if (failed(ChannelChain(op, symbols, symbolUses).fold(getOperation())))
        return signalPassFailure();
  }
};
} // namespace
