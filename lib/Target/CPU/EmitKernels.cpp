//===- EmitKernels.cpp - packed contractions become loops of vector code --*-
// C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/MicroKernel.h"
#include "compression/Target/CPU/Passes.h"
#include "compression/Target/CPU/Target.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUEMITKERNELSPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

static constexpr int64_t kPanel = PackedContractOp::kPanel;

namespace {
/// Computes the results of one tile from its sums and stores them.
class EpilogueEmitter {
public:
  EpilogueEmitter(OpBuilder &builder, PackedContractOp op,
                  const KernelTile &tile)
      : builder(builder), loc(op.getLoc()), op(op), tile(tile) {}

  void emit(ArrayRef<Value> sums);

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value offset(Value base, int64_t value) {
    return value == 0 ? base
                      : arith::AddIOp::create(builder, loc, base, index(value));
  }
  /// True when the panel's last lanes lie outside the result.
  bool isPartial(int64_t panel) const {
    return panel + 1 == tile.panels && tile.lastLanes != kPanel;
  }
  Value mask() {
    return vector::ConstantMaskOp::create(
        builder, loc, VectorType::get(kPanel, builder.getI1Type()),
        ArrayRef<int64_t>{tile.lastLanes});
  }
  /// The lanes of extra operand `number` at a row and a panel.
  Value loadExtra(unsigned number, int64_t row, int64_t panel);
  Value emitRegion(Value sum, int64_t row, int64_t panel);

  OpBuilder &builder;
  Location loc;
  PackedContractOp op;
  const KernelTile &tile;
  /// Extras already loaded, by number, row (-1: all rows) and panel (-1: all).
  DenseMap<std::tuple<unsigned, int64_t, int64_t>, Value> loaded;
};
} // namespace

Value EpilogueEmitter::loadExtra(unsigned number, int64_t row, int64_t panel) {
  AffineMap map = op.getExtraMap(number);
  unsigned columnDim = map.getNumDims() - 1, rowDim = columnDim - 1;
  bool byRow = map.isFunctionOfDim(rowDim);
  bool byColumn = map.isFunctionOfDim(columnDim);
  Value &known = loaded[{number, byRow ? row : -1, byColumn ? panel : -1}];
  if (known)
    return known;

  SmallVector<Value> position;
  for (AffineExpr result : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim)
      position.push_back(index(0));
    else if (dim.getPosition() == columnDim)
      position.push_back(offset(tile.column, kPanel * panel));
    else if (dim.getPosition() == rowDim)
      position.push_back(offset(tile.row, row));
    else
      position.push_back(tile.batch[dim.getPosition()]);
  }
  Value extra = op.getExtras()[number];
  auto type = VectorType::get(
      kPanel, cast<MemRefType>(extra.getType()).getElementType());
  if (!byColumn)
    return known = vector::BroadcastOp::create(
               builder, loc, type,
               memref::LoadOp::create(builder, loc, extra, position));
  if (!isPartial(panel))
    return known = vector::LoadOp::create(builder, loc, type, extra, position);
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return known = vector::MaskedLoadOp::create(builder, loc, type, extra,
                                              position, mask(), zeros);
}

Value EpilogueEmitter::emitRegion(Value sum, int64_t row, int64_t panel) {
  Block &body = op.getEpilogue().front();
  IRMapping mapping;
  mapping.map(body.getArgument(0), sum);
  for (unsigned i = 0, e = op.getExtras().size(); i < e; ++i)
    if (!body.getArgument(i + 1).use_empty())
      mapping.map(body.getArgument(i + 1), loadExtra(i, row, panel));
  for (Operation &inner : body.without_terminator()) {
    if (auto constant = dyn_cast<arith::ConstantOp>(inner)) {
      auto type = VectorType::get(kPanel, constant.getType());
      mapping.map(
          constant.getResult(),
          arith::ConstantOp::create(
              builder, loc, DenseElementsAttr::get(type, constant.getValue()))
              .getResult());
      continue;
    }
    Operation *clone = builder.clone(inner, mapping);
    for (Value result : clone->getResults())
      result.setType(VectorType::get(kPanel, result.getType()));
  }
  return mapping.lookup(cast<YieldOp>(body.getTerminator()).getValue());
}

void EpilogueEmitter::emit(ArrayRef<Value> sums) {
  for (int64_t row = 0; row < tile.rows; ++row) {
    for (int64_t panel = 0; panel < tile.panels; ++panel) {
      Value value = emitRegion(sums[row * tile.panels + panel], row, panel);
      SmallVector<Value> position(tile.batch);
      position.append(
          {offset(tile.row, row), offset(tile.column, kPanel * panel)});
      if (isPartial(panel))
        vector::MaskedStoreOp::create(builder, loc, op.getInit(), position,
                                      mask(), value);
      else
        vector::StoreOp::create(builder, loc, value, op.getInit(), position);
    }
  }
}

namespace {
/// Emits the loops around the tiles of one contraction: panels outside, so
/// that a panel of weights stays in the L2 cache while the rows pass by.
class ContractionEmitter {
public:
  ContractionEmitter(PackedContractOp op, const MicroKernelEmitter &kernel,
                     bool parallel)
      : builder(op), loc(op.getLoc()), op(op), kernel(kernel),
        parallel(parallel) {}

