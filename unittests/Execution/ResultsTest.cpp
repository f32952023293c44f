//===- ResultsTest.cpp - Files of a model's results -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/Results.h"
#include "../IO/TestFiles.h"
#include <numeric>

using namespace llvm;
using namespace mlir::compress;

namespace {

using Values = std::vector<uint8_t>;

/// 0, 1, 2...
Values iota(size_t count) {
  Values values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST(ResultLayoutTest, Batched) {
  ResultLayout layout({4, 5, 10}, {6, 4});
  EXPECT_TRUE(layout.isBatched());
  EXPECT_EQ(layout.getSamplesPerCall(), 4);
  EXPECT_EQ(layout.getNumSamples(), 6);
  EXPECT_EQ(layout.getNumSamples(1), 2);
  EXPECT_EQ(layout.getSampleElements(), 50);
  EXPECT_EQ(layout.getNumClasses(), 10);
  EXPECT_EQ(layout.getRowsPerSample(), 5);
}

TEST(ResultLayoutTest, Whole) {
  ResultLayout layout({5, 10}, {6, 4});
  EXPECT_FALSE(layout.isBatched());
  EXPECT_EQ(layout.getSamplesPerCall(), 1);
  EXPECT_EQ(layout.getNumSamples(), 2);
  EXPECT_EQ(layout.getNumSamples(1), 1);
  EXPECT_EQ(layout.getSampleElements(), 50);
  EXPECT_EQ(layout.getNumClasses(), 10);
}

TEST(ResultLayoutTest, Scalars) {
  const SmallVector<int64_t> shapes[] = {{}, {4}};
  for (const SmallVector<int64_t> &shape : shapes) {
    ResultLayout layout(shape, {6, 4});
    EXPECT_EQ(layout.getSampleElements(), 1);
    EXPECT_EQ(layout.getNumClasses(), 0);
    EXPECT_EQ(layout.getRowsPerSample(), 0);
  }
}

class ResultsTest : public FileTest {
protected:
  std::string writeBytes(StringRef name, StringRef shape,
                         const Values &values) const {
    return write(name, makeArray("|u1", shape, bytesOf(values)));
  }

  /// Writes whole results of all calls: bytes 0, 1, 2...
  std::string writeResults(const TensorSpec &spec, const CallSplit &split) {
    ResultWriter writer =
        cantFail(ResultWriter::create(path("r.npy"), spec, split));
    size_t bytes = spec.getByteSize();
    Values results = iota(split.getNumCalls() * bytes);
    for (int64_t call = 0; call != split.getNumCalls(); ++call)
      writer.append(bytesOf(results).slice(call * bytes, bytes));
    return messageOf(writer.commit());
  }
};

//===----------------------------------------------------------------------===//
// ResultWriter
//===----------------------------------------------------------------------===//

TEST_F(ResultsTest, WritesBatchedResults) {
  EXPECT_EQ(writeResults({ElementKind::I8, {3, 2}}, {4, 3}), "<no error>");
  // The last call has one sample.
  EXPECT_EQ(read("r.npy"), makeArray("|i1", "(4, 2)", bytesOf(iota(8))));
}

TEST_F(ResultsTest, WritesWholeResults) {
  EXPECT_EQ(writeResults({ElementKind::I8, {5}}, {4, 3}), "<no error>");
  EXPECT_EQ(read("r.npy"), makeArray("|i1", "(2, 5)", bytesOf(iota(10))));
  EXPECT_EQ(writeResults({ElementKind::I8, {}}, {4, 1}), "<no error>");
  EXPECT_EQ(read("r.npy"), makeArray("|i1", "(4,)", bytesOf(iota(4))));
}

TEST_F(ResultsTest, WritesTheResultsType) {
  EXPECT_EQ(writeResults({ElementKind::F32, {1, 2}}, {3, 1}), "<no error>");
  EXPECT_EQ(read("r.npy"), makeArray("<f4", "(3, 2)", bytesOf(iota(24))));
}

TEST_F(ResultsTest, WritesNothingIfACallIsMissing) {
  ResultWriter writer = cantFail(
      ResultWriter::create(path("r.npy"), {ElementKind::I8, {2, 2}}, {4, 2}));
  writer.append(bytesOf(iota(4)));
  EXPECT_EQ(messageOf(writer.commit()),
            "'" + path("r.npy") +
                "': expected 8 bytes of elements, but 4 were written");
  EXPECT_TRUE(list().empty());
}

//===----------------------------------------------------------------------===//
// ExpectedReader
//===----------------------------------------------------------------------===//

TEST_F(ResultsTest, ReadsExpectedValues) {
  TensorSpec spec{ElementKind::I8, {3, 2}};
  CallSplit split{4, 3};
  // Both forms; of one rank more there are values of no sample.
  for (auto [shape, count] :
       {std::pair("(4, 2)", 8), std::pair("(2, 3, 2)", 12)}) {
    std::string file = writeBytes("e.npy", shape, iota(count));
    auto reader = cantFail(ExpectedReader::open(file, 0, spec, split));
    EXPECT_EQ(reader.getType(), ArrayType::U8);
    EXPECT_TRUE(reader.getLayout().isBatched());
    EXPECT_EQ(valuesOf<uint8_t>(reader.getCall(0)), iota(6));
    EXPECT_EQ(valuesOf<uint8_t>(reader.getCall(1)), (Values{6, 7}));
  }
}

TEST_F(ResultsTest, ReadsExpectedValuesOfWholeResults) {
  TensorSpec spec{ElementKind::I8, {2, 2}};
  CallSplit split{4, 3};
  for (StringRef shape : {"(4, 2)", "(2, 2, 2)"}) {
    std::string file = writeBytes("e.npy", shape, iota(8));
    auto reader = cantFail(ExpectedReader::open(file, 0, spec, split));
    EXPECT_FALSE(reader.getLayout().isBatched());
    EXPECT_EQ(valuesOf<uint8_t>(reader.getCall(0)), iota(4));
    EXPECT_EQ(valuesOf<uint8_t>(reader.getCall(1)), (Values{4, 5, 6, 7}));
  }
}

/// What one run writes, another one can be compared with.
TEST_F(ResultsTest, ReadsWhatWasWritten) {
  const SmallVector<int64_t> shapes[] = {{}, {1}, {3}, {5}, {3, 2}, {1, 3, 2}};
  for (const SmallVector<int64_t> &shape : shapes)
    for (CallSplit split :
         {CallSplit{7, 3}, CallSplit{4, 1}, CallSplit{1, 5}}) {
      TensorSpec spec{ElementKind::I8, shape};
      ASSERT_EQ(writeResults(spec, split), "<no error>");
      auto reader =
          cantFail(ExpectedReader::open(path("r.npy"), 0, spec, split));
      size_t bytes = spec.getByteSize();
      Values results = iota(split.getNumCalls() * bytes);
      for (int64_t call = 0; call != split.getNumCalls(); ++call) {
        ArrayRef<char> expected = reader.getCall(call);
        EXPECT_EQ(static_cast<int64_t>(expected.size()),
                  reader.getLayout().getNumSamples(call) *
                      reader.getLayout().getSampleElements());
        EXPECT_EQ(expected,
                  bytesOf(results).slice(call * bytes, expected.size()));
      }
    }
}

TEST_F(ResultsTest, RefusesExpectedValuesThatDoNotFit) {
  auto open = [&](const TensorSpec &spec, const CallSplit &split) {
    return messageOf(ExpectedReader::open(path("e.npy"), 1, spec, split));
  };
  std::string prefix = "'" + path("e.npy") + "': ";
  writeBytes("e.npy", "(5, 2)", iota(10));
  EXPECT_EQ(open({ElementKind::F32, {1, 2}}, {5, 1}),
            prefix + "expected float32 for result 1 of element type f32, but "
                     "got uint8");
  EXPECT_EQ(open({ElementKind::I8, {1, 3}}, {5, 1}),
            prefix + "expected shape [N, 3] or [N, 1, 3] for result 1, but got "
                     "[5, 2]");
  EXPECT_EQ(open({ElementKind::I8, {1, 2}}, {6, 1}),
            prefix + "expected a leading dimension of 6 for result 1, as the "
                     "inputs have 6 samples in 6 calls, but got 5");
  // The same number of calls, but another number of samples.
  EXPECT_EQ(open({ElementKind::I8, {3, 2}}, {6, 3}),
            prefix + "expected a leading dimension of 6 for result 1, as the "
                     "inputs have 6 samples in 2 calls, but got 5");
  // A result that is no batch can't be short.
  EXPECT_EQ(open({ElementKind::I8, {3, 2}}, {4, 2}),
            prefix + "expected a leading dimension of 6 for result 1, as the "
                     "inputs have 4 samples in 2 calls, but got 5");
}

//===----------------------------------------------------------------------===//
// LabelReader
//===----------------------------------------------------------------------===//

using Labels = SmallVector<int64_t>;

TEST_F(ResultsTest, ReadsLabelsOfEveryIntegerType) {
  TensorSpec spec{ElementKind::F32, {2, 10}};
  auto check = [&](StringRef descr, auto zero) {
    std::vector<decltype(zero)> values = {3, 0, 9};
    std::string file =
        write("l.npy", makeArray(descr, "(3,)", bytesOf(values)));
    auto reader = cantFail(LabelReader::open(file, 0, spec, {3, 2}));
    EXPECT_EQ(reader.getCall(0), (Labels{3, 0})) << descr.str();
    EXPECT_EQ(reader.getCall(1), Labels{9}) << descr.str();
  };
  check("|u1", uint8_t());
  check("|i1", int8_t());
  check("<u2", uint16_t());
  check("<i2", int16_t());
  check("<u4", uint32_t());
  check("<i4", int32_t());
  check("<u8", uint64_t());
  check("<i8", int64_t());
}

TEST_F(ResultsTest, ReadsLabelsOfEveryShape) {
  struct Case {
    SmallVector<int64_t> result;
    CallSplit split;
    const char *shape;
    size_t count;
    Labels lastCall;
  };
  const Case cases[] = {
      // One label per sample, as a result of that rank or of one rank more.
      {{1, 100}, {5, 1}, "(5,)", 5, {4}},
      {{1, 100}, {5, 1}, "(5, 1)", 5, {4}},
      {{2, 100}, {5, 2}, "(5,)", 5, {4}},
      {{2, 100}, {5, 2}, "(3, 2)", 6, {4}},
      {{1, 1, 100}, {5, 1}, "(5,)", 5, {4}},
      {{1, 1, 100}, {5, 1}, "(5, 1)", 5, {4}},
      {{1, 1, 100}, {5, 1}, "(5, 1, 1)", 5, {4}},
      // A result without a dimension of samples.
      {{100}, {5, 1}, "(5,)", 5, {4}},
      {{100}, {5, 2}, "(3,)", 3, {2}},
      {{100}, {1, 1}, "()", 1, {0}},
      // Several labels per sample.
      {{1, 3, 100}, {2, 1}, "(2, 3)", 6, {3, 4, 5}},
      {{2, 3, 100}, {3, 2}, "(3, 3)", 9, {6, 7, 8}},
      {{3, 100}, {2, 1}, "(2, 3)", 6, {3, 4, 5}},
  };
  for (const Case &c : cases) {
    std::string file = writeBytes("l.npy", c.shape, iota(c.count));
    Expected<LabelReader> reader =
        LabelReader::open(file, 0, {ElementKind::F32, c.result}, c.split);
    ASSERT_TRUE(static_cast<bool>(reader)) << toString(reader.takeError());
    EXPECT_EQ(reader->getCall(c.split.getNumCalls() - 1), c.lastCall)
        << c.shape;
  }
}

TEST_F(ResultsTest, RefusesLabelsThatDoNotFit) {
  auto open = [&](SmallVector<int64_t> shape, const CallSplit &split) {
    return messageOf(
        LabelReader::open(path("l.npy"), 2, {ElementKind::F32, shape}, split));
  };
  std::string prefix = "'" + path("l.npy") + "': ";
  writeBytes("l.npy", "(5,)", iota(5));
  EXPECT_EQ(open({1, 4}, {5, 1}),
            prefix + "expected classes of 0 to 3 for the labels of result 2, "
                     "but got 4 in call 4");
  EXPECT_EQ(open({1, 10}, {4, 1}),
            prefix + "expected a leading dimension of 4 for the labels of "
                     "result 2, as the inputs have 4 samples in 4 calls, but "
                     "got 5");
  EXPECT_EQ(open({1, 3, 10}, {5, 1}),
            prefix + "expected shape [N, 3] or [N, 1, 3] for the labels of "
                     "result 2, but got [5]");
  EXPECT_EQ(open({1}, {5, 1}),
            prefix + "expected no labels, as result 2 of type tensor<1xf32> "
                     "has no dimension of classes");
  write("l.npy", makeArray("<f4", "(1,)", std::vector<char>(4)));
  EXPECT_EQ(open({1, 10}, {1, 1}),
            prefix + "expected integers for the labels of result 2, but got "
                     "float32");
  write("l.npy", makeArray("<i8", "(1,)", bytesOf(std::vector<int64_t>{-1})));
  EXPECT_EQ(open({1, 10}, {1, 1}),
            prefix + "expected classes of 0 to 9 for the labels of result 2, "
                     "but got -1 in call 0");
  EXPECT_EQ(messageOf(LabelReader::open(path("none.npy"), 2,
                                        {ElementKind::F32, {1, 10}}, {1, 1})),
            "'" + path("none.npy") + "': No such file or directory");
}

} // namespace
