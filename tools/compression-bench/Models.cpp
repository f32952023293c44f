//===- Models.cpp - what compression-bench measures -------------*- C++ -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::compress;
using namespace mlir::compress::bench;

/// A model that multiplies %x and %w; `globals`, the type of the argument %arg
/// and the ops that give %x and %w differ. {0}, {1} and {2} are M, K and N.
static std::string getModel(Product shape, StringRef globals, StringRef type,
                            StringRef operands) {
  std::string text = (globals + R"mlir(
func.func @main(%arg: tensor<{0}x{1}x)mlir" +
                      type + R"mlir(>) -> tensor<{0}x{2}xf32> {{
)mlir" + operands + R"mlir(
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<{0}x{2}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<{0}x{2}xf32>) -> tensor<{0}x{2}xf32>
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                        affine_map<(m, n, k) -> (n, k)>,
                                        affine_map<(m, n, k) -> (m, n)>]
         ins(%x, %w : tensor<{0}x{1}xf32>, tensor<{2}x{1}xf32>)
         outs(%init : tensor<{0}x{2}xf32>) -> tensor<{0}x{2}xf32>
  return %y : tensor<{0}x{2}xf32>
})mlir")
                         .str();
  return llvm::formatv(/*Validate=*/false, text.c_str(), shape.m, shape.k,
                       shape.n);
}

/// A linear layer in float.
static std::string getF32Model(Product shape) {
  return getModel(shape, R"mlir(
ml_program.global private @w(dense<0.5> : tensor<{2}x{1}xf32>) : tensor<{2}x{1}xf32>
)mlir",
                  "f32", R"mlir(
  %x = tensor.cast %arg : tensor<{0}x{1}xf32> to tensor<{0}x{1}xf32>
  %w = ml_program.global_load @w : tensor<{2}x{1}xf32>
)mlir");
}

