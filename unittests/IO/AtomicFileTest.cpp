//===- AtomicFileTest.cpp - Output files, whole or not at all ---*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/IO/AtomicFile.h"
#include "TestFiles.h"
#include <csignal>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace mlir::compress;

namespace {

using Names = std::vector<std::string>;

class AtomicFileTest : public FileTest {
protected:
  static AtomicFile create(StringRef path) {
    return cantFail(AtomicFile::create(path));
  }

  /// Writes a small file in one go.
  static std::string writeAll(StringRef path, StringRef content) {
    Expected<AtomicFile> file = AtomicFile::create(path);
    if (!file)
      return toString(file.takeError());
    file->os() << content;
    return messageOf(file->commit());
  }
};

TEST_F(AtomicFileTest, AppearsWhenCommitted) {
  AtomicFile file = create(path("out"));
  file.os() << "content";
  file.os().flush();
  EXPECT_EQ(read("out"), "<no file>");
  EXPECT_EQ(file.getPath(), path("out"));
  EXPECT_EQ(messageOf(file.commit()), "<no error>");
  EXPECT_EQ(read("out"), "content");
  EXPECT_EQ(list(), Names{"out"});
}

TEST_F(AtomicFileTest, TakesPositionedWrites) {
  AtomicFile file = create(path("out"));
  file.os() << "0123456789";
  file.os().pwrite("ab", 2, 3);
  EXPECT_EQ(messageOf(file.commit()), "<no error>");
  EXPECT_EQ(read("out"), "012ab56789");
}

TEST_F(AtomicFileTest, ReplacesAndKeepsPermissions) {
  write("out", "old");
  auto mode = static_cast<sys::fs::perms>(0640);
  ASSERT_FALSE(sys::fs::setPermissions(path("out"), mode));
  AtomicFile file = create(path("out"));
  file.os() << "new";
  EXPECT_EQ(read("out"), "old");
  EXPECT_EQ(messageOf(file.commit()), "<no error>");
  EXPECT_EQ(read("out"), "new");
  EXPECT_EQ(sys::fs::getPermissions(path("out")).get(), mode);
}

TEST_F(AtomicFileTest, LeavesNothingWhenNotCommitted) {
  write("old", "old");
  for (StringRef name : {"old", "new"}) {
    AtomicFile file = create(path(name));
    file.os() << "dropped";
  }
  EXPECT_EQ(read("old"), "old");
  EXPECT_EQ(list(), Names{"old"});
}

TEST_F(AtomicFileTest, MovesAndDiscards) {
  AtomicFile first = create(path("first"));
  AtomicFile second = create(path("second"));
  second.os() << "2";
  first = std::move(second);
  EXPECT_EQ(list().size(), 1u) << "the first one was not discarded";
  AtomicFile third(std::move(first));
  EXPECT_EQ(messageOf(third.commit()), "<no error>");
  third.discard();
  EXPECT_EQ(read("second"), "2");
  EXPECT_EQ(list(), Names{"second"});
}

TEST_F(AtomicFileTest, FollowsSymbolicLinks) {
  write("target", "old");
  ASSERT_EQ(symlink(path("target").c_str(), path("link").c_str()), 0);
  EXPECT_EQ(writeAll(path("link"), "new"), "<no error>");
  EXPECT_TRUE(sys::fs::is_symlink_file(path("link")));
  EXPECT_EQ(read("target"), "new");
  EXPECT_EQ(list(), (Names{"link", "target"}));
}

TEST_F(AtomicFileTest, TakesAnyName) {
  ASSERT_FALSE(sys::fs::create_directory(path("50%%")));
  EXPECT_EQ(writeAll(path("50%%/a %%%%"), "content"), "<no error>");
  EXPECT_EQ(read("50%%/a %%%%"), "content");
}

TEST_F(AtomicFileTest, SaysWhatCannotBeWritten) {
  EXPECT_EQ(writeAll(path("none/out"), ""),
            "'" + path("none/out") +
                "': cannot write: No such file or directory");
  EXPECT_EQ(writeAll(folder, ""),
            "'" + folder.str().str() + "': cannot write: Is a directory");
}

TEST_F(AtomicFileTest, LeavesNothingWhenRenamingFails) {
  AtomicFile file = create(path("out"));
  ASSERT_FALSE(sys::fs::create_directory(path("out")));
  EXPECT_EQ(messageOf(file.commit()),
            "'" + path("out") + "': cannot write: Is a directory");
  EXPECT_EQ(list(), Names{"out"});
}

TEST_F(AtomicFileTest, WritesDevicesInPlace) {
  EXPECT_EQ(writeAll("/dev/null", "content"), "<no error>");
  EXPECT_FALSE(sys::fs::is_regular_file("/dev/null"));
  EXPECT_EQ(writeAll("/dev/full", "content"),
            "'/dev/full': cannot write: No space left on device");
  // The error must not end the program when the file is dropped.
  AtomicFile dropped = create("/dev/full");
  dropped.os() << "content";
}

TEST_F(AtomicFileTest, WritesPipesInPlace) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read("pipe"); });
  EXPECT_EQ(writeAll(path("pipe"), "content"), "<no error>");
  reader.join();
  EXPECT_EQ(got, "content");
  EXPECT_EQ(list(), Names{"pipe"});
  unlink(path("pipe").c_str());
}

TEST_F(AtomicFileTest, WritesStandardOutput) {
  testing::internal::CaptureStdout();
  outs() << "before ";
  EXPECT_EQ(writeAll("-", "content"), "<no error>");
  outs() << " after";
  outs().flush();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "before content after");
}

using AtomicFileDeathTest = AtomicFileTest;

TEST_F(AtomicFileDeathTest, LeavesNothingWhenInterrupted) {
  for (int number : {SIGINT, SIGTERM, SIGABRT}) {
    EXPECT_EXIT(
        {
          AtomicFile file = create(path("out"));
          file.os() << "content";
          file.os().flush();
          if (list().size() != 1)
            _exit(1);
          raise(number);
        },
        testing::KilledBySignal(number), "");
    EXPECT_EQ(list(), Names());
  }
}

TEST_F(AtomicFileDeathTest, RespectsWriteProtection) {
  write("out", "old");
  ASSERT_FALSE(
      sys::fs::setPermissions(path("out"), static_cast<sys::fs::perms>(0444)));
  ASSERT_FALSE(
      sys::fs::setPermissions(folder, static_cast<sys::fs::perms>(0777)));
  EXPECT_EXIT(
      {
        // Nothing is protected from the superuser.
        if (getuid() == 0 && setuid(65534) != 0)
          _exit(1);
        errs() << writeAll(path("out"), "new");
        _exit(0);
      },
      testing::ExitedWithCode(0), "cannot write: Permission denied");
  EXPECT_EQ(read("out"), "old");
}

} // namespace
