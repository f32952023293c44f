//===- CompiledModelTest.cpp - what a call does and does not ----*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compression/Execution/CompiledModel.h"

#include "compression/Dialect/Compress/IR/Compress.h"
#include "compression/Dialect/Compress/Utils/Weights.h"
#include "compression/Driver/Driver.h"
#include "compression/Execution/CallBuffers.h"
#include "compression/InitAll.h"
#include "compression/Pipelines/LowerToLLVM.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

#include <atomic>
#include <cstdlib>

using namespace mlir;
using namespace mlir::compress;

//===----------------------------------------------------------------------===//
// Counting allocations
//===----------------------------------------------------------------------===//

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_OWN_ALLOCATOR
#endif
#endif

static std::atomic<int64_t> numAllocations;

#ifndef HAS_OWN_ALLOCATOR
// These take the place of the C library's in the whole process.
extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  ++numAllocations;
  return __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  ++numAllocations;
  return __libc_calloc(number, size);
}
void *realloc(void *old, size_t size) {
  ++numAllocations;
  return __libc_realloc(old, size);
}
void *memalign(size_t alignment, size_t size) {
  ++numAllocations;
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
}
#endif

namespace {
class CompiledModelTest : public ::testing::Test {
protected:
  CompiledModelTest() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// A model of examples/digits, compressed by `preset` if there is one.
  OwningOpRef<ModuleOp> getModel(StringRef name, StringRef preset) {
    std::string path =
        (COMPRESSION_EXAMPLES_DIR "/digits/" + name + ".mlirbc").str();
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, &context);
    if (preset.empty() || !module)
      return module;
    PassManager pm(&context);
    CompressDriverPassOptions options;
    options.preset = preset;
    pm.addPass(createCompressDriverPass(options));
    if (failed(pm.run(*module)))
      return {};
    return module;
  }

  std::unique_ptr<CompiledModel> compile(ModuleOp module, unsigned threads) {
    CompileOptions options;
    options.threads = threads;
    auto model = CompiledModel::compile(module, options);
    return succeeded(model) ? std::move(*model) : nullptr;
  }

  MLIRContext context;
};

struct Case {
  const char *model, *preset;

  friend void PrintTo(const Case &c, std::ostream *os) {
    *os << c.model << ' ' << c.preset;
  }
};
class DigitsTest : public CompiledModelTest,
                   public ::testing::WithParamInterface<Case> {};
} // namespace

INSTANTIATE_TEST_SUITE_P(
    , DigitsTest,
    ::testing::Values(Case{"mlp", ""}, Case{"mlp", "W8A8_DYNAMIC"},
                      Case{"transformer", ""},
                      Case{"transformer", "W8A8_DYNAMIC"}, Case{"cnn", ""},
                      Case{"cnn", "W8A8_DYNAMIC"}),
    [](const auto &info) {
      StringRef preset = info.param.preset;
      return (info.param.model + Twine("_") + (preset.empty() ? "f32" : preset))
          .str();
    });

TEST_P(DigitsTest, CallsDoNotAllocate) {
#ifdef HAS_OWN_ALLOCATOR
  GTEST_SKIP() << "the sanitizer has an allocator of its own";
#endif
  OwningOpRef<ModuleOp> module = getModel(GetParam().model, GetParam().preset);
  ASSERT_TRUE(module);
  int64_t before = numAllocations;
  std::unique_ptr<CompiledModel> model = compile(*module, /*threads=*/1);
  ASSERT_TRUE(model);
  EXPECT_GT(numAllocations - before, 0) << "nothing is counted";
  CallBuffers buffers(*model);
  before = numAllocations;
  // The first call too: nothing is left to it.
  for (int call = 0; call < 3; ++call)
    ASSERT_FALSE(buffers.run());
  EXPECT_EQ(numAllocations - before, 0);
}

/// Ops that bring elements of weights, other than vectors, to other places.
static SmallVector<Operation *> findMovedWeights(ModuleOp module) {
  SmallVector<Operation *> found;
  SymbolTableCollection symbols;
  module.walk([&](linalg::LinalgOp op) {
    if (!llvm::hasSingleElement(*op.getBlock()))
      return;
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto type = dyn_cast<RankedTensorType>(input->get().getType());
      if (type && type.getRank() > 1 && getWeight(input->get(), symbols))
        found.push_back(op);
    }
  });
  return found;
}

static LogicalResult pack(ModuleOp module) {
  PassManager pm(module.getContext());
  buildNormalizePipeline(pm);
  buildPackPipeline(pm);
  return pm.run(module);
}

TEST_P(DigitsTest, CallsDoNotPack) {
  OwningOpRef<ModuleOp> module = getModel(GetParam().model, GetParam().preset);
  ASSERT_TRUE(module);
  ASSERT_TRUE(succeeded(pack(*module)));
  EXPECT_TRUE(findMovedWeights(*module).empty());
  int64_t contractions = 0;
  module->walk([&](PackedContractOp) { ++contractions; });
  EXPECT_GT(contractions, 2);
}

