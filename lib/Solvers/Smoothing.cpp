//===- Smoothing.cpp - scales that move error to weights --------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Solvers/Smoothing.h"

#include "compression/Numerics/Affine.h"

#include "llvm/ADT/STLExtras.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

using namespace mlir::compress;
using namespace mlir::compress::solvers;
using llvm::ArrayRef;

using Matrix =
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::vector<float> solvers::getSmoothingScales(ArrayRef<float> min,
                                               ArrayRef<float> max,
                                               ArrayRef<float> weightMax,
                                               SmoothingRule rule) {
  size_t channels = weightMax.size();
  std::vector<double> logs(channels);
  double largest = 0;
  for (size_t c = 0; c < channels; ++c)
    largest = std::max<double>(largest, std::max(-min[c], max[c]));
  if (largest == 0)
    return std::vector<float>(channels, 1.0f);
  double mean = 0;
  for (size_t c = 0; c < channels; ++c) {
    double x = std::max<double>({rule.floor * largest, -min[c], max[c]});
    double w = std::max<double>(1e-5, weightMax[c]);
    logs[c] = rule.exponent * std::log(x) - (1 - rule.exponent) * std::log(w);
    mean += logs[c] / channels;
  }
  std::vector<float> scales(channels);
  for (size_t c = 0; c < channels; ++c)
    scales[c] = static_cast<float>(std::exp(logs[c] - mean));
  return scales;
}

namespace {
/// A range that starts empty.
struct Range {
  float min = 0, max = 0;

  void add(float value) {
    min = std::min(min, value);
    max = std::max(max, value);
  }
};

/// Measures scales on one input.
class Trial {
public:
  explicit Trial(const SmoothedInput &input);

  /// The mean relative error on the calls of half `judged`, with the ranges of
  /// the other one; without scales if there are none.
  double measure(ArrayRef<float> scales, int judged) const;

private:
  Matrix quantizeRows(Matrix rows, ArrayRef<float> scales, Range range) const;
  static Matrix quantizeWeight(Matrix weight, ArrayRef<float> scales);
  static void clamp(const SmoothedLayer &layer, Matrix &outputs);

  const SmoothedInput &input;
  /// Of each layer: its weight, and for each half its rows and float outputs.
  std::vector<Matrix> weights;
  std::vector<std::array<Matrix, 2>> rows, outputs;
};
} // namespace

static Matrix toMatrix(ArrayRef<float> data, int64_t columns) {
  return Eigen::Map<const Matrix>(data.data(), data.size() / columns, columns);
}

/// Multiplies column k by `factors[k % channels]`.
static void scaleColumns(Matrix &matrix, ArrayRef<float> factors) {
  for (int64_t k = 0; k < matrix.cols(); ++k)
    matrix.col(k) *= factors[k % factors.size()];
}

Trial::Trial(const SmoothedInput &input) : input(input) {
  for (const SmoothedLayer &layer : input.layers) {
    weights.push_back(toMatrix(layer.weight, layer.depth));
    rows.emplace_back();
    outputs.emplace_back();
    for (int half = 0; half < 2; ++half) {
      rows.back()[half] = toMatrix(layer.rows[half], layer.depth);
      Matrix &output = outputs.back()[half];
      output.noalias() = rows.back()[half] * weights.back().transpose();
      clamp(layer, output);
    }
  }
}

void Trial::clamp(const SmoothedLayer &layer, Matrix &outputs) {
  if (!layer.bias.empty())
    outputs.rowwise() += Eigen::Map<const Eigen::RowVectorXf>(
        layer.bias.data(), layer.bias.size());
  outputs = outputs.cwiseMax(layer.low).cwiseMin(layer.high);
}

Matrix Trial::quantizeRows(Matrix rows, ArrayRef<float> scales,
                           Range range) const {
  static const numerics::AffineFormat format =
      numerics::AffineFormat::activations(8);
  if (!scales.empty()) {
    std::vector<float> factors(scales.size());
    for (size_t c = 0; c < scales.size(); ++c)
      factors[c] = 1 / scales[c];
    scaleColumns(rows, factors);
  }
  for (int64_t row = 0; row < rows.rows(); ++row) {
    if (input.isPerRow)
      range = {std::min(0.0f, rows.row(row).minCoeff()),
               std::max(0.0f, rows.row(row).maxCoeff())};
    numerics::AffineParams params =
        numerics::chooseParams(range.min, range.max, format);
    for (float &value : rows.row(row))
      value = numerics::dequantize(numerics::quantize(value, params, format),
                                   params);
  }
  return rows;
}

