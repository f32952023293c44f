//===- Passes.td - passes of the CPU lowering --------------*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_TARGET_CPU_PASSES_TD
#define COMPRESSION_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def CompressSetTargetPass : Pass<"compress-set-target", "ModuleOp"> {
  let summary = "Say what code is generated for";
  let description = [{
    Sets the module's `compress.target`. Left alone: a module, when `target` is
    empty.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"",
           "'host' or 'generic'">
  ];
  let dependentDialects = ["compress::CompressDialect"];
}

def CompressPackPass : Pass<"compress-pack", "ModuleOp"> {
  let summary = "Bring payloads into kernel layout";
  let description = [{
    A contraction of f32, or of codes as `compress-to-integer` writes it,
    becomes a `compress.packed_contract` whose micro-kernel fits the module's
    target (`compress.target`, else the host). Its weight is packed here, at
    compile time, into a weight `<name>.packed`; for codes with a zero point
    the column sums of the weight go into `<name>.column_sums`. Elementwise
    ops of `arith` that alone use the result become its epilogue; products of
    weights there, as of two scales, are computed here. A weight of
    f16 or bf16 that a generic extends to f32 is packed as it is: the kernel
    extends it. A weight that no kernel reads from its payload (groups along the
    sum, narrower floats) is decoded for a strip of 64 columns at a time, in a
    loop. Left alone: contractions that the op cannot express, which are lowered
    to loops.
  }];
  let dependentDialects = ["compress::CompressDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect", "arith::ArithDialect",
                           "ml_program::MLProgramDialect", "scf::SCFDialect"];
}

def CompressCPUQuantizeByProductsPass
    : Pass<"compress-cpu-quantize-by-products", "ModuleOp"> {
  let summary = "Quantize without a division";
  let description = [{
    A `compress.quantize` with scales that are known becomes an elementwise op
    that `compress-pack` can make part of an epilogue: the quotient is
    `fma(x, r, x * e)`, where r is the reciprocal of the scale and e what its
    rounding lost. The codes have the bits of the division, which takes longer
    than all the rest of an epilogue. Minima and maxima with constants in front
    are merged with the bounds of the codes, and reshapes between an image and
    its rows move behind. What r and e are, the bounds and the zero point become
    weights `<scale>.reciprocal`, `.rest`, `.lowest`, `.highest` and `.offset`. NaN
    gives the code of 0; it is not asked for where the input is a sum of codes,
    scaled and shifted by finite weights.

    Left alone: scales that are computed, or lie outside of [2^-126, 2^90];
    several blocks in a dimension; ties away from zero; all ops, if the target
    has no fused multiply-add.

    Remarks (missed): `Divides`, with the reason.
  }];
  let dependentDialects = ["linalg::LinalgDialect", "tensor::TensorDialect",
                           "arith::ArithDialect", "math::MathDialect",
                           "ml_program::MLProgramDialect"];
}

def CompressCPUMarkFastMathPass : Pass<"compress-cpu-mark-fast-math"> {
  let summary = "Say where the order of float operations does not matter";
  let description = [{
    In the bodies of the model's own generics: `nsz` on all float ops, `reassoc`
    on the sums of reductions. It runs before quantization is lowered: sums that
    give codes get no flag, so that codes are the same on every target.
    Multiplications and additions are never fused, and no division becomes a
    multiplication by a reciprocal: it may be that of a scale.
  }];
  let dependentDialects = ["arith::ArithDialect"];
}

def CompressCPUBindWeightsPass : Pass<"compress-cpu-bind-weights", "ModuleOp"> {
  let summary = "Make weights external symbols, or constants";
  let description = [{
    Each immutable `ml_program.global` with a value becomes a `memref.global`
    of its name without a value, which whoever runs the code binds; with
    `weights=inline` a private constant with the value.
  }];
  let options = [
    Option<"weights", "weights", "std::string", /*default=*/"\"external\"",
           "'external', or 'inline' to keep the values in the module">
  ];
  let dependentDialects = ["bufferization::BufferizationDialect",
                           "memref::MemRefDialect"];
}

