//===- CompressCalibrationOps.td - observing values --------*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSCALIBRATIONOPS_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSCALIBRATIONOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "compression/Dialect/Compress/IR/CompressAttrs.td"

def Compress_ObserveOp : Compress_Op<"observe", [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "names a value that will be quantized";
  let description = [{
    The result is the input. `name` is unique in the module, which
    `compress-verify-stage` checks; calibration runs the model, takes the
    statistics of each observed value and stores them here. A plan adds the scheme, and `dynamic` where scales are computed at run
    time instead of from the statistics; `compress-apply` replaces the op.

    Example:

    ```mlir
    %y = compress.observe %x {name = "encoder.layer.0.intermediate.dense.input",
           statistics = #compress.statistics<min = -3.5 : f32, max = 4.25 : f32, count = 49152>}
           : tensor<128x384xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, StrAttr:$name,
      OptionalAttr<Compress_StatisticsAttr>:$statistics,
      OptionalAttr<Compress_AffineAttr>:$scheme, UnitAttr:$dynamic);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasVerifier = 1;
}

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSCALIBRATIONOPS_TD
