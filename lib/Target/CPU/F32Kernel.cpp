//===- F32Kernel.cpp - contractions of f32 ----------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

namespace {
constexpr int64_t kPanel = PackedContractOp::kPanel;

/// Columns in lanes, a broadcast element of the left operand for each row: one
/// multiply-add for 16 products. With 512-bit vectors the tile is as large as
/// 32 registers allow: 6 x 64 leaves 4 for the panels and one for the element.
class F32Kernel : public MicroKernelEmitter {
public:
  explicit F32Kernel(bool fused) : fused(fused) {}

  StringRef getName() const override { return fused ? "f32" : "f32_portable"; }

  bool supports(Type elementType, TargetAttr target) const override {
    return elementType.isF32() && (!fused || target.hasFeature("fma"));
  }

  KernelAttr getKernel(MLIRContext *context, TargetAttr target,
                       int64_t columns) const override {
    int64_t panels = llvm::divideCeil(columns, kPanel);
    if (target.getVectorBits() < 512)
      // 16 registers of 4 or 8 lanes: one panel, rows by what is left.
      return KernelAttr::get(context, getName(),
                             target.getVectorBits() == 256 ? 6 : 3, kPanel);
    if (panels == 1)
      return KernelAttr::get(context, getName(), 12, kPanel);
    if (panels == 2)
      return KernelAttr::get(context, getName(), 12, 2 * kPanel);
    if (panels == 3)
      return KernelAttr::get(context, getName(), 8, 3 * kPanel);
    return KernelAttr::get(context, getName(), 6, 4 * kPanel);
  }

  SmallVector<Value> emit(OpBuilder &builder, Location loc, PackedContractOp op,
                          const KernelTile &tile) const override;

  std::array<VectorType, 3>
  getInstructionTypes(MLIRContext *context) const override {
    auto type = VectorType::get(kPanel, Float32Type::get(context));
    return {type, type, type};
  }

  Value emitInstruction(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                        Value sum) const override {
    if (fused)
      return vector::FMAOp::create(builder, loc, lhs, rhs, sum);
    return arith::AddFOp::create(builder, loc, sum,
                                 arith::MulFOp::create(builder, loc, lhs, rhs));
  }

private:
  /// The elements of panel `panel` at `k`.
  Value loadPanel(KernelBuilder &kernel, PackedContractOp op,
                  const KernelTile &tile, int64_t panel, Value k) const;

  bool fused;
};
} // namespace

Value F32Kernel::loadPanel(KernelBuilder &kernel, PackedContractOp op,
                           const KernelTile &tile, int64_t panel,
                           Value k) const {
  OpBuilder &builder = kernel.builder;
  auto type = VectorType::get(tile.getLanes(panel), builder.getF32Type());
  if (!op.getRowMajor())
    return kernel.loadPacked(panel, k, tile.getLanes(panel),
                             /*converts=*/fused);
  SmallVector<Value> position(ArrayRef(tile.rows[0]).drop_back());
  position.append({k, kernel.add(tile.column, kPanel * panel)});
  if (!tile.isPartial(panel))
    return vector::LoadOp::create(builder, kernel.loc, type, op.getRhs(),
                                  position);
  Value mask = vector::ConstantMaskOp::create(
      builder, kernel.loc,
      VectorType::get(tile.getLanes(panel), builder.getI1Type()),
      ArrayRef<int64_t>{tile.lastColumns});
  Value zeros =
      arith::ConstantOp::create(builder, kernel.loc, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, kernel.loc, type, op.getRhs(),
                                      position, mask, zeros);
}

SmallVector<Value> F32Kernel::emit(OpBuilder &builder, Location loc,
                                   PackedContractOp op,
                                   const KernelTile &tile) const {
  KernelBuilder kernel(builder, loc, op, tile);
  SmallVector<Value> init = kernel.getFirstSums(builder.getF32Type());
  return kernel.reduce(1, init, [&](const KernelStep &step, ValueRange sums) {
    SmallVector<Value> panels, next;
    for (int64_t panel = 0; panel < tile.panels; ++panel)
      panels.push_back(loadPanel(kernel, op, tile, panel, step.packed));
    for (const LhsRow &row : step.rows) {
      Value element = kernel.loadElement(row, step);
      for (Value rhs : panels) {
        Value lhs =
            vector::BroadcastOp::create(builder, loc, rhs.getType(), element);
        next.push_back(
            emitInstruction(builder, loc, lhs, rhs, sums[next.size()]));
      }
    }
    return next;
  });
}

const MicroKernelEmitter &cpu::getF32Kernel() {
  static const F32Kernel kernel(/*fused=*/true);
  return kernel;
}

const MicroKernelEmitter &cpu::getF32PortableKernel() {
  static const F32Kernel kernel(/*fused=*/false);
  return kernel;
}
