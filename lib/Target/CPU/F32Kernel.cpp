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
      return KernelAttr::get(context, getName(), 8, 2 * kPanel);
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
  /// The 16 elements of panel `panel` at `k`.
  Value loadPanel(KernelBuilder &kernel, PackedContractOp op,
                  const KernelTile &tile, int64_t panel, Value k) const;

  bool fused;
};
} // namespace

Value F32Kernel::loadPanel(KernelBuilder &kernel, PackedContractOp op,
                           const KernelTile &tile, int64_t panel,
                           Value k) const {
  OpBuilder &builder = kernel.builder;
  auto type = VectorType::get(kPanel, builder.getF32Type());
  if (!op.getRowMajor())
    return vector::LoadOp::create(
        builder, kernel.loc, type, op.getRhs(),
        ValueRange{kernel.panelNumber(panel), k, kernel.index(0)});
  SmallVector<Value> position(tile.batch);
  position.append({k, kernel.add(tile.column, kPanel * panel)});
  if (panel + 1 < tile.panels || tile.lastLanes == kPanel)
    return vector::LoadOp::create(builder, kernel.loc, type, op.getRhs(),
                                  position);
  Value mask = vector::ConstantMaskOp::create(
      builder, kernel.loc, VectorType::get(kPanel, builder.getI1Type()),
      ArrayRef<int64_t>{tile.lastLanes});
  Value zeros =
      arith::ConstantOp::create(builder, kernel.loc, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, kernel.loc, type, op.getRhs(),
                                      position, mask, zeros);
}

SmallVector<Value> F32Kernel::emit(OpBuilder &builder, Location loc,
                                   PackedContractOp op,
                                   const KernelTile &tile) const {
  KernelBuilder kernel(builder, loc, op, tile);
  auto type = VectorType::get(kPanel, builder.getF32Type());
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  SmallVector<Value> init(tile.rows * tile.panels, zeros);
  return kernel.loop(op.getK(), init, [&](Value k, ValueRange sums) {
    SmallVector<Value> panels, next;
    for (int64_t panel = 0; panel < tile.panels; ++panel)
      panels.push_back(loadPanel(kernel, op, tile, panel, k));
    for (int64_t row = 0; row < tile.rows; ++row) {
      Value element = memref::LoadOp::create(builder, loc, op.getLhs(),
                                             kernel.lhsPosition(row, k));
      Value lhs = vector::BroadcastOp::create(builder, loc, type, element);
      for (auto [panel, rhs] : llvm::enumerate(panels))
        next.push_back(emitInstruction(builder, loc, lhs, rhs,
                                       sums[row * tile.panels + panel]));
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
