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

def CompressImportQuantPass : Pass<"compress-import-quant"> {
  let summary = "Make values of quantized types explicit codes";
  let description = [{
    `quant.qcast` becomes `compress.quantize` and `quant.dcast` becomes
    `compress.dequantize`, with the scales and zero points of the type as
    constants; `quant.scast` disappears. A pair of them is thus simulated
    quantization, which no folder removes, as upstream's do. A type that no
    scheme expresses (storage of more than 8 bits, a zero point outside of the
    storage) is an error. Left alone: tensors that other ops use with their
    quantized type.

    Missed remark `QuantizedTypeStays`: a cast to a quantized type that was left
    alone.
  }];
  let dependentDialects = ["arith::ArithDialect", "compress::CompressDialect"];
}

def CompressDecomposeOpsPass : Pass<"compress-decompose-ops"> {
  let summary = "Make ops of several steps the steps themselves";
  let description = [{
    `linalg.softmax`, `linalg.pack`, `linalg.unpack` and the transforms of
    Winograd's convolution have no loops of their own: they become the generics,
    transposes and reshapes that upstream defines them by. Left alone: those
    whose shapes upstream can't decompose.
  }];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "linalg::LinalgDialect", "math::MathDialect",
                           "scf::SCFDialect", "tensor::TensorDialect"];
}

