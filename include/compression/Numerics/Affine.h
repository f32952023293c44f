//===- Affine.h - affine integer quantization -------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scalar reference of affine quantization with codes of 2 to 8 bits:
///
///   code  = clamp(round(x / scale) + zeroPoint, qmin, qmax)
///   value = (code - zeroPoint) * scale
///
/// Folders, passes, the reference lowering and all kernels give these codes and
/// scales bit for bit. So the arithmetic is part of the definition:
///
/// * Every operation on a value or a scale is one IEEE binary32 operation in
///   the default environment (to nearest even, subnormals kept). Nothing is
///   computed in double, contracted to an FMA, or replaced by a multiplication
///   with a reciprocal.
/// * A scale is rounded to its stored type before anything is computed with it.
/// * Scales are finite and positive, a zero point lies in [qmin, qmax], and 0.0
///   is represented exactly: quantize(0) is the zero point.
/// * Every code decodes to a finite value.
///
/// Only the measures of error (ErrorStats) are in double.
///
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_NUMERICS_AFFINE_H
#define COMPRESSION_NUMERICS_AFFINE_H

#include "compression/Numerics/BlockedLayout.h"
#include "compression/Numerics/FloatFormat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace mlir::compress::numerics {

//===----------------------------------------------------------------------===//
// Formats and parameters
//===----------------------------------------------------------------------===//

/// How a quotient halfway between two integers is rounded.
enum class Rounding {
  /// To the even one (IEEE 754 roundTiesToEven).
  NearestEven,
  /// To the one of larger magnitude (IEEE 754 roundTiesToAway).
  NearestAway,
};

/// The set of codes of an affine format, and how codes and scales are found.
struct AffineFormat {
  /// Width of a code, 2 to 8.
  unsigned bits = 8;
  /// Whether codes are two's complement.
  bool isSigned = true;
  /// The codes used, within the storage range.
  int32_t qmin = -127;
  int32_t qmax = 127;
  /// Whether the zero point is the mid point rather than chosen.
  bool symmetric = true;
  /// The type that scales are stored in.
  FloatKind scaleKind = FloatKind::F32;
  /// How codes are rounded; zero points are always rounded to nearest even.
  Rounding rounding = Rounding::NearestEven;

  // Formats of 2 to 8 bits.

  /// Signed and symmetric in the narrow range: [-127, 127], [-7, 7].
  static AffineFormat symmetricWeights(unsigned bits);
  /// Signed and symmetric in the full range: [-128, 127], [-8, 7].
  static AffineFormat fullRangeWeights(unsigned bits);
  /// Unsigned with a chosen zero point: [0, 255], [0, 15].
  static AffineFormat activations(unsigned bits);
  /// Signed with a chosen zero point: [-128, 127], [-8, 7].
  static AffineFormat signedActivations(unsigned bits);

  int32_t getStorageMin() const { return isSigned ? -(1 << (bits - 1)) : 0; }
  int32_t getStorageMax() const { return getStorageMin() + (1 << bits) - 1; }

  /// The code that stands for 0 where no zero point is chosen: 0, or half the
  /// range of an unsigned storage (128 for 8 bits; never 127).
  int32_t getMidPoint() const { return isSigned ? 0 : 1 << (bits - 1); }

  /// Succeeds if the format can be used: 2 to 8 bits, qmin < qmax within the
  /// storage, and for a symmetric format codes on both sides of the mid point.
  llvm::Error verify() const;

  bool operator==(const AffineFormat &other) const;
  bool operator!=(const AffineFormat &other) const { return !(*this == other); }
};

/// What turns codes into values.
struct AffineParams {
  float scale;
  int32_t zeroPoint;

  bool operator==(const AffineParams &other) const {
    return scale == other.scale && zeroPoint == other.zeroPoint;
  }
};

/// The smallest scale that is chosen: 2^-24 for F16, else 2^-126. An F16 scale
/// may be subnormal, since it is a normal number wherever it is computed with;
/// a scale that is subnormal in binary32 would be zero on a processor that
/// flushes subnormals.
float smallestScale(FloatKind kind);

/// Succeeds if `params` fit `format`: the scale is finite, positive and a value
/// of the scale type, the zero point lies in [qmin, qmax] and is the mid point
/// if the format is symmetric.
llvm::Error verifyParams(AffineParams params, const AffineFormat &format);

