//===- WeightView.h - how a tensor lies in a weight's data ------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_DIALECT_COMPRESS_TRANSFORMS_WEIGHTVIEW_H
#define COMPRESSION_LIB_DIALECT_COMPRESS_TRANSFORMS_WEIGHTVIEW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::compress {

/// How the elements of a tensor lie in the row-major data of another one:
/// element (i, j, ...) at `offset + i * strides[0] + j * strides[1] + ...`,
/// counted in elements. A dimension along which elements repeat, or of size 1,
/// has stride 0. Every op that only moves elements has a result of this form,
/// so that a chain of them is one view.
struct WeightView {
  int64_t offset = 0;
  SmallVector<int64_t> sizes;
  SmallVector<int64_t> strides;
  /// The wider float type that the elements were extended to; null if none.
  Type extendedType;

  /// The view of a whole tensor of `type`, which has a static shape.
  static WeightView get(RankedTensorType type);

  /// The view of the result of the op that `use` belongs to, when this is the
  /// view of the operand. Fails when the op does more than move or extend
  /// elements, and when the result is no view: a collapse of permuted
  /// dimensions, a dynamic shape.
  FailureOr<WeightView> apply(OpOperand &use) const;

  /// The dimensions along which elements differ, outermost first.
  SmallVector<int64_t> getDistinctDims() const;

  /// The sizes of these dimensions.
  SmallVector<int64_t> getDistinctSizes() const;

  /// True when each of the `numElements` elements of the data is in the view.
  bool isWhole(int64_t numElements) const;

  /// The position in the data of each distinct element, in order.
  void forEachPosition(function_ref<void(int64_t)> callback) const;
};

/// True for integers and floats whose elements are whole bytes in a resource,
/// and for i1, which is a byte there.
bool hasWholeBytes(Type elementType);

/// The operand whose elements the result of `op` moves, or extends to a wider
/// float type; null for any other op.
OpOperand *getMovedOperand(Operation *op);

/// The value at the beginning of the chain of ops that move elements to
/// `value`; `value` itself if no such op defines it.
Value getMovedRoot(Value value);

} // namespace mlir::compress

#endif // COMPRESSION_LIB_DIALECT_COMPRESS_TRANSFORMS_WEIGHTVIEW_H
