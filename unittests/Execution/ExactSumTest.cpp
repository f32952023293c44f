//===- ExactSumTest.cpp - Sums without rounding -----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/ExactSum.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace mlir::compress;

namespace {

double sum(const std::vector<double> &terms) {
  ExactSum result;
  for (double term : terms)
    result.add(term);
  return result.get();
}

TEST(ExactSumTest, RoundsOnce) {
  const double p53 = std::ldexp(1, 53), tiny = std::ldexp(1, -100);
  EXPECT_EQ(sum({}), 0);
  EXPECT_EQ(sum({0.0, -0.0}), 0);
  EXPECT_EQ(sum({1e100, 1, -1e100}), 1);
  EXPECT_EQ(sum({1e100, 1, -1e100, -1}), 0);
  EXPECT_EQ(sum({1e16, 1, 1e-16}), 10000000000000002.0);
  // Halfway cases: to even, unless something smaller decides.
  EXPECT_EQ(sum({p53, 1}), p53);
  EXPECT_EQ(sum({p53, 1, tiny}), p53 + 2);
  EXPECT_EQ(sum({p53, 1, -tiny}), p53);
  EXPECT_EQ(sum({p53 + 2, 1}), p53 + 4);
  EXPECT_EQ(sum({p53 + 2, 1, -tiny}), p53 + 2);
  EXPECT_EQ(sum({-p53, -1, -tiny}), -p53 - 2);
  EXPECT_EQ(sum({p53, -0.5, -std::ldexp(1, -54)}), p53 - 1);
  EXPECT_EQ(sum({5e-324, 1, -1}), 5e-324);
}

/// Terms of very different magnitudes and of both signs.
std::vector<double> makeTerms(size_t count) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::vector<double> terms(count);
  for (double &term : terms)
    term = std::ldexp(mantissa(random), static_cast<int>(random() % 400) - 200);
  return terms;
}

TEST(ExactSumTest, OrderAndDivisionDoNotMatter) {
  std::vector<double> terms = makeTerms(1000);
  const double expected = sum(terms);
  std::mt19937 random(3);
  for (int round = 0; round != 20; ++round) {
    std::shuffle(terms.begin(), terms.end(), random);
    EXPECT_EQ(sum(terms), expected);

    ExactSum parts[4];
    for (double term : terms)
      parts[random() % 4].add(term);
    for (int i : {2, 0, 3})
      parts[1].merge(parts[i]);
    EXPECT_EQ(parts[1].get(), expected);
  }
}

TEST(ExactSumTest, CancelsExactly) {
  std::vector<double> terms = makeTerms(1000);
  for (size_t i = 0; i != 1000; ++i)
    terms.push_back(-terms[i]);
  EXPECT_EQ(sum(terms), 0);
}

TEST(ExactSumTest, MergesWithItself) {
  ExactSum twice;
  for (double term : {1e100, 3.0, 1e-100})
    twice.add(term);
  twice.merge(twice);
  twice.add(-2e100);
  EXPECT_EQ(twice.get(), 6);
}

} // namespace
