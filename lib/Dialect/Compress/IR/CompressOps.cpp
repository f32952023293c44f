//===- CompressOps.cpp - generated op definitions ---------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTiling.h"
#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::compress;

#define GET_OP_CLASSES
#include "compression/Dialect/Compress/IR/CompressOps.cpp.inc"
