//===- AtomicFile.h - Output files, whole or not at all ---------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_IO_ATOMICFILE_H
#define COMPRESSION_IO_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace mlir::compress {

/// An output file that takes its name only when it is complete.
///
/// The bytes go to a temporary file in the same folder, which `commit` renames.
/// Until then a file that had the name stays as it was, also when the file is
/// an input of the same program. Without `commit`, and when a signal ends the
/// program, the temporary file is removed.
///
/// Only a regular file is replaced by renaming, the one behind a symbolic link
/// where `path` is one; it keeps its permissions. Anything else that exists (a
/// device, a pipe) is written in place, and `-` is the standard output.
class AtomicFile {
public:
  /// Opens an output. It fails if the folder of `path` takes no new file, or if
  /// `path` exists and can't be written.
  static llvm::Expected<AtomicFile> create(llvm::StringRef path);

  AtomicFile(AtomicFile &&) = default;
  AtomicFile &operator=(AtomicFile &&other);

  /// Discards what was written, unless it was committed.
  ~AtomicFile() { discard(); }

  /// The stream to write to, until `commit` or `discard`. A failed write is
  /// reported by `commit`. A pipe can't take `pwrite`.
  llvm::raw_pwrite_stream &os() { return *stream; }

  /// The path as it was given.
  llvm::StringRef getPath() const { return path; }

  /// Ends the file and gives it its name. On failure nothing is left behind.
  llvm::Error commit();

  /// Ends the file and removes what can be removed; no-op after `commit`.
  void discard();

private:
  AtomicFile(llvm::StringRef path, llvm::StringRef target)
      : path(path), target(target) {}

  std::error_code openTemporary();
  std::error_code closeStream();
  void removeTemporary();

  std::string path;
  /// The file that is replaced: `path` behind its symbolic links.
  std::string target;
  /// Empty if the output is written in place.
  std::string temporary;
  /// Null once the file is committed, discarded or moved from.
  std::unique_ptr<llvm::raw_fd_ostream> stream;
};

} // namespace mlir::compress

#endif // COMPRESSION_IO_ATOMICFILE_H
