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

    A weight passes through these forms, each checked by
    `compress-verify-stage`:

    ```
    imported -> normalized -> observed -> planned -> compressed -> integer -> packed -> lowered
    ```

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

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSBASE_TD
