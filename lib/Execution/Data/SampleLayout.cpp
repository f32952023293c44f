//===- SampleLayout.cpp - How samples lie in calls --------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/SampleLayout.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <numeric>

using namespace llvm;
using namespace mlir::compress;

ResultLayout::ResultLayout(ArrayRef<int64_t> shape, const CallSplit &split)
    : split(split),
      batched(!shape.empty() && shape.front() == split.samplesPerCall) {
  assert(all_of(shape, [](int64_t size) { return size > 0; }) &&
         "expected a static shape that is not empty");
  shape = shape.drop_front(batched);
  sampleElements = std::accumulate(shape.begin(), shape.end(), int64_t{1},
                                   std::multiplies<int64_t>());
  classes = shape.empty() ? 0 : shape.back();
}
