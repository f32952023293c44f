//===- Report.cpp - what users must see of a compression -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "compression/Dialect/Compress/Utils/Schemes.h"
#include "compression/Dialect/Compress/Utils/Weights.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::compress;

int64_t mlir::compress::getBytes(ml_program::GlobalOp weight) {
  auto type = dyn_cast<RankedTensorType>(weight.getType());
  if (!type || !type.hasStaticShape())
    return 0;
  return llvm::divideCeil(type.getNumElements() * type.getElementTypeBitWidth(),
                          8);
}

int64_t mlir::compress::getWeightBytes(ModuleOp module) {
  int64_t bytes = 0;
  for (auto weight : module.getOps<ml_program::GlobalOp>())
    bytes += getBytes(weight);
  return bytes;
}

/// Layers that are named.
static constexpr size_t kPrinted = 10;

void CompressionReport::collectWeights(ModuleOp module) {
  compressedWeights = 0;
  for (auto weight : module.getOps<ml_program::GlobalOp>()) {
    auto sqnr = weight->getAttrOfType<FloatAttr>(kErrorAttrName);
    if (!sqnr)
      continue;
    ++compressedWeights;
    auto name = weight->getAttrOfType<StringAttr>(kWeightAttrName);
    local[name ? name : weight.getSymNameAttr()] = sqnr.getValueAsDouble();
  }
}

void CompressionReport::setLayers(ArrayRef<IsolatedError> errors) {
  auto find = [&](StringRef name) -> std::optional<double> {
    auto found = local.find(name);
    return found == local.end() ? std::nullopt : std::optional(found->second);
  };
  layers.clear();
  for (const IsolatedError &error : errors) {
    LayerLoss &layer = layers.emplace_back();
    layer.weight = error.weight;
    layer.sqnrDb = error.sqnrDb;
    layer.weightDb = find(error.weight);
    for (const std::string &input : error.inputs)
      if (std::optional<double> db = find(input))
        layer.inputDb = std::min(layer.inputDb.value_or(*db), *db);
  }
}

std::optional<double>
mlir::compress::getWorstSqnr(ArrayRef<std::optional<Fidelity>> results) {
  std::optional<double> worst;
  for (const std::optional<Fidelity> &result : results)
    if (result && (!worst || result->sqnrDb < *worst))
      worst = result->sqnrDb;
  return worst;
}

std::optional<double> CompressionReport::getWorstSqnr() const {
  return compress::getWorstSqnr(fidelity);
}

bool CompressionReport::isFloatUnmeasurable() const {
  return llvm::any_of(fidelity, [](const std::optional<Fidelity> &result) {
    return result && result->unmeasurableExpected != 0;
  });
}

/// Bytes in a unit that leaves a few digits.
static std::string formatBytes(int64_t bytes) {
  if (bytes < 1000)
    return llvm::formatv("{0} B", bytes);
  if (bytes < 1000000)
    return llvm::formatv("{0:f1} kB", bytes * 1e-3);
  return llvm::formatv("{0:f2} MB", bytes * 1e-6);
}

void CompressionReport::print(raw_ostream &os) const {
  os << llvm::formatv("compress: {0}: {1} weight{2} compressed, {3} -> {4}\n",
                      preset, compressedWeights,
                      compressedWeights == 1 ? "" : "s",
                      formatBytes(bytesBefore), formatBytes(bytesAfter));
  if (!floatWeights.empty()) {
    os << "compress: left float: ";
    llvm::interleaveComma(ArrayRef(floatWeights).take_front(10), os);
    if (floatWeights.size() > 10)
      os << llvm::formatv(" and {0} more", floatWeights.size() - 10);
    os << "\n";
  }
  if (fidelity.empty())
    os << "compress: fidelity was not measured: give samples with "
          "calibration=\n";
  else if (!getWorstSqnr())
    os << "compress: fidelity was not measured: no result is a float tensor\n";
  for (auto [number, result] : llvm::enumerate(fidelity)) {
    if (!result)
      continue;
    os << llvm::formatv("compress: result {0} against float: {1:f2} dB, cosine "
                        "{2:f6} (lowest {3:f6})",
                        number, result->sqnrDb, result->cosineMean,
                        result->cosineMin);
    if (result->top1Agreement)
      os << llvm::formatv(", top-1 agreement {0:f4}", *result->top1Agreement);
    os << "\n";
    if (result->unmeasurableSamples != 0)
      os << llvm::formatv("compress: result {0} has NaN or infinity for {1} of "
                          "{2} samples, in the float model for {3}\n",
                          number, result->unmeasurableSamples, result->samples,
                          result->unmeasurableExpected);
  }
  if (getWorstSqnr())
    os << llvm::formatv("compress: judged on {0} samples, {1}\n", judgedSamples,
                        judgedHow);
  if (padding)
    os << llvm::formatv("compress: not judged: the {0:f0} % of positions that "
                        "are padding, where argument {1} is 0\n",
                        100 * padding->getPaddedPart(), padding->getArgument());
  printKeptFloat(os);
  printLayers(os);
}

