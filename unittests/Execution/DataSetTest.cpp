//===- DataSetTest.cpp - Inputs of a model for many calls -------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/DataSet.h"
#include "../IO/TestFiles.h"
#include <numeric>

using namespace llvm;
using namespace mlir::compress;

namespace {

TEST(TensorSpecTest, Properties) {
  TensorSpec spec{ElementKind::F32, {1, 64}};
  EXPECT_EQ(spec.str(), "tensor<1x64xf32>");
  EXPECT_EQ(spec.getNumElements(), 64);
  EXPECT_EQ(spec.getByteSize(), 256);
  TensorSpec scalar{ElementKind::I1, {}};
  EXPECT_EQ(scalar.str(), "tensor<i1>");
  EXPECT_EQ(scalar.getByteSize(), 1);
  EXPECT_EQ((TensorSpec{ElementKind::I8, {INT64_MIN, 3}}).str(),
            "tensor<?x3xi8>");
  EXPECT_EQ(spec, spec);
  EXPECT_NE(spec, (TensorSpec{ElementKind::F64, {1, 64}}));
  EXPECT_NE(spec, scalar);
}

class DataSetTest : public FileTest {
protected:
  /// Writes bytes 0, 1, 2... as an array of type u8 with `count` elements.
  std::string writeBytes(StringRef name, StringRef shape, size_t count) const {
    std::vector<uint8_t> values(count);
    std::iota(values.begin(), values.end(), 0);
    return write(name, makeArray("|u1", shape, bytesOf(values)));
  }

  static DataSet open(ArrayRef<std::string> paths, ArrayRef<TensorSpec> specs) {
    return cantFail(DataSet::open(paths, specs));
  }

  /// One argument's values in a call.
  static std::vector<int> get(const DataSet &data, int64_t call,
                              ArrayRef<TensorSpec> specs, size_t argument = 0) {
    std::vector<std::vector<char>> storage;
    for (const TensorSpec &spec : specs)
      storage.emplace_back(spec.getByteSize(), '\xff');
    SmallVector<MutableArrayRef<char>> buffers(storage.begin(), storage.end());
    data.fillCall(call, buffers);
    return {storage[argument].begin(), storage[argument].end()};
  }

