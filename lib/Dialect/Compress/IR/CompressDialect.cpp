//===- CompressDialect.cpp - the compress dialect ---------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Dialect/Compress/IR/Compress.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::compress;

#include "compression/Dialect/Compress/IR/CompressDialect.cpp.inc"
#include "compression/Dialect/Compress/IR/CompressInterfaces.cpp.inc"

namespace {

/// The version of the dialect that a bytecode file was written with.
struct CompressVersion : public DialectVersion {
  static constexpr uint64_t kCurrent = 1;
  explicit CompressVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

/// Writes and checks the version; attributes use their textual form, so that
/// an added parameter with a default stays readable.
struct CompressBytecodeInterface : public BytecodeDialectInterface {
  explicit CompressBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const final {
    writer.writeVarInt(CompressVersion::kCurrent);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > CompressVersion::kCurrent) {
      reader.emitError() << "expected version " << CompressVersion::kCurrent
                         << " or older of the compress dialect, but got "
                         << number;
      return nullptr;
    }
    return std::make_unique<CompressVersion>(number);
  }
};

} // namespace

void CompressDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "compression/Dialect/Compress/IR/CompressOps.cpp.inc"
      >();
  registerAttributes();
  addInterfaces<CompressBytecodeInterface>();
}