  void emit();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  void loop(Value from, Value to, int64_t step, function_ref<void(Value)> body);
  /// The same with iterations on several threads, where that was asked for.
  void outerLoop(Value from, Value to, int64_t step,
                 function_ref<void(Value)> body);
  void emitColumns();
  void emitRows(Value column, int64_t panels, int64_t lastLanes);
  void emitTile(Value row, int64_t rows, Value column, int64_t panels,
                int64_t lastLanes);

  OpBuilder builder;
  Location loc;
  PackedContractOp op;
  const MicroKernelEmitter &kernel;
  /// Whether the next outer loop may run on several threads.
  bool parallel;
  SmallVector<Value> batch;
};
} // namespace

void ContractionEmitter::loop(Value from, Value to, int64_t step,
                              function_ref<void(Value)> body) {
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, loc, from, to, index(step));
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void ContractionEmitter::outerLoop(Value from, Value to, int64_t step,
                                   function_ref<void(Value)> body) {
  if (!parallel)
    return loop(from, to, step, body);
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ParallelOp::create(builder, loc, from, to, index(step));
  builder.setInsertionPointToStart(loop.getBody());
  parallel = false;
  body(loop.getInductionVars()[0]);
  parallel = true;
}

void ContractionEmitter::emitTile(Value row, int64_t rows, Value column,
                                  int64_t panels, int64_t lastLanes) {
  KernelTile tile{batch, row, column, rows, panels, lastLanes};
  SmallVector<Value> sums = kernel.emit(builder, loc, op, tile);
  EpilogueEmitter(builder, op, tile).emit(sums);
}

void ContractionEmitter::emitRows(Value column, int64_t panels,
                                  int64_t lastLanes) {
  int64_t step = op.getKernel().getRows();
  unsigned rowDim = op.getInitType().getRank() - 2;
  int64_t rows = op.getInitType().getDimSize(rowDim);
  if (!ShapedType::isDynamic(rows)) {
    int64_t whole = rows / step * step;
    if (whole != 0)
      loop(index(0), index(whole), step,
           [&](Value row) { emitTile(row, step, column, panels, lastLanes); });
    if (whole != rows)
      emitTile(index(whole), rows - whole, column, panels, lastLanes);
    return;
  }
  Value size = memref::DimOp::create(builder, loc, op.getInit(), rowDim);
  Value rest = arith::RemUIOp::create(builder, loc, size, index(step));
  Value whole = arith::SubIOp::create(builder, loc, size, rest);
  loop(index(0), whole, step,
       [&](Value row) { emitTile(row, step, column, panels, lastLanes); });
  loop(whole, size, 1,
       [&](Value row) { emitTile(row, 1, column, panels, lastLanes); });
}

void ContractionEmitter::emitColumns() {
  int64_t columns = op.getInitType().getShape().back();
  int64_t step = op.getKernel().getColumns();
  int64_t whole = columns / step * step;
  if (whole != 0)
    loop(index(0), index(whole), step,
         [&](Value column) { emitRows(column, step / kPanel, kPanel); });
  int64_t rest = columns - whole;
  if (rest != 0)
    emitRows(index(whole), llvm::divideCeil(rest, kPanel),
             rest % kPanel == 0 ? kPanel : rest % kPanel);
}

void ContractionEmitter::emit() {
  if (op.getInitType().getRank() == 2)
    return emitColumns();
  Value size = memref::DimOp::create(builder, loc, op.getInit(), 0);
  outerLoop(index(0), size, 1, [&](Value number) {
    batch.assign({number});
    emitColumns();
  });
}

namespace {
struct EmitKernels
    : public cpu::impl::CompressCPUEmitKernelsPassBase<EmitKernels> {
  using CompressCPUEmitKernelsPassBase::CompressCPUEmitKernelsPassBase;

  void runOnOperation() override {
    TargetAttr target = getModuleTarget(getOperation());
    SmallVector<PackedContractOp> ops;
    getOperation().walk([&](PackedContractOp op) { ops.push_back(op); });
    for (PackedContractOp op : ops) {
      const MicroKernelEmitter *kernel =
          lookupEmitter(op.getKernel().getName());
      if (!kernel) {
        op.emitOpError() << "expected the name of a kernel, but got '"
                         << op.getKernel().getName() << "'";
        return signalPassFailure();
      }
      Type elementType = op.getLhsType().getElementType();
      if (!kernel->supports(elementType, target)) {
        op.emitOpError() << "expected a kernel for " << elementType
                         << " and CPU '" << target.getCpu() << "', but got '"
                         << kernel->getName() << "'";
        return signalPassFailure();
      }
      if (!isa<MemRefType>(op.getInit().getType())) {
        op.emitOpError("expected memrefs: kernels are emitted after "
                       "bufferization");
        return signalPassFailure();
      }
      ContractionEmitter(op, *kernel, parallel).emit();
      op.erase();
    }
  }
};
} // namespace
