//===- Npy.h - NumPy array files --------------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading and writing of .npy files, as specified in
/// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_IO_NPY_H
#define COMPRESSION_IO_NPY_H

#include "compression/IO/AtomicFile.h"
#include "compression/IO/ElementKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::compress {

/// A shape as Python writes a list, e.g. `[4, 64]`.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

/// A read-only array in row-major order, mapped into memory: a row is read from
/// the file when it is used.
class NpyArray {
public:
  /// Opens a file of format 1.0, 2.0 or 3.0. It fails on everything that is not
  /// a little-endian array of one of the types of `ArrayType` in C order, and
  /// on a file that is longer or shorter than its header says. The values are
  /// not looked at.
  static llvm::Expected<NpyArray> open(llvm::StringRef path);

  /// The same for a file in memory; errors show the buffer's identifier.
  static llvm::Expected<NpyArray>
  parse(std::unique_ptr<llvm::MemoryBuffer> file);

  /// Path of the file.
  llvm::StringRef getPath() const { return file->getBufferIdentifier(); }

  ArrayType getType() const { return type; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }

  /// All elements, without any alignment.
  llvm::ArrayRef<char> getData() const { return data; }

private:
  NpyArray(std::unique_ptr<llvm::MemoryBuffer> file, ArrayType type,
           llvm::ArrayRef<int64_t> shape, llvm::StringRef data)
      : file(std::move(file)), type(type), shape(shape), data(data) {}

  std::unique_ptr<llvm::MemoryBuffer> file;
  ArrayType type;
  llvm::SmallVector<int64_t> shape;
  llvm::ArrayRef<char> data;
};

/// Writes an array piece by piece. The file appears when it is complete, see
/// `AtomicFile`; because the shape is known beforehand, a pipe will do as well.
class NpyWriter {
public:
  /// Opens the output and writes the header, of format 1.0. `shape` has at most
  /// 64 dimensions (NumPy's limit).
  static llvm::Expected<NpyWriter> create(llvm::StringRef path, ArrayType type,
                                          llvm::ArrayRef<int64_t> shape);

  /// Appends elements in row-major order.
  void append(llvm::ArrayRef<char> elements);

  /// Ends the file. It fails if a write failed, or if the number of bytes is
  /// not that of the shape; nothing is left behind then.
  llvm::Error commit();

private:
  NpyWriter(AtomicFile file, uint64_t expectedBytes)
      : file(std::move(file)), expectedBytes(expectedBytes) {}

  AtomicFile file;
  uint64_t expectedBytes;
  uint64_t writtenBytes = 0;
};

} // namespace mlir::compress

#endif // COMPRESSION_IO_NPY_H
