//===- PackConvolutions.h - convolutions become packed contractions *- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_LIB_TARGET_CPU_PACKCONVOLUTIONS_H
#define COMPRESSION_LIB_TARGET_CPU_PACKCONVOLUTIONS_H

#include "PackedPayload.h"
#include "compression/Dialect/Compress/IR/Compress.h"

namespace mlir::compress::cpu {

/// Replaces the convolutions of `module` that a packed contraction can express,
/// with the padding of their images; the others stay. Failure means that an
/// error was reported.
LogicalResult packConvolutions(ModuleOp module, TargetAttr target,
                               PayloadPacker &payloads);

} // namespace mlir::compress::cpu

#endif // COMPRESSION_LIB_TARGET_CPU_PACKCONVOLUTIONS_H
