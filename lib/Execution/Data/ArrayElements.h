//===- ArrayElements.h - Typed access to array elements ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EXECUTION_DATA_ARRAYELEMENTS_H
#define LIB_EXECUTION_DATA_ARRAYELEMENTS_H

#include "compression/IO/ElementKind.h"
#include "compression/Numerics/FloatFormat.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstring>

namespace mlir::compress {

/// Reads element `index` of a row-major array of `T` of any alignment.
template <typename T>
struct ElementLoader {
  T operator()(const char *data, int64_t index) const {
    T value;
    std::memcpy(&value, data + index * sizeof(T), sizeof(T));
    return value;
  }
};

/// The same for a 16-bit float, as a `float`.
template <float (*decode)(uint16_t)>
struct Float16Loader {
  float operator()(const char *data, int64_t index) const {
    return decode(ElementLoader<uint16_t>()(data, index));
  }
};

/// Calls `visitor` with the loader of a type.
template <typename Visitor>
void visitElements(ArrayType type, Visitor visitor) {
  switch (type) {
  case ArrayType::Bool:
  case ArrayType::U8:
    return visitor(ElementLoader<uint8_t>());
  case ArrayType::S8:
    return visitor(ElementLoader<int8_t>());
  case ArrayType::U16:
    return visitor(ElementLoader<uint16_t>());
  case ArrayType::S16:
    return visitor(ElementLoader<int16_t>());
  case ArrayType::U32:
    return visitor(ElementLoader<uint32_t>());
  case ArrayType::S32:
    return visitor(ElementLoader<int32_t>());
  case ArrayType::U64:
    return visitor(ElementLoader<uint64_t>());
  case ArrayType::S64:
    return visitor(ElementLoader<int64_t>());
  case ArrayType::F16:
    return visitor(Float16Loader<numerics::fromF16>());
  case ArrayType::BF16:
    return visitor(Float16Loader<numerics::fromBF16>());
  case ArrayType::F32:
    return visitor(ElementLoader<float>());
  case ArrayType::F64:
    return visitor(ElementLoader<double>());
  }
  llvm_unreachable("unknown array type");
}

} // namespace mlir::compress

#endif // LIB_EXECUTION_DATA_ARRAYELEMENTS_H