def CompressSimplifyGenericsPass : Pass<"compress-simplify-generics"> {
  let summary = "Drop what generics don't need";
  let description = [{
    An operand that has the same element everywhere becomes a constant of the
    body, and a fill where it is an init. An init of which nothing is left in the
    result, as the body doesn't read it and writes every element, becomes an
    empty tensor. A generic that only writes a constant is a fill. A result without users, which no other
    result needs, is dropped (the index that torch's softmax computes beside the
    row maximum), and so are operands that nobody reads. A constant that is
    rounded to a narrower float is a constant. Left alone: operands of
    contractions and convolutions, which may be weights.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

def CompressRecognizeClampsPass : Pass<"compress-recognize-clamps"> {
  let summary = "Make comparisons with a constant minima and maxima";
  let description = [{
    A selection between x and a constant by their comparison (relu, relu6,
    clamps) becomes the op that gives the same for every x, NaN included:

    | selection                         | x is NaN: gives x | gives the constant |
    |-----------------------------------|-------------------|--------------------|
    | the larger one                    | `arith.maximumf`  | `arith.maxnumf`    |
    | the smaller one                   | `arith.minimumf`  | `arith.minnumf`    |

    Only the sign of a zero may differ. Left alone: selections between two
    values that are computed, where both might be NaN.
  }];
  let dependentDialects = ["arith::ArithDialect"];
}

def CompressFoldConstantsPass : Pass<"compress-fold-constants", "ModuleOp"> {
  let summary = "Evaluate arithmetic on constant tensors";
  let description = [{
    Linalg ops, reshapes and slices of constant integers, indices and booleans
    are replaced by the constant they compute: tables of positions, wrapped
    indices, masks of known shape. Of floats only vectors computed from vectors
    of the same type are, as 1 / sqrt(variance + epsilon) of a batch norm: they
    are no larger than what they are computed from. An assertion in the body of
    a linalg op whose condition depends on constants alone and holds is dropped.
    Left alone: results of more than 65536 elements, other floats, which are
    weights, and a body in which an op does not fold or an assertion fails.
  }];
  let dependentDialects = ["arith::ArithDialect"];
}

def CompressRecognizeGathersPass : Pass<"compress-recognize-gathers", "ModuleOp"> {
  let summary = "Make lookups in constant tables compress.gather ops";
  let description = [{
    A `linalg.generic` that yields `tensor.extract %table[row, j...]`, where the
    table is a constant of floats, the row is computed from the inputs and
    `j...` are the trailing loops, becomes a `compress.gather`. Dimensions of
    size 1 in front of the row are collapsed. Assertions on the row's bounds
    are part of the gather. Left alone: lookups in values that are computed.

    Missed remark `LookupStays`: a lookup in a constant table of another form.
  }];
  let dependentDialects = ["compress::CompressDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect", "arith::ArithDialect"];
}

def CompressHoistChecksPass : Pass<"compress-hoist-checks"> {
  let summary = "Check in front of a linalg op what its body asserts";
  let description = [{
    A `cf.assert` in the body of a linalg op is a side effect, which keeps the op
    from being fused and vectorized. It becomes one assertion in front of the
    op: the condition holds everywhere along the loops that it depends on, or
    another loop has no iterations, so that the body never runs. A failed
    check does not stop a model, so what it guarded is made harmless: indices of
    `tensor.extract` stay inside of the tensor, an integer is never divided by 0.

    Missed remark `CheckStays`: the condition depends on the result that is being
    computed, or on an op with regions or effects.
  }];
  let dependentDialects = ["arith::ArithDialect", "cf::ControlFlowDialect",
                           "linalg::LinalgDialect", "tensor::TensorDialect"];
}

def CompressLiftWeightsPass : Pass<"compress-lift-weights", "ModuleOp"> {
  let summary = "Make constant float tensors named weights";
  let description = [{
    Each constant tensor of floats becomes a private immutable
    `ml_program.global`, named after its location, and a
    `ml_program.global_load` in the constant's place. Equal constants are one
    weight. Immutable globals that are there already are loaded by
    `ml_program.global_load` as well; scalars of them become constants. Left
    alone: integers, tensors of one element, and those that have the same
    element everywhere unless a contraction, a convolution or a gather reads
    them. A resource of any constant without data, or with data of another size
    than its type's, is an error, and so is a tensor of more than 2^37 elements.
  }];
  let dependentDialects = ["arith::ArithDialect",
                           "ml_program::MLProgramDialect"];
}

def CompressNarrowFloatsPass : Pass<"compress-narrow-floats", "func::FuncOp"> {
  let summary = "Compute f64 statistics in f32";
  let description = [{
    Importers write the variance of a layer norm in f64: an f32 extended, its
    mean, the squares of the differences from it, their mean, and back to f32.
    It becomes f32, in which frameworks compute it themselves. The f64 values of
    a function are narrowed in groups that depend on one another. A group may
    consist of
    - values extended from f32 or a narrower float, and constants in f32's range;
    - sums, where no term is a negative constant, and reductions of up to 65536
      elements: f32 is then off by 2^-8 of the sum of magnitudes at worst;
    - differences of which one side is such an extended value;
    - products with constants, and quotients by them, from 2^-20 to 2^20;
    - squares of centered values, which are an extended value less the mean of
      such, and centered values times an inverse root or over a root;
    - roots, absolute values, minima, maxima, selections, and moves.

    What is assumed of the range: sums stay below 3.4e38. A variance of n
    elements is infinite where centered values lie above 1.8e19 / sqrt(n), and 0
    where they lie below 1e-23, as it is where f32 is all there is.

    Left alone: a group that begins or ends in f64 (arguments, results,
    weights), or that contains anything else. Squares of values that are not
    centered, as in a norm, may leave f32's range; the difference of two
    computed values may cancel most of their digits; integers and comparisons
    may need all of them.

    Missed remark `StaysWide`: the op that keeps a group in f64.
  }];
}

def CompressNormalizeContractionsPass : Pass<"compress-normalize-contractions"> {
  let summary = "Bring contractions and their biases into one form";
  let description = [{
    Of contractions and convolutions whose body adds the product of two floats,
    perhaps extended to the type of the sum, and does nothing else:
    - the sums start from zero: an init is added behind them by a generic, which
      reads the vector itself where the init is a bias broadcast to the result;
    - a weight is the right factor of a contraction, and so is a matrix that is
      multiplied by a vector;
    - several n or k loops that lie side by side in all operands are one loop;
    - a transpose or a broadcast in front of the right factor is in its indexing
      map.

    Left alone: contractions and convolutions that have this form.

    Missed remark `ContractionStays`: a contraction with a weight that is no sum
    of float products with one n and one k loop.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

def CompressRecognizeOneHotPass : Pass<"compress-recognize-one-hot", "ModuleOp"> {
  let summary = "Make products of one-hot tensors with tables compress.gather ops";
  let description = [{
    A contraction of a table with a tensor that is 1 where a number equals a
    class and 0 elsewhere, the classes being 0, 1, 2 and so on, becomes a
    `compress.gather` of the rows, and 0 where a number is no class. The result
    is the same but for the sign of zeros. Left alone: products with anything
    else than a finite weight that has a row for each class.

    Missed remark `OneHotStays`: what is in the way.
  }];
  let dependentDialects = ["arith::ArithDialect", "compress::CompressDialect",
                           "linalg::LinalgDialect", "tensor::TensorDialect"];
}

def CompressNormalizeConvolutionsPass : Pass<"compress-normalize-convolutions"> {
  let summary = "Bring convolutions and poolings into one form";
  let description = [{
    Convolutions whose body adds the product of two floats, recognised by their
    indexing maps, with one or two dimensions of the image and at most one loop
    each for batch, groups, input and output channels, become

    | channels                           | op                                   | image, weight, result       |
    |------------------------------------|--------------------------------------|-----------------------------|
    | all are summed over                | `linalg.conv_2d_nhwc_fhwc`           | [n,h,w,c] [f,kh,kw,c] [n,h,w,f] |
    | those of each group                | `linalg.conv_2d_nhwgc_gfhwc`         | [n,h,w,g,c] [g,f,kh,kw,c] [n,h,w,g,f] |
    | one for each channel of the result | `linalg.depthwise_conv_2d_nhwc_hwc`  | [n,h,w,c] [kh,kw,c] [n,h,w,c] |
    | one for several of the result      | `linalg.depthwise_conv_2d_nhwc_hwcm` | [n,h,w,c] [kh,kw,c,m] [n,h,w,c,m] |

    One dimension, or two of which the second has size 1, are one row of the
    image: h is 1. Poolings become those of NHWC likewise. Transpositions and
    reshapes around the op keep the types of its operands and its result. Amounts
    of a `tensor.pad` that are constants are written as such.

    Missed remark `ConvolutionStays`: a convolution or pooling of another kind.
  }];
  let dependentDialects = ["linalg::LinalgDialect", "tensor::TensorDialect"];
}

def CompressPropagateLayoutsPass : Pass<"compress-propagate-layouts", "func::FuncOp"> {
  let summary = "Give the tensors between convolutions the layout of these";
  let description = [{
    Transpositions behind convolutions and poolings sink, and those in front of
    them rise, through elementwise and reducing generics, pads, slices,
    concatenations and reshapes, and cancel where they meet. Indexing maps of
    operands that are broadcast take the permutation up, and so do bodies that
    read a tensor by index. A transposition that moves nothing but dimensions of
    size 1 is a reshape. What is left lies at the edges: arguments and results
    of the function, and ops that are none of those above.
    Left alone: transpositions that are not connected to a convolution.
  }];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "linalg::LinalgDialect", "tensor::TensorDialect"];
}

def CompressConvolutionsToContractionsPass
    : Pass<"compress-convolutions-to-contractions"> {
  let summary = "Make convolutions without a sliding window contractions";
  let description = [{
    A `linalg.conv_2d_nhwc_fhwc` whose windows are one place of the image each
    (1x1, stride 1), or one window that is the whole image, becomes a
    `linalg.contract` of [m, k] and [n, k], where the rows are the places, or the
    images. Reshapes around it keep the types.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

def CompressReorderWeightsPass : Pass<"compress-reorder-weights", "ModuleOp"> {
  let summary = "Store weights in the order in which they are read";
  let description = [{
    The data of a weight that convolutions or gathers read transposed is permuted,
    if all of them want the same order; its name stays. So is that of a weight
    that one convolution alone reads in reverse, through generics that read it by
    index, as importers write transposed convolutions. A vector with dimensions of
    size 1 that only elementwise ops read has one dimension. Other readers see the
    old tensor through a transposition and a reshape. Weights do not grow.

    Missed remark `WeightComputed`: a filter that has zeros around its weight,
    which are more elements.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "ml_program::MLProgramDialect",
                           "tensor::TensorDialect"];
}

def CompressFoldWeightViewsPass : Pass<"compress-fold-weight-views", "ModuleOp"> {
  let summary = "Make weights direct operands of what reads them";
  let description = [{
    Transposes, broadcasts, reshapes and slices between a weight and a
    contraction, a convolution, a gather or an elementwise generic are folded:
    into the indexing map where the op has free ones; else, and for reshapes,
    into the weight's shape, whose data stays as it is. Slices that do not
    overlap become weights of their own, `NAME.slice0` and so on, if all users
    read slices. A batch of one is no dimension of a weight. A cast from a
    narrower float stays and reads the stored weight; that of a table is behind
    the gather. Weights neither grow nor change their order.

    Missed remark `WeightNotDirect`: a contraction, convolution or gather that
    still reads a weight through other ops.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "ml_program::MLProgramDialect",
                           "tensor::TensorDialect"];
}

def CompressFoldBatchNormPass : Pass<"compress-fold-batch-norm", "ModuleOp"> {
  let summary = "Fold scales and offsets of channels into weights and one bias";
  let description = [{
    Elementwise generics behind a contraction or convolution with a weight that
    add, subtract, multiply by or divide by constants of each channel, such as a
    batch norm, become a scaled weight and the addition of one vector. Both are
    computed in double and rounded once. They keep their names: that of the
    weight, and that of the last vector that was added. Left alone: chains whose
    values something else uses, and the addition of one vector.

    Missed remark `BatchNormNotFolded`: a weight with several users, or that is
    stored in a narrower type; sums that don't start from zero; a scale, an offset
    or a scaled weight that is not finite, as of a variance that is zero or
    negative.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "ml_program::MLProgramDialect",
                           "tensor::TensorDialect"];
}

def CompressFlattenImagesPass : Pass<"compress-flatten-images"> {
  let summary = "Let elementwise ops have the shape of the layer in front";
  let description = [{
    Where an elementwise generic reads an image [n, h, w, c] that is reshaped from
    rows [n * h * w, c], as those of a 1x1 convolution, it works on rows too, and
    the reshape is behind it. Where it reads [n, w, c] that is reshaped from an
    image [n, 1, w, c], as a convolution over one dimension gives it, it works on
    the image. Left alone: generics that tell the places of an image, or its
    samples, from one another.
  }];
  let dependentDialects = ["linalg::LinalgDialect", "tensor::TensorDialect"];
}

def CompressWidenBooleansPass : Pass<"compress-widen-booleans", "ModuleOp"> {
  let summary = "Make tensors of booleans tensors of bytes";
  let description = [{
    A tensor of i1 has no vector form that agrees with its form in memory. Those
    between ops become i8, 0 or 1; bodies compute with booleans as before. Where
    one comes from, or goes to, another kind of op (arguments and results of
    functions, calls) a generic converts. With `boundaries`, functions that
    nobody calls take and return bytes as well: for lowerings, in whose memory a
    boolean is a byte.
  }];
  let options = [
    Option<"boundaries", "boundaries", "bool", /*default=*/"false",
           "Change the signatures of functions too">
  ];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
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

def CompressInstrumentPass : Pass<"compress-instrument", "ModuleOp"> {
  let summary = "Return what calibration needs of the observed values";
  let description = [{
    A public function returns four more tensor<f32> for each `compress.observe`
    in it, in their order: the smallest and the largest value, the sum of the
    squares, and the sum of the squared errors that quantization to u8 with one
    scale brings. Its parameters are weights `<name>.scale` and
    `<name>.zero_point`, to be set when they are known. The ops are dropped. An
    observed value inside a region is an error.

    With `samples`, more results follow for each observed value that only layers
    read: the smallest and the largest value of each channel, then for each of
    the layers rows of what it sums over, at most `samples` of them, spread over
    its input: `tensor<rows x taps... x channels>`.

    With `outputs`, the results end with two for each layer that reads a weight,
    over each channel of its output behind bias and clamp: the sum, and the number
    of elements that lie strictly between the ends of the clamp.

    With `switches`, which takes a planned model, each layer that reads a planned
    weight `W` and an observed value reads the latter quantized, as the codes give
    it back, while the weight `W.switch`, a tensor<i8>, is not 0, as it is at
    first. Its attribute `compress.switch` is the name of `W`. A dynamic value has
    the plan's scheme there, and as much is its error taken.
  }];
  let options = [
    Option<"samples", "samples", "int64_t", /*default=*/"0",
           "Rows to sample of each layer's input">,
    Option<"outputs", "outputs", "bool", /*default=*/"false",
           "Sum up the outputs of layers">,
    Option<"switches", "switches", "bool", /*default=*/"false",
           "Let inputs of planned layers be quantized">
  ];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "ml_program::MLProgramDialect",
                           "tensor::TensorDialect"];
}

def CompressPlanPass : Pass<"compress-plan", "ModuleOp"> {
  let summary = "Choose a scheme for weights and observed values";
  let description = [{
    By `preset`: the weights of contractions get a scale per output channel,
    tables of gathers one per row, observed values one per tensor or row. The
    scheme of a weight is its `compress.scheme` attribute, that of an observed
    value is on the op. Nothing is rewritten: a plan can be read and edited.
    What `keep-float` names gets no scheme; a pattern that fits no weight is an
    error.

    Missed remarks: `KeptFloat`, `TooDeep` (a sum could leave 32 bits), `SharedWeight` and
    `SharedInput` (two users need different schemes), `NoScheme` (values of f64).
  }];
  let options = [
    Option<"preset", "preset", "std::string", /*default=*/"",
           "W8A8 or W8A8_DYNAMIC">,
    ListOption<"keepFloat", "keep-float", "std::string",
               "Names of weights that stay float, with * and ? as in a shell">
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
    that scales the sum: `f32(sum) * (f32(sx) * f32(sw))`. Left alone: sums that
    could leave 32 bits, or whose number of products is not known. From here on integer results
    are the same on every path. Values that are only observed lose that mark.

    Missed remarks: `StaysFloat`, with what is in the way.
  }];
  let options = [
    Option<"arithmetic", "arithmetic", "std::string", /*default=*/"\"integer\"",
           "'integer', or 'float' to leave everything alone">
  ];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

def CompressWidenCodesPass : Pass<"compress-widen-codes", "ModuleOp"> {
  let summary = "Hold codes of fewer than 8 bits in bytes";
  let description = [{
    Types of 2 to 7 bits do not survive bufferization: memrefs of them have two
    layouts. Their tensors become tensors of i8: in ops of this dialect, whose
    schemes become the same range in 8 bits, in linalg ops and those that move
    elements, in weights, whose bit streams are unpacked, and in arguments and
    results of functions. Bodies of linalg ops compute with the narrow integers
    as before; where other kinds of ops read or give such tensors, a generic
    converts.

    The bits above a code are its sign, or 0 where the scheme is unsigned.
    Weights are unpacked so, and `compress.quantize` gives such codes; a generic
    in front of the op that reads them extends the codes that come from
    elsewhere. A bit stream of another size than its type has is an error.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "ml_program::MLProgramDialect",
                           "tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

def CompressVerifyStagePass : Pass<"compress-verify-stage", "ModuleOp"> {
  let summary = "Check the contract of a stage";
  let description = [{
    An error at the first op that breaks the contract of `stage`:

    * normalized: float tensors of more than one element are named weights, but
      for splats; a contraction reads a weight itself, not a transpose of it;
      nothing is observed, planned or packed. Quantization that the model came
      with is `compress.quantize` and `compress.dequantize`, not in types.
    * observed: also, the left operand of a contraction with a weight is a
      `compress.observe`, or quantized already, and no two of them have one name.
    * planned: schemes may be on weights and observed values, whose names are
      unique; a static scheme has statistics beside it.
    * compressed: no observation and no plan is left.
    * integer: also, what can be contracted as codes is.
    * packed: also, `compress.packed_contract` may occur.
  }];
  let options = [
    Option<"stage", "stage", "std::string", /*default=*/"",
           "normalized, observed, planned, compressed, integer or packed">
  ];
}

#endif // COMPRESSION_DIALECT_COMPRESS_TRANSFORMS_PASSES_TD
