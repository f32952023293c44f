//===- CompressInterfaces.td - what reconstruct ops have in common --*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSINTERFACES_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSINTERFACES_TD

include "mlir/IR/OpBase.td"

def ReconstructOpInterface : OpInterface<"ReconstructOpInterface"> {
  let cppNamespace = "::mlir::compress";
  let description = [{
    An op that defines a dense tensor from smaller payload tensors. Element
    `c` of the dense value, which is the op's one result, is `decode` applied to
    the elements of the payload operands at `getPayloadMaps()(c)`. The reference
    lowering, row gathers and vector code follow from these. An op whose dense
    value may have dynamic dimensions also has
    `ReifyRankedShapedTypeOpInterface`, which gives the lowering their sizes.
  }];
  let methods = [
    InterfaceMethod<"The type of the dense value.",
      "::mlir::RankedTensorType", "getDenseType", (ins)>,
    InterfaceMethod<"The payload operands, in the order of `decode`.",
      "::llvm::SmallVector<::mlir::Value>", "getPayload", (ins)>,
    InterfaceMethod<[{
        Maps from a coordinate of the dense value to the coordinate of each
        payload operand.
      }],
      "::llvm::SmallVector<::mlir::AffineMap>", "getPayloadMaps", (ins)>,
    InterfaceMethod<[{
        Builds the decoding of one element; `elements` holds one value per
        payload operand, all scalars or all vectors of one shape.
      }],
      "::mlir::Value", "decode",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$elements)>,
    InterfaceMethod<"The same op on other payload operands with a dense value of `type`.",
      "::mlir::Operation *", "cloneWithPayload",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::RankedTensorType":$type,
           "::mlir::ValueRange":$payload)>,
    InterfaceMethod<[{
        For each dimension, the number of elements that the offset and the size
        of a tile must be multiples of (1: any), so that the payload of the tile
        is a slice; a tile that ends at the edge of the value may have any size.
        Tiling fails unless they are known to be: constants, or what follows
        from constants and induction variables of loops by `affine.apply`.
      }],
      "::llvm::SmallVector<int64_t>", "getTileAlignment", (ins)>,
    InterfaceMethod<"The bits of all payload operands; nothing where a shape is dynamic.",
      "std::optional<int64_t>", "getStoredBits", (ins), "", [{
        int64_t bits = 0;
        for (::mlir::Value payload : $_op.getPayload()) {
          auto type = ::llvm::cast<::mlir::RankedTensorType>(payload.getType());
          if (!type.hasStaticShape())
            return std::nullopt;
          bits += type.getNumElements() * type.getElementTypeBitWidth();
        }
        return bits;
      }]>,
    InterfaceMethod<[{
        The largest distance between the dense value and the value that was
        compressed, in units of its scale and in exact arithmetic, where the
        format bounds it. It holds for values inside of the range that the codes
        span: what lies outside was clipped. The roundings of f32 and of the
        expressed type come on top of it.
      }],
      "std::optional<double>", "getErrorBound", (ins), "",
      [{ return std::nullopt; }]>
  ];
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSINTERFACES_TD
