//===- DepthwiseStrips.h - depthwise convolutions down the image -*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_DEPTHWISESTRIPS_H
#define COMPRESSION_LIB_TARGET_CPU_DEPTHWISESTRIPS_H

#include "ImageWindow.h"

#include <optional>

namespace mlir::compress::cpu {

/// How a depthwise convolution of floats goes down an image: a row of the image
/// is added to the sums of all rows of the result whose windows hold it, so
/// that each pixel is loaded once. A step takes as many rows of the image as
/// the stride, and completes a row of the result, once the first `live - 1`
/// steps are done.
struct StripSteps {
  /// Rows of the result that a step adds to.
  int64_t live;
  /// The steps of a loop: all that they read lies in the image. Those in front
  /// and behind are emitted one by one.
  int64_t begin, end;
  int64_t total;
  /// The most pixels of a row whose sums stay in registers.
  int64_t pixels;

  /// None where `op` has no such form, or it would be long.
  static std::optional<StripSteps> get(PackedContractOp op, TargetAttr target);
};

/// Emits the loop over the steps of a strip: some pixels of each row, and the
/// channels of a panel.
class StripEmitter {
public:
  /// Emits the epilogue and the store of a complete row.
  using Finish = llvm::function_ref<void(Value y, ArrayRef<Value> sums)>;

  /// `tile` has the pixels of the first row of the result.
  StripEmitter(OpBuilder &builder, PackedContractOp op,
               const MicroKernelEmitter &kernel, const StripSteps &steps,
               const KernelTile &tile, Finish finish);

  void emit();

private:
  /// Adds the rows of the image of step `step` to `sums`, by age, the youngest
  /// row of the result first; leaves out what lies outside of the image, as far
  /// as `number`, the step if it is known, says. Returns the sums of the
  /// oldest.
  SmallVector<Value> emitStep(Value step, std::optional<int64_t> number,
                              SmallVectorImpl<Value> &sums);
  void finishRow(Value step, ArrayRef<Value> oldest);
  Value loadWeight(int64_t tap);

  KernelBuilder builder;
  PackedContractOp op;
  WindowAttr attr;
  const MicroKernelEmitter &kernel;
  const StripSteps &steps;
  const KernelTile &tile;
  ImageWindow window;
  Finish finish;
  /// Loaded before the loop, if they are few.
  SmallVector<Value> weights;
};

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_DEPTHWISESTRIPS_H
