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
  /// Coordinates in front of (m, n): none or the batch.
  SmallVector<Value> batch;
  /// The first row and the first column, as `index` values. The column is a
  /// multiple of the panel's width where the right operand is packed.
  Value row, column;
  /// Rows of the tile, and panels of 16 columns.
  int64_t rows, panels;
  /// Valid columns of the last panel: less than 16 only at the edge of a result
  /// whose width is no multiple of 16.
  int64_t lastLanes = PackedContractOp::kPanel;
};

/// Builds `vector` dialect IR that computes the sums of one register tile of a
/// `compress.packed_contract` on memrefs. The sums are SSA values carried by a
/// loop over k; nothing is stored.
class MicroKernelEmitter {
public:
  virtual ~MicroKernelEmitter() = default;

  /// The name in `#compress.kernel`.
  virtual StringRef getName() const = 0;

  /// True when the emitter multiplies elements of `elementType`, and `target`
  /// has the features that its code needs.
  virtual bool supports(Type elementType, TargetAttr target) const = 0;

  /// The register tile for results of `columns` columns.
  virtual KernelAttr getKernel(MLIRContext *context, TargetAttr target,
                               int64_t columns) const = 0;

  /// Emits the sums: `rows * panels` values of type vector<16xf32> or
  /// vector<16xi32>, row by row. Lanes beyond `lastLanes` are unspecified.
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

/// The fastest emitter for elements of `elementType` on `target`; null when
/// there is none.
const MicroKernelEmitter *selectEmitter(Type elementType, TargetAttr target);

// The emitters, each in its own file.
const MicroKernelEmitter &getF32Kernel();
const MicroKernelEmitter &getF32PortableKernel();
const MicroKernelEmitter &getU8S8Kernel();
const MicroKernelEmitter &getU8S8PortableKernel();

} // namespace mlir::compress::cpu

#endif // COMPRESSION_TARGET_CPU_MICROKERNEL_H
