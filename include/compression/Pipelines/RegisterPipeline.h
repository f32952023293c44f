//===- RegisterPipeline.h - pipelines with options --------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_PIPELINES_REGISTERPIPELINE_H
#define COMPRESSION_PIPELINES_REGISTERPIPELINE_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::compress {

/// Registers a pipeline as `PassPipelineRegistration` does, but reports a wrong
/// option as a diagnostic that names the pipeline.
template <typename Options>
void registerPipeline(StringRef name, StringRef description,
                      void (*build)(OpPassManager &, const Options &)) {
  registerPassPipeline(
      name, description,
      [=](OpPassManager &pm, StringRef text,
          function_ref<LogicalResult(const Twine &)> errorHandler)
          -> LogicalResult {
        Options options;
        std::string message;
        llvm::raw_string_ostream os(message);
        if (failed(options.parseFromString(text, os))) {
          StringRef reason = StringRef(message).trim();
          reason.consume_front("<Pass-Options-Parser>: ");
          // What is wrong with a value was printed by its parser.
          if (reason.empty())
            reason = "an option with a wrong value";
          return errorHandler("'" + name + "' has " + reason +
                              " (options are separated by spaces)");
        }
        build(pm, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handler) {
        handler(Options());
      });
}

} // namespace mlir::compress

#endif // COMPRESSION_PIPELINES_REGISTERPIPELINE_H
