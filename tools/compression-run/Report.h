//===- Report.h - what a run found ------------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TOOLS_COMPRESSION_RUN_REPORT_H
#define COMPRESSION_TOOLS_COMPRESSION_RUN_REPORT_H

#include "compression/Execution/Metrics.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace mlir::compress {

/// What is printed; figures that were not measured are absent. Latencies are in
/// microseconds per call.
struct Report {
  int64_t samples = 0;
  std::optional<Fidelity> fidelity;
  std::optional<double> accuracy;
  std::optional<int64_t> calls;
  std::optional<double> latencyMedian, latencyMin;
  double compileSeconds = 0;
  int64_t weightsBytes = 0;
  unsigned threads = 1;

  /// All figures; null for one that was not measured or is not finite.
  llvm::json::Object toJson() const;

  /// A line for each figure that was measured.
  void print(llvm::raw_ostream &os) const;
};

} // namespace mlir::compress

#endif // COMPRESSION_TOOLS_COMPRESSION_RUN_REPORT_H
