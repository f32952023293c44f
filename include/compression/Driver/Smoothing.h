//===- Smoothing.h - smoothed inputs of layers ------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DRIVER_SMOOTHING_H
#define COMPRESSION_DRIVER_SMOOTHING_H

#include "compression/Driver/Calibration.h"

namespace mlir::compress {

/// Smooths the observed values of `module`, which is at the stage planned,
/// where that lowers the error of the layers that read them: the value is
/// multiplied by a named vector `<name>.smoothing` before it is observed, the
/// weights are divided by it. Left alone: values whose range is known
/// beforehand, inputs of depthwise and grouped convolutions, weights with other
/// users. `calibration` has samples of two parts of the data; its ranges become
/// those of the smoothed values.
///
/// Passed remarks `Smoothed`, with the exponent and the error before and after.
LogicalResult smooth(ModuleOp module, Calibration &calibration);

} // namespace mlir::compress

#endif // COMPRESSION_DRIVER_SMOOTHING_H
