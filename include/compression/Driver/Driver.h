//===- Driver.h - the compress pipeline -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DRIVER_DRIVER_H
#define COMPRESSION_DRIVER_DRIVER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::compress {

/// The module attribute that holds the report of a compression.
inline constexpr StringLiteral kReportAttrName = "compress.report";

#define GEN_PASS_DECL
#include "compression/Driver/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compression/Driver/Passes.h.inc"

/// Options of `compress`: see the pass `compress-driver`.
struct CompressOptions : public PassPipelineOptions<CompressOptions> {
  Option<std::string> preset{*this, "preset",
                             llvm::cl::desc("W8A8 or W8A8_DYNAMIC"),
                             llvm::cl::init("")};
  ListOption<std::string> calibration{
      *this, "calibration",
      llvm::cl::desc("arrays of calibration samples (.npy), one per argument "
                     "of the model")};
  Option<std::string> smooth{
      *this, "smooth",
      llvm::cl::desc("smooth inputs of layers: 'on', 'off', or 'auto': with a "
                     "static preset"),
      llvm::cl::init("auto")};
  Option<std::string> correctMeans{
      *this, "correct-means",
      llvm::cl::desc(
          "move biases to keep the means of outputs: 'on', 'off', or "
          "'auto': with a static preset, in a model with convolutions"),
      llvm::cl::init("auto")};
  ListOption<std::string> keepFloat{
      *this, "keep-float",
      llvm::cl::desc("names of weights that stay float, with * and ? as in a "
                     "shell; 'auto': those of the worst layers, until min-sqnr "
                     "holds")};
  Option<std::string> minSqnr{
      *this, "min-sqnr",
      llvm::cl::desc("lowest acceptable SQNR of a result in dB (default 10)"),
      llvm::cl::init("10")};
  Option<bool> strict{*this, "strict", llvm::cl::desc("make warnings errors"),
                      llvm::cl::init(false)};
};

/// Registers the pipeline `compress` and the pass behind it.
void registerCompressPipeline();

} // namespace mlir::compress

#endif // COMPRESSION_DRIVER_DRIVER_H