/// A linear layer on u8 codes with a zero point and s8 weights, its sums scaled
/// to float: what a compressed layer does after its input was quantized.
static std::string getU8S8Model(Product shape) {
  return getModel(shape, R"mlir(
ml_program.global private @codes(dense<3> : tensor<{2}x{1}xi8>) : tensor<{2}x{1}xi8>
ml_program.global private @s(dense<0.01> : tensor<{2}x1xf32>) : tensor<{2}x1xf32>
ml_program.global private @sx(dense<0.02> : tensor<1x1xf32>) : tensor<1x1xf32>
ml_program.global private @zx(dense<117> : tensor<1x1xi8>) : tensor<1x1xi8>
)mlir",
                  "i8", R"mlir(
  %codes = ml_program.global_load @codes : tensor<{2}x{1}xi8>
  %s = ml_program.global_load @s : tensor<{2}x1xf32>
  %sx = ml_program.global_load @sx : tensor<1x1xf32>
  %zx = ml_program.global_load @zx : tensor<1x1xi8>
  %x = compress.dequantize %arg, %sx, %zx
         {{scheme = #compress.affine<u8, f32, block [*, *], zero_point>}
         : tensor<{0}x{1}xi8>, tensor<1x1xf32>, tensor<1x1xi8> -> tensor<{0}x{1}xf32>
  %w = compress.dequantize %codes, %s
         {{scheme = #compress.affine<s8 [-127, 127], f32, block [1, *]>}
         : tensor<{2}x{1}xi8>, tensor<{2}x1xf32> -> tensor<{2}x{1}xf32>
)mlir");
}

std::string bench::getProductModel(Product shape, bool isInteger) {
  return isInteger ? getU8S8Model(shape) : getF32Model(shape);
}

namespace {
/// The parts of a convolution's text that a shape gives.
struct ConvolutionText {
  explicit ConvolutionText(const Convolution &shape) {
    int64_t size = shape.getResultSize();
    int64_t read = (size - 1) * shape.stride + shape.kernel;
    int64_t padding = std::max<int64_t>(read - shape.size, 0);
    int64_t padded = shape.size + padding;
    auto image = [](int64_t pixels, int64_t channels) {
      return llvm::formatv("1x{0}x{0}x{1}", pixels, channels).str();
    };
    imageShape = image(shape.size, shape.channels);
    paddedShape = image(padded, shape.channels);
    resultShape = image(size, shape.getResultChannels());
    low = llvm::formatv("0, {0}, {0}, 0", padding / 2);
    high = llvm::formatv("0, {0}, {0}, 0", padding - padding / 2);
    weightShape =
        shape.isDepthwise()
            ? llvm::formatv("{0}x{0}x{1}", shape.kernel, shape.channels).str()
            : llvm::formatv("{0}x{1}x{1}x{2}", shape.features, shape.kernel,
                            shape.channels)
                  .str();
    loops = shape.isDepthwise() ? "b, y, x, f, i, j" : "b, y, x, f, i, j, c";
    iterators = "\"parallel\", \"parallel\", \"parallel\", \"parallel\", "
                "\"reduction\", \"reduction\"";
    if (!shape.isDepthwise())
      iterators += ", \"reduction\"";
    reads = llvm::formatv("b, y * {0} + i, x * {0} + j, {1}", shape.stride,
                          shape.isDepthwise() ? "f" : "c");
    taps = shape.isDepthwise() ? "i, j, f" : "f, i, j, c";
  }

  /// Fills in {0} to {9}.
  std::string format(StringRef text) const {
    return llvm::formatv(/*Validate=*/false, text.str().c_str(), imageShape,
                         paddedShape, resultShape, weightShape, low, high,
                         loops, iterators, reads, taps);
  }

  std::string imageShape, paddedShape, resultShape, weightShape, low, high,
      loops, iterators, reads, taps;
};
} // namespace

static constexpr StringRef kF32Convolution = R"mlir(
ml_program.global private @w(dense<0.5> : tensor<{3}xf32>) : tensor<{3}xf32>
func.func @main(%x: tensor<{0}xf32>) -> tensor<{2}xf32> {{
  %w = ml_program.global_load @w : tensor<{3}xf32>
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[{4}] high[{5}] {{
  ^bb0(%b: index, %y: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<{0}xf32> to tensor<{1}xf32>
  %e = tensor.empty() : tensor<{2}xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<{2}xf32>) -> tensor<{2}xf32>
  %r = linalg.generic {{
      indexing_maps = [affine_map<({6}) -> ({8})>, affine_map<({6}) -> ({9})>, affine_map<({6}) -> (b, y, x, f)>],
      iterator_types = [{7}]}
      ins(%p, %w : tensor<{1}xf32>, tensor<{3}xf32>) outs(%i : tensor<{2}xf32>) {{
  ^bb0(%a: f32, %v: f32, %s: f32):
    %m = arith.mulf %a, %v : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<{2}xf32>
  return %r : tensor<{2}xf32>
})mlir";

static constexpr StringRef kU8S8Convolution = R"mlir(
ml_program.global private @w(dense<3> : tensor<{3}xi8>) : tensor<{3}xi8>
ml_program.global private @z(dense<117> : tensor<1x1x1x1xi8>) : tensor<1x1x1x1xi8>
func.func @main(%x: tensor<{0}xi8>) -> tensor<{2}xf32> {{
  %w = ml_program.global_load @w : tensor<{3}xi8>
  %z = ml_program.global_load @z : tensor<1x1x1x1xi8>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %scale = arith.constant 0.01 : f32
  %p = tensor.pad %x low[{4}] high[{5}] {{
  ^bb0(%b: index, %y: index, %c: index, %d: index):
    %code = tensor.extract %z[%c0, %c0, %c0, %c0] : tensor<1x1x1x1xi8>
    tensor.yield %code : i8
  } : tensor<{0}xi8> to tensor<{1}xi8>
  %e = tensor.empty() : tensor<{2}xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<{2}xi32>) -> tensor<{2}xi32>
  %r = linalg.generic {{
      indexing_maps = [affine_map<({6}) -> ({8})>, affine_map<({6}) -> ({9})>, affine_map<({6}) -> (0, 0, 0, 0)>, affine_map<({6}) -> (b, y, x, f)>],
      iterator_types = [{7}]}
      ins(%p, %w, %z : tensor<{1}xi8>, tensor<{3}xi8>, tensor<1x1x1x1xi8>) outs(%i : tensor<{2}xi32>) {{
  ^bb0(%a: i8, %v: i8, %n: i8, %s: i32):
    %a32 = arith.extui %a : i8 to i32
    %n32 = arith.extui %n : i8 to i32
    %d = arith.subi %a32, %n32 : i32
    %v32 = arith.extsi %v : i8 to i32
    %m = arith.muli %d, %v32 : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  } -> tensor<{2}xi32>
  %f = tensor.empty() : tensor<{2}xf32>
  %o = linalg.generic {{
      indexing_maps = [affine_map<(b, y, x, f) -> (b, y, x, f)>, affine_map<(b, y, x, f) -> (b, y, x, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%r : tensor<{2}xi32>) outs(%f : tensor<{2}xf32>) {{
  ^bb0(%s: i32, %u: f32):
    %t = arith.sitofp %s : i32 to f32
    %m = arith.mulf %t, %scale : f32
    linalg.yield %m : f32
  } -> tensor<{2}xf32>
  return %o : tensor<{2}xf32>
})mlir";

std::string bench::getConvolutionModel(const Convolution &shape,
                                       bool isInteger) {
  return ConvolutionText(shape).format(isInteger ? kU8S8Convolution
                                                 : kF32Convolution);
}

std::string bench::getCopyModel(const Convolution &shape) {
  return ConvolutionText(shape).format(R"mlir(
func.func @main(%x: tensor<{0}xf32>) -> tensor<{0}xf32> {{
  %y = arith.negf %x : tensor<{0}xf32>
  return %y : tensor<{0}xf32>
})mlir");
}

OwningOpRef<ModuleOp>
bench::buildPeakModel(MLIRContext &context,
                      const cpu::MicroKernelEmitter &kernel) {
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto [lhsType, rhsType, sumType] = kernel.getInstructionTypes(&context);
  auto toTensor = [](VectorType type) {
    return RankedTensorType::get(type.getShape(), type.getElementType());
  };
  RankedTensorType resultType = toTensor(sumType);
  auto function = func::FuncOp::create(
      builder, loc, "main",
      builder.getFunctionType({toTensor(lhsType), toTensor(rhsType)},
                              resultType));
  builder.setInsertionPointToStart(function.addEntryBlock());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value steps = arith::ConstantIndexOp::create(builder, loc, kPeakSteps);
  auto load = [&](Value tensor, VectorType type) -> Value {
    return vector::TransferReadOp::create(
        builder, loc, type, tensor, ValueRange{zero}, /*padding=*/std::nullopt,
        ArrayRef<bool>{true});
  };
  Value lhs = load(function.getArgument(0), lhsType);
  Value rhs = load(function.getArgument(1), rhsType);
  Value start =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(sumType));
  SmallVector<Value> init(kPeakChains, start);
  auto loop = scf::ForOp::create(
      builder, loc, zero, steps, one, init,
      [&](OpBuilder &, Location, Value, ValueRange sums) {
        SmallVector<Value> next;
        for (Value sum : sums)
          next.push_back(kernel.emitInstruction(builder, loc, lhs, rhs, sum));
        scf::YieldOp::create(builder, loc, next);
      });
  Value total = loop.getResult(0);
  for (Value sum : loop.getResults().drop_front())
    total = isa<FloatType>(sumType.getElementType())
                ? arith::AddFOp::create(builder, loc, total, sum).getResult()
                : arith::AddIOp::create(builder, loc, total, sum).getResult();
  Value empty = tensor::EmptyOp::create(builder, loc, resultType.getShape(),
                                        resultType.getElementType());
  Value result =
      vector::TransferWriteOp::create(builder, loc, total, empty,
                                      ValueRange{zero}, ArrayRef<bool>{true})
          .getResult();
  func::ReturnOp::create(builder, loc, result);
  return module;
}
