//===- CompressPackedOps.cpp - contractions on packed payloads --*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTiling.h"
#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::compress;

int64_t PackedContractOp::getK() {
  WindowAttr window = getWindowAttr();
  if (!window)
    return getRowSize();
  return window.getNumTaps() * (getDepthwise() ? 1 : getRowSize());
}

bool PackedContractOp::readsPadding() {
  if (!getWindow())
    return false;
  for (unsigned dim = 0; dim < WindowAttr::kRank; ++dim) {
    int64_t result = getInitType().getDimSize(dim + 1);
    if (getWindow()->getInterior(dim, getLhsType().getDimSize(dim + 1),
                                 result) !=
        std::pair<int64_t, int64_t>(0, result))
      return true;
  }
  return false;
}

bool PackedContractOp::joinsTaps() {
  return isInteger() && getWindow() && !getDepthwise() &&
         getWindow()->getDilations()[1] == 1 && getRowSize() < kCodesPerLane;
}

/// The second and third dimension of a packed right operand.
static std::array<int64_t, 2> getPanelShape(PackedContractOp op) {
  constexpr int64_t kPanel = PackedContractOp::kPanel,
                    kCodes = PackedContractOp::kCodesPerLane;
  if (!op.isInteger())
    return {op.getK(), kPanel};
  // Groups of 4 are cut from runs.
  int64_t runs = 1, run = op.getRowSize();
  if (WindowAttr window = op.getWindowAttr()) {
    ArrayRef<int64_t> kernel = window.getKernel();
    if (op.getDepthwise())
      runs = kernel[1], run = kernel[0];
    else if (op.joinsTaps())
      runs = kernel[0], run *= kernel[1];
    else
      runs = window.getNumTaps();
  }
  return {runs * static_cast<int64_t>(llvm::divideCeil(run, kCodes)),
          kPanel * kCodes};
}

/// Checks C2: the shape of the right operand.
static LogicalResult verifyRhs(PackedContractOp op) {
  ArrayRef<int64_t> lhs = op.getLhsType().getShape();
  int64_t n = op.getInitType().getShape().back();
  SmallVector<int64_t> expected;
  if (!op.getRowMajor()) {
    expected = {
        static_cast<int64_t>(llvm::divideCeil(n, PackedContractOp::kPanel))};
    llvm::append_range(expected, getPanelShape(op));
  } else {
    expected.append(lhs.begin(), lhs.end() - 2);
    expected.append({lhs.back(), n});
  }
  if (op.getRhsType().getShape() == ArrayRef<int64_t>(expected))
    return success();
  InFlightDiagnostic diag =
      op.emitOpError("expected a right operand of shape [");
  llvm::interleaveComma(expected, diag);
  return diag << "], but got " << op.getRhsType();
}

/// Checks C3: extra operands and their maps.
static LogicalResult verifyExtras(PackedContractOp op) {
  ShapedType init = op.getInitType();
  if (op.getExtraMaps().size() != op.getExtras().size())
    return op.emitOpError()
           << "expected one map per extra operand (" << op.getExtras().size()
           << "), but got " << op.getExtraMaps().size();
  for (auto [index, extra] : llvm::enumerate(op.getExtras())) {
    auto type = cast<ShapedType>(extra.getType());
    AffineMap map = op.getExtraMap(index);
    if (map.getNumDims() != init.getRank() ||
        !map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
        map.getNumResults() != type.getRank())
      return op.emitOpError()
             << "expected a projected permutation from " << init.getRank()
             << " dimensions to " << type.getRank() << " for extra operand "
             << index << ", but got " << op.getExtraMaps()[index];
    for (auto [result, size] :
         llvm::zip_equal(map.getResults(), type.getShape())) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      int64_t wanted = dim ? init.getDimSize(dim.getPosition()) : 1;
      if (wanted != size && !ShapedType::isDynamic(wanted) &&
          !ShapedType::isDynamic(size))
        return op.emitOpError()
               << "expected extra operand " << index << " to fit the init "
               << init << " by " << op.getExtraMaps()[index] << ", but got "
               << type;
    }
  }
  return success();
}

