#===- generate.py - executed tests with exact values ----------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints the tests of a family: `generate.py dequantize > dequantize.mlir`.

The expected values are computed here, in exact arithmetic or in double. Short
files are committed, and check that they are what this script prints; long ones
are printed when they run.
"""

import sys

import contractions
import convolutions
import functions
import large
import linear
import networks
import quantization

RUN = """\
// RUN: %python %S/generate.py {family} | diff %s -
// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Written by generate.py.
"""

COMMITTED = {
    "dequantize": quantization.dequantize_family,
    "quantize": quantization.quantize_family,
    "choose-params": quantization.choose_params_family,
    "gather": quantization.gather_family,
}

PRINTED = {
    "contract-f32": contractions.float_sweep,
    "contract-f32-forms": contractions.float_forms_family,
    "contract-u8s8": contractions.integer_sweep,
    "contract-u8s8-forms": contractions.integer_forms_family,
    "convolution-f32": convolutions.float_sweep,
    "convolution-layouts": networks.convolution_family,
    "convolution-f32-forms": convolutions.float_forms,
    "convolution-u8s8": convolutions.integer_sweep,
    "convolution-u8s8-forms": convolutions.integer_forms,
    "depthwise-f32": convolutions.depthwise_sweep,
    "depthwise-u8s8": convolutions.integer_depthwise_sweep,
    "dynamic-linear": linear.dynamic_family,
    "functions": functions.family,
    "halves": convolutions.halves_family,
    "large": large.family,
    "linear": linear.linear_family,
    "networks": networks.network_family,
    "static-quantize": quantization.static_quantize_family,
}


def main():
    family = sys.argv[1]
    if family in COMMITTED:
        print(RUN.format(family=family), end="")
        COMMITTED[family]()
    else:
        PRINTED[family]()


main()
