#===- generate.py - executed tests with exact values ----------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints the tests of a family: `generate.py dequantize > dequantize.mlir`.

The expected values are computed here, in exact arithmetic or in double. Files
that are short are committed, and each checks that it is what this script prints;
sweeps over shapes are printed when they run.
"""

import sys

import contractions
import functions
import quantization

RUN = """\
// RUN: %python %S/generate.py {family} | diff %s -
// RUN: compression-check %s --lowering=reference
// RUN: compression-check %s --lowering=portable
// RUN: compression-check %s --lowering=host

// Written by generate.py.
"""

FAMILIES = {
    "dequantize": quantization.dequantize_family,
    "quantize": quantization.quantize_family,
    "choose-params": quantization.choose_params_family,
    "gather": quantization.gather_family,
    "contract-f32-forms": contractions.float_forms_family,
    "contract-u8s8-forms": contractions.integer_forms_family,
    "functions": functions.family,
}

# Large, and not committed.
SWEEPS = {
    "contract-f32": contractions.float_sweep,
    "contract-u8s8": contractions.integer_sweep,
}


def main():
    name = sys.argv[1]
    if name in SWEEPS:
        SWEEPS[name]()
        return
    print(RUN.format(family=name), end="")
    FAMILIES[name]()


main()