/// Checks C1 of a contraction without a window: the shapes of lhs and init.
static LogicalResult verifyRows(PackedContractOp op) {
  ShapedType lhs = op.getLhsType(), init = op.getInitType();
  if (lhs.getRank() != init.getRank() || lhs.getRank() < 2 ||
      lhs.getRank() > 3 ||
      lhs.getShape().drop_back() != init.getShape().drop_back())
    return op.emitOpError() << "expected operands of rank 2 or 3 that agree in "
                               "all but the last dimension, but got "
                            << lhs << " and " << init;
  if (ShapedType::isDynamic(lhs.getShape().back()) ||
      ShapedType::isDynamic(init.getShape().back()))
    return op.emitOpError()
           << "expected static K and N, but got " << lhs << " and " << init;
  return success();
}

/// Checks C1 and C5 of a convolution: the shapes of lhs, init and pad.
static LogicalResult verifyImages(PackedContractOp op) {
  ShapedType lhs = op.getLhsType(), init = op.getInitType();
  if (lhs.getRank() != 4 || init.getRank() != 4 ||
      lhs.getDimSize(0) != init.getDimSize(0) ||
      ShapedType::isDynamicShape(lhs.getShape().drop_front()) ||
      ShapedType::isDynamicShape(init.getShape().drop_front()))
    return op.emitOpError() << "expected images of rank 4 with one batch size "
                               "and otherwise static sizes, but got "
                            << lhs << " and " << init;
  if (op.getDepthwise() && lhs.getDimSize(3) != init.getDimSize(3))
    return op.emitOpError() << "expected as many channels of the result as of "
                               "the image with 'depthwise', but got "
                            << lhs << " and " << init;
  if (!op.getPad())
    return success();
  auto pad = cast<ShapedType>(op.getPad().getType());
  if (pad.getRank() != 4 || !pad.getElementType().isInteger(8) ||
      (pad.getDimSize(0) != 1 && pad.getDimSize(0) != lhs.getDimSize(0)) ||
      !llvm::all_equal({int64_t(1), pad.getDimSize(1), pad.getDimSize(2),
                        pad.getDimSize(3)}))
    return op.emitOpError() << "expected a padding code for all images or for "
                               "each, but got "
                            << pad;
  return success();
}

/// Checks that the attributes go together (C5).
static LogicalResult verifyForm(PackedContractOp op) {
  if (op.getRowMajor() && op.getWindow())
    return op.emitOpError("expected no 'window' with 'row_major'");
  if (op.getDepthwise() && !op.getWindow())
    return op.emitOpError("expected a 'window' with 'depthwise'");
  if (op.getPad() && (!op.getWindow() || !op.isInteger()))
    return op.emitOpError("expected a window of codes with 'pad'");
  return success();
}

LogicalResult PackedContractOp::verify() {
  ShapedType lhs = getLhsType();
  if (failed(verifyForm(*this)) ||
      failed(getWindow() ? verifyImages(*this) : verifyRows(*this)))
    return failure();
  Type lhsElement = lhs.getElementType(),
       rhsElement = getRhsType().getElementType();
  bool isNarrow = lhsElement.isF32() && !getRowMajor() &&
                  (rhsElement.isF16() || rhsElement.isBF16());
  if ((lhsElement != rhsElement && !isNarrow) ||
      !(lhsElement.isF32() || lhsElement.isInteger(8)))
    return emitOpError() << "expected operands of f32 or i8, or f32 and a "
                            "packed operand of f16 or bf16, but got "
                         << lhsElement << " and " << rhsElement;
  if (getRowMajor() && !lhsElement.isF32())
    return emitOpError() << "expected f32 operands with 'row_major', but got "
                         << lhsElement;
  if (isa<RankedTensorType>(getInit().getType()) != (getNumResults() == 1))
    return emitOpError("expected one result on tensors and none on memrefs");
  if (failed(verifyRhs(*this)))
    return failure();
  return verifyExtras(*this);
}

