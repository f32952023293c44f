#===- large.py - tests of ops that run on several threads -----*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tests of ops that are large enough for several threads."""

import math

from contractions import codes, empty, expect_equal, float_product, floats, integer_product, named, zeros
from exact import F32, Scheme
from functions import layer_norm, softmax, transposition
from quantization import choose_params, dequantize, gather, quantize
from tensors import Function, Random, Tensor


def matmul(name, random, m, n, k):
    function = Function(name)
    x, w = floats(random, m, k), floats(random, k, n)
    want = Tensor.build(*float_product("mk,kn->mn", x, w))
    expect_equal(function, named(function, "matmul", (function.input(x), x), (function.constant(w), w),
                                 zeros(function, want), want), want)
    function.print()


def batch_matmul(name, random, b, m, n, k):
    function = Function(name)
    x, y = floats(random, b, m, k), floats(random, b, k, n)
    want = Tensor.build(*float_product("bmk,bkn->bmn", x, y))
    expect_equal(function, named(function, "batch_matmul", (function.input(x), x), (function.input(y), y),
                                 zeros(function, want), want), want)
    function.print()


def matmul_of_codes(name, random, m, n, k):
    function = Function(name)
    x, w, z = codes(random, 0, 255, m, k), codes(random, -128, 127, k, n), codes(random, 0, 255, m, 1)
    function.expect_eq(*integer_product(function, "mk,kn->mn", x, w, function.weight(w), z, "m0"))
    function.print()


def family():
    random = Random(12)
    shape = (130, 130)
    count = math.prod(shape)
    token = Scheme("u8", None, (1, "*"), True)
    matmul("matmul", random, 130, 140, 9)
    matmul("matmul_of_one_row", random, 1, 1500, 12)
    batch_matmul("batch_matmul", random, 5, 60, 60, 4)
    matmul_of_codes("matmul_of_codes", random, 130, 140, 9)
    softmax("softmax", Tensor(shape, F32, random.floats(count)))
    layer_norm("layer_norm", Tensor(shape, F32, random.floats(count)), random)
    transposition("transposition", Tensor((128, 144), F32, random.floats(128 * 144)), (1, 0))
    dequantize("dequantize", token, shape, random)
    choose_params("choose_params", token, shape, random.floats(count))
    quantize("quantize", token, shape, random.floats(count), random.scales(130), [128] * 130)
    gather("gather", Tensor((40, 64), F32, random.floats(40 * 64)),
           Tensor((300,), "i64", [random.integer(0, 39) for _ in range(300)]))
