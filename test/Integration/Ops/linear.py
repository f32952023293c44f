#===- linear.py - tests of quantized linear layers ------------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tests of linear layers at the stage `compressed`: contractions of dequantized
operands, and what follows them."""

import math

from contractions import add_to, contract, empty, expect_equal, floats, generic, multiply_add, relu, zeros
from exact import F32, Scheme, add, multiply
from quantization import parameters
from tensors import Function, Random, Tensor


class Layer:
    """A quantized operand of a contraction, and its values."""

    def __init__(self, function, scheme, codes, scales, zero_points, source, names, types):
        shape = codes.shape
        self.scheme, self.codes, self.scales, self.zero_points = scheme, codes, scales, zero_points
        self.value = Tensor.build(shape, F32, lambda index: scheme.dequantize(
            codes[index], scales[scheme.block_of(index, shape)], self.zero_point(index)))
        self.centred = Tensor.build(shape, "i32", lambda index: codes[index] - self.zero_point(index))
        self.name = function.op("compress.dequantize %s, %s {scheme = %s} : %s, %s -> %s" % (
            source, names, scheme.text, codes.type, types, self.value.type))

    def zero_point(self, index):
        if not self.zero_points:
            return 0
        return self.zero_points[self.scheme.block_of(index, self.codes.shape)]

    def scale(self, index):
        return self.scales[self.scheme.block_of(index, self.codes.shape)]


def operand(function, random, scheme, shape, weight):
    """Random codes with scales that are powers of two: float arithmetic on their
    values is exact."""
    grid = scheme.scale_shape(shape)
    codes = Tensor(shape, "i8", [random.integer(scheme.qmin, scheme.qmax) for _ in range(math.prod(shape))])
    scales = Tensor(grid, F32, [2.0 ** random.integer(-3, 0) for _ in range(math.prod(grid))])
    zero_points = Tensor(grid, "i8", [random.integer(scheme.qmin, scheme.qmax) for _ in scales.values]
                         ) if scheme.zero_point else None
    names, types = parameters(function, scheme, scales, zero_points)
    source = function.weight(codes) if weight else function.input(codes)
    return Layer(function, scheme, codes, scales, zero_points, source, names, types)


def product(function, dims, lhs, rhs):
    """The contraction of two named tensors: its name and value."""
    inputs, result = dims.split("->")
    left, right = inputs.split(",")
    shape, element = contract(dims, lhs[1], rhs[1])
    want = Tensor.build(shape, F32, element)
    return generic(function, result + "k", "k", (left, right, result), [lhs, rhs],
                   (zeros(function, want), want), multiply_add), want


def finish(function, random, value, with_relu):
    """A bias, and a relu where asked for, behind a sum."""
    name, total = value
    n = total.shape[-1]
    loops = "bmn"[-len(total.shape):]
    bias = floats(random, n)
    want = Tensor.build(total.shape, F32, lambda index: total[index] + bias[index[-1:]])
    name = generic(function, loops, "", (loops, "n", loops),
                   [(name, total), (function.constant(bias), bias)], (empty(function, want), want),
                   lambda v, b, e: add_to(v, b))
    if with_relu:
        total, want = want, Tensor(want.shape, F32, [max(v, 0.0) for v in want.values])
        name = generic(function, loops, "", (loops, loops), [(name, total)],
                       (empty(function, want), want), lambda v, e: relu(v))
    expect_equal(function, name, want)
    function.print()


def static(name, random, dims, sizes, activation, weight, with_relu=False):
    """Both operands are quantized."""
    function = Function(name)
    left, right = dims.split("->")[0].split(",")
    x = operand(function, random, activation, [sizes[d] for d in left], weight=False)
    w = operand(function, random, weight, [sizes[d] for d in right], weight=True)
    finish(function, random, product(function, dims, (x.name, x.value), (w.name, w.value)), with_relu)


def weight_only(name, random, dims, sizes, weight):
    function = Function(name)
    left, right = dims.split("->")[0].split(",")
    x = floats(random, *(sizes[d] for d in left))
    w = operand(function, random, weight, [sizes[d] for d in right], weight=True)
    finish(function, random, product(function, dims, (function.input(x), x), (w.name, w.value)), False)


def linear_family():
    random = Random(10)
    narrow = (-127, 127)
    tensor, token = (Scheme("u8", None, block, True) for block in (("*", "*"), (1, "*")))
    per_row, per_column = Scheme("s8", narrow, (1, "*")), Scheme("s8", narrow, ("*", 1))
    for m, n, k in ((1, 16, 8), (5, 18, 10), (7, 70, 9)):
        sizes = {"b": 2, "m": m, "n": n, "k": k}
        shape = "_%dx%dx%d" % (m, n, k)
        static("per_tensor" + shape, random, "mk,nk->mn", sizes, tensor, per_row)
        static("per_token" + shape, random, "mk,nk->mn", sizes, token, per_row, with_relu=True)
        static("weight_kn" + shape, random, "mk,kn->mn", sizes, token, per_column)
        static("no_zero_point" + shape, random, "mk,nk->mn", sizes, Scheme("u8"), Scheme("s8", narrow))
        static("batched" + shape, random, "bmk,nk->bmn", sizes,
               Scheme("u8", None, (1, 1, "*"), True), per_row, with_relu=True)
        static("batched_whole" + shape, random, "bmk,nk->bmn", sizes,
               Scheme("u8", None, ("*", "*", "*"), True), per_row)
        static("signed_activation" + shape, random, "mk,nk->mn", sizes,
               Scheme("s8", None, (1, "*"), True, compute="f32"), per_row)
        static("weight_zero_point" + shape, random, "mk,nk->mn", sizes, token,
               Scheme("s8", None, (1, "*"), True, compute="f32"))
        static("two_rows_a_scale" + shape, random, "mk,nk->mn", sizes, Scheme("u8", None, (2, "*"), True), per_row)
        static("groups" + shape, random, "mk,nk->mn", sizes, token,
               Scheme("s8", narrow, (1, 4), compute="f32"))
        weight_only("weight_only" + shape, random, "mk,nk->mn", sizes, per_row)
        weight_only("weight_only_kn" + shape, random, "mk,kn->mn", sizes, per_column)
        weight_only("weight_only_groups" + shape, random, "mk,nk->mn", sizes, Scheme("s8", narrow, (1, 4)))
        weight_only("weight_only_u8" + shape, random, "mk,nk->mn", sizes, Scheme("u8", None, (1, "*"), True))


def dynamic(name, random, m, n, k):
    """Scales and zero points of the activation computed at run time, integer
    sums, the float epilogue, and the next layer's codes: each bit is defined."""
    function = Function(name)
    scheme, weight_scheme = Scheme("u8", None, (1, "*"), True), Scheme("s8", (-127, 127), (1, "*"))
    x = Tensor((m, k), F32, random.floats(m * k))
    chosen = [scheme.choose([x[i, j] for j in range(k)]) for i in range(m)]
    scales = Tensor((m, 1), F32, [s for s, _ in chosen])
    zero_points = Tensor((m, 1), "i8", [z for _, z in chosen])
    codes = Tensor.build((m, k), "i8", lambda index: scheme.quantize(x[index], *chosen[index[0]]))
    source = function.input(x)
    s, z = function.op("compress.choose_params %s {scheme = %s} : %s -> %s, %s" % (
        source, scheme.text, x.type, scales.type, zero_points.type), results=2)
    names, types = "%s, %s" % (s, z), "%s, %s" % (scales.type, zero_points.type)
    q = function.op("compress.quantize %s, %s {scheme = %s} : %s, %s -> %s" % (
        source, names, scheme.text, x.type, types, codes.type))
    lhs = Layer(function, scheme, codes, scales, zero_points, q, names, types)

    weight_codes = Tensor((n, k), "i8", [random.integer(-127, 127) for _ in range(n * k)])
    weight_scales = Tensor((n, 1), F32, random.scales(n))
    rhs = Layer(function, weight_scheme, weight_codes, weight_scales, None, function.weight(weight_codes),
                *parameters(function, weight_scheme, weight_scales, None))
    _, total = contract("mk,nk->mn", lhs.centred, rhs.centred)
    value, want = product(function, "mk,nk->mn", (lhs.name, lhs.value), (rhs.name, rhs.value))
    want = Tensor.build((m, n), F32, lambda index: multiply(
        F32.round(float(total(index))), multiply(scales[index[0], 0], weight_scales[index[1], 0])))

    bias = Tensor((n,), F32, random.floats(n))
    sums = Tensor.build((m, n), F32, lambda index: add(want[index], bias[index[1:]]))
    value = generic(function, "mn", "", ("mn", "n", "mn"), [(value, want), (function.constant(bias), bias)],
                    (empty(function, sums), sums), lambda v, b, e: add_to(v, b))
    expect_equal(function, value, sums)
    next_scheme = Scheme("u8", zero_point=True)
    scale, zero = Tensor((1, 1), F32, [F32.round(0.37)]), Tensor((1, 1), "i8", [100])
    want = Tensor.build((m, n), "i8", lambda index: next_scheme.quantize(sums[index], scale[0, 0], 100))
    names, types = parameters(function, next_scheme, scale, zero)
    function.expect_eq(function.op("compress.quantize %s, %s {scheme = %s} : %s, %s -> %s" % (
        value, names, next_scheme.text, sums.type, types, want.type)), want)
    function.print()


def dynamic_family():
    random = Random(11)
    for m, n, k in ((1, 16, 8), (5, 18, 10), (7, 70, 9), (13, 33, 37)):
        dynamic("layer_%dx%dx%d" % (m, n, k), random, m, n, k)
