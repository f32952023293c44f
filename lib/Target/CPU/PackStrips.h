//===- PackStrips.h - contractions with weights decoded strip by strip -*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_PACKSTRIPS_H
#define COMPRESSION_LIB_TARGET_CPU_PACKSTRIPS_H

#include "compression/Dialect/Compress/Utils/Contractions.h"
#include "compression/Target/CPU/MicroKernel.h"

namespace mlir::compress::cpu {

/// The attribute of a loop over strips: ops in it are tiled like those outside.
inline constexpr StringLiteral kStripsAttrName = "compress.strips";

/// `value` with its dimensions in the order of `loops`, by its `map`.
Value orderDimensions(OpBuilder &builder, Location loc, Value value,
                      AffineMap map, ArrayRef<unsigned> loops);

/// The op that decodes the right operand of `contraction` and can do so for a
/// part of it: a reconstruct op, or a cast of a narrower float. Null when there
/// is none, or a kernel reads the payload itself.
TilingInterface getStripProducer(Contraction &contraction);

/// The product of the matrix `lhs` and the right operand of `contraction`, of
/// type `type`. The operand is decoded for a strip of columns at a time, so
/// that it never exists whole; `addend`, if any, is added to the product. Fails
/// without a change when the producer can't be tiled.
FailureOr<Value> buildStrips(OpBuilder &builder, Contraction &contraction,
                             TilingInterface producer, Value lhs, Value addend,
                             RankedTensorType type,
                             const MicroKernelEmitter &kernel,
                             TargetAttr target);

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_PACKSTRIPS_H
