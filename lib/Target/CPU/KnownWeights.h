//===- KnownWeights.h - weights to compute with -----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_KNOWNWEIGHTS_H
#define COMPRESSION_LIB_TARGET_CPU_KNOWNWEIGHTS_H

#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Target/CPU/Target.h"

namespace mlir::compress::cpu {

/// True for a weight whose value will not change: one can compute with it.
inline bool isKnown(ml_program::GlobalOp weight) {
  return weight && getWeightValue(weight) &&
         !weight->hasAttr(kParameterAttrName);
}

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_KNOWNWEIGHTS_H
