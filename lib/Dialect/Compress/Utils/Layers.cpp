//===- Layers.cpp - what multiplies activations by weights ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Layers.h"

#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::compress;

int64_t Layer::getDepth() {
  // The right operand has all loops of the sum, and often the known sizes.
  auto type = cast<RankedTensorType>(rhs().get().getType());
  int64_t depth = 1;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (llvm::is_contained(rhsChannels, dim))
      continue;
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    depth *= size;
  }
  return depth;
}

/// Finds the roles of the input's dimensions; fails when one has none.
static LogicalResult classifyInput(Layer &layer, AffineMap lhs, AffineMap rhs,
                                   AffineMap init) {
  SmallVector<unsigned> own, summed, shared;
  for (auto [dim, expr] : llvm::enumerate(lhs.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop) {
      layer.isConvolution = true;
      continue;
    }
    bool inRhs = rhs.isFunctionOfDim(loop.getPosition());
    bool inInit = init.isFunctionOfDim(loop.getPosition());
    if (!inRhs && !inInit)
      return failure();
    (!inRhs ? own : !inInit ? summed : shared).push_back(dim);
  }
  layer.isDepthwise =
      layer.isConvolution && summed.empty() && shared.size() == 1;
  if (!layer.isDepthwise && summed.size() != 1)
    return failure();
  layer.inputChannel = layer.isDepthwise ? shared[0] : summed[0];
  layer.rows.assign(own.begin(), own.end());
  // The groups of a convolution share a sample.
  if (!layer.isConvolution)
    llvm::append_range(layer.rows, shared);
  return success();
}

/// True when `map` depends on each loop in one coordinate at most, and on no
/// more than two in each.
static bool isWindowed(AffineMap map) {
  llvm::SmallDenseSet<unsigned> seen;
  for (AffineExpr expr : map.getResults()) {
    unsigned loops = 0;
    for (unsigned loop = 0; loop < map.getNumDims(); ++loop)
      if (expr.isFunctionOfDim(loop)) {
        ++loops;
        if (!seen.insert(loop).second)
          return false;
      }
    if (loops == 0 || loops > 2 || !expr.isPureAffine() ||
        expr.getKind() == AffineExprKind::FloorDiv ||
        expr.getKind() == AffineExprKind::CeilDiv ||
        expr.getKind() == AffineExprKind::Mod)
      return false;
  }
  return true;
}

FailureOr<Layer> mlir::compress::matchLayer(Operation *operation) {
  auto op = dyn_cast<linalg::LinalgOp>(operation);
  if (!op || !op.hasPureTensorSemantics() || !isMultiplyAdd(op) ||
      !llvm::all_equal(op.getBlock()->getArgumentTypes()))
    return failure();
  Layer layer;
  layer.op = op;
  AffineMap lhs = layer.getMap(layer.lhs()), rhs = layer.getMap(layer.rhs()),
            init = layer.getMap(layer.init());
  if (!rhs.isProjectedPermutation() || !init.isProjectedPermutation() ||
      !isWindowed(lhs) || failed(classifyInput(layer, lhs, rhs, init)))
    return failure();
  unsigned ownChannels = 0;
  for (unsigned dim = 0; dim < rhs.getNumResults(); ++dim) {
    unsigned loop = rhs.getDimPosition(dim);
    if (!init.isFunctionOfDim(loop))
      continue;
    layer.rhsChannels.push_back(dim);
    ownChannels += !lhs.isFunctionOfDim(loop);
  }
  if (ownChannels != (layer.isDepthwise ? 0 : 1))
    return failure();
  return layer;
}

Value mlir::compress::skipExtension(Value value) {
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumReductionLoops() != 0 ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return value;
  auto yield = cast<linalg::YieldOp>(generic.getBody()->getTerminator());
  auto extension = yield.getValues()[0].getDefiningOp<arith::ExtFOp>();
  if (!extension || extension.getIn() != generic.getBody()->getArgument(0))
    return value;
  return generic.getInputs()[0];
}

