//===- MissedRemark.h - what a pass left alone, and why ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_MISSEDREMARK_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_MISSEDREMARK_H

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::compress {

/// A `missed` remark on `op`, which the pass `category` left as it was; the
/// caller adds `remark::reason(...)`. It costs nothing unless remarks are on.
inline remark::detail::InFlightRemark emitMissed(Operation *op, StringRef name,
                                                 StringRef category) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::missed(
      op->getLoc(), remark::RemarkOpts::name(name).category(category).function(
                        function ? function.getName() : ""));
}

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_MISSEDREMARK_H