  using Values = std::vector<int>;
};

TEST_F(DataSetTest, CutsIntoPieces) {
  TensorSpec spec{ElementKind::I8, {3, 2}};
  DataSet data = open({writeBytes("a.npy", "(7, 2)", 14)}, {spec});
  EXPECT_EQ(data.getNumCalls(), 3);
  EXPECT_EQ(data.getNumSamples(), 7);
  EXPECT_EQ(data.getSplit(), (CallSplit{7, 3}));
  EXPECT_EQ(data.getNumSamples(0), 3);
  EXPECT_EQ(data.getNumSamples(2), 1);
  EXPECT_EQ(get(data, 0, {spec}), (Values{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(get(data, 1, {spec}), (Values{6, 7, 8, 9, 10, 11}));
  // The last sample is repeated.
  EXPECT_EQ(get(data, 2, {spec}), (Values{12, 13, 12, 13, 12, 13}));
}

TEST_F(DataSetTest, TakesFewerSamplesThanOneCall) {
  TensorSpec spec{ElementKind::I8, {4}};
  DataSet data = open({writeBytes("a.npy", "(2,)", 2)}, {spec});
  EXPECT_EQ(data.getNumCalls(), 1);
  EXPECT_EQ(get(data, 0, {spec}), (Values{0, 1, 1, 1}));
}

TEST_F(DataSetTest, TakesOneRankMore) {
  TensorSpec spec{ElementKind::I8, {2, 3}};
  DataSet data = open({writeBytes("a.npy", "(4, 2, 3)", 24)}, {spec});
  EXPECT_EQ(data.getNumCalls(), 4);
  EXPECT_EQ(data.getSplit(), (CallSplit{4, 1}));
  EXPECT_EQ(get(data, 3, {spec}), (Values{18, 19, 20, 21, 22, 23}));
}

TEST_F(DataSetTest, TakesScalars) {
  TensorSpec spec{ElementKind::I8, {}};
  DataSet one = open({writeBytes("one.npy", "()", 1)}, {spec});
  EXPECT_EQ(one.getSplit(), (CallSplit{1, 1}));
  EXPECT_EQ(get(one, 0, {spec}), Values{0});
  DataSet many = open({writeBytes("many.npy", "(5,)", 5)}, {spec});
  EXPECT_EQ(many.getSplit(), (CallSplit{5, 1}));
  EXPECT_EQ(get(many, 4, {spec}), Values{4});
}

TEST_F(DataSetTest, MixesBothForms) {
  TensorSpec specs[] = {{ElementKind::I8, {1, 2}},
                        {ElementKind::I8, {1, 2}},
                        {ElementKind::I8, {}},
                        {ElementKind::I8, {3}}};
  DataSet data = open(
      {writeBytes("a.npy", "(3, 2)", 6), writeBytes("b.npy", "(3, 1, 2)", 6),
       writeBytes("c.npy", "(3,)", 3), writeBytes("d.npy", "(3, 3)", 9)},
      specs);
  EXPECT_EQ(data.getNumCalls(), 3);
  EXPECT_EQ(get(data, 2, specs, 0), (Values{4, 5}));
  EXPECT_EQ(get(data, 2, specs, 1), (Values{4, 5}));
  EXPECT_EQ(get(data, 2, specs, 2), Values{2});
  EXPECT_EQ(get(data, 2, specs, 3), (Values{6, 7, 8}));
}

TEST_F(DataSetTest, NoArguments) {
  DataSet data = open({}, {});
  EXPECT_EQ(data.getNumCalls(), 1);
  EXPECT_EQ(data.getNumSamples(), 1);
  data.fillCall(0, {});
}

TEST_F(DataSetTest, BooleansBecomeZeroOrOne) {
  std::vector<uint8_t> values = {0, 1, 2, 255};
  TensorSpec spec{ElementKind::I1, {1, 4}};
  DataSet data = open(
      {write("a.npy", makeArray("|b1", "(1, 4)", bytesOf(values)))}, {spec});
  EXPECT_EQ(get(data, 0, {spec}), (Values{0, 1, 1, 1}));
}

TEST_F(DataSetTest, SelectsParts) {
  TensorSpec spec{ElementKind::I8, {2}};
  DataSet data = open({writeBytes("a.npy", "(9,)", 9)}, {spec});
  ASSERT_EQ(data.getNumCalls(), 5);

  DataSet half = data.slice(3, 2);
  EXPECT_EQ(half.getNumCalls(), 2);
  EXPECT_EQ(half.getNumSamples(), 3);
  EXPECT_EQ(half.getNumSamples(1), 1);
  EXPECT_EQ(half.getSplit(), data.getSplit());
  EXPECT_EQ(half.getFileCall(1), 4);
  EXPECT_EQ(get(half, 0, {spec}), (Values{6, 7}));
  EXPECT_EQ(get(half, 1, {spec}), (Values{8, 8}));

  // A part of a part, in another order.
  DataSet picked = data.select({4, 0, 2}).select({2, 0});
  EXPECT_EQ(picked.getNumSamples(), 3);
  EXPECT_EQ(picked.getFileCall(0), 2);
  EXPECT_EQ(get(picked, 0, {spec}), (Values{4, 5}));
  EXPECT_EQ(get(picked, 1, {spec}), (Values{8, 8}));

  EXPECT_EQ(data.slice(5, 0).getNumCalls(), 0);
  EXPECT_EQ(data.select({}).getNumSamples(), 0);
}

/// Parts stay valid when the data set they come from is gone.
TEST_F(DataSetTest, PartsShareTheFiles) {
  TensorSpec spec{ElementKind::I8, {2}};
  DataSet part = open({writeBytes("a.npy", "(4,)", 4)}, {spec}).slice(1, 1);
  EXPECT_EQ(get(part, 0, {spec}), (Values{2, 3}));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(DataSetTest, RefusesTheWrongNumberOfFiles) {
  TensorSpec spec{ElementKind::I8, {2}};
  EXPECT_EQ(messageOf(DataSet::open({path("a.npy")}, {spec, spec})),
            "expected 2 input files, one per argument, but got 1");
}

TEST_F(DataSetTest, RefusesOtherTypes) {
  struct Case {
    ElementKind kind;
    const char *descr;
    size_t bytes;
    const char *message;
  };
  const Case cases[] = {{ElementKind::F32, "<f8", 8,
                         "expected float32 for argument 0 of element "
                         "type f32, but got float64"},
                        {ElementKind::I8, "|b1", 1,
                         "expected uint8 or int8 for argument 0 of "
                         "element type i8, but got bool"},
                        {ElementKind::I1, "|u1", 1,
                         "expected bool for argument 0 of element type "
                         "i1, but got uint8"},
                        {ElementKind::I64, "<u8", 8,
                         "expected int64 for argument 0 of element "
                         "type i64, but got uint64"}};
  for (const Case &c : cases) {
    std::string file =
        write("a.npy", makeArray(c.descr, "(1,)", std::vector<char>(c.bytes)));
    EXPECT_EQ(messageOf(DataSet::open({file}, {{c.kind, {1}}})),
              "'" + file + "': " + c.message);
  }
}

TEST_F(DataSetTest, RefusesOtherShapes) {
  struct Case {
    SmallVector<int64_t> argument;
    const char *file;
    size_t count;
    const char *message;
  };
  const Case cases[] = {
      {{1, 6},
       "(6,)",
       6,
       "expected shape [N, 6] or [N, 1, 6] for argument 0, but got [6]"},
      {{4, 6},
       "(1, 2, 3)",
       6,
       "expected shape [N, 6] or [N, 4, 6] for argument 0, but got [1, 2, 3]"},
      {{2, 3},
       "(3, 2)",
       6,
       "expected shape [N, 3] or [N, 2, 3] for argument 0, but got [3, 2]"},
      {{6}, "()", 1, "expected shape [N] or [N, 6] for argument 0, but got []"},
      {{},
       "(2, 3)",
       6,
       "expected shape [] or [N] for argument 0, but got [2, 3]"},
      {{1, 6},
       "(0, 6)",
       0,
       "expected at least one sample for argument 0, but got shape [0, 6]"},
      {{-1, 6},
       "(1, 6)",
       6,
       "expected a static shape of at least one element for argument 0, but "
       "got [-1, 6]"},
      {{0, 6},
       "(0, 6)",
       0,
       "expected a static shape of at least one element for argument 0, but "
       "got [0, 6]"}};
  for (const Case &c : cases) {
    std::string file = writeBytes("a.npy", c.file, c.count);
    EXPECT_EQ(messageOf(DataSet::open({file}, {{ElementKind::I8, c.argument}})),
              "'" + file + "': " + c.message);
  }
}

TEST_F(DataSetTest, RefusesOtherSampleCounts) {
  TensorSpec spec{ElementKind::I8, {4}};
  std::string a = writeBytes("a.npy", "(8,)", 8);
  std::string b = writeBytes("b.npy", "(7,)", 7);
  EXPECT_EQ(messageOf(DataSet::open({a, b}, {spec, spec})),
            "'" + b +
                "': expected 8 samples in calls of 4 for argument 1 as '" + a +
                "' has for argument 0, but got 7 samples in calls of 4");
  // As many samples, but other calls.
  std::string c = writeBytes("c.npy", "(8, 4)", 32);
  EXPECT_EQ(messageOf(DataSet::open({a, c}, {spec, spec})),
            "'" + c +
                "': expected 8 samples in calls of 4 for argument 1 as '" + a +
                "' has for argument 0, but got 8 samples in calls of 1");
}

/// The files that no program may accept for an argument of type
/// tensor<1x64xf32>.
struct BadFile {
  const char *name;
  std::string content;
  /// Part of the message.
  const char *message;
};

void PrintTo(const BadFile &file, std::ostream *os) { *os << file.name; }

class BadInputTest : public DataSetTest,
                     public testing::WithParamInterface<BadFile> {};

TEST_P(BadInputTest, IsRefused) {
  std::string file = write("bad.npy", GetParam().content);
  std::string message =
      messageOf(DataSet::open({file}, {{ElementKind::F32, {1, 64}}}));
  EXPECT_TRUE(StringRef(message).starts_with("'" + file + "': ")) << message;
  EXPECT_TRUE(StringRef(message).contains(GetParam().message)) << message;
}

std::string zeros(size_t count) { return std::string(count, '\0'); }

const BadFile badFiles[] = {
    {"Empty", "", "got an empty one"},
    {"ShortMagic", "\x93NUM", "its first bytes are '934E554D'"},
    {"NoHeader", std::string("\x93NUMPY\x01\0\xff\xff", 10),
     "expected a header of 65535 bytes, but got 0"},
    {"GarbageHeader", makeNpy("{'descr': '<f4', 'shape': "), "expected '('"},
    {"HugeShape",
     makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': "
             "(9223372036854775807, 64), }",
             zeros(16)),
     "[9223372036854775807, 64]"},
    {"NegativeShape",
     makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 64), }",
             zeros(256)),
     "but got '-1, 64"},
    {"Truncated",
     makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 64), }",
             zeros(100)),
     "expected 1024 bytes of elements for float32 [4, 64], but got 100"},
    {"WrongType",
     makeNpy("{'descr': '<c8', 'fortran_order': False, 'shape': (1, 64), }",
             zeros(512)),
     "but got element type '<c8'"},
    {"ObjectType",
     makeNpy("{'descr': '|O', 'fortran_order': False, 'shape': (1, 64), }",
             zeros(512)),
     "but got element type '|O'"},
    {"WrongRank",
     makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (64,), }",
             zeros(256)),
     "expected shape [N, 64] or [N, 1, 64] for argument 0, but got [64]"},
    {"ZeroSamples",
     makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 64), }"),
     "expected at least one sample for argument 0, but got shape [0, 64]"},
};

INSTANTIATE_TEST_SUITE_P(DataSetTest, BadInputTest, testing::ValuesIn(badFiles),
                         [](const testing::TestParamInfo<BadFile> &info) {
                           return info.param.name;
                         });

} // namespace
