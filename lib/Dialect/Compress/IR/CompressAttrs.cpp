//===- CompressAttrs.cpp - attributes of the dialect ------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::compress;

#include "compression/Dialect/Compress/IR/CompressEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "compression/Dialect/Compress/IR/CompressAttrs.cpp.inc"

void CompressDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "compression/Dialect/Compress/IR/CompressAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// AffineAttr
//===----------------------------------------------------------------------===//

namespace {

/// The smallest and the largest code that `bits` bits can hold.
std::pair<int64_t, int64_t> getStorageRange(unsigned bits, bool isSigned) {
  if (isSigned)
    return {llvm::minIntN(bits), llvm::maxIntN(bits)};
  return {0, static_cast<int64_t>(llvm::maxUIntN(bits))};
}

/// Parses `u8` or `s4`.
ParseResult parseStorage(AsmParser &parser, unsigned &bits, bool &isSigned) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  StringRef digits = keyword.drop_front();
  if ((keyword.front() != 's' && keyword.front() != 'u') ||
      digits.getAsInteger(10, bits))
    return parser.emitError(loc)
           << "expected storage such as 's8' or 'u4', but got '" << keyword
           << "'";
  if (bits < 2 || bits > 8)
    return parser.emitError(loc)
           << "expected storage of 2 to 8 bits, but got " << bits;
  isSigned = keyword.front() == 's';
  return success();
}

/// Parses `[1, *, 32]`.
ParseResult parseBlock(AsmParser &parser, SmallVectorImpl<int64_t> &block) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        if (succeeded(parser.parseOptionalStar())) {
          block.push_back(AffineAttr::kWhole);
          return success();
        }
        SMLoc loc = parser.getCurrentLocation();
        if (parser.parseInteger(block.emplace_back()))
          return failure();
        // Without this check -1 would be read as '*'.
        if (block.back() < 1)
          return parser.emitError(loc)
                 << "expected positive block sizes or '*', but got "
                 << block.back();
        return success();
      });
}

/// Parses a keyword that names a case of an enumeration.
template <typename Enum>
ParseResult parseCase(AsmParser &parser, Enum &value,
                      std::optional<Enum> (*symbolize)(StringRef),
                      StringRef choices) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Enum> parsed = symbolize(keyword);
  if (!parsed)
    return parser.emitError(loc)
           << "expected " << choices << ", but got '" << keyword << "'";
  value = *parsed;
  return success();
}

} // namespace

AffineAttr AffineAttr::get(FloatType expressed, unsigned bits, bool isSigned,
                           int64_t qmin, int64_t qmax, ArrayRef<int64_t> block,
                           bool hasZeroPoint) {
  MLIRContext *context = expressed.getContext();
  return get(context, bits, isSigned, qmin, qmax, expressed, block,
             hasZeroPoint, Float32Type::get(context), Rounding::NearestEven,
             RangePolicy::MinMax, IntegerType::get(context, 8));
}

