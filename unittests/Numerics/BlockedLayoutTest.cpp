//===- BlockedLayoutTest.cpp - which elements share parameters --*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Numerics/BlockedLayout.h"
#include "TestUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace mlir::compress::numerics;
using llvm::ArrayRef;
using llvm::cantFail;
using llvm::SmallVector;

namespace {

constexpr int64_t kWhole = BlockedLayout::kWhole;
using Runs = SmallVector<BlockedLayout::Run>;

Runs getRuns(const BlockedLayout &layout) {
  Runs runs;
  layout.forEachRun(
      [&](const BlockedLayout::Run &run) { runs.push_back(run); });
  return runs;
}

TEST(BlockedLayoutTest, ScaleShapeCountsRaggedBlocks) {
  BlockedLayout layout = cantFail(BlockedLayout::get({10, 2, 7}, {4, 1, 7}));
  EXPECT_EQ(layout.getRank(), 3);
  EXPECT_EQ(layout.getScaleShape(), ArrayRef<int64_t>({3, 2, 1}));
  EXPECT_EQ(layout.getNumElements(), 140);
  EXPECT_EQ(layout.getNumBlocks(), 6);
  EXPECT_EQ(layout.getBlockOf({9, 1, 6}), 5);
  EXPECT_EQ(layout.getElementIndices(139), SmallVector<int64_t>({9, 1, 6}));
  EXPECT_EQ(layout.getBlockIndices(5), SmallVector<int64_t>({2, 1, 0}));
}

TEST(BlockedLayoutTest, Granularities) {
  BlockedLayout tensor = cantFail(BlockedLayout::perTensor({3, 4}));
  EXPECT_EQ(tensor.getBlockShape(), ArrayRef<int64_t>({3, 4}));
  EXPECT_EQ(tensor.getScaleShape(), ArrayRef<int64_t>({1, 1}));
  BlockedLayout axis = cantFail(BlockedLayout::perAxis({3, 4}, 1));
  EXPECT_EQ(axis.getBlockShape(), ArrayRef<int64_t>({3, 1}));
  EXPECT_EQ(axis.getScaleShape(), ArrayRef<int64_t>({1, 4}));
  BlockedLayout group = cantFail(BlockedLayout::perGroup({3, 70}, 1, 32));
  EXPECT_EQ(group.getBlockShape(), ArrayRef<int64_t>({1, 32}));
  EXPECT_EQ(group.getScaleShape(), ArrayRef<int64_t>({3, 3}));
  // A group as large as the axis is one scale per row.
  EXPECT_EQ(cantFail(BlockedLayout::perGroup({3, 70}, 1, 70)).getScaleShape(),
            cantFail(BlockedLayout::perAxis({3, 70}, 0)).getScaleShape());
}

TEST(BlockedLayoutTest, RankZeroIsOneBlock) {
  BlockedLayout layout = cantFail(BlockedLayout::perTensor({}));
  EXPECT_EQ(layout.getNumElements(), 1);
  EXPECT_EQ(layout.getNumBlocks(), 1);
  EXPECT_EQ(layout.getBlockOf(ArrayRef<int64_t>()), 0);
  ASSERT_EQ(getRuns(layout).size(), 1u);
}

TEST(BlockedLayoutTest, EmptyTensorHasNoBlocks) {
  BlockedLayout layout = cantFail(BlockedLayout::perTensor({3, 0}));
  EXPECT_EQ(layout.getBlockShape(), ArrayRef<int64_t>({3, 1}));
  EXPECT_EQ(layout.getScaleShape(), ArrayRef<int64_t>({1, 0}));
  EXPECT_EQ(layout.getNumElements(), 0);
  EXPECT_EQ(layout.getNumBlocks(), 0);
  EXPECT_TRUE(getRuns(layout).empty());
}

TEST(BlockedLayoutTest, Errors) {
  EXPECT_EQ(messageOf(BlockedLayout::get({3, 4}, {1})),
            "expected a block shape of rank 2 for the shape [3, 4], but got "
            "[1]");
  EXPECT_EQ(messageOf(BlockedLayout::get({3, -4}, {1, 1})),
            "expected a shape of known sizes, but got [3, -4]");
  EXPECT_EQ(messageOf(BlockedLayout::get({3, 4}, {1, 0})),
            "expected positive block sizes, but got [1, 0] for the shape [3, "
            "4]");
  EXPECT_EQ(messageOf(BlockedLayout::get({1ll << 32, 1ll << 31}, {1, 1})),
            "expected a shape of less than 2^63 elements, but got "
            "[4294967296, 2147483648]");
  EXPECT_EQ(messageOf(BlockedLayout::perGroup({8}, 0, -2)),
            "expected positive block sizes, but got [-2] for the shape [8]");
}

// Case 022: an axis that the tensor does not have.
TEST(BlockedLayoutTest, Case022AxisOutOfRange) {
  EXPECT_EQ(messageOf(BlockedLayout::perAxis({64}, 1)),
            "expected an axis below the rank 1 of the shape [64], but got 1");
  EXPECT_EQ(messageOf(BlockedLayout::perAxis({64}, -1)),
            "expected an axis below the rank 1 of the shape [64], but got -1");
  EXPECT_EQ(messageOf(BlockedLayout::perGroup({2, 3}, 5, 1)),
            "expected an axis below the rank 2 of the shape [2, 3], but got 5");
  EXPECT_EQ(cantFail(BlockedLayout::perAxis({64}, 0)).getNumBlocks(), 64);
}

/// Checks that the runs cover all elements in order, each with its block.
void checkRuns(const BlockedLayout &layout) {
  int64_t next = 0;
  layout.forEachRun([&](const BlockedLayout::Run &run) {
    ASSERT_EQ(run.begin, next);
    ASSERT_GT(run.size, 0);
    for (int64_t i = 0; i < run.size; ++i)
      ASSERT_EQ(run.block + i * run.blockStride,
                layout.getBlockOf(run.begin + i));
    next += run.size;
  });
  ASSERT_EQ(next, layout.getNumElements());
}

/// Appends dimensions of all small sizes and blocks, and checks each layout.
void checkAllLayouts(SmallVector<int64_t> shape, SmallVector<int64_t> block) {
  checkRuns(cantFail(BlockedLayout::get(shape, block)));
  if (testing::Test::HasFatalFailure() || shape.size() == 4)
    return;
  shape.push_back(0);
  block.push_back(0);
  for (int64_t size : {0, 1, 2, 5}) {
    for (int64_t blockSize : {int64_t(1), int64_t(2), int64_t(3), kWhole}) {
      shape.back() = size;
      block.back() = blockSize;
      checkAllLayouts(shape, block);
    }
  }
}

TEST(BlockedLayoutTest, RunsVisitEveryElementOnceWithItsBlock) {
  checkAllLayouts({}, {});
}

TEST(BlockedLayoutTest, RunsAreAsLongAsTheBlocksAllow) {
  // One scale per filter: everything below a filter is one run.
  Runs filters = getRuns(cantFail(BlockedLayout::perAxis({8, 3, 3, 4}, 0)));
  ASSERT_EQ(filters.size(), 8u);
  EXPECT_EQ(filters[7].begin, 7 * 36);
  EXPECT_EQ(filters[7].size, 36);
  EXPECT_EQ(filters[7].block, 7);
  EXPECT_EQ(filters[7].blockStride, 0);
  // One scale per column: rows, each element with the next block.
  Runs columns = getRuns(cantFail(BlockedLayout::perAxis({3, 3, 4, 8}, 3)));
  ASSERT_EQ(columns.size(), 36u);
  EXPECT_EQ(columns[35].begin, 35 * 8);
  EXPECT_EQ(columns[35].size, 8);
  EXPECT_EQ(columns[35].block, 0);
  EXPECT_EQ(columns[35].blockStride, 1);
  // Groups within a row, the last one ragged.
  Runs groups = getRuns(cantFail(BlockedLayout::perGroup({2, 70}, 1, 32)));
  ASSERT_EQ(groups.size(), 6u);
  EXPECT_EQ(groups[5].begin, 70 + 64);
  EXPECT_EQ(groups[5].size, 6);
  EXPECT_EQ(groups[5].block, 5);
  // One scale for everything, and one for each element.
  EXPECT_EQ(getRuns(cantFail(BlockedLayout::perTensor({2, 3, 4}))).size(), 1u);
  EXPECT_EQ(getRuns(cantFail(BlockedLayout::get({2, 3, 4}, {1, 1, 1}))).size(),
            1u);
}

} // namespace