ml_program::GlobalOp
mlir::compress::getWeightOf(Value value, SymbolTableCollection &symbols) {
  return getWeight(skipExtension(value), symbols);
}

bool mlir::compress::isOnlyReader(OpOperand &operand,
                                  ml_program::GlobalOp weight) {
  auto uses =
      SymbolTable::getSymbolUses(weight, weight->getParentOfType<ModuleOp>());
  return uses && llvm::hasSingleElement(*uses) && operand.get().hasOneUse() &&
         skipExtension(operand.get()).hasOneUse();
}

void mlir::compress::setWeightValues(OpOperand &operand,
                                     ml_program::GlobalOp weight,
                                     ArrayRef<float> values) {
  Value read = operand.get();
  auto type = cast<RankedTensorType>(read.getType())
                  .clone(Float32Type::get(weight.getContext()));
  weight.setTypeAttr(TypeAttr::get(type));
  weight.setValueAttr(makeResource<float>(weight.getSymName(), type, values));
  auto load = skipExtension(read).getDefiningOp<ml_program::GlobalLoadOp>();
  load.getResult().setType(type);
  if (read == load.getResult())
    return;
  operand.set(load.getResult());
  read.getDefiningOp()->erase();
}

Value mlir::compress::skipPadding(Value input,
                                  SmallVectorImpl<tensor::PadOp> *pads) {
  while (auto pad = input.getDefiningOp<tensor::PadOp>()) {
    Value padding = pad.getConstantPaddingValue();
    if (!padding || !matchPattern(padding, m_PosZeroFloat()))
      break;
    if (pads)
      pads->push_back(pad);
    input = pad.getSource();
  }
  return input;
}

SmallVector<Layer> mlir::compress::getReaders(ObserveOp observed) {
  SmallVector<Layer> readers;
  SmallVector<Value> worklist = {observed.getResult()};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (isa<tensor::PadOp>(user) &&
          skipPadding(user->getResult(0)) == observed.getResult()) {
        worklist.push_back(user->getResult(0));
        continue;
      }
      FailureOr<Layer> layer = matchLayer(user);
      // A branch or a loop may see it as often as it likes.
      if (failed(layer) || &layer->lhs() != &use ||
          user->getBlock() != observed->getBlock())
        return {};
      readers.push_back(*layer);
    }
  }
  llvm::sort(readers,
             [](Layer &a, Layer &b) { return a.op->isBeforeInBlock(b.op); });
  return readers;
}

SmallVector<OpOperand *> mlir::compress::getReadingInputs(ObserveOp observed) {
  SmallVector<OpOperand *> inputs;
  observed->getParentOfType<FunctionOpInterface>().walk(
      [&](linalg::LinalgOp reader) {
        FailureOr<Layer> layer = matchLayer(reader);
        if (succeeded(layer) &&
            skipPadding(layer->lhs().get()) == observed.getResult())
          inputs.push_back(&layer->lhs());
      });
  return inputs;
}

SmallVector<Layer> mlir::compress::getLayers(func::FuncOp function) {
  SmallVector<Layer> layers;
  SymbolTableCollection symbols;
  for (Operation &op : function.front()) {
    FailureOr<Layer> layer = matchLayer(&op);
    if (failed(layer))
      continue;
    Value rhs = layer->rhs().get();
    if (auto decoded = rhs.getDefiningOp<DequantizeOp>())
      rhs = decoded.getCodes();
    if (getWeightOf(rhs, symbols))
      layers.push_back(*layer);
  }
  return layers;
}

unsigned mlir::compress::getResultChannel(Layer &layer) {
  AffineMap rhs = layer.getMap(layer.rhs()), init = layer.getMap(layer.init());
  // Of a group and a channel in it, the channel.
  unsigned channel = rhs.getDimPosition(layer.rhsChannels.back());
  return *init.getResultPosition(getAffineDimExpr(channel, init.getContext()));
}

