//===- NpyWriterTest.cpp - Writing NumPy array files ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"
#include "compression/IO/Npy.h"
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace mlir::compress;

namespace {

using Names = std::vector<std::string>;

class NpyWriterTest : public FileTest {
protected:
  NpyWriter create(const std::string &name, ArrayType type,
                   ArrayRef<int64_t> shape) const {
    return cantFail(NpyWriter::create(path(name), type, shape));
  }
};

TEST_F(NpyWriterTest, WritesTheFormat) {
  std::vector<float> values = {1, 2, 3, 4, 5, 6};
  NpyWriter writer = create("a.npy", ArrayType::F32, {3, 2});
  writer.append(bytesOf(values).take_front(8));
  writer.append(bytesOf(values).drop_front(8));
  EXPECT_EQ(list().size(), 1u);
  EXPECT_EQ(read("a.npy"), "<no file>");
  EXPECT_EQ(messageOf(writer.commit()), "<no error>");
  EXPECT_EQ(read("a.npy"), makeArray("<f4", "(3, 2)", bytesOf(values)));
  EXPECT_EQ(list(), Names{"a.npy"});
}

TEST_F(NpyWriterTest, RoundTrips) {
  const SmallVector<int64_t> shapes[] = {
      {}, {1}, {7}, {0, 3}, {2, 1, 3}, SmallVector<int64_t>(64, 1)};
  for (int type = 0; type <= static_cast<int>(ArrayType::F64); ++type)
    for (const SmallVector<int64_t> &shape : shapes) {
      auto arrayType = static_cast<ArrayType>(type);
      size_t bytes = getByteSize(arrayType);
      for (int64_t size : shape)
        bytes *= size;
      std::vector<char> data(bytes);
      for (size_t i = 0; i != bytes; ++i)
        data[i] = static_cast<char>(37 * i + type);
      NpyWriter writer = create("a.npy", arrayType, shape);
      writer.append(data);
      ASSERT_EQ(messageOf(writer.commit()), "<no error>");

      Expected<NpyArray> array = NpyArray::open(path("a.npy"));
      ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
      EXPECT_EQ(array->getType(), arrayType);
      EXPECT_EQ(array->getShape(), ArrayRef(shape));
      EXPECT_EQ(array->getData(), ArrayRef(data));
      // The elements begin at a multiple of 64 bytes.
      EXPECT_EQ((read("a.npy").size() - bytes) % 64, 0u);
    }
}

TEST_F(NpyWriterTest, RefusesTheWrongNumberOfElements) {
  for (size_t count : {5, 7}) {
    NpyWriter writer = create("a.npy", ArrayType::F32, {3, 2});
    writer.append(bytesOf(std::vector<float>(count)));
    EXPECT_EQ(messageOf(writer.commit()),
              "'" + path("a.npy") + "': expected 24 bytes of elements, but " +
                  std::to_string(4 * count) + " were written");
    EXPECT_EQ(list(), Names());
  }
}

TEST_F(NpyWriterTest, RefusesShapesBeyondTheFormat) {
  EXPECT_EQ(messageOf(NpyWriter::create(path("a.npy"), ArrayType::F32,
                                        {INT64_MAX, 2})),
            "'" + path("a.npy") +
                "': expected an array of at most 64 dimensions and less than "
                "2^63 bytes, but got shape [9223372036854775807, 2]");
  EXPECT_NE(messageOf(NpyWriter::create(path("a.npy"), ArrayType::F32,
                                        SmallVector<int64_t>(65, 1))),
            "<no error>");
  EXPECT_EQ(list(), Names());
}

TEST_F(NpyWriterTest, SaysWhatCannotBeWritten) {
  EXPECT_EQ(
      messageOf(NpyWriter::create(path("none/a.npy"), ArrayType::U8, {1})),
      "'" + path("none/a.npy") + "': cannot write: No such file or directory");
  NpyWriter writer =
      cantFail(NpyWriter::create("/dev/full", ArrayType::U8, {1}));
  writer.append({'x'});
  EXPECT_EQ(messageOf(writer.commit()),
            "'/dev/full': cannot write: No space left on device");
}

TEST_F(NpyWriterTest, WritesToAPipe) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read("pipe"); });
  NpyWriter writer = create("pipe", ArrayType::U8, {2});
  writer.append({'x', 'y'});
  EXPECT_EQ(messageOf(writer.commit()), "<no error>");
  reader.join();
  EXPECT_EQ(got, makeArray("|u1", "(2,)", {'x', 'y'}));
  unlink(path("pipe").c_str());
}

} // namespace
