//===- Presets.cpp - schemes by well-known names -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Transforms/Presets.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::compress;

ArrayRef<Preset> mlir::compress::getPresets() {
  static constexpr Preset presets[] = {
      {"W8A8",
       "weights s8 per channel, inputs of contractions u8 per tensor by "
       "calibration",
       /*isStatic=*/true},
      {"W8A8_DYNAMIC",
       "weights s8 per channel, inputs of contractions u8 per row, scaled at "
       "run time",
       /*isStatic=*/false}};
  return presets;
}

const Preset *mlir::compress::lookupPreset(StringRef name) {
  for (const Preset &preset : getPresets())
    if (name.equals_insensitive(preset.name))
      return &preset;
  return nullptr;
}

std::string mlir::compress::listPresets() {
  return llvm::join(
      llvm::map_range(getPresets(),
                      [](const Preset &preset) { return preset.name.str(); }),
      ", ");
}

/// One block size per dimension: 1 for those in `single`, else the whole.
static SmallVector<int64_t> makeBlock(int64_t rank, ArrayRef<unsigned> single) {
  SmallVector<int64_t> block(rank, AffineAttr::kWhole);
  for (unsigned dim : single)
    block[dim] = 1;
  return block;
}

AffineAttr mlir::compress::getWeightScheme(RankedTensorType type,
                                           ArrayRef<unsigned> channels) {
  return AffineAttr::get(cast<FloatType>(type.getElementType()), /*bits=*/8,
                         /*isSigned=*/true, /*qmin=*/-127, /*qmax=*/127,
                         makeBlock(type.getRank(), channels),
                         /*hasZeroPoint=*/false);
}

AffineAttr mlir::compress::getTableScheme(RankedTensorType type) {
  return getWeightScheme(type, /*channels=*/{0});
}

AffineAttr mlir::compress::getActivationScheme(RankedTensorType type,
                                               ArrayRef<unsigned> rows) {
  return AffineAttr::get(cast<FloatType>(type.getElementType()), /*bits=*/8,
                         /*isSigned=*/false, /*qmin=*/0, /*qmax=*/255,
                         makeBlock(type.getRank(), rows),
                         /*hasZeroPoint=*/true);
}
