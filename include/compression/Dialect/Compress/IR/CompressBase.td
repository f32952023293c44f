//===- CompressBase.td - the compress dialect --------------*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSBASE_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSBASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/TilingInterface.td"

def Compress_Dialect : Dialect {
  let name = "compress";
  let cppNamespace = "::mlir::compress";
  let summary = "Compressed weights and activations of a model";
  let description = [{
    A compressed weight is an *expression*: a small tree of reconstruct ops over
    ordinary builtin tensors that defines the dense value, for example

    ```mlir
    %w = compress.dequantize %codes, %scales
           {scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
           : tensor<1536x384xi8>, tensor<1536x1xf32> -> tensor<1536x384xf32>
    ```

    Its reference lowering to `linalg` and `arith` is its meaning; every faster
    path is tested against it. Reconstruct ops never fold to a dense constant.

    A weight passes through these forms:

    ```
    imported -> normalized -> observed -> planned -> compressed -> integer -> packed -> lowered
    ```

    `compress-verify-stage` checks the contracts of *normalized* to *packed*. An
    imported model is whatever an importer wrote; in a lowered one nothing of
    the dialect is left.

    The payload tensors (codes, scales, zero points) are operands, not
    parameters of a type or an attribute: static, dynamic and learned scales
    are the same op. The granularity is the block shape of the scheme.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = "void registerAttributes();";
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

class Compress_Op<string mnemonic, list<Trait> traits = []>
    : Op<Compress_Dialect, mnemonic, traits>;

// An op whose loops are the dimensions of its result, all parallel, so that a
// tile of the loops is that tile of the result. The op defines
// `getTiledImplementation` and `getLoopValue`, a value of the result's shape.
class Compress_ResultTiledOp<string mnemonic, list<Trait> traits = []>
    : Compress_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<TilingInterface,
            ["getLoopIteratorTypes", "getIterationDomain",
             "getTiledImplementation", "getResultTilePosition",
             "generateResultTileValue"]>])> {
  let extraClassDefinition = [{
    ::llvm::SmallVector<::mlir::utils::IteratorType> $cppClass::getLoopIteratorTypes() {
      auto type = ::llvm::cast<::mlir::ShapedType>(getLoopValue().getType());
      return ::llvm::SmallVector<::mlir::utils::IteratorType>(
          type.getRank(), ::mlir::utils::IteratorType::parallel);
    }

    ::llvm::SmallVector<::mlir::Range> $cppClass::getIterationDomain(::mlir::OpBuilder &builder) {
      return ::mlir::compress::blocks::getElementDomain(builder, getLoopValue());
    }

    ::llvm::LogicalResult $cppClass::getResultTilePosition(
        ::mlir::OpBuilder &, unsigned, ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes,
        ::llvm::SmallVector<::mlir::OpFoldResult> &resultOffsets,
        ::llvm::SmallVector<::mlir::OpFoldResult> &resultSizes) {
      resultOffsets.assign(offsets.begin(), offsets.end());
      resultSizes.assign(sizes.begin(), sizes.end());
      return ::mlir::success();
    }

    ::mlir::FailureOr<::mlir::TilingResult> $cppClass::generateResultTileValue(
        ::mlir::OpBuilder &builder, unsigned,
        ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes) {
      return getTiledImplementation(builder, offsets, sizes);
    }
  }];
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSBASE_TD
