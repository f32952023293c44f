//===- TestFiles.h - Files made by tests ------------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_IO_TESTFILES_H
#define UNITTESTS_IO_TESTFILES_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

namespace mlir::compress {

/// A test with a folder of its own, which is empty at first. A pipe in it is to
/// be removed by the test.
class FileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("compression", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(const llvm::Twine &name) const {
    llvm::SmallString<128> result(folder);
    llvm::sys::path::append(result, name);
    return std::string(result);
  }

  std::string write(const llvm::Twine &name, llvm::StringRef content) const {
    std::error_code ec;
    llvm::raw_fd_ostream os(path(name), ec);
    EXPECT_FALSE(ec) << ec.message();
    os << content;
    return path(name);
  }

  std::string read(const llvm::Twine &name) const {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    return buffer ? (*buffer)->getBuffer().str() : "<no file>";
  }

  /// The names of the folder's files, sorted.
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    std::error_code ec;
    for (llvm::sys::fs::directory_iterator it(folder, ec), end;
         it != end && !ec; it.increment(ec))
      names.push_back(llvm::sys::path::filename(it->path()).str());
    llvm::sort(names);
    return names;
  }

  llvm::SmallString<128> folder;
};

/// The bytes of values as they lie in memory.
template <typename T>
llvm::ArrayRef<char> bytesOf(const std::vector<T> &values) {
  return {reinterpret_cast<const char *>(values.data()),
          values.size() * sizeof(T)};
}

/// The inverse of `bytesOf`.
template <typename T>
std::vector<T> valuesOf(llvm::ArrayRef<char> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::copy(bytes.begin(), bytes.end(),
            reinterpret_cast<char *>(values.data()));
  return values;
}

/// The text of an .npy file with the given header, independent of `NpyWriter`.
inline std::string makeNpy(llvm::StringRef header, llvm::StringRef data = "",
                           unsigned major = 1) {
  size_t preamble = major == 1 ? 10 : 12;
  size_t length = llvm::alignTo(preamble + header.size() + 1, 64) - preamble;
  std::string text = "\x93NUMPY";
  text += static_cast<char>(major);
  text += '\0';
  for (size_t i = 0; i != preamble - 8; ++i)
    text += static_cast<char>(length >> (8 * i));
  text += header;
  text.append(length - header.size() - 1, ' ');
  return text + '\n' + data.str();
}

/// The same for an array of a given type code and shape, a Python tuple.
inline std::string makeArray(llvm::StringRef descr, llvm::StringRef shape,
                             llvm::ArrayRef<char> data) {
  return makeNpy(("{'descr': '" + descr +
                  "', 'fortran_order': False, 'shape': " + shape + ", }")
                     .str(),
                 llvm::StringRef(data.data(), data.size()));
}

/// The message of a failure; `<no error>` if there is none.
inline std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "<no error>";
}
template <typename T>
std::string messageOf(llvm::Expected<T> value) {
  return value ? "<no error>" : llvm::toString(value.takeError());
}

} // namespace mlir::compress

#endif // UNITTESTS_IO_TESTFILES_H
