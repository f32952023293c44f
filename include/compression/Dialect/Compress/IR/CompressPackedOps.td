//===- CompressPackedOps.td - contractions on packed payloads --*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSPACKEDOPS_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSPACKEDOPS_TD

include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "compression/Dialect/Compress/IR/CompressAttrs.td"

// Upstream's `AnyShaped` also allows vectors and unranked types.
def Compress_RankedTensorOrMemRef : AnyTypeOf<[AnyRankedTensor, AnyMemRef],
    "ranked tensor or memref", "::mlir::ShapedType">;

def Compress_PackedContractOp : Compress_ResultTiledOp<"packed_contract", [
    SingleBlock, IsolatedFromAbove,
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a contraction whose right operand is in kernel layout";
  let description = [{
    `result[b, m, n] = epilogue(sum over k of lhs[b, m, k] * rhs[k, n], extras)`,
    computed by the micro-kernel that `kernel` names. The sum is f32 for float
    operands and i32 for codes; it is never stored: the epilogue region takes it, and one element of each extra operand, and
    yields the result's element. `extra_maps` tell which element: maps from
    (b, m, n), or (m, n) without a batch, to the extra's coordinate.

    Codes are signless i8, read as unsigned on the left and as signed on the
    right: the operands of x86's `vpdpbusd`.

    The right operand is
    * packed: `[ceil(N/16)][K][16]` for f32 and `[ceil(N/16)][ceil(K/4)][64]`
      (16 columns of 4 consecutive k) for codes; one weight for all batches; or
    * with `row_major`, an activation `[b, k, n]` of f32, read as it lies.

    A panel has 16 columns, the lanes of f32 or i32 in a vector of 512 bits;
    narrower targets split it. A lane of i32 takes 4 codes, whose products
    `vpdpbusd` sums. `compress-pack` pads N and K of the packed operand with
    zeros. The left operand is not padded: a kernel reads the K codes of a row
    and nothing behind them.

    On tensors the op is destination style (the init is only written); on
    memrefs it has no result. Tiling (of tensors) is over b, m and n; the offset
    in n of a packed operand must be known to be a multiple of 16, its size a
    constant.

    Constraints:
    * C1: lhs, init have the same rank, 2 or 3, and the same leading dimensions.
    * C2: the rhs's shape follows from K and N by the layouts above.
    * C3: one map per extra operand, a projected permutation of (b, m, n), with 0
      for dimensions of size 1, that fits the extra's shape.
    * C4: the region has one argument for the sum (f32 or i32) and one for each
      extra's element, holds constants and elementwise ops only, uses no value
      from outside, and yields the init's element type.

    Example:

    ```mlir
    %r = compress.packed_contract #compress.kernel<"f32", tile [6, 64]>
           ins(%a, %w : tensor<128x384xf32>, tensor<96x384x16xf32>)
           extras(%bias : tensor<1536xf32>) maps [affine_map<(m, n) -> (n)>]
           outs(%e : tensor<128x1536xf32>) -> tensor<128x1536xf32> {
    ^bb0(%sum: f32, %b: f32):
      %0 = arith.addf %sum, %b : f32
      compress.yield %0 : f32
    }
    ```
  }];
  let arguments = (ins Compress_RankedTensorOrMemRef:$lhs,
      Compress_RankedTensorOrMemRef:$rhs,
      Variadic<Compress_RankedTensorOrMemRef>:$extras,
      Compress_RankedTensorOrMemRef:$init, Compress_KernelAttr:$kernel, AffineMapArrayAttr:$extra_maps,
      UnitAttr:$row_major);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$epilogue);
  let assemblyFormat = [{
    $kernel (`row_major` $row_major^)? `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    (`extras` `(` $extras^ `:` type($extras) `)`)? `maps` $extra_maps
    `outs` `(` $init `:` type($init) `)` attr-dict-with-keyword (`->` type($results)^)? $epilogue
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// Columns in a panel of a packed right operand.
    static constexpr int64_t kPanel = 16;
    /// Consecutive k of a code panel that one 32-bit lane holds.
    static constexpr int64_t kCodesPerLane = 4;

    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
    /// What is tiled has this value's shape.
    ::mlir::Value getLoopValue() { return getInit(); }
    ::mlir::ShapedType getLhsType() { return ::llvm::cast<::mlir::ShapedType>(getLhs().getType()); }
    ::mlir::ShapedType getRhsType() { return ::llvm::cast<::mlir::ShapedType>(getRhs().getType()); }
    ::mlir::ShapedType getInitType() { return ::llvm::cast<::mlir::ShapedType>(getInit().getType()); }
    /// True when the operands are integer codes.
    bool isInteger() { return getLhsType().getElementType().isInteger(8); }
    /// The reduced dimension's size.
    int64_t getK() { return getLhsType().getShape().back(); }
    /// The map of extra operand `index`.
    ::mlir::AffineMap getExtraMap(unsigned index) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getExtraMaps()[index]).getValue();
    }
  }];
}

def Compress_YieldOp : Compress_Op<"yield", [Pure, Terminator, ParentOneOf<["PackedContractOp"]>]> {
  let summary = "ends an epilogue";
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSPACKEDOPS_TD
