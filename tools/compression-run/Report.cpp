//===- Report.cpp - what a run found ----------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <sys/resource.h>

using namespace mlir;
using namespace mlir::compress;

/// A number, or null where there is none or it is not finite.
static llvm::json::Value toJson(std::optional<double> value) {
  if (!value || !std::isfinite(*value))
    return nullptr;
  return *value;
}

static int64_t getPeakMemory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<int64_t>(usage.ru_maxrss) * 1024;
}

llvm::json::Object Report::toJson() const {
  auto figure = [&](auto get) -> llvm::json::Value {
    return fidelity ? ::toJson(get(*fidelity)) : llvm::json::Value(nullptr);
  };
  llvm::json::Object object;
  object["samples"] = samples;
  object["sqnr_db"] = figure([](const Fidelity &f) { return f.sqnrDb; });
  object["max_abs_error"] =
      figure([](const Fidelity &f) { return f.maxAbsError; });
  object["cosine_mean"] =
      figure([](const Fidelity &f) { return f.cosineMean; });
  object["cosine_min"] = figure([](const Fidelity &f) { return f.cosineMin; });
  object["top1_agreement"] =
      figure([](const Fidelity &f) { return f.top1Agreement; });
  object["unmeasurable_samples"] =
      fidelity ? llvm::json::Value(fidelity->unmeasurableSamples) : nullptr;
  object["accuracy"] = ::toJson(accuracy);
  object["calls"] = calls ? llvm::json::Value(*calls) : nullptr;
  object["latency_us_median"] = ::toJson(latencyMedian);
  object["latency_us_min"] = ::toJson(latencyMin);
  object["compile_seconds"] = compileSeconds;
  object["weights_bytes"] = weightsBytes;
  object["peak_rss_bytes"] = getPeakMemory();
  object["threads"] = static_cast<int64_t>(threads);
  return object;
}

void Report::print(raw_ostream &os) const {
  auto line = [&](StringRef name, const llvm::Twine &value) {
    os << llvm::formatv("{0,-18} {1}\n", name, value.str());
  };
  auto number = [](double value, const char *format) {
    return std::string(llvm::formatv(format, value));
  };
  line("samples", llvm::Twine(samples));
  if (fidelity) {
    line("sqnr_db", number(fidelity->sqnrDb, "{0:f2}"));
    line("max_abs_error", number(fidelity->maxAbsError, "{0:e3}"));
    line("cosine_mean", number(fidelity->cosineMean, "{0:f6}"));
    line("cosine_min", number(fidelity->cosineMin, "{0:f6}"));
    if (fidelity->top1Agreement)
      line("top1_agreement", number(*fidelity->top1Agreement, "{0:f4}"));
    // Of NaN or infinity, which make the other figures the worst.
    if (fidelity->unmeasurableSamples != 0)
      line("not_finite", llvm::formatv("{0} samples, {1} of them as expected",
                                       fidelity->unmeasurableSamples,
                                       fidelity->unmeasurableExpected)
                             .str());
  }
  if (accuracy)
    line("accuracy", number(*accuracy, "{0:f4}"));
  // Three digits at least: a tiny model takes a tenth of a microsecond.
  auto latency = [&](double us) {
    return number(us, us < 1 ? "{0:f3}" : us < 10 ? "{0:f2}" : "{0:f1}");
  };
  if (calls) {
    line("calls", llvm::Twine(*calls));
    line("latency_us_median", latency(*latencyMedian));
    line("latency_us_min", latency(*latencyMin));
  }
  line("compile_seconds", number(compileSeconds, "{0:f2}"));
  line("weights_bytes", llvm::Twine(weightsBytes));
  line("peak_rss_bytes", llvm::Twine(getPeakMemory()));
  line("threads", llvm::Twine(threads));
}