/// The parameters for values in [lo, hi], both finite, lo <= hi, where `mid` is
/// the format's mid point:
///
///   lo = min(lo, 0), hi = max(hi, 0)
///   if lo == hi: scale = 1, zeroPoint = symmetric ? mid : clamp(0, qmin, qmax)
///   raw = max(hi / (qmax - mid), -lo / (mid - qmin))           if symmetric
///   raw = (hi * 0.5 - lo * 0.5) / ((qmax - qmin) * 0.5)        else
///   scale = raw, brought into range and rounded to the scale type:
///       above the type's largest finite value: that value,
///       below its smallest normal value: up to a multiple of smallestScale,
///       else to nearest even
///   zeroPoint = mid                                            if symmetric
///   zeroPoint = clamp(roundeven(qmin - lo / scale), qmin, qmax)  else, where a
///       scale that was too large for its type is taken as `raw`
///   scale = min(scale, bound), bound = 0x1.FEp127 / max(qmax - zeroPoint,
///       zeroPoint - qmin) rounded to the scale type
///
/// Every line is in f32. Notes:
/// * In the narrow range, `raw` is max|x| / qmax. In a full range it is the
///   smallest scale that clips neither end: values on a grid of -8 to 7 steps
///   keep their codes.
/// * Halving keeps hi - lo from overflow; it is (hi - lo) / (qmax - qmin) for
///   all values but those next to the smallest. ONNX's DynamicQuantizeLinear
///   computes the same.
/// * Rounding small scales up keeps the largest values from being clipped where
///   the type has only a few significant bits left.
/// * Rounding the zero point may leave one end of [lo, hi] up to half a step
///   outside the codes (a step where the scale is not an f32): it is clipped.
/// * The bound keeps all codes finite when decoded. It matters for values next
///   to the largest float: within 1/256 of it, and in a full range of b bits
///   above 1 - 2^(1 - b) of it.
AffineParams chooseParams(float lo, float hi, const AffineFormat &format);

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// clamp(round(x / scale) + zeroPoint, qmin, qmax): a division, and a clamp in
/// floating point before the conversion to an integer. An infinity saturates; a
/// NaN becomes the zero point.
int32_t quantize(float x, AffineParams params, const AffineFormat &format);

/// float(code - zeroPoint) * scale, one multiplication.
float dequantize(int32_t code, AffineParams params);

/// The code held by a byte of QuantizedTensor::codes.
inline int32_t decodeByte(uint8_t byte, bool isSigned) {
  return isSigned ? static_cast<int8_t>(byte) : byte;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// A tensor of codes with the parameters of its blocks.
struct QuantizedTensor {
  BlockedLayout layout;
  AffineFormat format;
  /// One byte per element in row-major order; a signed code is sign-extended to
  /// 8 bits. (BitStream.h packs narrower ones.)
  std::vector<uint8_t> codes;
  /// One per block: values of the format's scale type.
  std::vector<float> scales;
  /// One per block.
  std::vector<int32_t> zeroPoints;

  int32_t getCode(int64_t element) const {
    return decodeByte(codes[element], format.isSigned);
  }
  AffineParams getParams(int64_t block) const {
    return {scales[block], zeroPoints[block]};
  }
};

/// Quantizes `values`, the row-major elements of a tensor shaped as `layout`:
/// each block by chooseParams of its smallest and largest value, then each
/// element by quantize. It is an error if the format cannot be used, the number
/// of values is not the layout's, or a value is NaN or infinite; the message
/// names the tensor as `name` and the index of the first such value.
llvm::Expected<QuantizedTensor> quantizeTensor(llvm::ArrayRef<float> values,
                                               const BlockedLayout &layout,
                                               const AffineFormat &format,
                                               llvm::StringRef name);

/// The same with given parameters, one of each per block. For a symmetric
/// format `zeroPoints` may be empty. It is also an error if their numbers are
/// wrong or verifyParams rejects them.
llvm::Expected<QuantizedTensor>
quantizeTensor(llvm::ArrayRef<float> values, const BlockedLayout &layout,
               const AffineFormat &format, llvm::ArrayRef<float> scales,
               llvm::ArrayRef<int32_t> zeroPoints, llvm::StringRef name);

/// Decodes every element by dequantize.
std::vector<float> dequantizeTensor(const QuantizedTensor &tensor);

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// How far values are from a reference. Sums are over elements in a fixed
/// order, so that a result never depends on the machine; the parts of a model
/// are pooled by merging them in a fixed order.
struct ErrorStats {
  /// Sum of the squared reference values.
  double signal = 0;
  /// Sum of the squared differences.
  double noise = 0;
  /// Largest difference.
  double maxAbsError = 0;

  void merge(const ErrorStats &other);

  /// 10 * log10(signal / noise), within [-300, 300]; 300 without noise. NaN if
  /// a value was.
  double getSqnrDb() const;
};

/// The error of `actual` against `reference`, which have the same length.
ErrorStats measureError(llvm::ArrayRef<float> reference,
                        llvm::ArrayRef<float> actual);

/// The error of what `tensor` decodes to, without all of it in memory.
ErrorStats measureError(llvm::ArrayRef<float> reference,
                        const QuantizedTensor &tensor);

} // namespace mlir::compress::numerics

#endif // COMPRESSION_NUMERICS_AFFINE_H
