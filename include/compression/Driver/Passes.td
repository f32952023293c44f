//===- Passes.td - the driver of compression -*- tablegen -*-===//
//
// Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef COMPRESSION_DRIVER_PASSES_TD
#define COMPRESSION_DRIVER_PASSES_TD

include "mlir/Pass/PassBase.td"

def CompressCalibratePass : Pass<"compress-calibrate", "ModuleOp"> {
  let summary = "Store the statistics of observed values on samples";
  let description = [{
    Runs a model at the stage *observed* or *planned* on the calibration data and
    stores the range and the number of elements of each observed value in its
    `compress.observe`, from which `compress-apply` takes the parameters of a
    static preset. With `outputs` each layer also gets the attribute
    `compress.means`: the means of its output channels, for
    `compress-correct-means`. Nothing else changes; values observed in branches
    or loops lose their `compress.observe`, since the samples may not reach them.

    NaN or infinite samples and values are errors that name the value and the
    sample. A value of a static plan with one and the same number in all samples
    is a warning.

    Missed remarks: `MayNotRun` (a value in a branch or a loop).
  }];
  let options = [
    ListOption<"calibration", "calibration", "std::string",
               "Arrays of calibration samples (.npy), one per argument of the model">,
    Option<"outputs", "outputs", "bool", /*default=*/"false",
           "Store the means of the outputs of layers">
  ];
}

def CompressSmoothPass : Pass<"compress-smooth", "ModuleOp"> {
  let summary = "Move the error of inputs with uneven channels to their weights";
  let description = [{
    Runs a planned model on the calibration data. A value that layers read is
    multiplied by a vector `<name>.smoothing` before it is observed, and their
    weights by the inverse: the float model is the same to rounding. The vector
    follows from the ranges of the value's channels and the weights that meet
    them, and from an exponent that is chosen for each value by the error of the
    layers' outputs, on a half of the data that the ranges were not taken from.
    The statistics become those of the smoothed values. One value that several
    layers read has one vector; weights of a narrower type become f32.

    Left alone: values whose range is known beforehand (clamps with two ends,
    pictures), inputs of depthwise and grouped convolutions and of layers of other
    types than f32, weights with other users, values that no vector
    improves; all values, when the data is one call: the error needs a second one.

    Passed remarks: `Smoothed`, with the exponent and the relative error of the
    layers before and after.
  }];
  let options = [
    ListOption<"calibration", "calibration", "std::string",
               "Arrays of calibration samples (.npy), one per argument of the model">
  ];
}

def CompressCorrectMeansPass : Pass<"compress-correct-means", "ModuleOp"> {
  let summary = "Move biases so that outputs keep the means of the float model";
  let description = [{
    Runs a compressed model on the calibration data (at most 32 calls, spread over
    it) and moves the biases of its layers, one layer after the other in the order
    of the model: by steps of Newton's method, at most four, until the mean of
    each output channel behind the clamp that follows is that of the float model,
    which `compress-calibrate` left in `compress.means`. So each layer reads what
    the corrected ones in front of it give. A layer without a bias gets one named
    `<layer>.bias`; one that others read too gets a copy; all become f32. The
    attributes are removed. Left alone: layers that are not
    compressed, or do not give f32.
  }];
  let options = [
    ListOption<"calibration", "calibration", "std::string",
               "Arrays of calibration samples (.npy), one per argument of the model">
  ];
}

def CompressDriverPass : Pass<"compress-driver", "ModuleOp"> {
  let summary = "Calibrate, compress and judge a model";
  let description = [{
    Brings a model from any stage before *compressed* to it: normalizes it,
    observes it, takes the statistics by running it on the calibration data,
    plans by the preset, applies the plan, and judges the result against the
    float model on samples that the judged model's parameters were not taken
    from. Positions that an argument marks as padding, which is found by running
    the model, are not judged. What was done is not done again: a plan that was
    edited is applied as it is. Samples that do not vary, and a value of a static
    plan that has one and the same number in all of them, are a warning: such a
    model is as exact on them as it is useless elsewhere. What every user must see
    goes to stderr in a few lines and into the module's `compress.report`.

    With samples, the error of each layer alone is taken: its weight decoded from
    its codes and its input quantized by the parameters that the model is written
    with, everything else float and no mean corrected, on at least two calls
    where there are as many. The ten worst layers are printed: the SQNR of the
    worst result, then those of the codes of the weight and of the input, each
    against its own float values.

    `keep-float=auto` leaves layers float in that order until the model, compressed
    and judged anew, holds `min-sqnr`: as few as that takes, found by doubling
    their number and then by bisection. The report says which, how many bytes each
    adds, and what a call takes with and without. When the floor is not held with
    all of them float either, none is left float and the warning says so. Names may
    be given beside `auto`; they stay float in any case.

    Missed remarks: `AlreadyCompressed` (the model, which is left alone, with a
    warning) and those of the passes that it runs.
  }];
  let options = [
    Option<"preset", "preset", "std::string", /*default=*/"", "W8A8 or W8A8_DYNAMIC">,
    ListOption<"calibration", "calibration", "std::string",
               "Arrays of calibration samples (.npy), one per argument of the model">,
    Option<"smooth", "smooth", "std::string", /*default=*/"\"auto\"",
           "Smooth inputs: 'on', 'off', or 'auto' (with a static preset)">,
    Option<"correctMeans", "correct-means", "std::string", /*default=*/"\"auto\"",
           "Correct the means of outputs: 'on', 'off', or 'auto' (with a static preset, in a model with convolutions)">,
    ListOption<"keepFloat", "keep-float", "std::string",
               "Names of weights that stay float, with * and ? as in a shell; 'auto': those of the worst layers, until min-sqnr holds">,
    Option<"minSqnr", "min-sqnr", "std::string", /*default=*/"\"10\"",
           "Lowest acceptable SQNR of a result in dB: below it there is a warning">,
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Make warnings errors">
  ];
}

#endif // COMPRESSION_DRIVER_PASSES_TD
