//===- TensorSpec.h - Type of an argument or result -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_EXECUTION_TENSORSPEC_H
#define COMPRESSION_EXECUTION_TENSORSPEC_H

#include "compression/IO/ElementKind.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace mlir::compress {

/// Type of an argument or result of a model: what `tensor<1x64xf32>` says.
struct TensorSpec {
  ElementKind kind;
  /// One size per dimension; a negative one is unknown. Empty for a scalar.
  llvm::SmallVector<int64_t> shape;

  /// Number of elements of a static shape.
  int64_t getNumElements() const;

  /// Number of bytes of a static shape, row-major and without padding.
  int64_t getByteSize() const;

  /// The type as MLIR writes it.
  std::string str() const;

  bool operator==(const TensorSpec &other) const {
    return kind == other.kind && shape == other.shape;
  }
  bool operator!=(const TensorSpec &other) const { return !(*this == other); }
};

} // namespace mlir::compress

#endif // COMPRESSION_EXECUTION_TENSORSPEC_H
