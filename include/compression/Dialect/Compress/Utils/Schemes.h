//===- Schemes.h - schemes as numerics formats -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_SCHEMES_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_SCHEMES_H

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Numerics/Affine.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::compress {

/// The name of the attribute that a plan puts on a weight.
inline constexpr StringLiteral kSchemeAttrName = "compress.scheme";

/// The name of the attribute that holds how well a weight's payload represents
/// it: its SQNR in dB, an f64.
inline constexpr StringLiteral kErrorAttrName = "compress.sqnr_db";

/// The name of the attribute on a payload of codes that names the weight whose
/// codes they are.
inline constexpr StringLiteral kWeightAttrName = "compress.weight";

/// The name of the attribute on the scale and the zero point of an activation
/// that names its `compress.observe`.
inline constexpr StringLiteral kActivationAttrName = "compress.activation";

/// The name of the attribute on the vector by which an activation is multiplied
/// before it is quantized, that names its `compress.observe`.
inline constexpr StringLiteral kSmoothingAttrName = "compress.smoothing";

/// The name of the attribute on a switch that names the weight whose layers it
/// makes read quantized inputs.
inline constexpr StringLiteral kSwitchAttrName = "compress.switch";

/// The named tensors that hold the parameters of an activation; null for one
/// that there is not.
struct ActivationParameters {
  ml_program::GlobalOp scale, zeroPoint, smoothing;
};

/// The parameters of the activations of `module`, by the activation's name.
llvm::StringMap<ActivationParameters> getActivationParameters(ModuleOp module);

/// The arithmetic of a scheme, without its block shape.
numerics::AffineFormat getFormat(AffineAttr scheme);

/// The blocks of a tensor of static `shape` under `scheme`.
numerics::BlockedLayout getLayout(AffineAttr scheme, ArrayRef<int64_t> shape);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_SCHEMES_H