TEST_F(CompiledModelTest, BatchesOfConstantsArePackedBefore) {
  // The right operand lies as (b, n, k), the kernel reads (b, k, n).
  auto module = parseSourceString<ModuleOp>(R"mlir(
    func.func @main(%x: tensor<2x4x3xf32>) -> tensor<2x4x20xf32> {
      %w = arith.constant dense_resource<w> : tensor<2x20x3xf32>
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<2x4x20xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x20xf32>)
          -> tensor<2x4x20xf32>
      %y = linalg.contract indexing_maps = [
             affine_map<(b, m, n, k) -> (b, m, k)>,
             affine_map<(b, m, n, k) -> (b, n, k)>,
             affine_map<(b, m, n, k) -> (b, m, n)>]
           ins(%x, %w : tensor<2x4x3xf32>, tensor<2x20x3xf32>)
           outs(%init : tensor<2x4x20xf32>) -> tensor<2x4x20xf32>
      return %y : tensor<2x4x20xf32>
    })mlir",
                                            &context);
  ASSERT_TRUE(module);
  std::vector<float> weight(2 * 20 * 3);
  for (size_t i = 0; i < weight.size(); ++i)
    weight[i] = static_cast<float>(i);
  module->walk([&](arith::ConstantOp op) {
    if (auto type = dyn_cast<RankedTensorType>(op.getType()))
      op.setValueAttr(cast<TypedAttr>(
          Attribute(makeResource<float>("w", type, ArrayRef(weight)))));
  });
  std::unique_ptr<CompiledModel> model = compile(*module, /*threads=*/1);
  ASSERT_TRUE(model);

  ASSERT_TRUE(succeeded(pack(*module)));
  EXPECT_TRUE(findMovedWeights(*module).empty());
  int64_t contractions = 0;
  module->walk([&](PackedContractOp) { ++contractions; });
  EXPECT_EQ(contractions, 1);

  std::vector<float> x(2 * 4 * 3), y(2 * 4 * 20);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i % 5);
  const void *inputs[] = {x.data()};
  void *results[] = {y.data()};
  ASSERT_FALSE(model->run(inputs, results));
  for (int b = 0; b < 2; ++b)
    for (int m = 0; m < 4; ++m)
      for (int n = 0; n < 20; ++n) {
        float sum = 0;
        for (int k = 0; k < 3; ++k)
          sum += x[(b * 4 + m) * 3 + k] * weight[(b * 20 + n) * 3 + k];
        ASSERT_EQ(y[(b * 4 + m) * 20 + n], sum) << b << ' ' << m << ' ' << n;
      }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(CompiledModelTest, ParametersAreChecked) {
  auto module = parseSourceString<ModuleOp>(R"mlir(
    ml_program.global private @bias(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %bias = ml_program.global_load @bias : tensor<2xf32>
      %y = arith.addf %x, %bias : tensor<2xf32>
      return %y : tensor<2xf32>
    })mlir",
                                            &context);
  ASSERT_TRUE(module);
  CompileOptions options;
  options.parameters.push_back("bias");
  auto model = CompiledModel::compile(*module, options);
  ASSERT_TRUE(succeeded(model));
  float bias[] = {5, 6}, x[] = {1, 1}, y[] = {0, 0};
  auto bytes = [&](size_t count) {
    return ArrayRef<char>(reinterpret_cast<const char *>(bias), count);
  };
  EXPECT_EQ(llvm::toString((*model)->setParameter("gain", bytes(8))),
            "expected a parameter of the model, but got 'gain'");
  EXPECT_EQ(llvm::toString((*model)->setParameter("bias", bytes(4))),
            "expected 8 bytes for the parameter 'bias', but got 4");
  ASSERT_FALSE((*model)->setParameter("bias", bytes(8)));
  const void *inputs[] = {x};
  void *results[] = {y};
  ASSERT_FALSE((*model)->run(inputs, results));
  EXPECT_EQ(y[0], 6);
  EXPECT_EQ(y[1], 7);
}

TEST_F(CompiledModelTest, RefusesMutableState) {
  auto module = parseSourceString<ModuleOp>(R"mlir(
    ml_program.global private mutable @state(dense<1.0> : tensor<2xf32>) : tensor<2xf32>
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %state = ml_program.global_load @state : tensor<2xf32>
      %y = arith.addf %x, %state : tensor<2xf32>
      return %y : tensor<2xf32>
    })mlir",
                                            &context);
  ASSERT_TRUE(module);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_FALSE(compile(*module, 1));
  EXPECT_EQ(message,
            "expected a constant with a value, but 'state' is mutable");
}
