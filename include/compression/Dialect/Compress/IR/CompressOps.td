//===- CompressOps.td - all ops of the compress dialect ----*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSOPS_TD
#define COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSOPS_TD

include "compression/Dialect/Compress/IR/CompressCalibrationOps.td"
include "compression/Dialect/Compress/IR/CompressGatherOps.td"
include "compression/Dialect/Compress/IR/CompressPackedOps.td"
include "compression/Dialect/Compress/IR/CompressQuantizationOps.td"

#endif // COMPRESSION_DIALECT_COMPRESS_IR_COMPRESSOPS_TD
