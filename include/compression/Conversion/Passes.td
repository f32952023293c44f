//===- Passes.td - conversions out of the compress dialect --*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_CONVERSION_PASSES_TD
#define COMPRESSION_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCompressToLinalgPass : Pass<"convert-compress-to-linalg"> {
  let summary = "Replace compress ops by linalg, tensor and arith";
  let description = [{
    The reference lowering, from any stage up to *integer*: what the ops mean,
    for tools that do not know the dialect. Payloads stay as they are; no
    weight becomes a dense constant. A gather gets a `cf.assert` on its
    indices. It is an error if a compress op is left, but for packed
    contractions with `keep-packed`.
  }];
  let options = [
    Option<"keepPacked", "keep-packed", "bool", /*default=*/"false",
           "Leave packed contractions to a later pass">
  ];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "cf::ControlFlowDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

#endif // COMPRESSION_CONVERSION_PASSES_TD
