//===- Models.h - what compression-bench measures ---------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TOOLS_COMPRESSION_BENCH_MODELS_H
#define COMPRESSION_TOOLS_COMPRESSION_BENCH_MODELS_H

#include "compression/Target/CPU/MicroKernel.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::compress::bench {

/// A product of an M x K activation and an N x K weight.
struct Product {
  int64_t m, k, n;

  /// Multiplications and additions.
  double getOps() const { return 2.0 * m * k * n; }
};

/// A convolution of an image of `size` x `size` pixels by a square kernel, with
/// the padding that gives a result of size / stride.
struct Convolution {
  int64_t size, channels;
  /// Of the result; 0 if each channel is a convolution of its own.
  int64_t features;
  int64_t kernel, stride;

  bool isDepthwise() const { return features == 0; }
  int64_t getResultSize() const { return (size + stride - 1) / stride; }
  int64_t getResultChannels() const {
    return isDepthwise() ? channels : features;
  }
  double getOps() const {
    return 2.0 * getResultSize() * getResultSize() * getResultChannels() *
           kernel * kernel * (isDepthwise() ? 1 : channels);
  }
  /// Bytes of an image with elements of `width` bytes and of a result of f32.
  double getBytes(int64_t width) const {
    return double(size) * size * channels * width +
           double(getResultSize()) * getResultSize() * getResultChannels() * 4;
  }
};

/// A linear layer in float; of codes: on u8 codes with a zero point and s8
/// weights, its sums scaled to float, what a compressed layer does after its
/// input was quantized.
std::string getProductModel(Product shape, bool isInteger);

/// The same for a convolution.
std::string getConvolutionModel(const Convolution &shape, bool isInteger);

/// A model that reads an image of floats and writes one of the same size.
std::string getCopyModel(const Convolution &shape);

/// Repetitions of the loop of a peak model, and instructions in its body: more
/// than latency times throughput on any CPU, fewer than there are registers.
inline constexpr int64_t kPeakSteps = 20000, kPeakChains = 24;

/// A model that runs the instruction of `kernel` on registers.
OwningOpRef<ModuleOp> buildPeakModel(MLIRContext &context,
                                     const cpu::MicroKernelEmitter &kernel);

} // namespace mlir::compress::bench

#endif // COMPRESSION_TOOLS_COMPRESSION_BENCH_MODELS_H
