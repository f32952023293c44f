//===- MicroKernel.cpp - the table of micro-kernels -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/MicroKernel.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::cpu;

ArrayRef<const MicroKernelEmitter *> cpu::getEmitters() {
  static const MicroKernelEmitter *const emitters[] = {
      &getF32Kernel(),           &getF32PortableKernel(),
      &getU8S8Kernel(),          &getU8S8PortableKernel(),
      &getF32DepthwiseKernel(),  &getF32PortableDepthwiseKernel(),
      &getU8S8DepthwiseKernel(), &getU8S8PortableDepthwiseKernel()};
  return emitters;
}

const MicroKernelEmitter *cpu::lookupEmitter(StringRef name) {
  for (const MicroKernelEmitter *emitter : getEmitters())
    if (emitter->getName() == name)
      return emitter;
  return nullptr;
}

const MicroKernelEmitter *
cpu::selectEmitter(Type elementType, TargetAttr target, bool depthwise) {
  for (const MicroKernelEmitter *emitter : getEmitters())
    if (emitter->isDepthwise() == depthwise &&
        emitter->supports(elementType, target))
      return emitter;
  return nullptr;
}
