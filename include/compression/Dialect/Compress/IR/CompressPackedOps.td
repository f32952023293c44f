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
    SingleBlock, IsolatedFromAbove, AttrSizedOperandSegments,
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a contraction whose right operand is in kernel layout";
  let description = [{
    `result[b, m, n] = epilogue(sum over k of lhs[b, m, k] * rhs[k, n], extras)`,
    computed by the micro-kernel that `kernel` names. The sum is f32 for float
    operands and i32 for codes; it is never stored: the epilogue region takes it,
    and one element of each extra operand, and yields the result's element.
    `extra_maps` tell which element: maps from the coordinate of the result to
    the extra's.

    Codes are signless i8, read as unsigned on the left and as signed on the
    right: the operands of x86's `vpdpbusd`.

    With a `window` the op is a convolution, of an image `[b, h, w, c]` to a
    result `[b, y, x, n]`: k is (i, j, c), a tap of the window and a channel, and
    `lhs[b, (y, x), (i, j, c)]` is the channel of the pixel that the window
    names. Outside of the image it is `pad`, which is 0 for floats and without
    this operand, else a code for all images or one for each. With `depthwise`
    each channel is a convolution of its own, and k is (i, j): the result has the
    image's channels.

    The right operand is
    * packed, one weight for all batches: `[ceil(N/16)][K][16]` for f32, of f32,
      or of f16 or bf16, which the kernel extends as it loads them. For codes
      `[ceil(N/16)][groups][64]`, where a group holds 4 consecutive k of 16
      columns. The groups are cut from the K; with a window from the C of
      each tap, or from those of all taps of a row if there are fewer than 4 and
      the taps lie side by side; with `depthwise` from the taps of each column.
      In the last group of such a run its last 4 k follow those in front of
      them, where zeros stand for the ones that an earlier group has; a run of
      fewer than 4 k, and one of `depthwise`, ends with zeros; or
    * with `row_major`, an activation `[b, k, n]` of f32, read as it lies.

    A panel has 16 columns, the lanes of f32 or i32 in a vector of 512 bits;
    narrower targets split it. A lane of i32 takes 4 codes, whose products
    `vpdpbusd` sums. `compress-pack` pads N and the groups of the packed operand
    with zeros. The left operand is not padded: a kernel reads the K codes of a
    row, or the pixels of an image, and nothing behind them.

    On tensors the op is destination style (the init is only written); on
    memrefs it has no result. Tiling (of tensors) is over b, m and n, with a
    window over b and n; the offset in n of a packed operand must be known to be
    a multiple of 16, its size a constant.

    Constraints:
    * C1: lhs, init have the same rank, 2 or 3, and the same leading dimensions;
      with a window the rank 4 and the same b, and all other sizes are known.
    * C2: the rhs's shape follows from K and N by the layouts above; its element
      type is that of lhs, or f16 or bf16 if it is packed and lhs is of f32.
    * C3: one map per extra operand, a projected permutation of the result's
      dimensions, with 0 for dimensions of size 1, that fits the extra's shape.
    * C4: the region has one argument for the sum (f32 or i32) and one for each
      extra's element, holds constants and elementwise ops only, uses no value
      from outside, and yields the init's element type.
    * C5: `pad` goes with a window of codes, and is `[b, 1, 1, 1]` or
      `[1, 1, 1, 1]` of i8; `depthwise` goes with a window, whose image has the
      result's channels; `row_major` goes without.

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
    %y = compress.packed_contract #compress.kernel<"f32", tile [6, 64]>
           window <kernel [3, 3], strides [1, 1], dilations [1, 1], low [1, 1]>
           ins(%image, %v : tensor<1x56x56x64xf32>, tensor<4x576x16xf32>) maps []
           outs(%f : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
    ^bb0(%sum: f32):
      compress.yield %sum : f32
    }
    ```
  }];
  let arguments = (ins Compress_RankedTensorOrMemRef:$lhs,
      Compress_RankedTensorOrMemRef:$rhs,
      Optional<Compress_RankedTensorOrMemRef>:$pad,
      Variadic<Compress_RankedTensorOrMemRef>:$extras,
      Compress_RankedTensorOrMemRef:$init, Compress_KernelAttr:$kernel,
      AffineMapArrayAttr:$extra_maps, UnitAttr:$row_major,
      OptionalAttr<Compress_WindowAttr>:$window, UnitAttr:$depthwise);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$epilogue);
  let assemblyFormat = [{
    $kernel (`row_major` $row_major^)? (`window` $window^)? (`depthwise` $depthwise^)?
    `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    (`pad` `(` $pad^ `:` type($pad) `)`)?
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
    /// The size of the left operand's last dimension: the k of a row, or the
    /// channels of an image.
    int64_t getRowSize() { return getLhsType().getShape().back(); }
    /// The number of products in a sum.
    int64_t getK();
    /// The map of extra operand `index`.
    ::mlir::AffineMap getExtraMap(unsigned index) {
      return ::llvm::cast<::mlir::AffineMapAttr>(getExtraMaps()[index]).getValue();
    }
    /// True when taps of the window lie outside of the image.
    bool readsPadding();
    /// True when the groups of codes are cut from all taps of a row of the
    /// window.
    bool joinsTaps();
  }];
}

def Compress_YieldOp : Compress_Op<"yield", [Pure, Terminator, ParentOneOf<["PackedContractOp"]>]> {
  let summary = "ends an epilogue";
  let arguments = (ins AnyType:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSPACKEDOPS_TD