Attribute AffineAttr::parse(AsmParser &parser, Type) {
  unsigned bits = 0;
  bool isSigned = false, hasZeroPoint = false;
  FloatType expressed, scale = parser.getBuilder().getF32Type();
  SmallVector<int64_t> block;
  Rounding rounding = Rounding::NearestEven;
  RangePolicy range = RangePolicy::MinMax;
  Type compute = parser.getBuilder().getI8Type();
  SMLoc loc = parser.getCurrentLocation();

  if (parser.parseLess() || parseStorage(parser, bits, isSigned))
    return {};
  auto [qmin, qmax] = getStorageRange(bits, isSigned);
  if (succeeded(parser.parseOptionalLSquare()) &&
      (parser.parseInteger(qmin) || parser.parseComma() ||
       parser.parseInteger(qmax) || parser.parseRSquare()))
    return {};
  if (parser.parseComma() || parser.parseType(expressed) ||
      parser.parseComma() || parser.parseKeyword("block") ||
      parseBlock(parser, block))
    return {};

  while (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    SMLoc keywordLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return {};
    ParseResult result = success();
    if (keyword == "zero_point")
      hasZeroPoint = true;
    else if (keyword == "scale")
      result = parser.parseType(scale);
    else if (keyword == "rounding")
      result = parseCase<Rounding>(parser, rounding, symbolizeRounding,
                                   "'nearest_even' or 'nearest_away'");
    else if (keyword == "range")
      result = parseCase<RangePolicy>(parser, range, symbolizeRangePolicy,
                                      "'minmax'");
    else if (keyword == "compute")
      result = parser.parseType(compute);
    else
      result = parser.emitError(keywordLoc)
               << "expected 'zero_point', 'scale', 'rounding', 'range' or "
                  "'compute', but got '"
               << keyword << "'";
    if (result)
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<AffineAttr>(
      loc, parser.getContext(), bits, isSigned, qmin, qmax, expressed, block,
      hasZeroPoint, scale, rounding, range, compute);
}

void AffineAttr::print(AsmPrinter &printer) const {
  printer << '<' << (getIsSigned() ? 's' : 'u') << getBits();
  if (!usesWholeStorage())
    printer << " [" << getQmin() << ", " << getQmax() << ']';
  printer << ", " << getExpressed() << ", block [";
  llvm::interleaveComma(getBlock(), printer, [&](int64_t entry) {
    if (entry == kWhole)
      printer << '*';
    else
      printer << entry;
  });
  printer << ']';
  if (getHasZeroPoint())
    printer << ", zero_point";
  if (!getScale().isF32())
    printer << ", scale " << getScale();
  if (getRounding() != Rounding::NearestEven)
    printer << ", rounding " << stringifyRounding(getRounding());
  if (getRange() != RangePolicy::MinMax)
    printer << ", range " << stringifyRangePolicy(getRange());
  if (!getCompute().isInteger(8))
    printer << ", compute " << getCompute();
  printer << '>';
}

LogicalResult AffineAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 unsigned bits, bool isSigned, int64_t qmin,
                                 int64_t qmax, FloatType expressed,
                                 ArrayRef<int64_t> block, bool hasZeroPoint,
                                 FloatType scale, Rounding, RangePolicy,
                                 Type compute) {
  if (bits < 2 || bits > 8)
    return emitError() << "expected storage of 2 to 8 bits, but got " << bits;
  auto [lowest, highest] = getStorageRange(bits, isSigned);
  if (qmin < lowest || qmax > highest || qmin >= qmax)
    return emitError() << "expected a code range within [" << lowest << ", "
                       << highest << "], but got [" << qmin << ", " << qmax
                       << "]";
  if (!hasZeroPoint && (qmin > 0 || qmax < 0))
    return emitError() << "expected a code range that holds 0 without a zero "
                          "point, but got ["
                       << qmin << ", " << qmax << "]";
  if (!isa<Float32Type, Float16Type, BFloat16Type>(expressed))
    return emitError() << "expected expressed type f32, f16 or bf16, but got "
                       << expressed;
  if (!isa<Float32Type, Float16Type, BFloat16Type>(scale))
    return emitError() << "expected scale type f32, f16 or bf16, but got "
                       << scale;
  for (int64_t entry : block)
    if (entry != kWhole && entry < 1)
      return emitError() << "expected positive block sizes or '*', but got "
                         << entry;
  if (compute != expressed && !compute.isSignlessInteger(8))
    return emitError() << "expected compute type i8 or the expressed type "
                       << expressed << ", but got " << compute;
  return success();
}

IntegerType AffineAttr::getStorageType() const {
  return IntegerType::get(getContext(), getBits());
}

bool AffineAttr::usesWholeStorage() const {
  return std::pair(getQmin(), getQmax()) ==
         getStorageRange(getBits(), getIsSigned());
}

bool AffineAttr::isWhole(unsigned dim, int64_t size) const {
  int64_t entry = getBlock()[dim];
  return entry == kWhole || (!ShapedType::isDynamic(size) && entry >= size);
}

