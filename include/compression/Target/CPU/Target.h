//===- Target.h - what code is generated for --------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TARGET_CPU_TARGET_H
#define COMPRESSION_TARGET_CPU_TARGET_H

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::compress::cpu {

/// The module attribute that holds the target.
inline constexpr StringLiteral kTargetAttrName = "compress.target";

/// The attribute of a weight that holds the name which it has in the model.
inline constexpr StringLiteral kNameAttrName = "compress.name";

/// What the name of a weight in the form of a kernel begins with, behind that
/// of the weight.
inline constexpr StringLiteral kPackedSuffix = ".packed";

/// Unit attribute of a weight whose value may change after compilation: nothing
/// may be computed from it.
inline constexpr StringLiteral kParameterAttrName = "compress.parameter";

/// The module attribute that holds the messages of the checks of a lowered
/// model: the entry returns n when the n-th (from 1) failed.
inline constexpr StringLiteral kCheckMessagesAttrName = "compress.checks";

/// The module attribute that names the parts that `compress-cpu-profile`
/// measures: layer, tab, what it does.
inline constexpr StringLiteral kProfileAttrName = "compress.profile";

/// The symbol of the array of i64 that holds the shortest time of each part in
/// ticks of the cycle counter.
inline constexpr StringLiteral kProfileSymbol = "compress.profile_ticks";

/// The CPU that this process runs on, with all its features.
TargetAttr getHostTarget(MLIRContext *context);

/// The baseline of the host's architecture, without extensions.
TargetAttr getGenericTarget(MLIRContext *context);

/// The target named "host" or "generic"; null for another name.
TargetAttr getTarget(MLIRContext *context, StringRef name);

/// The target that `module` says it is compiled for, else the host.
TargetAttr getModuleTarget(ModuleOp module);

} // namespace mlir::compress::cpu

#endif // COMPRESSION_TARGET_CPU_TARGET_H
