//===- Calibrate.cpp - stores statistics of samples -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Driver/Calibration.h"
#include "compression/Driver/Driver.h"
#include "compression/Pipelines/LowerToLLVM.h"

#include <numeric>

namespace mlir::compress {
#define GEN_PASS_DEF_COMPRESSCALIBRATEPASS
#include "compression/Driver/Passes.h.inc"
} // namespace mlir::compress

using namespace mlir;
using namespace mlir::compress;

namespace {
struct Calibrate : public compress::impl::CompressCalibratePassBase<Calibrate> {
  using CompressCalibratePassBase::CompressCalibratePassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerLoweringDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<DataSet> data = openCalibrationData(module, calibration);
    if (failed(data))
      return signalPassFailure();
    dropNestedObservations(module);
    std::vector<int64_t> calls(data->getNumCalls());
    std::iota(calls.begin(), calls.end(), 0);
    FailureOr<Calibration> result =
        calibrate(module, *data, {calls}, {/*samples=*/false, outputs});
    if (failed(result))
      return signalPassFailure();
    (void)checkThatValuesVary(module, result->ranges[0], /*strict=*/false);
    setStatistics(module, result->ranges[0]);
    if (outputs)
      setOutputMeans(module, result->outputMeans);
  }
};
} // namespace
