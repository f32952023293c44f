//===- CompressQuantizationOps.td - affine quantization ----*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSQUANTIZATIONOPS_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSQUANTIZATIONOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "compression/Dialect/Compress/IR/CompressAttrs.td"
include "compression/Dialect/Compress/IR/CompressInterfaces.td"

def Compress_DequantizeOp : Compress_ResultTiledOp<"dequantize", [
    Pure, DeclareOpInterfaceMethods<ReconstructOpInterface, ["getErrorBound"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
        ["reifyResultShapes"]>]> {
  let summary = "gives codes their float values";
  let description = [{
    `result[c] = float(codes[c] - zero_points[b(c)]) * scales[b(c)]`, where
    `b(c)` is the block of `c` by the scheme's block shape. The difference is
    an integer, the product one multiplication in f32, rounded once more where
    the expressed type is narrower.

    Constraints:
    * C1: the codes' element type is the scheme's storage type, the result's
      the expressed type, the scales' the scale type.
    * C2: codes and result have the same shape; scales (and zero points) have
      its rank and `ceil(dimension / block)` entries in each dimension.
    * C3: zero points are given exactly when the scheme has `zero_point`, and
      have the codes' element type and the scales' shape.

    Example:

    ```mlir
    %w = compress.dequantize %codes, %scales
           {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
           : tensor<1536x384xi8>, tensor<1536x1xf32> -> tensor<1536x384xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$codes, AnyRankedTensor:$scales,
      Optional<AnyRankedTensor>:$zero_points, Compress_AffineAttr:$scheme);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $codes `,` $scales (`,` $zero_points^)? attr-dict `:` type($codes) `,`
    type($scales) (`,` type($zero_points)^)? `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What is tiled has this value's shape.
    ::mlir::Value getLoopValue() { return getCodes(); }
  }];
}

def Compress_QuantizeOp : Compress_Op<"quantize", [Pure]> {
  let summary = "gives float values their codes";
  let description = [{
    `codes[c] = clamp(round(input[c] / scales[b(c)]) + zero_points[b(c)], qmin, qmax)`
    with the scheme's rounding and range; the clamp is done in float before the
    conversion to an integer. NaN becomes the zero point, infinities saturate.

    The op folds to the codes of a `compress.dequantize` with the same
    parameters and an f32 result if these are known to be in [qmin, qmax]: the
    range is that of the storage, or another `compress.quantize` clamped them to
    it. Precondition: scales are finite and positive and no code decodes to an
    infinity, as docs/Numerics.md guarantees for the scales that it chooses.

    Constraints C1 to C3 are those of `compress.dequantize`, with the input in
    the place of the result.

    Example:

    ```mlir
    %q = compress.quantize %x, %s, %z {scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
           : tensor<128x384xf32>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<128x384xi8>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$scales,
      Optional<AnyRankedTensor>:$zero_points, Compress_AffineAttr:$scheme);
  let results = (outs AnyRankedTensor:$codes);
  let assemblyFormat = [{
    $input `,` $scales (`,` $zero_points^)? attr-dict `:` type($input) `,`
    type($scales) (`,` type($zero_points)^)? `->` type($codes)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Compress_ChooseParamsOp : Compress_Op<"choose_params", [Pure]> {
  let summary = "computes scales and zero points at run time";
  let description = [{
    For each block of the scheme: the range of its values, widened to hold 0,
    and from it the scale (and the zero point), by the rules of docs/Numerics.md.

    Constraints:
    * C1: the scales' type is the scheme's scale type, the zero points' the storage type.
    * C2: both have the input's rank and `ceil(dimension / block)` entries a dimension.
    * C3: there is a zero point result exactly when the scheme has `zero_point`.

    Example:

    ```mlir
    %s, %z = compress.choose_params %x {scheme = #compress.affine<u8, f32, block [1, *], zero_point>}
               : tensor<128x384xf32> -> tensor<128x1xf32>, tensor<128x1xi8>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Compress_AffineAttr:$scheme);
  let results = (outs AnyRankedTensor:$scales, Optional<AnyRankedTensor>:$zero_points);
  let assemblyFormat = [{
    $input attr-dict `:` type($input) `->` type($scales) (`,` type($zero_points)^)?
  }];
  let hasVerifier = 1;
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSQUANTIZATIONOPS_TD
