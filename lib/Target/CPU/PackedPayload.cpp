//===- PackedPayload.cpp - payloads in kernel layout ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedPayload.h"

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

static constexpr int64_t kPanel = PackedContractOp::kPanel;
static constexpr int64_t kCodes = PackedContractOp::kCodesPerLane;

namespace {
/// A weight as a matrix [batch][k][n] with strides in elements; no batch is a
/// batch of one.
struct MatrixView {
  int64_t batches = 1, n, k;
  int64_t batchStride = 0, nStride, kStride;
};
} // namespace

static MatrixView getView(Contraction &contraction) {
  auto type = cast<RankedTensorType>(contraction.rhs().get().getType());
  MatrixView view;
  int64_t stride = 1;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    unsigned loop = contraction.rhsMap().getDimPosition(dim);
    int64_t size = type.getDimSize(dim);
    if (loop == contraction.n[0])
      view.n = size, view.nStride = stride;
    else if (loop == contraction.k[0])
      view.k = size, view.kStride = stride;
    else
      view.batches = size, view.batchStride = stride;
    stride *= size;
  }
  return view;
}

/// `[N/16][K][16]`: the columns of a panel side by side at each k.
static void packFloats(const MatrixView &view, const float *data,
                       MutableArrayRef<float> result) {
  for (int64_t n = 0; n < view.n; ++n) {
    float *panel = result.data() + n / kPanel * view.k * kPanel + n % kPanel;
    for (int64_t k = 0; k < view.k; ++k)
      panel[k * kPanel] = data[n * view.nStride + k * view.kStride];
  }
}

/// `[N/16][K/4][64]`: four consecutive k of a column side by side.
static void packCodes(const MatrixView &view, const int8_t *data,
                      MutableArrayRef<int8_t> result) {
  int64_t groups = llvm::divideCeil(view.k, kCodes);
  for (int64_t n = 0; n < view.n; ++n) {
    int8_t *panel = result.data() + n / kPanel * groups * kPanel * kCodes +
                    n % kPanel * kCodes;
    for (int64_t k = 0; k < view.k; ++k)
      panel[k / kCodes * kPanel * kCodes + k % kCodes] =
          data[n * view.nStride + k * view.kStride];
  }
}

/// `[batch][k][n]`, element by element of `width` bytes.
static std::vector<char> orderRows(const MatrixView &view, const char *data,
                                   int64_t width) {
  std::vector<char> result(view.batches * view.k * view.n * width);
  char *to = result.data();
  for (int64_t batch = 0; batch < view.batches; ++batch)
    for (int64_t k = 0; k < view.k; ++k)
      for (int64_t n = 0; n < view.n; ++n, to += width)
        std::memcpy(to,
                    data + (batch * view.batchStride + k * view.kStride +
                            n * view.nStride) *
                               width,
                    width);
  return result;
}

FailureOr<ml_program::GlobalOp>
PayloadPacker::pack(Contraction contraction, ml_program::GlobalOp weight) {
  MatrixView view = getView(contraction);
  ml_program::GlobalOp &result = packed[{weight, view.nStride, view.kStride}];
  if (result)
    return result;
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data = getRawData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(data))
    return failure();

  std::string name = (weight.getSymName() + ".packed").str();
  Type elementType = cast<RankedTensorType>(contraction.rhs().get().getType())
                         .getElementType();
  int64_t panels = llvm::divideCeil(view.n, kPanel);
  if (elementType.isInteger(8)) {
    int64_t groups = llvm::divideCeil(view.k, kCodes);
    auto type =
        RankedTensorType::get({panels, groups, kPanel * kCodes}, elementType);
    std::vector<int8_t> codes(type.getNumElements());
    packCodes(view, reinterpret_cast<const int8_t *>(data->data()), codes);
    result = weights.create(weight.getLoc(), name,
                            makeResource<int8_t>(name, type, codes));
    return result;
  }
  auto type = RankedTensorType::get({panels, view.k, kPanel}, elementType);
  std::vector<float> floats(type.getNumElements());
  packFloats(view, reinterpret_cast<const float *>(data->data()), floats);
  result = weights.create(weight.getLoc(), name,
                          makeResource<float>(name, type, floats));
  return result;
}

FailureOr<ml_program::GlobalOp>
PayloadPacker::packRows(Contraction contraction, ml_program::GlobalOp weight) {
  MatrixView view = getView(contraction);
  if (view.nStride == 1 && view.kStride == view.n &&
      (view.batches == 1 || view.batchStride == view.k * view.n))
    return weight;
  ml_program::GlobalOp &result = rows[{weight, view.nStride, view.kStride}];
  if (result)
    return result;
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data = getRawData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(data))
    return failure();
  auto from = cast<RankedTensorType>(weight.getType());
  auto type = from.clone({view.batches, view.k, view.n});
  int64_t width = from.getElementTypeBitWidth() / 8;
  std::string name = (weight.getSymName() + ".packed").str();
  result = weights.create(
      weight.getLoc(), name,
      makeResource<char>(name, type, orderRows(view, data->data(), width)));
  return result;
}

FailureOr<ml_program::GlobalOp>
PayloadPacker::sumColumns(Contraction contraction,
                          ml_program::GlobalOp weight) {
  MatrixView view = getView(contraction);
  ml_program::GlobalOp &result = sums[{weight, view.nStride, view.kStride}];
  if (result)
    return result;
  SmallVector<char> storage;
  FailureOr<ArrayRef<char>> data = getRawData(
      getWeightValue(weight), storage, [&] { return weight.emitOpError(); });
  if (failed(data))
    return failure();
  auto codes = reinterpret_cast<const int8_t *>(data->data());
  SmallVector<int32_t> totals(view.n);
  for (int64_t n = 0; n < view.n; ++n)
    for (int64_t k = 0; k < view.k; ++k)
      totals[n] += codes[n * view.nStride + k * view.kStride];
  std::string name = (weight.getSymName() + ".column_sums").str();
  auto type =
      RankedTensorType::get(view.n, IntegerType::get(weight.getContext(), 32));
  result = weights.create(weight.getLoc(), name,
                          makeResource<int32_t>(name, type, totals));
  return result;
}
