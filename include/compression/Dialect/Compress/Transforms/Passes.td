//===- Passes.td - passes on the compress dialect ----------*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PASSES_TD
#define COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// imported -> normalized
//===----------------------------------------------------------------------===//

def CompressFoldConstantsPass : Pass<"compress-fold-constants", "func::FuncOp"> {
  let summary = "Evaluate integer arithmetic on constant tensors";
  let description = [{
    Replaces `linalg.generic`, `linalg.fill`, reshapes and slices of constant
    integer, index and i1 tensors by the constant they compute: tables of
    positions, wrapped indices, masks of known shape. Assertions in such bodies
    are decided. Left alone: floats, results of more than 65536 elements, and a
    body in which an op does not fold or an assertion fails.
  }];
  let dependentDialects = ["arith::ArithDialect"];
}

def CompressLiftWeightsPass : Pass<"compress-lift-weights", "ModuleOp"> {
  let summary = "Make constant float tensors named weights";
  let description = [{
    Each constant tensor of floats becomes a private immutable
    `ml_program.global`, named after its location, and a
    `ml_program.global_load` in the constant's place. Equal constants are one
    weight. Left alone: scalars, tensors of one element, splats of rank 1 or less.
  }];
  let dependentDialects = ["ml_program::MLProgramDialect"];
}

def CompressNarrowFloatsPass : Pass<"compress-narrow-floats", "func::FuncOp"> {
  let summary = "Compute f64 intermediate results in f32";
  let description = [{
    Importers write the statistics of a layer norm in f64. In a function that
    neither takes nor returns f64, and uses it only in elementwise and linalg
    ops, f64 becomes f32. Left alone: any other function.
  }];
}

def CompressRecognizeGathersPass : Pass<"compress-recognize-gathers", "ModuleOp"> {
  let summary = "Make lookups in constant tables compress.gather ops";
  let description = [{
    A `linalg.generic` that yields `tensor.extract %table[row, j...]`, where the
    table is a weight, the row is computed from the inputs and `j...` are the
    trailing loops, becomes a `compress.gather`. Assertions on the row's bounds
    are part of the gather. Left alone: lookups in values that are computed.
  }];
  let dependentDialects = ["compress::CompressDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect", "arith::ArithDialect"];
}

def CompressNormalizeContractionsPass : Pass<"compress-normalize-contractions"> {
  let summary = "Make weights direct operands of contractions";
  let description = [{
    A transpose or a broadcast in front of the right operand of a contraction
    goes into its indexing maps: the weight keeps the model's layout. The
    contraction becomes a `linalg.contract`. Left alone: contractions whose
    operands are used as they lie.
  }];
  let dependentDialects = ["linalg::LinalgDialect"];
}

//===----------------------------------------------------------------------===//
// normalized -> observed -> planned -> compressed
//===----------------------------------------------------------------------===//

def CompressObservePass : Pass<"compress-observe", "ModuleOp"> {
  let summary = "Name the values that will be quantized";
  let description = [{
    Each left operand of a contraction with a weight gets a `compress.observe`
    named after the contraction's location, `<layer>.input`; contractions that
    read one value share it. An activation is quantized where a contraction
    reads it and nowhere else. Left alone: products of two activations, and
    operands that are quantized already.
  }];
  let dependentDialects = ["compress::CompressDialect"];
}

def CompressInstrumentPass : Pass<"compress-instrument", "func::FuncOp"> {
  let summary = "Return the smallest and largest value of what is observed";
  let description = [{
    A public function returns two more tensor<f32> for each `compress.observe`
    in it, in their order: the smallest and the largest value. The ops are
    dropped. An observed value inside a region is an error.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

def CompressPlanPass : Pass<"compress-plan", "ModuleOp"> {
  let summary = "Choose a scheme for weights and observed values";
  let description = [{
    By `preset`: the weights of contractions get a scale per output channel,
    tables of gathers one per row, observed values one per tensor or row. The
    scheme of a weight is its `compress.scheme` attribute, that of an observed
    value is on the op. Nothing is rewritten: a plan can be read and edited.

    Missed remarks: `TooDeep` (a sum could leave 32 bits), `SharedWeight` (two
    users need different schemes).
  }];
  let options = [
    Option<"preset", "preset", "std::string", /*default=*/"",
           "W8A8 or W8A8_DYNAMIC">
  ];
  let dependentDialects = ["compress::CompressDialect"];
}

def CompressApplyPass : Pass<"compress-apply", "ModuleOp"> {
  let summary = "Compress weights and quantize observed values by the plan";
  let description = [{
    A weight with a scheme becomes payloads `<name>.codes`, `.scales` (and
    `.zero_points`) and a `compress.dequantize` in front of the contractions
    and gathers that read it; other users keep the model's values. An observed
    value with a scheme becomes a quantize and dequantize pair whose parameters
    are weights `<name>.scale` and `.zero_point`, or for a dynamic one come
    from `compress.choose_params`. Observations without a scheme are dropped.

    NaN and infinite weights are errors. Passed remarks: `Weight`, with the
    payload's SQNR and bytes.
  }];
  let dependentDialects = ["compress::CompressDialect",
                           "ml_program::MLProgramDialect"];
}

//===----------------------------------------------------------------------===//
// compressed -> integer
//===----------------------------------------------------------------------===//

def CompressToIntegerPass : Pass<"compress-to-integer"> {
  let summary = "Contract codes instead of their float values";
  let description = [{
    A contraction of two `compress.dequantize` ops, u8 with or without zero
    point and symmetric s8, whose scales don't vary along the sum, becomes a
    `linalg.generic` that sums `(code - zero point) * code` in i32, and one
    that scales the sum: `f32(sum) * (sx * sw)`. From here on integer results
    are the same on every path.

    Missed remarks: `StaysFloat`, with what is in the way.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

#endif // COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PASSES_TD
