//===- PackedPayload.cpp - payloads in kernel layout ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedPayload.h"

#include "compression/Target/CPU/Target.h"

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Dialect/Compress/Utils/Layers.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

static constexpr int64_t kPanel = PackedContractOp::kPanel;
static constexpr int64_t kCodes = PackedContractOp::kCodesPerLane;

/// The axis of the right operand that `loop` walks along; of size 1 for a loop
/// that it does not have.
static PanelView::Axis getAxis(Contraction &contraction, unsigned loop) {
  auto type = cast<RankedTensorType>(contraction.rhs().get().getType());
  int64_t stride = 1;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    if (contraction.rhsMap().getDimPosition(dim) == loop)
      return {type.getDimSize(dim), stride};
    stride *= type.getDimSize(dim);
  }
  return {1, 0};
}

ml_program::GlobalOp cpu::getPanelWeight(Value rhs,
                                         SymbolTableCollection &symbols) {
  Value payload = skipExtension(rhs);
  // Kernels widen 16 bits as they load them.
  if (payload != rhs && (!getElementTypeOrSelf(rhs.getType()).isF32() ||
                         !isa<Float16Type, BFloat16Type>(
                             getElementTypeOrSelf(payload.getType()))))
    return {};
  return getWeight(payload, symbols);
}

PanelView cpu::getPanelView(Contraction &contraction) {
  return {getAxis(contraction, contraction.n[0]),
          {getAxis(contraction, contraction.k[0])}};
}

/// The offsets of all elements along `axes`, the last one running fastest.
static SmallVector<int64_t> getOffsets(ArrayRef<PanelView::Axis> axes) {
  SmallVector<int64_t> offsets = {0};
  for (const PanelView::Axis &axis : axes) {
    SmallVector<int64_t> next;
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < axis.size; ++i)
        next.push_back(offset + i * axis.stride);
    offsets = std::move(next);
  }
  return offsets;
}

/// What tells one way to read a weight from another.
static std::vector<int64_t> getKey(const PanelView &view) {
  std::vector<int64_t> key = {view.columns.stride};
  for (const PanelView::Axis &axis : view.k)
    key.push_back(axis.stride);
  key.push_back(view.runAxes);
  return key;
}

/// The bytes of a weight's value.
static FailureOr<ArrayRef<char>> getBytes(ml_program::GlobalOp weight,
                                          SmallVectorImpl<char> &storage) {
  return getRawData(getWeightValue(weight), storage,
                    [&] { return weight.emitOpError(); });
}

/// `[N/16][K][16]`, or with `group` 4 `[N/16][K/4][16][4]`: `group` consecutive
/// k of a column side by side, then the columns of a panel. Each run of k
/// begins a group.
template <typename T>
static std::vector<T> packPanels(const PanelView &view, const T *data,
                                 int64_t group) {
  ArrayRef<PanelView::Axis> axes = view.k;
  SmallVector<int64_t> runs = getOffsets(axes.drop_back(view.runAxes)),
                       run = getOffsets(axes.take_back(view.runAxes));
  int64_t size = run.size(), groups = llvm::divideCeil(size, group);
  // How far the last k lie from the end of the last group.
  int64_t gap = groups * group - size;
  if (!view.fillsGroups || size < group)
    gap = 0;
  int64_t panelSize = runs.size() * groups * kPanel * group;
  std::vector<T> result(llvm::divideCeil(view.columns.size, kPanel) *
                        panelSize);
  for (int64_t n = 0; n < view.columns.size; ++n) {
    T *to = result.data() + n / kPanel * panelSize + n % kPanel * group;
    for (int64_t first : runs) {
      const T *from = data + n * view.columns.stride + first;
      for (int64_t k = 0; k < size; ++k) {
        bool isLast = k / group == groups - 1;
        to[k / group * kPanel * group + k % group + (isLast ? gap : 0)] =
            from[run[k]];
      }
      to += groups * kPanel * group;
    }
  }
  return result;
}