void CompressionReport::printKeptFloat(raw_ostream &os) const {
  if (keptFloat.empty())
    return;
  int64_t bytes = 0;
  for (auto &[name, cost] : keptFloat)
    bytes += cost;
  os << llvm::formatv("compress: {0} layer{1} left float to hold min-sqnr: "
                      "{2} more, a call takes {3:f1} us instead of {4:f1}\n",
                      keptFloat.size(), keptFloat.size() == 1 ? "" : "s",
                      formatBytes(bytes), secondsAfter * 1e6,
                      secondsBefore * 1e6);
  for (auto &[name, cost] : keptFloat)
    os << llvm::formatv("compress: {0,12} more  {1}\n", formatBytes(cost),
                        name);
}

void CompressionReport::printLayers(raw_ostream &os) const {
  if (layers.empty())
    return;
  os << llvm::formatv(
      "compress: each layer alone, all others float, on {0} samples, in dB:\n"
      "compress:  result  weight   input\n",
      layerSamples);
  auto print = [&](std::optional<double> value) {
    std::string text = value ? llvm::formatv("{0:f1}", *value).str() : "-";
    os << llvm::right_justify(text, 8);
  };
  for (const LayerLoss &layer : ArrayRef(layers).take_front(kPrinted)) {
    os << "compress:";
    print(layer.sqnrDb);
    print(layer.weightDb);
    print(layer.inputDb);
    os << "  " << layer.weight << "\n";
  }
}

DictionaryAttr CompressionReport::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  NamedAttrList list;
  list.append("preset", builder.getStringAttr(preset));
  list.append("bytes_before", builder.getI64IntegerAttr(bytesBefore));
  list.append("bytes_after", builder.getI64IntegerAttr(bytesAfter));
  SmallVector<Attribute> results;
  for (const std::optional<Fidelity> &result : fidelity) {
    if (!result) {
      results.push_back(builder.getUnitAttr());
      continue;
    }
    NamedAttrList figures;
    figures.append("sqnr_db", builder.getF64FloatAttr(result->sqnrDb));
    figures.append("cosine_mean", builder.getF64FloatAttr(result->cosineMean));
    figures.append("cosine_min", builder.getF64FloatAttr(result->cosineMin));
    if (result->top1Agreement)
      figures.append("top1_agreement",
                     builder.getF64FloatAttr(*result->top1Agreement));
    results.push_back(figures.getDictionary(context));
  }
  if (!results.empty()) {
    list.append("fidelity", builder.getArrayAttr(results));
    list.append("judged_samples", builder.getI64IntegerAttr(judgedSamples));
    list.append("judged_how", builder.getStringAttr(judgedHow));
    if (padding)
      list.append("padding_argument",
                  builder.getI64IntegerAttr(padding->getArgument()));
  }
  SmallVector<NamedAttribute> kept;
  for (auto &[name, cost] : keptFloat)
    kept.push_back(builder.getNamedAttr(name, builder.getI64IntegerAttr(cost)));
  if (!kept.empty())
    list.append("kept_float", builder.getDictionaryAttr(kept));
  SmallVector<NamedAttribute> entries;
  for (const LayerLoss &layer : ArrayRef(layers).take_front(kPrinted))
    entries.push_back(builder.getNamedAttr(
        layer.weight, builder.getF64FloatAttr(layer.sqnrDb)));
  if (!entries.empty()) {
    list.append("layers", builder.getDictionaryAttr(entries));
    list.append("layer_samples", builder.getI64IntegerAttr(layerSamples));
  }
  return list.getDictionary(context);
}
