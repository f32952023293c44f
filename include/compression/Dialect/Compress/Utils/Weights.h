//===- Weights.h - named weights and their data -----------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_UTILS_WEIGHTS_H
#define COMPRESSION_DIALECT_COMPRESS_UTILS_WEIGHTS_H

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::compress {

/// The weight that `value` loads: a private immutable `ml_program.global` with
/// a value; null when `value` is no load of one.
ml_program::GlobalOp getWeight(Value value, SymbolTableCollection &symbols);

/// The value of a weight.
ElementsAttr getWeightValue(ml_program::GlobalOp weight);

/// The bytes of `value`, one element after the other in row-major order, each
/// element in whole bytes (codes of fewer than 8 bits are not handled here).
///
/// The reference stays valid as long as the context and `storage`, which holds
/// the bytes where they have to be expanded from a splat. Errors, reported
/// through `emitError`: a resource without data, or of a size that does not
/// fit its type.
FailureOr<ArrayRef<char>>
getRawData(ElementsAttr value, SmallVectorImpl<char> &storage,
           function_ref<InFlightDiagnostic()> emitError);

/// The elements of an f32, f16 or bf16 tensor as f32 (exact). Errors as
/// `getRawData`, and for other element types.
FailureOr<ArrayRef<float>>
getFloatData(ElementsAttr value, SmallVectorImpl<float> &storage,
             function_ref<InFlightDiagnostic()> emitError);

/// A resource of `type` named after `name`, holding a copy of `data` aligned
/// to 64 bytes.
DenseResourceElementsAttr makeResource(StringRef name, ShapedType type,
                                       ArrayRef<char> data);

template <typename T>
DenseResourceElementsAttr makeResource(StringRef name, ShapedType type,
                                       ArrayRef<T> data) {
  return makeResource(
      name, type,
      ArrayRef<char>(reinterpret_cast<const char *>(data.data()),
                     data.size() * sizeof(T)));
}

/// The same of values that are rounded to the type's f32, f16 or bf16.
DenseResourceElementsAttr makeFloatResource(StringRef name, ShapedType type,
                                            ArrayRef<float> values);

/// Frees the data of a resource that nothing reads any more: contexts keep
/// resources. Any other attribute is left alone.
void releaseResource(ElementsAttr value);

/// Creates weights with unique names in a module.
class WeightBuilder {
public:
  explicit WeightBuilder(ModuleOp module);

  /// Creates a weight named `name` (made unique with a suffix) before the
  /// first function of the module.
  ml_program::GlobalOp create(Location loc, StringRef name, ElementsAttr value);

  /// Loads `weight` at the builder's insertion point.
  static Value load(OpBuilder &builder, Location loc,
                    ml_program::GlobalOp weight);

private:
  ModuleOp module;
  SymbolTable symbols;
};

/// The name that a location gives to a value: the innermost `NameLoc`'s name;
/// empty when there is none.
StringRef getLocationName(Location loc);

} // namespace mlir::compress

#endif // COMPRESSION_DIALECT_COMPRESS_UTILS_WEIGHTS_H
