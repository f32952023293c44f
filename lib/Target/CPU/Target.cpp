//===- Target.cpp - what code is generated for ------------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Target/CPU/Target.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::compress;

/// The widest vector register that `features` give.
static unsigned getVectorBits(const llvm::StringMap<bool> &features) {
  if (features.lookup("avx512f"))
    return 512;
  return features.lookup("avx2") ? 256 : 128;
}

TargetAttr cpu::getHostTarget(MLIRContext *context) {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  // A map has no order; the attribute must.
  SmallVector<StringRef> names;
  for (const auto &entry : features)
    if (entry.second)
      names.push_back(entry.first());
  llvm::sort(names);
  std::string list;
  for (StringRef name : names)
    list += (list.empty() ? "+" : ",+") + name.str();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  return TargetAttr::get(context, triple.getArchName(),
                         llvm::sys::getHostCPUName(), list,
                         getVectorBits(features));
}

TargetAttr cpu::getGenericTarget(MLIRContext *context) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  StringRef name =
      triple.getArch() == llvm::Triple::x86_64 ? "x86-64" : "generic";
  return TargetAttr::get(context, triple.getArchName(), name, "", 128);
}

TargetAttr cpu::getTarget(MLIRContext *context, StringRef name) {
  if (name == "host")
    return getHostTarget(context);
  if (name == "generic")
    return getGenericTarget(context);
  return {};
}

TargetAttr cpu::getModuleTarget(ModuleOp module) {
  if (auto target = module->getAttrOfType<TargetAttr>(kTargetAttrName))
    return target;
  return getHostTarget(module.getContext());
}
