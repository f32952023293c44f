//===- MeanCorrection.h - biases that keep the means ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DRIVER_MEANCORRECTION_H
#define COMPRESSION_DRIVER_MEANCORRECTION_H

#include "compression/Driver/Calibration.h"

namespace mlir::compress {

/// Moves the biases of the compressed layers of `module`, which is at the stage
/// compressed, so that the mean of each output channel, after the following
/// clamp, is what the layer's attribute `compress.means` says; removes the
/// attributes. Layers without a bias get one. Runs the compressed model on
/// `data` for each layer in turn. Errors are reported as diagnostics.
LogicalResult correctMeans(ModuleOp module, const DataSet &data);

/// Removes what `setOutputMeans` set.
void dropOutputMeans(ModuleOp module);

} // namespace mlir::compress

#endif // COMPRESSION_DRIVER_MEANCORRECTION_H
