//===- Layers.h - what multiplies activations by weights --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_LAYERS_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_LAYERS_H

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::compress {

/// A contraction or convolution: sums of products of an input (the left
/// operand) with the right operand, recognised by its indexing maps and body,
/// not by its name. A coordinate of the input may be a sum of a loop of the
/// result and one of the window, with strides and dilations as factors.
struct Layer {
  linalg::LinalgOp op;
  /// Dimensions of the right operand with the channels of the result: a group
  /// and a channel in it are two, each channel of a depthwise convolution one.
  SmallVector<unsigned, 2> rhsChannels;
  /// Dimensions of the input that a row shares with no other one: all but the
  /// sum's of a contraction, the batch of a convolution.
  SmallVector<unsigned, 2> rows;
  /// Dimension of the input with its channels: what is summed over besides the
  /// window, or the channels of a depthwise convolution.
  unsigned inputChannel = 0;
  bool isConvolution = false, isDepthwise = false;

  OpOperand &lhs() { return op->getOpOperand(0); }
  OpOperand &rhs() { return op->getOpOperand(1); }
  OpOperand &init() { return *op.getDpsInitOperand(0); }
  AffineMap getMap(OpOperand &operand) {
    return op.getMatchingIndexingMap(&operand);
  }
  /// Products in a sum; `kDynamic` where a size is not known.
  int64_t getDepth();
};

/// Recognises a layer of floats on tensors, whose body is `init + lhs * rhs` in
/// one element type.
FailureOr<Layer> matchLayer(Operation *op);

/// The layers that read an observed value, perhaps with zeros around it, in the
/// order of the model. None when anything else reads it.
SmallVector<Layer> getReaders(ObserveOp observed);

/// The inputs of layers that are `observed`, padded or not, wherever they are
/// in its function, and whatever else reads it.
SmallVector<OpOperand *> getReadingInputs(ObserveOp observed);

/// The layers of `function` that read weights, or codes of them, in the order
/// of the model; those in branches and loops are left out.
SmallVector<Layer> getLayers(func::FuncOp function);

/// What follows a layer's sums: a bias for each channel, and a clamp.
struct LayerOutput {
  /// The layer's result after the bias, and after the clamp.
  Value biased, clamped;
  /// The op that adds the bias, and its operand; null if there is none.
  linalg::GenericOp bias;
  OpOperand *biasOperand = nullptr;
  /// Ends of the clamp; infinite where there is none.
  float low, high;
};

/// Follows the result of `layer` through ops that alone use it.
LayerOutput findOutput(Layer &layer);

/// The dimension of the layer's result with its channels.
unsigned getResultChannel(Layer &layer);

/// The ends of a clamp with constants, which `op` computes elementwise; nothing
/// for other ops.
std::optional<std::pair<float, float>> matchClamp(Operation *op);

/// What a generic that extends floats to a wider type reads; `value` if it
/// comes from anything else.
Value skipExtension(Value value);

/// The weight of a layer or of a table: what `value` loads, perhaps extended
/// from a narrower float type by a generic. Null when there is none.
ml_program::GlobalOp getWeightOf(Value value, SymbolTableCollection &symbols);

/// True when nothing but `operand` reads `weight`, which `getWeightOf` gave.
bool isOnlyReader(OpOperand &operand, ml_program::GlobalOp weight);

/// Gives `weight`, which `operand` alone reads, other values: in f32, whatever
/// its type was.
void setWeightValues(OpOperand &operand, ml_program::GlobalOp weight,
                     ArrayRef<float> values);

/// The value that a layer's input has without the zeros around it, and the ops
/// that add them, the last one first.
Value skipPadding(Value input, SmallVectorImpl<tensor::PadOp> *pads = nullptr);

/// Makes `input`, a layer's input, `value` in the zeros that are around the
/// input now.
void readInstead(OpOperand &input, Value value);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_LAYERS_H
