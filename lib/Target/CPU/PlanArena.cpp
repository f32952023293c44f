//===- PlanArena.cpp - all buffers of a call in one -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Passes.h"

#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::compress::cpu {
#define GEN_PASS_DEF_COMPRESSCPUPLANARENAPASS
#include "compression/Target/CPU/Passes.h.inc"
} // namespace mlir::compress::cpu

using namespace mlir;
using namespace mlir::compress;

/// Alignment of a buffer: a cache line, and a 512-bit vector.
static constexpr int64_t kAlignment = 64;

namespace {
/// A buffer and the range of top-level ops of the function in which it lives.
struct Buffer {
  memref::AllocOp alloc;
  int64_t first, last;
  int64_t bytes;
  int64_t offset = 0;
};

class ArenaPlanner {
public:
  explicit ArenaPlanner(func::FuncOp function) : function(function) {
    for (auto [number, op] : llvm::enumerate(function.getBody().front()))
      positions[&op] = number;
  }

  /// Collects the static buffers; an error for one whose size is not known.
  LogicalResult collect();
  /// Gives each buffer an offset that no buffer alive at the same time has;
  /// first fit in program order. Returns the size of the arena.
  int64_t place();
  /// Makes the arena the function's last argument and the buffers views of it.
  void rewrite(int64_t bytes);

private:
  int64_t getLastUse(Value buffer);

  func::FuncOp function;
  DenseMap<Operation *, int64_t> positions;
  SmallVector<Buffer> buffers;
  /// Buffers inside of parallel loops: each thread needs its own.
  SmallVector<memref::AllocOp> threadLocal;
};
} // namespace

int64_t ArenaPlanner::getLastUse(Value buffer) {
  Block &body = function.getBody().front();
  int64_t last = 0;
  SmallVector<Value> worklist = {buffer};
  DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (Operation *user : value.getUsers()) {
      last = std::max(last, positions[body.findAncestorOpInBlock(*user)]);
      // Whatever gives a memref may be an alias.
      for (Value result : user->getResults())
        if (isa<MemRefType>(result.getType()))
          worklist.push_back(result);
      // A value that a loop carries is an argument of its body and a result.
      for (Region &region : user->getRegions())
        for (BlockArgument argument : region.getArguments())
          if (isa<MemRefType>(argument.getType()))
            worklist.push_back(argument);
      if (Operation *parent = user->getParentOp();
          user->hasTrait<OpTrait::IsTerminator>() && parent != function)
        for (Value result : parent->getResults())
          if (isa<MemRefType>(result.getType()))
            worklist.push_back(result);
    }
  }
  return last;
}

LogicalResult ArenaPlanner::collect() {
  Block &body = function.getBody().front();
  DataLayout layout = DataLayout::closest(function);
  WalkResult result = function.walk([&](memref::AllocOp alloc) {
    MemRefType type = alloc.getType();
    if (type.hasStaticShape() && alloc->getParentOfType<scf::ForallOp>()) {
      threadLocal.push_back(alloc);
      return WalkResult::advance();
    }
    if (!type.hasStaticShape()) {
      alloc.emitOpError() << "expected a buffer of static size, but got "
                          << type << ": dynamic shapes have no arena";
      return WalkResult::interrupt();
    }
    int64_t bytes =
        type.getNumElements() * layout.getTypeSize(type.getElementType());
    // A buffer in a loop lives as long as the loop.
    int64_t first = positions[body.findAncestorOpInBlock(*alloc)];
    buffers.push_back({alloc, first, std::max(first, getLastUse(alloc)),
                       static_cast<int64_t>(llvm::alignTo(bytes, kAlignment))});
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

int64_t ArenaPlanner::place() {
  // The first line holds the number of the check that failed.
  int64_t total = kAlignment;
  SmallVector<Buffer *> live;
  for (Buffer &buffer : buffers) {
    llvm::erase_if(live,
                   [&](Buffer *other) { return other->last < buffer.first; });
    llvm::sort(live,
               [](Buffer *a, Buffer *b) { return a->offset < b->offset; });
    int64_t offset = kAlignment;
    for (Buffer *other : live) {
      if (other->offset - offset >= buffer.bytes)
        break;
      offset = std::max(offset, other->offset + other->bytes);
    }
    buffer.offset = offset;
    live.push_back(&buffer);
    total = std::max(total, offset + buffer.bytes);
  }
  return total;
}

void ArenaPlanner::rewrite(int64_t bytes) {
  OpBuilder builder(function.getContext());
  for (memref::AllocOp alloc : threadLocal) {
    builder.setInsertionPoint(alloc);
    alloc.replaceAllUsesWith(
        memref::AllocaOp::create(builder, alloc.getLoc(), alloc.getType(),
                                 builder.getI64IntegerAttr(kAlignment))
            .getResult());
    alloc.erase();
  }
  auto arenaType = MemRefType::get(bytes, builder.getI8Type());
  unsigned number = function.getNumArguments();
  // buffer-results-to-out-params marks the arguments that are results.
  int64_t inputs = 0;
  for (unsigned i = 0; i < number; ++i)
    inputs += !function.getArgAttr(i, "bufferize.result");
  function->setAttr(
      cpu::kEntryAttrName,
      builder.getDictionaryAttr(
          {builder.getNamedAttr("arena_bytes",
                                builder.getI64IntegerAttr(bytes)),
           builder.getNamedAttr("inputs", builder.getI64IntegerAttr(inputs))}));
  (void)function.insertArgument(number, arenaType, {}, function.getLoc());
  Value arena = function.getArgument(number);
  for (Buffer &buffer : buffers) {
    builder.setInsertionPoint(buffer.alloc);
    Location loc = buffer.alloc.getLoc();
    Value offset = arith::ConstantIndexOp::create(builder, loc, buffer.offset);
    Value view = memref::ViewOp::create(builder, loc, buffer.alloc.getType(),
                                        arena, offset, ValueRange{});
    buffer.alloc.replaceAllUsesWith(view);
    buffer.alloc.erase();
  }
}

namespace {
struct PlanArena : public cpu::impl::CompressCPUPlanArenaPassBase<PlanArena> {
  using CompressCPUPlanArenaPassBase::CompressCPUPlanArenaPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !function.isPublic())
      return;
    // Only of one block is the order of the ops that of their execution.
    if (!function.getBody().hasOneBlock()) {
      emitError(function.getLoc()) << "expected '" << function.getSymName()
                                   << "' to have one block, but got "
                                   << function.getBody().getBlocks().size();
      return signalPassFailure();
    }
    // Deallocations are the arena's business.
    function.walk([](memref::DeallocOp op) { op.erase(); });
    ArenaPlanner planner(function);
    if (failed(planner.collect()))
      return signalPassFailure();
    planner.rewrite(planner.place());
  }
};
} // namespace
