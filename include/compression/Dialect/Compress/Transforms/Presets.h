//===- Presets.h - schemes by well-known names -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PRESETS_H
#define COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PRESETS_H

#include "compression/Dialect/Compress/IR/Compress.h"

namespace mlir::compress {

/// A compression of all weights of a model and of the inputs of its
/// contractions, by a name that users of other tools know.
struct Preset {
  StringLiteral name;
  StringLiteral description;
  /// Scales of activations come from calibration rather than at run time.
  bool isStatic;
};

/// All presets, in the order in which they are listed to users.
ArrayRef<Preset> getPresets();

/// The preset of that name (in any case); null when there is none.
const Preset *lookupPreset(StringRef name);

/// The names of all presets: `W8A8, W8A8_DYNAMIC`.
std::string listPresets();

/// Weight of a layer: s8 in [-127, 127], a scale per index of the dimensions
/// `channels`.
AffineAttr getWeightScheme(RankedTensorType type, ArrayRef<unsigned> channels);

/// Table of a gather: s8 in [-127, 127], a scale per row.
AffineAttr getTableScheme(RankedTensorType type);

/// Input of a layer: u8 with a zero point; a scale for each index of the
/// dimensions `rows`.
AffineAttr getActivationScheme(RankedTensorType type, ArrayRef<unsigned> rows);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PRESETS_H
