//===- Weights.cpp - named weights and their data ---------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Weights.h"

#include "compression/Numerics/FloatFormat.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::compress;

ml_program::GlobalOp mlir::compress::getWeight(Value value,
                                               SymbolTableCollection &symbols) {
  auto load = value.getDefiningOp<ml_program::GlobalLoadOp>();
  if (!load)
    return {};
  auto global = symbols.lookupNearestSymbolFrom<ml_program::GlobalOp>(
      load, load.getGlobalAttr());
  if (!global || global.getIsMutable() || !getWeightValue(global))
    return {};
  return global;
}

ElementsAttr mlir::compress::getWeightValue(ml_program::GlobalOp weight) {
  return dyn_cast_or_null<ElementsAttr>(weight.getValueAttr());
}

/// Bytes of one element in memory.
static int64_t getElementBytes(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

FailureOr<ArrayRef<char>>
mlir::compress::getRawData(ElementsAttr value, SmallVectorImpl<char> &storage,
                           function_ref<InFlightDiagnostic()> emitError) {
  ShapedType type = value.getShapedType();
  int64_t bytes =
      type.getNumElements() * getElementBytes(type.getElementType());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return emitError() << "expected data for the resource '"
                         << resource.getRawHandle().getKey()
                         << "', but got none: it was elided or is not in the "
                            "file";
    if (static_cast<int64_t>(blob->getData().size()) != bytes)
      return emitError() << "expected " << bytes << " bytes for the resource '"
                         << resource.getRawHandle().getKey() << "' of type "
                         << type << ", but got " << blob->getData().size();
    return blob->getData();
  }
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return emitError() << "expected a dense value, but got " << value;
  ArrayRef<char> raw = dense.getRawData();
  if (!dense.isSplat() && static_cast<int64_t>(raw.size()) == bytes)
    return raw;
  // A splat holds one element; i1 elements are packed.
  storage.clear();
  storage.reserve(bytes);
  if (type.getElementType().isInteger(1)) {
    for (bool bit : dense.getValues<bool>())
      storage.push_back(bit);
  } else {
    for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
      storage.append(raw.begin(), raw.end());
  }
  return ArrayRef<char>(storage);
}

FailureOr<ArrayRef<float>>
mlir::compress::getFloatData(ElementsAttr value,
                             SmallVectorImpl<float> &storage,
                             function_ref<InFlightDiagnostic()> emitError) {
  auto elementType =
      dyn_cast<FloatType>(value.getShapedType().getElementType());
  if (!elementType || elementType.getWidth() > 32)
    return emitError() << "expected a tensor of f32, f16 or bf16, but got "
                       << value.getShapedType();
  SmallVector<char> expanded;
  FailureOr<ArrayRef<char>> raw = getRawData(value, expanded, emitError);
  if (failed(raw))
    return failure();
  size_t count = value.getShapedType().getNumElements();
  if (elementType.isF32() && expanded.empty() &&
      reinterpret_cast<uintptr_t>(raw->data()) % alignof(float) == 0)
    return ArrayRef<float>(reinterpret_cast<const float *>(raw->data()), count);
  storage.resize(count);
  if (elementType.isF32()) {
    std::memcpy(storage.data(), raw->data(), raw->size());
    return ArrayRef<float>(storage);
  }
  const llvm::fltSemantics &semantics = elementType.getFloatSemantics();
  unsigned bits = elementType.getWidth();
  for (size_t i = 0; i < count; ++i) {
    uint16_t pattern = 0;
    std::memcpy(&pattern, raw->data() + i * (bits / 8), bits / 8);
    storage[i] = APFloat(semantics, APInt(bits, pattern)).convertToFloat();
  }
  return ArrayRef<float>(storage);
}

DenseResourceElementsAttr mlir::compress::makeResource(StringRef name,
                                                       ShapedType type,
                                                       ArrayRef<char> data) {
  return DenseResourceElementsAttr::get(
      type, name, HeapAsmResourceBlob::allocateAndCopyWithAlign(data, 64));
}

DenseResourceElementsAttr
mlir::compress::makeFloatResource(StringRef name, ShapedType type,
                                  ArrayRef<float> values) {
  if (type.getElementType().isF32())
    return makeResource<float>(name, type, values);
  bool isF16 = type.getElementType().isF16();
  SmallVector<uint16_t> patterns;
  for (float value : values)
    patterns.push_back(isF16 ? numerics::toF16(value)
                             : numerics::toBF16(value));
  return makeResource<uint16_t>(name, type, patterns);
}

void mlir::compress::releaseResource(ElementsAttr value) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    resource.getRawHandle().getResource()->setBlob(AsmResourceBlob());
}

WeightBuilder::WeightBuilder(ModuleOp module)
    : module(module), symbols(module) {}

ml_program::GlobalOp WeightBuilder::create(Location loc, StringRef name,
                                           ElementsAttr value) {
  OpBuilder builder(module.getContext());
  auto global = ml_program::GlobalOp::create(
      builder, loc, name.empty() ? "weight" : name, value.getShapedType(),
      /*is_mutable=*/false, value, builder.getStringAttr("private"));
  auto functions = module.getOps<FunctionOpInterface>();
  Block::iterator position = functions.empty()
                                 ? module.getBody()->end()
                                 : Block::iterator(*functions.begin());
  symbols.insert(global, position);
  return global;
}

Value WeightBuilder::load(OpBuilder &builder, Location loc,
                          ml_program::GlobalOp weight) {
  return ml_program::GlobalLoadOp::create(builder, loc, weight.getType(),
                                          FlatSymbolRefAttr::get(weight));
}

StringRef mlir::compress::getLocationName(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName();
  // An inlined op: the name that it has in its function.
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return getLocationName(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (StringRef name = getLocationName(part); !name.empty())
        return name;
  return {};
}
