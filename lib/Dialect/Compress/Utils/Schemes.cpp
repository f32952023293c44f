//===- Schemes.cpp - schemes as numerics formats -*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/Utils/Schemes.h"

using namespace mlir;
using namespace mlir::compress;

llvm::StringMap<ActivationParameters>
mlir::compress::getActivationParameters(ModuleOp module) {
  llvm::StringMap<ActivationParameters> parameters;
  for (auto global : module.getOps<ml_program::GlobalOp>()) {
    if (auto smoothed = global->getAttrOfType<StringAttr>(kSmoothingAttrName))
      parameters[smoothed.getValue()].smoothing = global;
    auto name = global->getAttrOfType<StringAttr>(kActivationAttrName);
    if (!name)
      continue;
    ActivationParameters &own = parameters[name.getValue()];
    bool isScale = isa<FloatType>(getElementTypeOrSelf(global.getType()));
    (isScale ? own.scale : own.zeroPoint) = global;
  }
  return parameters;
}

numerics::AffineFormat mlir::compress::getFormat(AffineAttr scheme) {
  numerics::AffineFormat format;
  format.bits = scheme.getBits();
  format.isSigned = scheme.getIsSigned();
  format.qmin = scheme.getQmin();
  format.qmax = scheme.getQmax();
  // Without a zero point, 0 is the code 0, not the middle of unsigned storage:
  // such a format has a chosen zero point that is 0 for values of 0 and above.
  format.symmetric = !scheme.getHasZeroPoint() && scheme.getIsSigned();
  format.scaleKind = scheme.getScale().isF32()   ? numerics::FloatKind::F32
                     : scheme.getScale().isF16() ? numerics::FloatKind::F16
                                                 : numerics::FloatKind::BF16;
  format.rounding = scheme.getRounding() == Rounding::NearestEven
                        ? numerics::Rounding::NearestEven
                        : numerics::Rounding::NearestAway;
  return format;
}

numerics::BlockedLayout mlir::compress::getLayout(AffineAttr scheme,
                                                  ArrayRef<int64_t> shape) {
  // The attribute's and the op's verifiers guarantee a valid block shape.
  return llvm::cantFail(numerics::BlockedLayout::get(shape, scheme.getBlock()));
}
