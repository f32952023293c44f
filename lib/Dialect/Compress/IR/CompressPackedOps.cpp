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
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::compress;

/// Checks C2: the shape of the right operand.
static LogicalResult verifyRhs(PackedContractOp op) {
  ArrayRef<int64_t> lhs = op.getLhsType().getShape();
  int64_t k = lhs.back(), n = op.getInitType().getShape().back();
  SmallVector<int64_t> expected;
  if (!op.getRowMajor()) {
    expected = {
        static_cast<int64_t>(llvm::divideCeil(n, PackedContractOp::kPanel))};
    if (op.isInteger())
      expected.append(
          {static_cast<int64_t>(
               llvm::divideCeil(k, PackedContractOp::kCodesPerLane)),
           PackedContractOp::kPanel * PackedContractOp::kCodesPerLane});
    else
      expected.append({k, PackedContractOp::kPanel});
  } else {
    expected.append(lhs.begin(), lhs.end() - 2);
    expected.append({k, n});
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

LogicalResult PackedContractOp::verify() {
  ShapedType lhs = getLhsType(), init = getInitType();
  if (lhs.getRank() != init.getRank() || lhs.getRank() < 2 ||
      lhs.getRank() > 3 ||
      lhs.getShape().drop_back() != init.getShape().drop_back())
    return emitOpError() << "expected operands of rank 2 or 3 that agree in "
                            "all but the last dimension, but got "
                         << lhs << " and " << init;
  if (ShapedType::isDynamic(getK()) ||
      ShapedType::isDynamic(init.getShape().back()))
    return emitOpError() << "expected static K and N, but got " << lhs
                         << " and " << init;
  Type lhsElement = lhs.getElementType(),
       rhsElement = getRhsType().getElementType();
  if (lhsElement != rhsElement ||
      !(lhsElement.isF32() || lhsElement.isInteger(8)))
    return emitOpError() << "expected operands of f32 or i8, but got "
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
// Tiling over (batch, m, n); k is never tiled
//===----------------------------------------------------------------------===//

FailureOr<TilingResult>
PackedContractOp::getTiledImplementation(OpBuilder &builder,
                                         ArrayRef<OpFoldResult> offsets,
                                         ArrayRef<OpFoldResult> sizes) {
  if (!isa<RankedTensorType>(getInit().getType()))
    return failure();
  Location loc = getLoc();
  SmallVector<Operation *> slices;
  auto slice = [&](Value value, ArrayRef<OpFoldResult> sliceOffsets,
                   ArrayRef<OpFoldResult> sliceSizes) {
    Value result =
        blocks::sliceElements(builder, loc, value, sliceOffsets, sliceSizes);
    slices.push_back(result.getDefiningOp());
    return result;
  };
  OpFoldResult zero = builder.getIndexAttr(0);

  // The left operand: all of k.
  SmallVector<OpFoldResult> lhsOffsets(offsets), lhsSizes(sizes);
  lhsOffsets.back() = zero;
  lhsSizes.back() = builder.getIndexAttr(getK());
  Value lhs = slice(getLhs(), lhsOffsets, lhsSizes);

  // The right operand: whole panels, or the columns of an activation.
  SmallVector<OpFoldResult> rhsOffsets, rhsSizes;
  for (int64_t size : getRhsType().getShape()) {
    rhsOffsets.push_back(zero);
    rhsSizes.push_back(builder.getIndexAttr(size));
  }
  if (!getRowMajor()) {
    std::optional<int64_t> size = getConstantIntValue(sizes.back());
    if (!size || !blocks::isMultiple(offsets.back(), kPanel))
      return failure();
    AffineExpr d0 = builder.getAffineDimExpr(0);
    rhsOffsets[0] = affine::makeComposedFoldedAffineApply(
        builder, loc, d0.floorDiv(kPanel), offsets.back());
    rhsSizes[0] = builder.getIndexAttr(llvm::divideCeil(*size, kPanel));
  } else {
    for (unsigned dim = 0; dim + 2 < offsets.size(); ++dim) {
      rhsOffsets[dim] = offsets[dim];
      rhsSizes[dim] = sizes[dim];
    }
    rhsOffsets.back() = offsets.back();
    rhsSizes.back() = sizes.back();
  }
  Value rhs = slice(getRhs(), rhsOffsets, rhsSizes);

  SmallVector<Value> extras;
  for (auto [index, extra] : llvm::enumerate(getExtras())) {
    SmallVector<OpFoldResult> extraOffsets, extraSizes;
    for (AffineExpr result : getExtraMap(index).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      extraOffsets.push_back(dim ? offsets[dim.getPosition()] : zero);
      extraSizes.push_back(dim ? sizes[dim.getPosition()]
                               : builder.getIndexAttr(1));
    }
    extras.push_back(slice(extra, extraOffsets, extraSizes));
  }
  Value init = slice(getInit(), offsets, sizes);

  auto tiled = PackedContractOp::create(builder, loc, TypeRange{init.getType()},
                                        lhs, rhs, extras, init, getKernel(),
                                        getExtraMaps(), getRowMajor());
  tiled->setDiscardableAttrs(getOperation()->getDiscardableAttrDictionary());
  IRMapping mapping;
  getEpilogue().cloneInto(&tiled.getEpilogue(), mapping);
  return TilingResult{{tiled}, {tiled.getResult(0)}, slices};
}