Matrix Trial::quantizeWeight(Matrix weight, ArrayRef<float> scales) {
  static const numerics::AffineFormat format =
      numerics::AffineFormat::symmetricWeights(8);
  if (!scales.empty())
    scaleColumns(weight, scales);
  for (int64_t output = 0; output < weight.rows(); ++output) {
    auto row = weight.row(output);
    numerics::AffineParams params =
        numerics::chooseParams(row.minCoeff(), row.maxCoeff(), format);
    for (float &value : row)
      value = numerics::dequantize(numerics::quantize(value, params, format),
                                   params);
  }
  return weight;
}

double Trial::measure(ArrayRef<float> scales, int judged) const {
  int given = 1 - judged;
  Range range;
  for (int64_t c = 0; c < input.getNumChannels(); ++c) {
    float factor = scales.empty() ? 1 : 1 / scales[c];
    range.add(input.min[given][c] * factor);
    range.add(input.max[given][c] * factor);
  }
  std::vector<double> noise(input.calls[judged]), signal(noise.size());
  for (size_t number = 0; number < input.layers.size(); ++number) {
    const Matrix &wanted = outputs[number][judged];
    Matrix output = quantizeRows(rows[number][judged], scales, range) *
                    quantizeWeight(weights[number], scales).transpose();
    clamp(input.layers[number], output);
    int64_t callRows = wanted.rows() / static_cast<int64_t>(noise.size());
    for (size_t call = 0; call < noise.size(); ++call) {
      auto part = wanted.middleRows(call * callRows, callRows);
      noise[call] += (output.middleRows(call * callRows, callRows) - part)
                         .cast<double>()
                         .squaredNorm();
      signal[call] += part.cast<double>().squaredNorm();
    }
  }
  double error = 0;
  for (auto [squared, energy] : llvm::zip_equal(noise, signal))
    if (energy > 0)
      error += std::sqrt(squared / energy);
  return error / static_cast<double>(noise.size());
}

/// The rules that are tried, the likely ones first. The lower floor is for
/// inputs of which one channel is far larger than all others; with a small
/// exponent it changes little.
static constexpr SmoothingRule kRules[] = {
    {0.75, 0.1}, {0.9, 0.1},   {0.6, 0.1},  {0.5, 0.1}, {0.4, 0.1},
    {0.25, 0.1}, {0.75, 0.03}, {0.9, 0.03}, {0.6, 0.03}};

std::optional<Smoothing> solvers::chooseSmoothing(const SmoothedInput &input) {
  for (const SmoothedLayer &layer : input.layers)
    if (layer.rows[0].empty() || layer.rows[1].empty())
      return std::nullopt;
  Trial trial(input);
  Smoothing best;
  best.errorBefore = (trial.measure({}, 0) + trial.measure({}, 1)) / 2;
  best.errorAfter = best.errorBefore;
  for (SmoothingRule rule : kRules) {
    double error = 0;
    for (int judged : {0, 1}) {
      int given = 1 - judged;
      error +=
          trial.measure(getSmoothingScales(input.min[given], input.max[given],
                                           input.weightMax, rule),
                        judged) /
          2;
      // The other half can't make up for it.
      if (error >= best.errorAfter)
        break;
    }
    if (error < best.errorAfter) {
      best.errorAfter = error;
      best.rule = rule;
    }
  }
  if (best.errorAfter == best.errorBefore)
    return std::nullopt;
  std::vector<float> min(input.min[0]), max(input.max[0]);
  for (size_t c = 0; c < min.size(); ++c) {
    min[c] = std::min(min[c], input.min[1][c]);
    max[c] = std::max(max[c], input.max[1][c]);
  }
  best.scales = getSmoothingScales(min, max, input.weightMax, best.rule);
  return best;
}
