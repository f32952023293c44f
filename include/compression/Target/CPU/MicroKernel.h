//===- MicroKernel.h - code for one register tile of a contraction --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TARGET_CPU_MICROKERNEL_H
#define COMPRESSION_TARGET_CPU_MICROKERNEL_H

#include "compression/Dialect/Compress/IR/Compress.h"

#include <array>

namespace mlir::compress::cpu {

/// The place of a register tile in the result of a packed contraction.
struct KernelTile {
  /// The coordinate of each row, without the column, as `index` values: (m),
  /// (batch, m), or (batch, y, x) of an image.
  SmallVector<SmallVector<Value>> rows;
  /// The first column, as an `index` value. It is a multiple of the panel's
  /// width where the right operand is packed.
  Value column;
  /// Panels of 16 columns.
  int64_t panels;
  /// Valid columns of the last panel, and lanes of the vectors that hold them:
  /// less than 16 only at the edge of a result whose width is no multiple of
  /// 16.
  int64_t lastColumns = PackedContractOp::kPanel;
  int64_t lastLanes = PackedContractOp::kPanel;
  /// Of a convolution: a memref of rank 1 with elements as they lie outside of
  /// the image; null when no tap lies there.
  Value padding;
  /// Of a convolution: whether the rows are neighbours in one row of the result
  /// and their taps lie in columns of the image, if perhaps not in rows of it.
  bool isLine = false;
  /// Of a depthwise convolution: the rows are neighbours in so many lines of
  /// the result. 0 for neighbours in one line, whose taps are taken row by row.
  int64_t lines = 0;
  /// What the sums of each panel start with; empty: with zeros.
  SmallVector<Value> start;

  int64_t getNumRows() const { return rows.size(); }
  /// The lanes of the vectors of a panel.
  int64_t getLanes(int64_t panel) const {
    return panel + 1 == panels ? lastLanes : PackedContractOp::kPanel;
  }
  /// True when the last lanes of a panel lie outside of the result.
  bool isPartial(int64_t panel) const {
    return panel + 1 == panels && lastColumns != lastLanes;
  }
};

/// Builds `vector` dialect IR that computes the sums of one register tile of a
/// `compress.packed_contract` on memrefs. The sums are SSA values carried by
/// loops over k; nothing is stored.
class MicroKernelEmitter {
public:
  virtual ~MicroKernelEmitter() = default;

  /// The name in `#compress.kernel`.
  virtual StringRef getName() const = 0;

  /// True when the emitter is one of depthwise convolutions.
  virtual bool isDepthwise() const { return false; }

  /// True when the emitter multiplies elements of `elementType`, and `target`
  /// has the features that its code needs.
  virtual bool supports(Type elementType, TargetAttr target) const = 0;

  /// The register tile for results of `columns` columns.
  virtual KernelAttr getKernel(MLIRContext *context, TargetAttr target,
                               int64_t columns) const = 0;

  /// The fewest lanes of a vector that the emitter computes with: 4, 8 or 16.
  virtual int64_t getFewestLanes(TargetAttr target) const { return 4; }

  /// Emits the sums: `rows * panels` vectors of f32 or i32, row by row, with
  /// the lanes of their panel. Lanes beyond `lastColumns` are unspecified.
  virtual SmallVector<Value> emit(OpBuilder &builder, Location loc,
                                  PackedContractOp op,
                                  const KernelTile &tile) const = 0;

  /// The types of the operands of the emitter's instruction: left, right, sum.
  virtual std::array<VectorType, 3>
  getInstructionTypes(MLIRContext *context) const = 0;

  /// Emits the instruction, `sum + lhs * rhs`, alone: what the peak is measured
  /// with.
  virtual Value emitInstruction(OpBuilder &builder, Location loc, Value lhs,
                                Value rhs, Value sum) const = 0;
};

/// All emitters, the fastest first.
ArrayRef<const MicroKernelEmitter *> getEmitters();

/// The emitter of that name; null when there is none.
const MicroKernelEmitter *lookupEmitter(StringRef name);

/// The fastest emitter for elements of `elementType` on `target`, of depthwise
/// convolutions or of all other contractions; null when there is none.
const MicroKernelEmitter *selectEmitter(Type elementType, TargetAttr target,
                                        bool depthwise = false);

// The emitters, each in its own file.
const MicroKernelEmitter &getF32Kernel();
const MicroKernelEmitter &getF32PortableKernel();
const MicroKernelEmitter &getU8S8Kernel();
const MicroKernelEmitter &getU8S8PortableKernel();
const MicroKernelEmitter &getF32DepthwiseKernel();
const MicroKernelEmitter &getF32PortableDepthwiseKernel();
const MicroKernelEmitter &getU8S8DepthwiseKernel();
const MicroKernelEmitter &getU8S8PortableDepthwiseKernel();

} // namespace mlir::compress::cpu

#endif // COMPRESSION_TARGET_CPU_MICROKERNEL_H