SmallVector<int64_t> AffineAttr::getScaleShape(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> result;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (size == 0)
      result.push_back(0);
    else if (isWhole(dim, size))
      result.push_back(1);
    else if (ShapedType::isDynamic(size))
      result.push_back(ShapedType::kDynamic);
    else
      result.push_back(llvm::divideCeil(size, getBlock()[dim]));
  }
  return result;
}

AffineMap AffineAttr::getScaleMap(ArrayRef<int64_t> shape) const {
  SmallVector<AffineExpr> results;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    AffineExpr expr = getAffineDimExpr(dim, getContext());
    results.push_back(isWhole(dim, size)
                          ? getAffineConstantExpr(0, getContext())
                          : expr.floorDiv(getBlock()[dim]));
  }
  return AffineMap::get(shape.size(), 0, results, getContext());
}

//===----------------------------------------------------------------------===//
// StatisticsAttr, TargetAttr, KernelAttr, WindowAttr
//===----------------------------------------------------------------------===//

LogicalResult
StatisticsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       FloatAttr min, FloatAttr max, uint64_t count) {
  for (FloatAttr value : {min, max})
    if (!value.getType().isF32() || !value.getValue().isFinite())
      return emitError() << "expected finite f32 statistics, but got " << value;
  if (count != 0 && min.getValue() > max.getValue())
    return emitError() << "expected min <= max, but got " << min << " and "
                       << max;
  return success();
}

LogicalResult TargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef, StringRef, StringRef,
                                 unsigned vectorBits) {
  if (vectorBits < 128 || vectorBits > 2048 || !llvm::isPowerOf2_32(vectorBits))
    return emitError() << "expected vector_bits to be a power of 2 from 128 to "
                          "2048, but got "
                       << vectorBits;
  return success();
}

bool TargetAttr::hasFeature(StringRef feature) const {
  SmallVector<StringRef> parts;
  getFeatures().split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  bool found = false;
  for (StringRef part : parts)
    if (part.drop_front() == feature)
      found = part.front() == '+';
  return found;
}

LogicalResult KernelAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef, int64_t rows, int64_t columns) {
  constexpr int64_t kPanel = PackedContractOp::kPanel;
  if (rows < 1 || columns < 1 || columns % kPanel != 0)
    return emitError() << "expected a tile of at least 1 row and a multiple of "
                       << kPanel << " columns, but got [" << rows << ", "
                       << columns << "]";
  return success();
}

LogicalResult WindowAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> kernel,
                                 ArrayRef<int64_t> strides,
                                 ArrayRef<int64_t> dilations,
                                 ArrayRef<int64_t> low) {
  auto check = [&](StringRef what, ArrayRef<int64_t> values,
                   int64_t smallest) -> LogicalResult {
    if (values.size() == kRank &&
        llvm::all_of(values, [&](int64_t v) { return v >= smallest; }))
      return success();
    InFlightDiagnostic diag = emitError()
                              << "expected two numbers of at least " << smallest
                              << " for '" << what << "', but got [";
    llvm::interleaveComma(values, diag);
    return diag << "]";
  };
  return success(succeeded(check("kernel", kernel, 1)) &&
                 succeeded(check("strides", strides, 1)) &&
                 succeeded(check("dilations", dilations, 1)) &&
                 succeeded(check("low", low, 0)));
}

std::pair<int64_t, int64_t> WindowAttr::getInterior(unsigned dim, int64_t image,
                                                    int64_t result) const {
  int64_t stride = getStrides()[dim], low = getLow()[dim];
  int64_t span = (getKernel()[dim] - 1) * getDilations()[dim] + 1;
  int64_t first = std::min<int64_t>(llvm::divideCeil(low, stride), result);
  // The last one begins where its span ends with the image.
  int64_t start = image + low - span;
  int64_t end = start < 0 ? 0 : std::min(start / stride + 1, result);
  return end <= first ? std::pair(result, result) : std::pair(first, end);
}
