//===- ReconstructOpTest.cpp - what the interface says ----------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Dialect/Compress/Utils/Schemes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::compress;

namespace {

/// Builds `compress.dequantize` ops of arguments of any type.
class ReconstructOpTest : public ::testing::Test {
protected:
  ReconstructOpTest() {
    context.loadDialect<CompressDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
  }

  AffineAttr getScheme(unsigned bits, bool isSigned, int64_t qmin, int64_t qmax,
                       ArrayRef<int64_t> block, bool hasZeroPoint) {
    return AffineAttr::get(builder.getF32Type(), bits, isSigned, qmin, qmax,
                           block, hasZeroPoint);
  }

  ReconstructOpInterface makeOp(AffineAttr scheme, ArrayRef<int64_t> shape) {
    SmallVector<int64_t> scaleShape = scheme.getScaleShape(shape);
    Type storage = scheme.getStorageType();
    Value codes = makeValue(RankedTensorType::get(shape, storage));
    Value scales =
        makeValue(RankedTensorType::get(scaleShape, scheme.getScale()));
    Value zeros;
    if (scheme.getHasZeroPoint())
      zeros = makeValue(RankedTensorType::get(scaleShape, storage));
    return DequantizeOp::create(
        builder, builder.getUnknownLoc(),
        RankedTensorType::get(shape, scheme.getExpressed()), codes, scales,
        zeros, scheme);
  }

  MLIRContext context;
  OpBuilder builder{&context};
  OwningOpRef<ModuleOp> module;

private:
  Value makeValue(Type type) {
    return UnrealizedConversionCastOp::create(builder, builder.getUnknownLoc(),
                                              type, ValueRange())
        .getResult(0);
  }
};

TEST_F(ReconstructOpTest, StoredBits) {
  // Codes alone, then with a scale for each of 2 x 3 blocks, then also a zero
  // point of 4 bits.
  AffineAttr whole = getScheme(8, true, -127, 127, {-1, -1}, false);
  EXPECT_EQ(makeOp(whole, {5, 7}).getStoredBits(), 5 * 7 * 8 + 32);
  AffineAttr blocks = getScheme(4, false, 0, 15, {3, 3}, false);
  EXPECT_EQ(makeOp(blocks, {5, 7}).getStoredBits(), 5 * 7 * 4 + 6 * 32);
  AffineAttr zeros = getScheme(4, false, 0, 15, {3, 3}, true);
  EXPECT_EQ(makeOp(zeros, {5, 7}).getStoredBits(), 5 * 7 * 4 + 6 * (32 + 4));
  EXPECT_EQ(makeOp(whole, {ShapedType::kDynamic, 7}).getStoredBits(),
            std::nullopt);
}

TEST_F(ReconstructOpTest, TileAlignment) {
  // A block that spans a dimension is never cut.
  AffineAttr scheme = getScheme(8, true, -127, 127, {1, 3, -1, 9}, false);
  EXPECT_EQ(makeOp(scheme, {5, 7, 7, 7}).getTileAlignment(),
            SmallVector<int64_t>({1, 3, 1, 1}));
}

// Values between the lowest and the highest that the codes decode to.
TEST_F(ReconstructOpTest, ErrorBound) {
  struct Case {
    AffineAttr scheme;
    numerics::AffineParams params;
  };
  for (Case test :
       {Case{getScheme(8, true, -127, 127, {-1}, false), {0.37f, 0}},
        Case{getScheme(8, false, 0, 255, {-1}, true), {1.7e-5f, 3}},
        Case{getScheme(4, true, -8, 7, {-1}, true), {1100.0f, -5}},
        Case{getScheme(2, false, 0, 3, {-1}, false), {0.125f, 0}}}) {
    std::optional<double> bound = makeOp(test.scheme, {7}).getErrorBound();
    ASSERT_TRUE(bound.has_value());
    numerics::AffineFormat format = compress::getFormat(test.scheme);
    float lowest = numerics::dequantize(format.qmin, test.params);
    float highest = numerics::dequantize(format.qmax, test.params);
    double largest = 0;
    for (int i = 0; i <= 10007; ++i) {
      float x = lowest + (highest - lowest) * (i / 10007.0f);
      float decoded = numerics::dequantize(
          numerics::quantize(x, test.params, format), test.params);
      largest = std::max(largest, std::fabs(double(x) - decoded));
    }
    // The bound, and nothing far below it, but for the rounding of f32.
    EXPECT_LE(largest, *bound * test.params.scale * 1.001);
    EXPECT_GE(largest, *bound * test.params.scale * 0.9);
  }
}

} // namespace
