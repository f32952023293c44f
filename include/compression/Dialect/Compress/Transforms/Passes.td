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

#endif // COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PASSES_TD