/// Checks C4: the epilogue, whose ops are verified by now.
LogicalResult PackedContractOp::verifyRegions() {
  Block &body = getEpilogue().front();
  if (body.getNumArguments() != getExtras().size() + 1)
    return emitOpError() << "expected " << getExtras().size() + 1
                         << " arguments of the epilogue, but got "
                         << body.getNumArguments();
  Type sum = isInteger() ? Type(IntegerType::get(getContext(), 32))
                         : getLhsType().getElementType();
  if (body.getArgument(0).getType() != sum)
    return emitOpError() << "expected a sum of type " << sum << ", but got "
                         << body.getArgument(0).getType();
  for (auto [argument, extra] :
       llvm::zip_equal(body.getArguments().drop_front(), getExtras())) {
    Type element = cast<ShapedType>(extra.getType()).getElementType();
    if (argument.getType() != element)
      return emitOpError() << "expected argument " << argument.getArgNumber()
                           << " of the epilogue to have type " << element
                           << ", but got " << argument.getType();
  }
  for (Operation &inner : body.without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>() &&
        !OpTrait::hasElementwiseMappableTraits(&inner))
      return inner.emitOpError("expected an elementwise op in an epilogue");
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield)
    return body.getTerminator()->emitOpError(
        "expected 'compress.yield' at the end of an epilogue");
  if (yield.getValue().getType() != getInitType().getElementType())
    return emitOpError() << "expected the epilogue to yield "
                         << getInitType().getElementType() << ", but got "
                         << yield.getValue().getType();
  return success();
}

void PackedContractOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}

//===----------------------------------------------------------------------===//
// Tiling over (batch, m, n) or, of images, (batch, n); k is never tiled
//===----------------------------------------------------------------------===//

namespace {
/// Slices the operands of a packed contraction for a tile of its result.
class TileSlicer {
public:
  TileSlicer(PackedContractOp op, OpBuilder &builder,
             ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes)
      : op(op), builder(builder), offsets(offsets), sizes(sizes),
        zero(builder.getIndexAttr(0)), one(builder.getIndexAttr(1)) {}

  /// The rows of the tile with all of k; of images, those of its batch.
  Value sliceLhs();
  /// Whole panels, or the columns of an activation.
  FailureOr<Value> sliceRhs();
  /// The elements of a value that `map` gives for those of the tile.
  Value slice(Value value, AffineMap map);

  SmallVector<Operation *> slices;

private:
  Value slice(Value value, ArrayRef<OpFoldResult> sliceOffsets,
              ArrayRef<OpFoldResult> sliceSizes) {
    Value result = blocks::sliceElements(builder, op.getLoc(), value,
                                         sliceOffsets, sliceSizes);
    slices.push_back(result.getDefiningOp());
    return result;
  }
  /// Offset 0 and the whole size for each dimension of `value`.
  std::pair<SmallVector<OpFoldResult>, SmallVector<OpFoldResult>>
  getWhole(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return {SmallVector<OpFoldResult>(type.getRank(), zero),
            tensor::getMixedSizes(builder, op.getLoc(), value)};
  }

  PackedContractOp op;
  OpBuilder &builder;
  ArrayRef<OpFoldResult> offsets, sizes;
  OpFoldResult zero, one;
};
} // namespace

Value TileSlicer::sliceLhs() {
  auto [lhsOffsets, lhsSizes] = getWhole(op.getLhs());
  // Of images only the batch is tiled, and the channels if they are columns.
  unsigned rows = op.getWindow() ? 1 : offsets.size() - 1;
  for (unsigned dim = 0; dim < rows; ++dim)
    lhsOffsets[dim] = offsets[dim], lhsSizes[dim] = sizes[dim];
  if (op.getDepthwise())
    lhsOffsets.back() = offsets.back(), lhsSizes.back() = sizes.back();
  return slice(op.getLhs(), lhsOffsets, lhsSizes);
}

