//===- NpyTest.cpp - Reading NumPy array files ------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/IO/Npy.h"
#include "TestFiles.h"
#include <random>

using namespace llvm;
using namespace mlir::compress;

namespace {

using Shape = SmallVector<int64_t>;

Expected<NpyArray> parse(StringRef text) {
  return NpyArray::parse(MemoryBuffer::getMemBufferCopy(text, "x.npy"));
}

/// The parts of a header with float32 elements of shape 2x3.
const std::string descr = "'descr': '<f4'";
const std::string order = "'fortran_order': False";
const std::string shape = "'shape': (2, 3)";
const std::string data(24, '\x01');

//===----------------------------------------------------------------------===//
// Good files
//===----------------------------------------------------------------------===//

class GoodNpyTest : public testing::TestWithParam<std::string> {};

TEST_P(GoodNpyTest, IsRead) {
  Expected<NpyArray> array = parse(GetParam());
  ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
  EXPECT_EQ(array->getType(), ArrayType::F32);
  EXPECT_EQ(array->getShape(), ArrayRef<int64_t>({2, 3}));
  EXPECT_EQ(array->getData(), ArrayRef<char>(data.data(), data.size()));
  EXPECT_EQ(array->getPath(), "x.npy");
}

const std::string goodFiles[] = {
    makeNpy("{" + descr + ", " + order + ", " + shape + ", }", data),
    makeNpy("{" + shape + ", " + descr + ", " + order + "}", data),
    makeNpy("{" + order + ", " + shape + ", " + descr + ",}", data),
    makeNpy("{" + descr + ", " + order + ", " + shape + ", }", data, 2),
    makeNpy("{" + descr + ", " + order + ", " + shape + ", }", data, 3),
    makeNpy(" { \"descr\" :\"<f4\"\n,\t'fortran_order'\r: False,'shape':( 2 ,3 "
            ", ) } ",
            data),
    makeNpy("{'descr': '=f4', " + order + ", " + shape + "}", data),
    makeNpy("{'descr': '|f4', " + order + ", " + shape + "}", data),
    makeNpy("{'descr': 'f4', " + order + ", " + shape + "}", data),
    makeNpy("{" + descr + ", " + order + ", 'shape': (2L, 3L)}", data),
};

INSTANTIATE_TEST_SUITE_P(NpyTest, GoodNpyTest, testing::ValuesIn(goodFiles));

TEST(NpyTest, Types) {
  const std::pair<const char *, ArrayType> types[] = {
      {"|b1", ArrayType::Bool}, {"|u1", ArrayType::U8},
      {">u1", ArrayType::U8},   {"|i1", ArrayType::S8},
      {"<u2", ArrayType::U16},  {"<i2", ArrayType::S16},
      {"<u4", ArrayType::U32},  {"<i4", ArrayType::S32},
      {"<u8", ArrayType::U64},  {"<i8", ArrayType::S64},
      {"<f2", ArrayType::F16},  {"<V2", ArrayType::BF16},
      {"<f4", ArrayType::F32},  {"<f8", ArrayType::F64}};
  for (auto [code, type] : types) {
    std::vector<char> bytes(3 * getByteSize(type));
    Expected<NpyArray> array = parse(makeArray(code, "(3,)", bytes));
    ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
    EXPECT_EQ(array->getType(), type) << code;
  }
}

TEST(NpyTest, Shapes) {
  const std::pair<const char *, Shape> shapes[] = {
      {"()", {}},
      {"(5,)", {5}},
      {"(0, 64)", {0, 64}},
      // The product without the zero does not fit.
      {"(9223372036854775807, 64, 0)", {INT64_MAX, 64, 0}}};
  for (const auto &[text, expected] : shapes) {
    size_t count = expected.empty() ? 1 : expected == Shape{5} ? 5 : 0;
    Expected<NpyArray> array =
        parse(makeArray("|u1", text, std::vector<char>(count)));
    ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
    EXPECT_EQ(array->getShape(), ArrayRef(expected));
  }
}

/// The order of the dimensions says nothing when there is only one.
TEST(NpyTest, FortranOrderOfOneDimension) {
  Expected<NpyArray> array = parse(
      makeNpy("{" + descr + ", 'fortran_order': True, 'shape': (6,)}", data));
  ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
}

//===----------------------------------------------------------------------===//
// Bad files
//===----------------------------------------------------------------------===//

struct BadFile {
  const char *name;
  std::string content;
  /// Without the file's name.
  std::string message;
};

void PrintTo(const BadFile &file, std::ostream *os) { *os << file.name; }

class BadNpyTest : public testing::TestWithParam<BadFile> {};

TEST_P(BadNpyTest, IsRefused) {
  EXPECT_EQ(messageOf(parse(GetParam().content)),
            "'x.npy': " + GetParam().message);
}

std::string withHeader(const std::string &header) {
  return makeNpy(header, data);
}
std::string withDescr(const std::string &value) {
  return withHeader("{'descr': " + value + ", " + order + ", " + shape + ", }");
}
std::string withShape(const std::string &value) {
  return withHeader("{" + descr + ", " + order + ", 'shape': " + value + ", }");
}

const BadFile badFiles[] = {
    {"Empty", "", "expected an .npy file, but got an empty one"},
    {"ShortMagic", "\x93NUM",
     "expected an .npy file, but its first bytes are '934E554D'"},
    {"OtherMagic", "PK\x03\x04 and so on",
     "expected an .npy file, but its first bytes are '504B03042061'"},
    {"NoVersion", "\x93NUMPY\x01", "expected a version, but the file ends"},
    {"UnknownVersion", std::string("\x93NUMPY\x04\0\x10\0", 10),
     "expected .npy version 1.0, 2.0 or 3.0, but got 4.0"},
    {"UnknownMinor", std::string("\x93NUMPY\x01\x01\x10\0", 10),
     "expected .npy version 1.0, 2.0 or 3.0, but got 1.1"},
    {"NoLength", std::string("\x93NUMPY\x02\0\xff\xff", 10),
     "expected the header's length, but the file ends"},
    {"NoHeader", std::string("\x93NUMPY\x01\0\xff\xff", 10),
     "expected a header of 65535 bytes, but got 0"},
    {"HugeHeader", std::string("\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14),
     "expected a header of 4294967295 bytes, but got 2"},

    {"EmptyHeader", withHeader(""),
     "expected '{' at byte 0 of the header, but got its end"},
    {"NoDictionary", withHeader("[]"),
     "expected '{' at byte 0 of the header, but got '[]'"},
    {"NoEntries", withHeader("{}"),
     "expected 'descr', 'fortran_order' and 'shape' at byte 2 of the header, "
     "but got its end"},
    {"GarbageHeader", withHeader("{'descr': '<f4', 'shape': "),
     "expected '(' at byte 25 of the header, but got its end"},
    {"NoKey", withHeader("{3: 4}"),
     "expected a key at byte 1 of the header, but got '3: 4}'"},
    {"UnknownKey", withHeader("{'order': 'C'}"),
     "expected 'descr', 'fortran_order' and 'shape' once each at byte 1 of the "
     "header, but got ''order': 'C'}'"},
    {"DoubleKey", withHeader("{" + order + "," + order + "}"),
     "expected 'descr', 'fortran_order' and 'shape' once each at byte 24 of "
     "the header, but got ''fortran_order': Fal'"},
    {"NoColon", withHeader("{'descr' '<f4'}"),
     "expected ':' at byte 9 of the header, but got ''<f4'}'"},
    {"NoComma", withHeader("{" + descr + " " + order + "}"),
     "expected '}' at byte 16 of the header, but got ''fortran_order': Fal'"},
    {"MissingKey", withHeader("{" + descr + ", " + order + "}"),
     "expected 'descr', 'fortran_order' and 'shape' at byte 40 of the header, "
     "but got its end"},
    {"MoreThanAHeader",
     withHeader("{" + descr + ", " + order + ", " + shape + "} {"),
     "expected nothing more at byte 58 of the header, but got '{'"},
    {"OpenString", withHeader("{'descr"),
     "expected a key at byte 1 of the header, but got ''descr'"},
    {"NoBoolean", withHeader("{'fortran_order': 1}"),
     "expected True or False at byte 18 of the header, but got '1}'"},

    {"NoString", withDescr("5"),
     "expected an element type at byte 10 of the header, but got '5, "
     "'fortran_order': '"},
    {"EscapedString", withDescr("'\\x3cf4'"),
     "expected an element type at byte 10 of the header, but got "
     "''\\\\x3cf4', 'fortran_o'"},
    {"Structured", withDescr("[('a', '<f4')]"),
     "expected a plain element type, not a structured one, at byte 10 of the "
     "header, but got '[('a', '<f4')], 'for'"},
    {"Complex", withDescr("'<c8'"),
     "expected booleans, integers or real floating-point numbers, but got "
     "element type '<c8'"},
    {"Object", withDescr("'|O'"),
     "expected booleans, integers or real floating-point numbers, but got "
     "element type '|O'"},
    {"String", withDescr("'<U4'"),
     "expected booleans, integers or real floating-point numbers, but got "
     "element type '<U4'"},
    {"TwoByteOrders", withDescr("'<<f4'"),
     "expected booleans, integers or real floating-point numbers, but got "
     "element type '<<f4'"},
    {"BigEndian", withDescr("'>f4'"),
     "expected little-endian elements, but got element type '>f4'"},
    {"FortranOrder",
     withHeader("{" + descr + ", 'fortran_order': True, " + shape + "}"),
     "expected an array in C order, but got Fortran order for shape [2, 3]"},

    {"NoTuple", withShape("[2, 3]"),
     "expected '(' at byte 50 of the header, but got '[2, 3], }'"},
    {"OpenTuple", withShape("(2, 3"),
     "expected a dimension of 0 to 2^63-1 at byte 57 of the header, but got "
     "'}'"},
    {"NegativeDimension", withShape("(-1, 64)"),
     "expected a dimension of 0 to 2^63-1 at byte 51 of the header, but got "
     "'-1, 64), }'"},
    {"LargeDimension", withShape("(9223372036854775808,)"),
     "expected a dimension of 0 to 2^63-1 at byte 51 of the header, but got "
     "'9223372036854775808,'"},
    {"FloatDimension", withShape("(2.0, 3)"),
     "expected ')' at byte 52 of the header, but got '.0, 3), }'"},
    {"ManyElements", withShape("(9223372036854775807, 64)"),
     "expected an array of less than 2^63 bytes, but got shape "
     "[9223372036854775807, 64]"},
    {"ManyBytes", withShape("(4611686018427387904,)"),
     "expected an array of less than 2^63 bytes, but got shape "
     "[4611686018427387904]"},
    {"Truncated", withShape("(4, 64)"),
     "expected 1024 bytes of elements for float32 [4, 64], but got 24"},
    {"TooLong", withShape("(2, 2)"),
     "expected 16 bytes of elements for float32 [2, 2], but got 24"},
};

INSTANTIATE_TEST_SUITE_P(NpyTest, BadNpyTest, testing::ValuesIn(badFiles),
                         [](const testing::TestParamInfo<BadFile> &info) {
                           return info.param.name;
                         });

TEST(NpyTest, TooManyDimensions) {
  std::string sizes = "1";
  for (int i = 1; i != 64; ++i)
    sizes += ",1";
  auto header = [](const std::string &sizes) {
    return "{'descr': '|u1', " + order + ", 'shape': (" + sizes + ")}";
  };
  EXPECT_EQ(messageOf(parse(makeNpy(header(sizes), "x"))), "<no error>");
  EXPECT_EQ(messageOf(parse(makeNpy(header(sizes + ",1"), "x"))),
            "'x.npy': expected at most 64 dimensions at byte 179 of the "
            "header, but got '1)}'");
}

//===----------------------------------------------------------------------===//
// Damaged files
//===----------------------------------------------------------------------===//

TEST(NpyTest, EveryTruncationIsRefused) {
  for (unsigned version : {1, 2}) {
    std::string good =
        makeNpy("{" + descr + ", " + order + ", " + shape + "}", data, version);
    ASSERT_EQ(messageOf(parse(good)), "<no error>");
    for (size_t size = 0; size != good.size(); ++size)
      EXPECT_NE(messageOf(parse(StringRef(good).take_front(size))),
                "<no error>")
          << size;
  }
}

/// Damage is refused, or gives an array whose parts fit each other.
TEST(NpyTest, DamageIsHarmless) {
  const std::string good =
      makeNpy("{" + descr + ", " + order + ", " + shape + "}", data);
  std::mt19937 random(1);
  size_t accepted = 0;
  for (int round = 0; round != 20000; ++round) {
    std::string damaged = good;
    for (unsigned flips = 1 + random() % 4; flips; --flips)
      damaged[random() % 80] = static_cast<char>(random());
    damaged.resize(damaged.size() - (random() % 4 ? 0 : random() % 100));
    Expected<NpyArray> array = parse(damaged);
    if (!array) {
      consumeError(array.takeError());
      continue;
    }
    ++accepted;
    int64_t bytes = getByteSize(array->getType());
    for (int64_t size : array->getShape())
      bytes *= size;
    EXPECT_EQ(static_cast<size_t>(bytes), array->getData().size());
    // Every byte that is offered can be read.
    unsigned sum = 0;
    for (char byte : array->getData())
      sum += byte;
    EXPECT_LE(sum, data.size());
  }
  EXPECT_GT(accepted, 0u);
}

//===----------------------------------------------------------------------===//
// Files on disk
//===----------------------------------------------------------------------===//

using NpyFileTest = FileTest;

TEST_F(NpyFileTest, Opens) {
  std::string file =
      write("a.npy", makeArray("<f4", "(2, 3)", {data.data(), data.size()}));
  Expected<NpyArray> array = NpyArray::open(file);
  ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
  EXPECT_EQ(array->getPath(), file);
  EXPECT_EQ(array->getData(), ArrayRef<char>(data.data(), data.size()));
}

/// A large file is mapped, not read: this one would need 64 GiB of memory.
TEST_F(NpyFileTest, OpensLargeFiles) {
  constexpr uint64_t bytes = uint64_t{1} << 36;
  std::string file = write("a.npy", makeArray("|u1", "(68719476736,)", {}));
  uint64_t headerSize;
  ASSERT_FALSE(sys::fs::file_size(file, headerSize));
  int fd;
  ASSERT_FALSE(sys::fs::openFileForWrite(file, fd, sys::fs::CD_OpenExisting));
  std::error_code ec = sys::fs::resize_file_sparse(fd, headerSize + bytes);
  sys::fs::file_t handle = sys::fs::convertFDToNativeFile(fd);
  ASSERT_FALSE(sys::fs::closeFile(handle));
  if (ec)
    GTEST_SKIP() << "the file system has no sparse files: " << ec.message();
  Expected<NpyArray> array = NpyArray::open(file);
  ASSERT_TRUE(static_cast<bool>(array)) << toString(array.takeError());
  EXPECT_EQ(array->getData().size(), bytes);
  EXPECT_EQ(array->getData().back(), 0);
}

TEST_F(NpyFileTest, NamesTheFileThatCannotBeRead) {
  EXPECT_EQ(messageOf(NpyArray::open(path("none.npy"))),
            "'" + path("none.npy") + "': No such file or directory");
  EXPECT_EQ(messageOf(NpyArray::open(folder)),
            "'" + folder.str().str() + "': Is a directory");
  EXPECT_EQ(messageOf(NpyArray::open("/dev/null")),
            "'/dev/null': expected an .npy file, but got an empty one");
}

} // namespace
