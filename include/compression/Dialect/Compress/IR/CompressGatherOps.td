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

// Not `Pure`: an index outside of the table makes the call fail, so that the op
// must not be moved to where it would not have run (out of a loop without
// iterations, or in front of a branch). Without a user it may go: nothing is
// read then.
def Compress_GatherOp : Compress_Op<"gather", [NoMemoryEffect]> {
  let summary = "reads rows of a table by their numbers";
  let description = [{
    `result[i..., j...] = table[indices[i...], j...]`. Where the table is a
    reconstruct expression, only the rows that are read are decoded.

    An index outside `[0, rows)` is a failed check: the model's entry returns
    its number; the row read in its place is a valid one.

    Constraints:
    * C1: indices are `index`, or signless integers of at least 2 bits, which are
      read as signed (an i1 would be 0 or -1).
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
