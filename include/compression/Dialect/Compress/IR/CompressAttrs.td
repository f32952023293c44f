//===- CompressAttrs.td - schemes, statistics, kernels and targets --*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSATTRS_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "compression/Dialect/Compress/IR/CompressBase.td"
include "compression/Dialect/Compress/IR/CompressEnums.td"

class Compress_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Compress_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Compress_AffineAttr : Compress_Attr<"Affine", "affine"> {
  let summary = "scheme of an affine integer format";
  let description = [{
    `q = clamp(round(x / s) + z, qmin, qmax)`, `x' = (q - z) * s`; the exact
    arithmetic is in docs/Numerics.md.

    ```mlir
    #compress.affine<s8 [-127, 127], f32, block [1, *]>        // symmetric, a scale per row
    #compress.affine<u8, f32, block [*, *], zero_point>        // asymmetric, one scale
    #compress.affine<s4 [-7, 7], f32, block [1, 32], scale f16, compute f32>
    ```

    * storage: `s` or `u` and the bits of a code (2 to 8); codes are signless `iN`.
    * `[qmin, qmax]`: the codes used; printed only when narrower than the storage.
    * expressed: the float type of the dense value.
    * `block`: the number of elements of each dimension that share a scale;
      `*` is the whole dimension. Blocks start at index 0; the last may be
      ragged. The scale tensor has `ceil(dimension / block)` entries a dimension.
    * `zero_point`: there is one, of the codes' type; without it, it is 0.
    * `scale`: the type that scales are stored in (default f32).
    * `rounding`: `nearest_even` (default) or `nearest_away`; `compress.quantize`
      and `compress-apply`, which computes the codes of weights, round by it.
    * `range`: how `compress-apply` and `compress.choose_params` choose the range
      of a block; `minmax` (default and the only one): the smallest range that
      holds its values and 0.
    * `compute`: the type in which a contraction multiplies: an integer type
      (default `i8`) or the expressed type, for weights that are only stored compressed.
  }];
  let parameters = (ins "unsigned":$bits, "bool":$isSigned, "int64_t":$qmin,
      "int64_t":$qmax, "::mlir::FloatType":$expressed,
      ArrayRefParameter<"int64_t">:$block, "bool":$hasZeroPoint,
      "::mlir::FloatType":$scale, "::mlir::compress::Rounding":$rounding,
      "::mlir::compress::RangePolicy":$range, "::mlir::Type":$compute);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilderWithInferredContext<(ins "::mlir::FloatType":$expressed,
        "unsigned":$bits, "bool":$isSigned, "int64_t":$qmin, "int64_t":$qmax,
        "::llvm::ArrayRef<int64_t>":$block, "bool":$hasZeroPoint)>
  ];
  let extraClassDeclaration = [{
    /// Block entry that stands for the whole dimension.
    static constexpr int64_t kWhole = -1;

    /// The signless integer type of a code.
    ::mlir::IntegerType getStorageType() const;
    /// The shape of the scale (and zero point) tensor of a payload of `shape`.
    ::llvm::SmallVector<int64_t> getScaleShape(::llvm::ArrayRef<int64_t> shape) const;
    /// Maps a payload coordinate to the coordinate of its scale.
    ::mlir::AffineMap getScaleMap(::llvm::ArrayRef<int64_t> shape) const;
    /// True when [qmin, qmax] holds all codes of the storage.
    bool usesWholeStorage() const;
    /// True when all elements along `dim` (of size `size`) share a scale.
    bool isWhole(unsigned dim, int64_t size) const;
    /// True when a contraction multiplies integer codes.
    bool computesInteger() const { return ::llvm::isa<::mlir::IntegerType>(getCompute()); }
  }];
}

def Compress_StatisticsAttr : Compress_Attr<"Statistics", "statistics"> {
  let summary = "what calibration saw of a value";
  let description = [{
    The smallest and the largest value over `count` elements. Merging the
    statistics of parts gives the statistics of the whole, bit by bit.

    ```mlir
    #compress.statistics<min = -3.5 : f32, max = 4.25 : f32, count = 49152>
    ```
  }];
  let parameters = (ins "::mlir::FloatAttr":$min, "::mlir::FloatAttr":$max,
      "uint64_t":$count);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Compress_TargetAttr : Compress_Attr<"Target", "target"> {
  let summary = "what the lowering may use";
  let description = [{
    ```mlir
    #compress.target<arch = "x86_64", cpu = "znver4", features = "+avx512f,+avx512vnni", vector_bits = 512>
    #compress.target<arch = "x86_64", cpu = "x86-64", features = "", vector_bits = 128>
    ```
    `cpu` and `features` are LLVM's; `vector_bits` is the width of a vector
    register. An emitter states the features it needs; the portable one needs none.
  }];
  let parameters = (ins StringRefParameter<"architecture">:$arch,
      StringRefParameter<"LLVM's CPU name">:$cpu,
      StringRefParameter<"LLVM's feature string">:$features,
      "unsigned":$vector_bits);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// True when `feature` (without the sign) is switched on.
    bool hasFeature(::llvm::StringRef feature) const;
    /// Elements of `bits` bits in a vector register.
    unsigned getLanes(unsigned bits) const { return getVectorBits() / bits; }
  }];
}

def Compress_KernelAttr : Compress_Attr<"Kernel", "kernel"> {
  let summary = "the micro-kernel of a packed contraction";
  let description = [{
    The emitter's name and its register tile: `rows` by `columns` accumulators.
    Columns are a multiple of 16, the columns of a panel.

    ```mlir
    #compress.kernel<"u8s8_vpdpbusd", tile [6, 64]>
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the emitter">:$name,
      "int64_t":$rows, "int64_t":$columns);
  let assemblyFormat = "`<` $name `,` `tile` ` ` `[` $rows `,` $columns `]` `>`";
  let genVerifyDecl = 1;
}

def Compress_WindowAttr : Compress_Attr<"Window", "window"> {
  let summary = "what a convolution reads of an image for one pixel";
  let description = [{
    The tap (i, j) of the kernel, at the pixel (y, x) of the result, is the
    pixel `(y * strides[0] + i * dilations[0] - low[0],
    x * strides[1] + j * dilations[1] - low[1])` of the image, which may lie
    outside. `low` is the padding in front; the one behind follows from the
    size of the result.

    ```mlir
    #compress.window<kernel [3, 3], strides [2, 2], dilations [1, 1], low [0, 0]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$kernel,
      ArrayRefParameter<"int64_t">:$strides,
      ArrayRefParameter<"int64_t">:$dilations, ArrayRefParameter<"int64_t">:$low);
  let assemblyFormat = [{
    `<` `kernel` ` ` `[` $kernel `]` `,` `strides` ` ` `[` $strides `]` `,`
    `dilations` ` ` `[` $dilations `]` `,` `low` ` ` `[` $low `]` `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Rows and columns of a kernel.
    static constexpr unsigned kRank = 2;

    /// Number of taps.
    int64_t getNumTaps() const { return getKernel()[0] * getKernel()[1]; }
    /// The pixels of a result, from the first to behind the last, along
    /// dimension `dim`, whose taps all lie in the image: `image` and `result`
    /// are the sizes along it. Empty at the end of the result if there is none.
    std::pair<int64_t, int64_t> getInterior(unsigned dim, int64_t image, int64_t result) const;
  }];
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSATTRS_TD