std::optional<std::pair<float, float>>
mlir::compress::matchClamp(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic->getNumResults() != 1 || generic.getNumReductionLoops() != 0 ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return std::nullopt;
  Block *body = generic.getBody();
  std::pair<float, float> ends = {-INFINITY, INFINITY};
  Value value = body->getArgument(0);
  for (Operation &inner : body->without_terminator()) {
    bool isMaximum = isa<arith::MaximumFOp, arith::MaxNumFOp>(inner);
    if ((!isMaximum && !isa<arith::MinimumFOp, arith::MinNumFOp>(inner)) ||
        !inner.getResult(0).getType().isF32())
      return std::nullopt;
    Value bound = inner.getOperand(0) == value ? inner.getOperand(1)
                                               : inner.getOperand(0);
    APFloat number(0.0f);
    if ((inner.getOperand(0) != value && inner.getOperand(1) != value) ||
        !matchPattern(bound, m_ConstantFloat(&number)))
      return std::nullopt;
    float end = number.convertToFloat();
    for (float *bounded : {&ends.first, &ends.second})
      *bounded = isMaximum ? std::max(*bounded, end) : std::min(*bounded, end);
    value = inner.getResult(0);
  }
  if (body->getOperations().size() == 1 ||
      body->getTerminator()->getOperand(0) != value)
    return std::nullopt;
  return ends;
}

/// The operand of `op` that is added to `value` for each channel, if it does
/// nothing else.
static OpOperand *matchBias(linalg::GenericOp op, Value value,
                            unsigned channel) {
  if (!op || op.getNumDpsInputs() != 2 || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 0)
    return nullptr;
  Block *body = op.getBody();
  Value first = body->getArgument(0), second = body->getArgument(1);
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (body->getOperations().size() != 2 || !sum ||
      !((sum.getLhs() == first && sum.getRhs() == second) ||
        (sum.getLhs() == second && sum.getRhs() == first)))
    return nullptr;
  for (unsigned own : {0u, 1u}) {
    OpOperand *input = op.getDpsInputOperand(own);
    OpOperand *bias = op.getDpsInputOperand(1 - own);
    AffineMap map = op.getMatchingIndexingMap(bias);
    if (input->get() == value &&
        op.getMatchingIndexingMap(input).isIdentity() &&
        map.getNumResults() == 1 &&
        map.getResult(0) == getAffineDimExpr(channel, map.getContext()) &&
        isa<RankedTensorType>(bias->get().getType()))
      return bias;
  }
  return nullptr;
}

LayerOutput mlir::compress::findOutput(Layer &layer) {
  LayerOutput output{layer.op->getResult(0),
                     layer.op->getResult(0),
                     {},
                     nullptr,
                     -INFINITY,
                     INFINITY};
  // Who asks for a size reads no element.
  auto getUser = [](Value value) -> Operation * {
    Operation *reader = nullptr;
    for (Operation *user : value.getUsers()) {
      if (isa<tensor::DimOp>(user))
        continue;
      if (reader)
        return nullptr;
      reader = user;
    }
    return reader;
  };
  auto generic = dyn_cast_or_null<linalg::GenericOp>(getUser(output.biased));
  if (OpOperand *bias =
          matchBias(generic, output.biased, getResultChannel(layer))) {
    output.bias = generic;
    output.biasOperand = bias;
    output.biased = output.clamped = generic.getResult(0);
  }
  Operation *user = getUser(output.biased);
  if (std::optional<std::pair<float, float>> ends = matchClamp(user)) {
    std::tie(output.low, output.high) = *ends;
    output.clamped = user->getResult(0);
  }
  return output;
}

void mlir::compress::readInstead(OpOperand &input, Value value) {
  SmallVector<tensor::PadOp> pads;
  skipPadding(input.get(), &pads);
  OpBuilder builder(input.getOwner());
  for (tensor::PadOp pad : llvm::reverse(pads)) {
    auto padded = cast<tensor::PadOp>(builder.clone(*pad));
    padded.getSourceMutable().assign(value);
    value = padded;
  }
  input.set(value);
}
