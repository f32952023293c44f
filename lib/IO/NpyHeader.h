//===- NpyHeader.h - Header of NumPy array files ----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_IO_NPYHEADER_H
#define LIB_IO_NPYHEADER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::compress {

/// NumPy's limit on the number of dimensions.
constexpr size_t maxNpyRank = 64;

/// The three entries of a header, as written.
struct NpyHeader {
  /// Points into the text that was parsed.
  llvm::StringRef descr;
  bool fortranOrder = false;
  llvm::SmallVector<int64_t> shape;
};

/// Parses a header's dictionary, e.g.
/// `{'descr': '<f4', 'fortran_order': False, 'shape': (4, 64), }`: each key
/// once, in any order. Only its form is checked, and that no dimension is
/// negative or beyond 63 bits.
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text);

} // namespace mlir::compress

#endif // LIB_IO_NPYHEADER_H
