//===- CompressGatherOps.td - reading rows of a table ------*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSGATHEROPS_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSGATHEROPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "compression/Dialect/Compress/IR/CompressBase.td"

def Compress_GatherOp : Compress_Op<"gather", [Pure]> {
  let summary = "reads rows of a table by their numbers";
  let description = [{
    `result[i..., j...] = table[indices[i...], j...]`. Where the table is a
    reconstruct expression, only the rows that are read are decoded.

    An index outside `[0, rows)` is a failed check: the model's entry returns
    its number; the row read in its place is a valid one.

    Constraints:
    * C1: indices are signless integers or `index`.
    * C2: the result's shape is that of the indices, then the table's without its first dimension.
    * C3: table and result have the same element type.

    Example:

    ```mlir
    %r = compress.gather %table[%ids] : tensor<30522x384xf32>, tensor<1x128xi64> -> tensor<1x128x384xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$table, AnyRankedTensor:$indices);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $table `[` $indices `]` attr-dict `:` type($table) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSGATHEROPS_TD