FailureOr<ml_program::GlobalOp>
PayloadPacker::pack(const PanelView &view, ml_program::GlobalOp weight) {
  ml_program::GlobalOp &result = packed[{weight, getKey(view)}];
  if (result)
    return result;
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data = getBytes(weight, storage);
  if (failed(data))
    return failure();
  std::string name = (weight.getSymName() + kPackedSuffix).str();
  Type elementType = cast<RankedTensorType>(weight.getType()).getElementType();
  int64_t panels = llvm::divideCeil(view.columns.size, kPanel);
  auto create = [&](const auto &elements, int64_t width) {
    auto count = static_cast<int64_t>(elements.size());
    auto type = RankedTensorType::get({panels, count / (panels * width), width},
                                      elementType);
    return weights.create(weight.getLoc(), name,
                          makeResource(name, type, ArrayRef(elements)));
  };
  if (elementType.isInteger(8))
    result =
        create(packPanels(view, reinterpret_cast<const int8_t *>(data->data()),
                          kCodes),
               kPanel * kCodes);
  else if (elementType.getIntOrFloatBitWidth() == 16)
    result = create(
        packPanels(view, reinterpret_cast<const uint16_t *>(data->data()), 1),
        kPanel);
  else
    result = create(
        packPanels(view, reinterpret_cast<const float *>(data->data()), 1),
        kPanel);
  return result;
}

/// `[batch][k][n]`, element by element of `width` bytes.
static std::vector<char> orderRows(PanelView::Axis batch, PanelView::Axis k,
                                   PanelView::Axis n, const char *data,
                                   int64_t width) {
  std::vector<char> result(batch.size * k.size * n.size * width);
  char *to = result.data();
  for (int64_t b = 0; b < batch.size; ++b)
    for (int64_t i = 0; i < k.size; ++i)
      for (int64_t j = 0; j < n.size; ++j, to += width)
        std::memcpy(
            to, data + (b * batch.stride + i * k.stride + j * n.stride) * width,
            width);
  return result;
}

FailureOr<ml_program::GlobalOp>
PayloadPacker::packRows(Contraction contraction, ml_program::GlobalOp weight) {
  PanelView::Axis k = getAxis(contraction, contraction.k[0]),
                  n = getAxis(contraction, contraction.n[0]), batch = {1, 0};
  if (!contraction.batch.empty())
    batch = getAxis(contraction, contraction.batch[0]);
  if (n.stride == 1 && k.stride == n.size &&
      (batch.size == 1 || batch.stride == k.size * n.size))
    return weight;
  ml_program::GlobalOp &result = rows[{weight, {n.stride, k.stride}}];
  if (result)
    return result;
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data = getBytes(weight, storage);
  if (failed(data))
    return failure();
  auto from = cast<RankedTensorType>(weight.getType());
  auto type = from.clone({batch.size, k.size, n.size});
  int64_t width = from.getElementTypeBitWidth() / 8;
  std::string name = (weight.getSymName() + kPackedSuffix).str();
  result = weights.create(
      weight.getLoc(), name,
      makeResource<char>(name, type,
                         orderRows(batch, k, n, data->data(), width)));
  return result;
}

FailureOr<ml_program::GlobalOp>
PayloadPacker::sumColumns(const PanelView &view, ml_program::GlobalOp weight) {
  ml_program::GlobalOp &result = sums[{weight, getKey(view)}];
  if (result)
    return result;
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data = getBytes(weight, storage);
  if (failed(data))
    return failure();
  auto codes = reinterpret_cast<const int8_t *>(data->data());
  SmallVector<int32_t> totals(view.columns.size);
  SmallVector<int64_t> offsets = getOffsets(view.k);
  for (auto [n, total] : llvm::enumerate(totals))
    for (int64_t offset : offsets)
      total += codes[n * view.columns.stride + offset];
  std::string name = (weight.getSymName() + ".column_sums").str();
  auto type = RankedTensorType::get(view.columns.size,
                                    IntegerType::get(weight.getContext(), 32));
  result = weights.create(weight.getLoc(), name,
                          makeResource<int32_t>(name, type, totals));
  return result;
}