def CompressCPUNameWeightsPass : Pass<"compress-cpu-name-weights", "ModuleOp"> {
  let summary = "Give weights names that linkers and C take";
  let description = [{
    A weight `layer.weight` becomes `<prefix>weight_layer_weight` and keeps its
    name in the attribute `compress.name`. No name meets one of the C library,
    and every name is an identifier. Weights that have the attribute are left
    alone.
  }];
  let options = [
    Option<"prefix", "prefix", "std::string", /*default=*/"",
           "Beginning of all names, as of one model among others in a program">
  ];
}

def CompressCPUCheckIndicesPass
    : Pass<"compress-cpu-check-indices", "ModuleOp"> {
  let summary = "Check the indices and offsets that come from the data";
  let description = [{
    An index of `tensor.extract` or `tensor.insert`, or an offset of a slice,
    that could lie outside of its tensor: a `cf.assert` says that it does not,
    and it is kept inside. What follows from constants, the iterations of loops
    and arithmetic on them needs no check. Left alone: dynamic sizes.
  }];
  let dependentDialects = ["arith::ArithDialect", "cf::ControlFlowDialect"];
}

def CompressCPUDropUnitDimsPass
    : Pass<"compress-cpu-drop-unit-dims", "func::FuncOp"> {
  let summary = "Remove loops of size 1";
  let description = [{
    Loops of size 1 of linalg generics, with the dimensions that they walk
    along, become reshapes. Left alone: a loop of a window, as `oh` of
    `oh * 2 + kh`, when the window does not cover its input.
  }];
  let dependentDialects = ["affine::AffineDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

def CompressCPUFuseElementwisePass
    : Pass<"compress-cpu-fuse-elementwise", "func::FuncOp"> {
  let summary = "Compute elementwise chains in one pass over the data";
  let description = [{
    An elementwise generic goes into its only user, reshapes between them move
    out of the way. Left alone: a value that the user reads again in other
    iterations, as a row's scale or the operand of a product, since it would be
    computed as often; only moves and casts of it go along.
  }];
  let dependentDialects = ["affine::AffineDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

def CompressCPUFuseRowsPass : Pass<"compress-cpu-fuse-rows", "func::FuncOp"> {
  let summary = "Run chains of row ops, as softmax and layer norm, row by row";
  let description = [{
    An elementwise op whose producers reduce over their last loop is tiled by
    rows, and the producers that only it uses are pulled into its loop. Left
    alone: values with other users, transposed operands, dynamic shapes.
  }];
  let options = [
    Option<"parallel", "parallel", "bool", /*default=*/"false",
           "Run the iterations of large loops on several threads">
  ];
  let dependentDialects = ["affine::AffineDialect", "scf::SCFDialect",
                           "tensor::TensorDialect"];
}

def CompressCPUVectorizePass : Pass<"compress-cpu-vectorize", "func::FuncOp"> {
  let summary = "Tile linalg ops and vectorize the tiles";
  let description = [{
    The innermost parallel loop is tiled by about two vector registers of f32,
    a reduced row is one vector, a transposition is tiled 16 x 16. Reduced
    columns have a lane each, and their loop becomes the innermost. Left alone,
    to become scalar loops: ops that touch i1 tensors, read other tensors in
    their bodies or have side effects, dynamic shapes, rows that no tile divides.
  }];
  let options = [
    Option<"parallel", "parallel", "bool", /*default=*/"false",
           "Run the iterations of large loops on several threads">
  ];
  let dependentDialects = ["affine::AffineDialect", "compress::CompressDialect",
                           "scf::SCFDialect", "tensor::TensorDialect",
                           "vector::VectorDialect"];
}

def CompressCPUApproximateMathPass
    : Pass<"compress-cpu-approximate-math", "func::FuncOp"> {
  let summary = "Compute exp, tanh, erf and others by polynomials";
  let description = [{
    Upstream's approximations of exp, expm1, log, log1p, log2, tanh, erf and
    erfc, in f32: within a few units of the last place, but a result of exp
    below the smallest normal value is 0. Others stay, to become calls of libm,
    as do those of f64. Functions of narrower types are computed in f32. On a
    target without a fused multiply-add they multiply and add, on one without an
    instruction to round rounding is additions. Conversions to and from bf16
    become integer arithmetic: no call, and no instruction that flushes
    subnormal values. `isinf`, `isnormal` and `clampf` become ops of `arith`.
  }];
  let dependentDialects = ["arith::ArithDialect", "compress::CompressDialect",
                           "math::MathDialect", "vector::VectorDialect"];
}

def CompressCPUReshapeResultsPass
    : Pass<"compress-cpu-reshape-results", "func::FuncOp"> {
  let summary = "Write reshaped results where they go";
  let description = [{
    A buffer that is reshaped and then copied to an argument, a result: the
    argument is reshaped instead, and takes the place of the buffer. Left alone:
    a buffer or an argument with another use behind the copy, dynamic shapes.
  }];
  let dependentDialects = ["memref::MemRefDialect"];
}

def CompressCPUSeparateResultsPass
    : Pass<"compress-cpu-separate-results", "func::FuncOp"> {
  let summary = "Give each result of a function a value of its own";
  let description = [{
    A value that is returned more than once is copied: results become buffers
    of the caller, into which upstream moves a value only once. Arguments of
    public functions are not written. A tensor of `ub.poison` may hold anything.
    An init of which a generic writes some elements without reading any is
    copied: upstream would forget the others.
  }];
  let dependentDialects = ["bufferization::BufferizationDialect",
                           "tensor::TensorDialect"];
}

def CompressCPUCarryInPlacePass
    : Pass<"compress-cpu-carry-in-place", "func::FuncOp"> {
  let summary = "Give each value that a loop carries a buffer of its own";
  let description = [{
    Bufferization lets an iteration hand on a buffer that it allocated. In an
    arena such a buffer has the same place in each iteration: the next value is
    copied into a buffer outside of the loop. Left alone: what is computed in
    place, and buffers of unknown size.
  }];
  let dependentDialects = ["memref::MemRefDialect"];
}

def CompressCPUPlanArenaPass : Pass<"compress-cpu-plan-arena", "func::FuncOp"> {
  let summary = "Place all buffers of a call in one arena";
  let description = [{
    The buffers of a public function become views of one byte buffer, its new
    last argument: those that are alive at the same time (by the top-level op
    of the function in which they are used) at different places, first fit.
    The first 64 bytes are kept for the status. A buffer inside of a parallel
    loop goes on the stack of its thread. A buffer of unknown size is an error,
    and so is a function of several blocks.
  }];
  let dependentDialects = ["arith::ArithDialect", "memref::MemRefDialect"];
}

def CompressCPUProfilePass : Pass<"compress-cpu-profile", "ModuleOp"> {
  let summary = "Measure the top-level parts of a model";
  let description = [{
    After each loop nest, contraction and copy at the top level of the public
    function, the cycle counter's difference goes into an external array
    `compress.profile_ticks`, if it is the smallest yet. The parts' names are
    in the module's `compress.profile`.
  }];
  let dependentDialects = ["arith::ArithDialect", "LLVM::LLVMDialect",
                           "memref::MemRefDialect"];
}

def CompressCPULowerChecksPass : Pass<"compress-cpu-lower-checks", "ModuleOp"> {
  let summary = "Return the number of a failed assertion";
  let description = [{
    Public functions with an arena return an i32: 0, or n when the n-th
    `cf.assert` failed, whose message is in the module's `compress.checks`. The
    model runs on; nothing aborts.
  }];
  let dependentDialects = ["arith::ArithDialect", "memref::MemRefDialect",
                           "scf::SCFDialect"];
}

def CompressCPUVerifyLoweringPass
    : Pass<"compress-cpu-verify-lowering", "ModuleOp"> {
  let summary = "Refuse what can't be lowered further";
  let description = [{
    The module is valid, and at the stage `tensors`, in front of bufferization,
    each op on tensors can be bufferized; at `buffers` nothing else; at `llvm`
    all ops are of the LLVM dialect, or of OpenMP's. An error names the op.
  }];
  let options = [
    Option<"stage", "stage", "std::string", /*default=*/"\"llvm\"",
           "'tensors', 'buffers' or 'llvm'">
  ];
}

def CompressCPUVectorizeBuffersPass
    : Pass<"compress-cpu-vectorize-buffers", "func::FuncOp"> {
  let summary = "Vectorize the fills and copies of buffers";
  let description = [{
    Bufferization makes copies and fills, as of what pads a tensor. They, and
    other elementwise linalg ops on buffers of static shapes, become loops over
    vectors of a row. A `memref.copy` of more than 256 elements between
    contiguous buffers is left alone: it becomes a memcpy. Every other copy is
    at least a loop, as its lowering would call a runtime's function.
  }];
  let dependentDialects = ["affine::AffineDialect", "linalg::LinalgDialect",
                           "memref::MemRefDialect", "scf::SCFDialect",
                           "vector::VectorDialect"];
}

def CompressCPULowerVectorsPass : Pass<"compress-cpu-lower-vectors"> {
  let summary = "Lower reductions, transposes and transfers";
  let description = [{
    Multi-dimensional reductions, transposes and transfers become ops on
    vectors of rank 1, transfers loads and stores.
  }];
  let dependentDialects = ["affine::AffineDialect", "memref::MemRefDialect",
                           "scf::SCFDialect", "vector::VectorDialect"];
}

def CompressCPUMoveHalvesPass : Pass<"compress-cpu-move-halves"> {
  let summary = "Load and store f16 and bf16 as integers";
  let description = [{
    On loads and stores of the LLVM dialect. Where a target has no registers of
    halves LLVM moves them by way of f32: with calls of conversions, and not at
    all for some lengths of vectors.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

def CompressCPUEmitEntryPass : Pass<"compress-cpu-emit-entry", "ModuleOp"> {
  let summary = "Give a lowered model its C entry";
  let description = [{
    A function of the LLVM dialect with an arena becomes internal, and

    ```c
    int32_t NAME(const void *const *inputs, void *const *outputs, void *arena);
    extern const int64_t NAME_arena_bytes;
    ```

    are added: the entry calls it. It returns 0, or the number of the check
    that failed. The arena is aligned to 64 bytes and belongs to the call.
  }];
  let options = [
    Option<"symbol", "symbol", "std::string", /*default=*/"",
           "NAME; the function's own name if empty">
  ];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

def CompressCPUEmitKernelsPass : Pass<"compress-cpu-emit-kernels", "ModuleOp"> {
  let summary = "Emit the micro-kernels of packed contractions";
  let description = [{
    Each `compress.packed_contract` on memrefs becomes loops around register
    tiles of vector code: the sums by the emitter that its kernel names, the
    epilogue vectorized on them. A kernel that does not multiply the operands'
    type, or needs more than the module's target (`compress.target`, else the
    host) has, is an error.
  }];
  let options = [
    Option<"parallel", "parallel", "bool", /*default=*/"false",
           "Run the iterations of large loops on several threads">
  ];
  let dependentDialects = ["arith::ArithDialect", "LLVM::LLVMDialect",
                           "memref::MemRefDialect", "scf::SCFDialect",
                           "vector::VectorDialect"];
}

#endif // COMPRESSION_TARGET_CPU_PASSES_TD
