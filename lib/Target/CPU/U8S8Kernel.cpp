//===- U8S8Kernel.cpp - contractions of codes -------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "X86.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

namespace {
constexpr int64_t kPanel = PackedContractOp::kPanel;
constexpr int64_t kCodes = PackedContractOp::kCodesPerLane;

/// Columns in lanes of i32, four consecutive k in the bytes of a lane: the four
/// codes of a row are broadcast as one i32. Subclasses differ in the
/// instruction that multiplies and adds the bytes.
class U8S8Kernel : public MicroKernelEmitter {
public:
  SmallVector<Value> emit(OpBuilder &builder, Location loc, PackedContractOp op,
                          const KernelTile &tile) const override;

  std::array<VectorType, 3>
  getInstructionTypes(MLIRContext *context) const override {
    auto bytes = VectorType::get(kPanel * kCodes, IntegerType::get(context, 8));
    return {bytes, bytes,
            VectorType::get(kPanel, IntegerType::get(context, 32))};
  }

private:
  SmallVector<Value> emitStep(KernelBuilder &kernel, PackedContractOp op,
                              const KernelTile &tile, const KernelStep &step,
                              ValueRange sums) const;
};
} // namespace

/// The codes of a row of `step`, and zeros up to four, as one i32.
static Value loadCodes(KernelBuilder &kernel, const LhsRow &row,
                       const KernelStep &step) {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.loc;
  auto bytesType = VectorType::get(kCodes, builder.getI8Type());
  Value bytes;
  if (step.count == kCodes && row.buffers.size() == 1) {
    bytes = kernel.loadElements(row, step);
  } else {
    bytes =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(bytesType));
    for (int64_t i = 0; i < step.count; ++i)
      bytes = vector::InsertOp::create(builder, loc,
                                       kernel.loadElement(row, step, i), bytes,
                                       ArrayRef<int64_t>{i});
  }
  Value word = vector::BitCastOp::create(
      builder, loc, VectorType::get(1, builder.getI32Type()), bytes);
  return vector::ExtractOp::create(builder, loc, word, ArrayRef<int64_t>{0});
}

SmallVector<Value> U8S8Kernel::emitStep(KernelBuilder &kernel,
                                        PackedContractOp op,
                                        const KernelTile &tile,
                                        const KernelStep &step,
                                        ValueRange sums) const {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.loc;
  SmallVector<Value> panels, next;
  for (int64_t panel = 0; panel < tile.panels; ++panel)
    panels.push_back(vector::LoadOp::create(
        builder, loc,
        VectorType::get(tile.getLanes(panel) * kCodes, builder.getI8Type()),
        op.getRhs(),
        ValueRange{kernel.panelNumber(panel), step.packed, kernel.index(0)}));
  for (const LhsRow &row : step.rows) {
    Value word = loadCodes(kernel, row, step);
    for (Value weights : panels) {
      Value sum = sums[next.size()];
      Value words =
          vector::BroadcastOp::create(builder, loc, sum.getType(), word);
      Value codes =
          vector::BitCastOp::create(builder, loc, weights.getType(), words);
      next.push_back(emitInstruction(builder, loc, codes, weights, sum));
    }
  }
  return next;
}

SmallVector<Value> U8S8Kernel::emit(OpBuilder &builder, Location loc,
                                    PackedContractOp op,
                                    const KernelTile &tile) const {
  KernelBuilder kernel(builder, loc, op, tile);
  return kernel.reduce(kCodes, kernel.getFirstSums(builder.getI32Type()),
                       [&](const KernelStep &step, ValueRange sums) {
                         return emitStep(kernel, op, tile, step, sums);
                       });
}

//===----------------------------------------------------------------------===//
// AVX-512 VNNI
//===----------------------------------------------------------------------===//

namespace {
class U8S8DotKernel final : public U8S8Kernel {
public:
  StringRef getName() const override { return "u8s8_vpdpbusd"; }

  bool supports(Type elementType, TargetAttr target) const override {
    return elementType.isInteger(8) && target.getVectorBits() >= 512 &&
           target.hasFeature("avx512vnni");
  }

  int64_t getFewestLanes(TargetAttr target) const override {
    return target.hasFeature("avx512vl") ? 4 : kPanel;
  }

  KernelAttr getKernel(MLIRContext *context, TargetAttr,
                       int64_t columns) const override {
    int64_t panels = llvm::divideCeil(columns, kPanel);
    if (panels == 1)
      return KernelAttr::get(context, getName(), 12, kPanel);
    if (panels == 2)
      return KernelAttr::get(context, getName(), 12, 2 * kPanel);
    if (panels == 3)
      return KernelAttr::get(context, getName(), 8, 3 * kPanel);
    return KernelAttr::get(context, getName(), 6, 4 * kPanel);
  }

  Value emitInstruction(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                        Value sum) const override {
    return x86::dotBytes(builder, loc, sum, lhs, rhs);
  }
};

//===----------------------------------------------------------------------===//
// Any target
//===----------------------------------------------------------------------===//

/// Takes the bytes out of their lanes with shifts and multiplies in i32.
class U8S8PortableKernel final : public U8S8Kernel {
public:
  StringRef getName() const override { return "u8s8_portable"; }

  bool supports(Type elementType, TargetAttr) const override {
    return elementType.isInteger(8);
  }

  KernelAttr getKernel(MLIRContext *context, TargetAttr target,
                       int64_t) const override {
    return KernelAttr::get(context, getName(),
                           target.getVectorBits() >= 512 ? 8 : 2, kPanel);
  }

  Value emitInstruction(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                        Value sum) const override {
    auto type = cast<VectorType>(sum.getType());
    auto splat = [&](int32_t value) -> Value {
      return arith::ConstantOp::create(builder, loc,
                                       DenseElementsAttr::get(type, value));
    };
    Value codes = vector::BitCastOp::create(builder, loc, type, lhs);
    Value weights = vector::BitCastOp::create(builder, loc, type, rhs);
    for (int64_t i = 0; i < kCodes; ++i) {
      Value code = arith::AndIOp::create(
          builder, loc,
          arith::ShRUIOp::create(builder, loc, codes, splat(8 * i)),
          splat(0xff));
      Value high = arith::ShLIOp::create(builder, loc, weights,
                                         splat(8 * (kCodes - 1 - i)));
      Value weight = arith::ShRSIOp::create(builder, loc, high, splat(24));
      sum = arith::AddIOp::create(
          builder, loc, sum, arith::MulIOp::create(builder, loc, weight, code));
    }
    return sum;
  }
};
} // namespace

const MicroKernelEmitter &cpu::getU8S8Kernel() {
  static const U8S8DotKernel kernel;
  return kernel;
}

const MicroKernelEmitter &cpu::getU8S8PortableKernel() {
  static const U8S8PortableKernel kernel;
  return kernel;
}
