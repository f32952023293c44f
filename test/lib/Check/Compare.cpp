//===- Compare.cpp - values against expected ones ---------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Check.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::compress::check;

namespace {
/// An element of a tensor: an integer or a float of up to 64 bits.
class Element {
public:
  /// Reads element `index` of a tensor whose elements take whole bytes.
  Element(Type type, ArrayRef<char> data, int64_t index)
      : type(type), width(type.getIntOrFloatBitWidth()) {
    size_t bytes = llvm::divideCeil(width, 8);
    std::memcpy(&bits, data.data() + index * bytes, bytes);
  }

  uint64_t getBits() const { return bits; }
  double toDouble() const {
    APFloat value(cast<FloatType>(type).getFloatSemantics(),
                  APInt(width, bits));
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.convertToDouble();
  }
  /// The value and its bits.
  std::string str() const {
    std::string hex =
        llvm::utohexstr(bits, /*LowerCase=*/true, (width + 3) / 4);
    if (isa<FloatType>(type))
      return llvm::formatv("{0} (0x{1})", llvm::format("%.9g", toDouble()),
                           hex);
    return llvm::formatv("{0} (0x{1})", toInteger(), hex);
  }
  /// How far `other` is: for floats also in units of the last place.
  std::string getDistance(const Element &other) const;

private:
  int64_t toInteger() const { return llvm::SignExtend64(bits, width); }
  /// The number of floats between 0 and this one, with its sign.
  int64_t toOrdinal() const {
    int64_t magnitude = bits & llvm::maskTrailingOnes<uint64_t>(width - 1);
    return bits >> (width - 1) ? -magnitude : magnitude;
  }

  Type type;
  unsigned width;
  uint64_t bits = 0;
};
} // namespace

/// |a - b| without overflow.
static uint64_t getGap(int64_t a, int64_t b) {
  auto low = static_cast<uint64_t>(std::min(a, b));
  return static_cast<uint64_t>(std::max(a, b)) - low;
}

std::string Element::getDistance(const Element &other) const {
  if (isa<FloatType>(type))
    return llvm::formatv(
        "{0} or {1} ulps",
        llvm::format("%.3g", std::abs(toDouble() - other.toDouble())),
        getGap(toOrdinal(), other.toOrdinal()));
  return llvm::formatv("{0} steps", getGap(toInteger(), other.toInteger()));
}

static bool isNear(double got, double want, const Tolerance &tolerance) {
  if (std::isnan(got) || std::isnan(want))
    return tolerance.nanEqualsNaN && std::isnan(got) && std::isnan(want);
  if (got == want)
    return true;
  // The bound of an infinity is infinite.
  return std::isfinite(want) &&
         std::abs(got - want) <= tolerance.abs + tolerance.rel * std::abs(want);
}

LogicalResult mlir::compress::check::compare(StringRef test,
                                             const Expectation &expectation,
                                             ArrayRef<char> got,
                                             ArrayRef<char> want) {
  Type type = expectation.type.getElementType();
  int64_t count = expectation.type.getNumElements(), differing = 0, first = 0;
  for (int64_t index = count - 1; index >= 0; --index) {
    Element a(type, got, index), b(type, want, index);
    bool agree = expectation.tolerance ? isNear(a.toDouble(), b.toDouble(),
                                                *expectation.tolerance)
                                       : a.getBits() == b.getBits();
    if (agree)
      continue;
    ++differing;
    first = index;
  }
  if (differing == 0)
    return success();
  Element a(type, got, first), b(type, want, first);
  SmallVector<int64_t> position =
      delinearize(first, computeStrides(expectation.type.getShape()));
  InFlightDiagnostic diag = emitError(expectation.loc);
  diag << "'@" << test << "' differs at [";
  llvm::interleaveComma(position, diag);
  return diag << "]: expected " << b.str() << ", but got " << a.str() << ", "
              << b.getDistance(a) << " away; " << differing << " of " << count
              << " elements differ";
}