FailureOr<Value> TileSlicer::sliceRhs() {
  auto [rhsOffsets, rhsSizes] = getWhole(op.getRhs());
  if (op.getRowMajor()) {
    for (unsigned dim = 0; dim + 2 < offsets.size(); ++dim)
      rhsOffsets[dim] = offsets[dim], rhsSizes[dim] = sizes[dim];
    rhsOffsets.back() = offsets.back();
    rhsSizes.back() = sizes.back();
    return slice(op.getRhs(), rhsOffsets, rhsSizes);
  }
  constexpr int64_t kPanel = PackedContractOp::kPanel;
  std::optional<int64_t> size = getConstantIntValue(sizes.back());
  if (!size || !blocks::isMultiple(offsets.back(), kPanel))
    return failure();
  AffineExpr d0 = builder.getAffineDimExpr(0);
  rhsOffsets[0] = affine::makeComposedFoldedAffineApply(
      builder, op.getLoc(), d0.floorDiv(kPanel), offsets.back());
  rhsSizes[0] = builder.getIndexAttr(llvm::divideCeil(*size, kPanel));
  return slice(op.getRhs(), rhsOffsets, rhsSizes);
}

Value TileSlicer::slice(Value value, AffineMap map) {
  SmallVector<OpFoldResult> sliceOffsets, sliceSizes;
  for (AffineExpr result : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    sliceOffsets.push_back(dim ? offsets[dim.getPosition()] : zero);
    sliceSizes.push_back(dim ? sizes[dim.getPosition()] : one);
  }
  return slice(value, sliceOffsets, sliceSizes);
}

FailureOr<TilingResult>
PackedContractOp::getTiledImplementation(OpBuilder &builder,
                                         ArrayRef<OpFoldResult> offsets,
                                         ArrayRef<OpFoldResult> sizes) {
  if (!isa<RankedTensorType>(getInit().getType()))
    return failure();
  // The pixels of an image stay together: they share what they read.
  if (getWindow())
    for (unsigned dim : {1, 2})
      if (!isConstantIntValue(offsets[dim], 0) ||
          !isConstantIntValue(sizes[dim], getInitType().getDimSize(dim)))
        return failure();
  TileSlicer slicer(*this, builder, offsets, sizes);
  FailureOr<Value> rhs = slicer.sliceRhs();
  if (failed(rhs))
    return failure();
  Value lhs = slicer.sliceLhs();
  Value pad = getPad();
  AffineExpr zero = builder.getAffineConstantExpr(0);
  if (pad && cast<ShapedType>(pad.getType()).getDimSize(0) != 1)
    pad = slicer.slice(
        pad,
        AffineMap::get(4, 0, {builder.getAffineDimExpr(0), zero, zero, zero},
                       getContext()));
  SmallVector<Value> extras;
  for (auto [index, extra] : llvm::enumerate(getExtras()))
    extras.push_back(slicer.slice(extra, getExtraMap(index)));
  Value init = slicer.slice(
      getInit(), builder.getMultiDimIdentityMap(getInitType().getRank()));

  auto tiled = PackedContractOp::create(
      builder, getLoc(), TypeRange{init.getType()}, lhs, *rhs, pad, extras,
      init, getKernel(), getExtraMaps(), getRowMajor(), getWindowAttr(),
      getDepthwise());
  tiled->setDiscardableAttrs(getOperation()->getDiscardableAttrDictionary());
  IRMapping mapping;
  getEpilogue().cloneInto(&tiled.getEpilogue(), mapping);
  return TilingResult{{tiled}, {tiled.getResult(0)}, slicer.slices};
}
