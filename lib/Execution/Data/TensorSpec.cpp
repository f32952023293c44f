//===- TensorSpec.cpp - Type of an argument or result -----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/TensorSpec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <numeric>

using namespace llvm;
using namespace mlir::compress;

int64_t TensorSpec::getNumElements() const {
  assert(all_of(shape, [](int64_t size) { return size >= 0; }) &&
         "the shape is not static");
  return std::accumulate(shape.begin(), shape.end(), int64_t{1},
                         std::multiplies<int64_t>());
}

int64_t TensorSpec::getByteSize() const {
  return getNumElements() * mlir::compress::getByteSize(kind);
}

std::string TensorSpec::str() const {
  std::string text;
  raw_string_ostream os(text);
  os << "tensor<";
  for (int64_t size : shape) {
    if (size < 0)
      os << "?x";
    else
      os << size << 'x';
  }
  os << getName(kind) << '>';
  return text;
}
