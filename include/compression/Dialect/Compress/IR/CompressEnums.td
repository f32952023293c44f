//===- CompressEnums.td - enumerations of compression schemes --*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSENUMS_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSENUMS_TD

include "mlir/IR/EnumAttr.td"

def Compress_Rounding : I32Enum<"Rounding", "how a quotient becomes an integer", [
    I32EnumCase<"NearestEven", 0, "nearest_even">,
    I32EnumCase<"NearestAway", 1, "nearest_away">]> {
  let cppNamespace = "::mlir::compress";
}

// `compress-apply` and `compress.choose_params` take the range of a block as the
// scheme says. There is one policy so far; a scheme names it, so that files say
// what they were made by when there are more.
def Compress_RangePolicy : I32Enum<"RangePolicy", "how a block's range follows from its values", [
    I32EnumCase<"MinMax", 0, "minmax">]> {
  let cppNamespace = "::mlir::compress";
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSENUMS_TD
