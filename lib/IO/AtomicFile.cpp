//===- AtomicFile.cpp - Output files, whole or not at all -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/IO/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"

using namespace llvm;
using namespace mlir::compress;

static Error makeOutputError(StringRef path, std::error_code ec) {
  return createFileError(path, ec, "cannot write: " + Twine(ec.message()));
}

Expected<AtomicFile> AtomicFile::create(StringRef path) {
  std::error_code ec;
  AtomicFile file(path, path);
  if (path == "-") {
    outs().flush();
    file.stream = std::make_unique<raw_fd_ostream>("-", ec);
    return file;
  }

  // What the status can't tell, opening the file will.
  sys::fs::file_status status;
  (void)sys::fs::status(path, status);
  bool exists = sys::fs::exists(status);
  if (exists && !sys::fs::is_regular_file(status)) {
    auto stream =
        std::make_unique<raw_fd_ostream>(path, ec, sys::fs::CD_OpenExisting,
                                         sys::fs::FA_Write, sys::fs::OF_None);
    if (ec)
      return makeOutputError(path, ec);
    file.stream = std::move(stream);
    return file;
  }

  if (exists) {
    // Renaming would also replace a file that is protected against writing.
    if ((ec = sys::fs::access(path, sys::fs::AccessMode::Write)))
      return makeOutputError(path, ec);
    SmallString<128> target;
    if ((ec = sys::fs::real_path(path, target)))
      return makeOutputError(path, ec);
    file.target = target.str();
  }
  if ((ec = file.openTemporary()))
    return makeOutputError(path, ec);
  if (exists &&
      (ec = sys::fs::setPermissions(file.temporary, status.permissions())))
    return makeOutputError(path, ec);
  return file;
}

/// Like `sys::fs::TempFile`, but a `%` in the path stays as it is, and no
/// moment exists at which a signal could leave the file behind.
std::error_code AtomicFile::openTemporary() {
  constexpr unsigned maxAttempts = 128;
  std::error_code ec;
  for (unsigned attempt = 0; attempt != maxAttempts; ++attempt) {
    unsigned number = sys::Process::GetRandomNumber();
    std::string name =
        target + "-" + utohexstr(number, /*LowerCase=*/true) + ".tmp";
    sys::RemoveFileOnSignal(name);
    int fd;
    ec = sys::fs::openFileForWrite(name, fd, sys::fs::CD_CreateNew);
    if (!ec) {
      temporary = std::move(name);
      stream = std::make_unique<raw_fd_ostream>(fd, /*shouldClose=*/true);
      return ec;
    }
    sys::DontRemoveFileOnSignal(name);
    if (ec != errc::file_exists)
      return ec;
  }
  return ec;
}

AtomicFile &AtomicFile::operator=(AtomicFile &&other) {
  if (this == &other)
    return *this;
  discard();
  path = std::move(other.path);
  target = std::move(other.target);
  temporary = std::move(other.temporary);
  stream = std::move(other.stream);
  return *this;
}

std::error_code AtomicFile::closeStream() {
  stream->flush();
  // Closing can fail as well, and the standard output must stay open.
  if (path != "-")
    stream->close();
  std::error_code ec = stream->error();
  // A stream that is destroyed with an error ends the program.
  stream->clear_error();
  stream.reset();
  return ec;
}

void AtomicFile::removeTemporary() {
  if (temporary.empty())
    return;
  (void)sys::fs::remove(temporary);
  sys::DontRemoveFileOnSignal(temporary);
}

Error AtomicFile::commit() {
  assert(stream && "the file was committed or discarded before");
  std::error_code ec = closeStream();
  if (!ec && !temporary.empty())
    ec = sys::fs::rename(temporary, target);
  if (ec) {
    removeTemporary();
    return makeOutputError(path, ec);
  }
  if (!temporary.empty())
    sys::DontRemoveFileOnSignal(temporary);
  return Error::success();
}

void AtomicFile::discard() {
  if (!stream)
    return;
  (void)closeStream();
  removeTemporary();
}
