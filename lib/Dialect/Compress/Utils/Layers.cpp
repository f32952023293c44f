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
