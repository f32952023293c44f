//===- BufferizableOpInterfaceImpl.h - packed contractions on buffers --*- C++
//-*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TARGET_CPU_BUFFERIZABLEOPINTERFACEIMPL_H
#define COMPRESSION_TARGET_CPU_BUFFERIZABLEOPINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;

namespace compress::cpu {
/// Lets one-shot bufferization bufferize `compress.packed_contract`.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);
} // namespace compress::cpu
} // namespace mlir

#endif // COMPRESSION_TARGET_CPU_BUFFERIZABLEOPINTERFACEIMPL_H
