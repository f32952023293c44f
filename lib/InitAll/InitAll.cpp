//===- InitAll.cpp - registration of everything -----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/InitAll.h"

#include "compression/Conversion/CompressToLinalg.h"
#include "compression/Dialect/Compress/Transforms/Passes.h"
#include "compression/Driver/Driver.h"
#include "compression/Pipelines/LowerToLLVM.h"
#include "compression/Target/CPU/Passes.h"

#include "mlir/InitAllDialects.h"

using namespace mlir;

void compress::registerAllDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  registerLoweringDialects(registry);
}

void compress::registerAllPasses() {
  registerCompressTransformsPasses();
  registerCompressConversionPasses();
  cpu::registerCompressTargetCPUPasses();
  registerLoweringPipelines();
  registerCompressPipeline();
}
