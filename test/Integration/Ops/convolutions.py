#===- convolutions.py - tests of convolutions -----------------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tests of convolutions of floats and of codes, dense and depthwise.

The floats are small integers, whose sums are exact in any order: the values must
be equal.
"""

import itertools
import math

from contractions import (codes, empty, expect_equal, extended, floats, generic, halves_products,
                          integer_body, multiply_add, named, relu, zeros)
from exact import BF16, F16, F32
from tensors import Function, Random, Tensor


class Window:
    """What a convolution reads: sizes along rows and columns."""

    def __init__(self, kernel, stride=(1, 1), dilation=(1, 1), low=(0, 0), high=(0, 0)):
        self.kernel, self.stride, self.dilation = kernel, stride, dilation
        self.low, self.high = low, high

    def result_size(self, size):
        """Rows and columns of the result; None where the window does not fit."""
        result = []
        for d in range(2):
            padded = size[d] + self.low[d] + self.high[d]
            left = padded - (self.kernel[d] - 1) * self.dilation[d] - 1
            if left < 0:
                return None
            result.append(left // self.stride[d] + 1)
        return result


def convolve(image, weight, window, depthwise, outside=0):
    """The sums, of an image [b, h, w, c] and a weight [f, i, j, c] or, depthwise,
    [i, j, c]; `outside(b)` is what lies around the image."""
    batch, height, width, channels = image.shape
    rows, columns = window.result_size((height, width))
    features = channels if depthwise else weight.shape[0]

    def element(index):
        b, y, x, f = index
        total = 0
        for i, j in itertools.product(*map(range, window.kernel)):
            at = [p * window.stride[d] + t * window.dilation[d] - window.low[d]
                  for d, (p, t) in enumerate(((y, i), (x, j)))]
            inside = 0 <= at[0] < height and 0 <= at[1] < width
            for c in ([f] if depthwise else range(channels)):
                value = image[b, at[0], at[1], c] if inside else outside
                total += value * (weight[i, j, c] if depthwise else weight[f, i, j, c])
        return total

    return (batch, rows, columns, features), element


def pad(function, value, tensor, window, yields):
    """A tensor.pad; `yields` are the lines that give the value around."""
    if not any(window.low) and not any(window.high):
        return value, tensor
    batch, height, width, channels = tensor.shape
    shape = (batch, height + window.low[0] + window.high[0],
             width + window.low[1] + window.high[1], channels)
    element = tensor.element.name if hasattr(tensor.element, "name") else tensor.element
    padded = Tensor(shape, tensor.element, [0] * math.prod(shape))
    text = "tensor.pad %s low[0, %d, %d, 0] high[0, %d, %d, 0] {\n  ^bb0(%%b: index, %%y: index, %%x: index, %%c: index):\n%s\n  } : %s to %s" % (
        value, *window.low, *window.high,
        "\n".join("    " + line for line in yields(element)), tensor.type, padded.type)
    return function.op(text), padded


def attributes(window):
    return "{strides = dense<[%d, %d]> : tensor<2xi64>, dilations = dense<[%d, %d]> : tensor<2xi64>}" % (
        *window.stride, *window.dilation)


def float_case(name, random, image, features, window, depthwise=False, zero_init=True,
               epilogue=False, constant_weight=True, stored=None):
    """A convolution of floats as normalization leaves it."""
    function = Function(name)
    x = floats(random, *image)
    w = floats(random, *window.kernel, image[3]) if depthwise else floats(
        random, features, *window.kernel, image[3])
    shape, element = convolve(x, w, window, depthwise)
    init = None if zero_init else floats(random, *shape)
    want = Tensor.build(shape, F32, lambda at: float(element(at) + (init[at] if init else 0)))
    padded = pad(function, function.input(x), x, window,
                 lambda e: ["%zero = arith.constant 0.0 : f32", "tensor.yield %zero : f32"])
    start = function.input(init) if init else zeros(function, want)
    if stored:
        weight = extended(function, w, stored)
    else:
        weight = function.constant(w) if constant_weight else function.input(w)
    op = "depthwise_conv_2d_nhwc_hwc" if depthwise else "conv_2d_nhwc_fhwc"
    value = named(function, op + " " + attributes(window), padded, (weight, w), start, want)
    if epilogue:
        bias = floats(random, shape[3])
        other = floats(random, *shape)
        total = Tensor.build(shape, F32, lambda at: want[at] + bias[[at[3]]])
        value = generic(function, "byxf", "", ("byxf", "f", "byxf"),
                        [(value, want), (function.constant(bias), bias)],
                        (empty(function, want), want), lambda v, b, e: [
                            "%%v = arith.addf %s, %s : f32" % (v, b), "linalg.yield %v : f32"])
        clamped = Tensor.build(shape, F32, lambda at: max(total[at], 0.0))
        value = generic(function, "byxf", "", ("byxf", "byxf"), [(value, total)],
                        (empty(function, want), want), lambda v, e: relu(v))
        want = Tensor.build(shape, F32, lambda at: clamped[at] + other[at])
        value = generic(function, "byxf", "", ("byxf", "byxf", "byxf"),
                        [(value, clamped), (function.input(other), other)],
                        (empty(function, want), want), lambda v, b, e: [
                            "%%v = arith.addf %s, %s : f32" % (v, b), "linalg.yield %v : f32"])
    expect_equal(function, value, want)
    function.print()


def image_map(window, dims):
    """The coordinates that a window reads."""
    return ["b"] + ["%s * %d + %s * %d" % (p, window.stride[d], t, window.dilation[d])
                    for d, (p, t) in enumerate((("y", "i"), ("x", "j")))] + [dims]


def integer_case(name, random, image, features, window, depthwise=False, zero_point="tensor",
                 extreme=None):
    """A convolution of codes as `compress-to-integer` writes it; `zero_point` is
    None, `tensor`, or `sample` for one a sample."""
    function = Function(name)
    x_range, w_range = extreme or ((0, 255), (-128, 127))
    x = codes(random, *x_range, *image)
    w = codes(random, *w_range, *window.kernel, image[3]) if depthwise else codes(
        random, *w_range, features, *window.kernel, image[3])
    operands = []
    centred = x
    if zero_point:
        z = codes(random, 0, 255, image[0] if zero_point == "sample" else 1, 1, 1, 1)
        per_sample = zero_point == "sample"
        centred = Tensor.build(x.shape, "i32", lambda at: x[at] - z[at[0] if per_sample else 0, 0, 0, 0])
        operands = [(function.input(z), z)]
    shape, element = convolve(centred, w, window, depthwise)
    want = Tensor.build(shape, "i32", element)

    def around(_):
        if not zero_point:
            return ["%zero = arith.constant 0 : i8", "tensor.yield %zero : i8"]
        sample = "%b" if zero_point == "sample" and image[0] != 1 else "%c0"
        return ["%c0 = arith.constant 0 : index",
                "%%code = tensor.extract %s[%s, %%c0, %%c0, %%c0] : %s" % (
                    operands[0][0], sample, z.type),
                "tensor.yield %code : i8"]

    padded = pad(function, function.input(x), x, window, around)
    channel = "f" if depthwise else "c"
    loops = "byxfij" if depthwise else "byxfijc"
    maps = [image_map(window, channel), "ijf" if depthwise else "fijc"]
    if zero_point:
        maps.append("b000" if zero_point == "sample" else "0000")
    value = generic(function, loops, "ijc", maps + ["byxf"],
                    [padded, (function.weight(w), w)] + operands,
                    (zeros(function, want), want), integer_body)
    function.expect_eq(value, want)
    function.print()


def random_windows(random, count, size_limit=9):
    """Windows with images on which they fit, of all kinds."""
    cases = []
    while len(cases) < count:
        pick = lambda low, high: (random.integer(low, high), random.integer(low, high))
        window = Window(pick(1, 5), pick(1, 3), pick(1, 3), pick(0, 4), pick(0, 4))
        size = pick(1, size_limit)
        result = window.result_size(size)
        if result and math.prod(result) <= 60:
            cases.append((window, size))
    return cases


CHANNELS = (1, 2, 3, 4, 5, 8, 16, 17, 20)
FEATURES = (1, 3, 4, 8, 10, 16, 20, 28, 40)


def sweep(case, depthwise, seed, count):
    """Random windows, sizes, and channels around the vector's width."""
    random = Random(seed)
    for number, (window, size) in enumerate(random_windows(random, count)):
        channels = CHANNELS[random.integer(0, len(CHANNELS) - 1)]
        features = FEATURES[random.integer(0, len(FEATURES) - 1)]
        if depthwise:
            channels = FEATURES[random.integer(0, len(FEATURES) - 1)]
        batch = 1 if random.integer(0, 2) else 2
        case("random%d" % number, random, (batch, *size, channels), features, window, depthwise,
             number)


def float_sweep():
    def case(name, random, image, features, window, depthwise, number):
        float_case(name, random, image, features, window, depthwise, zero_init=number % 5 != 0,
                   epilogue=number % 3 == 0)

    sweep(case, False, 11, 40)


def float_forms():
    """What networks have: sizes, strides and paddings of their layers."""
    random = Random(12)

    def case(name, image, features, window, **options):
        float_case(name, random, image, features, window, **options)

    same = Window((3, 3), low=(1, 1), high=(1, 1))
    case("same", (1, 7, 7, 16), 32, same, epilogue=True)
    case("stem", (1, 11, 11, 3), 24, Window((3, 3), (2, 2), high=(1, 1)))
    case("stem5", (1, 12, 12, 3), 24, Window((5, 5), (2, 2), low=(1, 1), high=(2, 2)))
    case("strided_1x1", (1, 6, 6, 20), 40, Window((1, 1), (2, 2)))
    case("valid", (2, 5, 6, 8), 17, Window((3, 2)))
    case("sequence", (1, 20, 1, 16), 24, Window((5, 1)))
    case("dilated", (1, 9, 9, 4), 16, Window((3, 3), dilation=(2, 2), low=(2, 2), high=(2, 2)))
    case("one_pixel", (1, 1, 1, 16), 16, same)
    case("one_channel", (1, 6, 5, 1), 1, same)
    case("pad_beyond_kernel", (1, 2, 3, 4), 8, Window((2, 2), low=(4, 3), high=(3, 5)))
    case("onto", (1, 4, 4, 4), 20, same, zero_init=False, epilogue=True)
    case("wide", (1, 4, 4, 4), 100, same)
    case("of_activations", (1, 4, 4, 4), 20, same, constant_weight=False)


def depthwise_sweep():
    def case(name, random, image, features, window, depthwise, number):
        float_case(name, random, image, features, window, depthwise, zero_init=number % 5 != 0,
                   epilogue=number % 3 == 0)

    sweep(case, True, 13, 40)


def halves_family():
    """Weights stored in 16 bits, which kernels extend: of convolutions, and of
    products with all kinds of values."""
    random = Random(18)
    same = Window((3, 3), low=(1, 1), high=(1, 1))
    for stored in (F16, BF16):
        def case(name, *shapes, **options):
            float_case("%s_%s" % (name, stored.name), random, *shapes, stored=stored, **options)

        case("same", (1, 7, 7, 16), 32, same, epilogue=True)
        case("stem", (1, 11, 11, 3), 24, Window((3, 3), (2, 2), high=(1, 1)))
        case("point", (2, 6, 6, 20), 40, Window((1, 1)))
        case("few_columns", (1, 4, 4, 4), 3, same)
        case("onto", (1, 4, 4, 4), 20, same, zero_init=False)
        case("planes", (1, 9, 9, 20), 20, same, depthwise=True, epilogue=True)
        case("large_planes", (1, 9, 9, 35), 35, Window((5, 5), (2, 2), low=(2, 2), high=(2, 2)),
             depthwise=True)
        halves_products(random, stored)


def zero_point_kind(number):
    return (None, "tensor", "sample")[number % 3]


def integer_sweep():
    def case(name, random, image, features, window, depthwise, number):
        integer_case(name, random, image, features, window, depthwise, zero_point_kind(number))

    sweep(case, False, 14, 45)


def integer_forms():
    """What networks have, and sums as large as codes make them."""
    random = Random(15)
    same = Window((3, 3), low=(1, 1), high=(1, 1))

    def case(name, image, features, window, **options):
        integer_case(name, random, image, features, window, **options)

    case("same", (1, 7, 7, 16), 32, same)
    case("stem", (2, 11, 11, 3), 24, Window((3, 3), (2, 2), high=(1, 1)), zero_point="sample")
    case("stem5", (1, 12, 12, 1), 24, Window((5, 5), (2, 2), low=(1, 1), high=(2, 2)))
    case("strided_1x1", (1, 6, 6, 20), 40, Window((1, 1), (2, 2)))
    case("dilated", (1, 9, 9, 3), 16, Window((3, 3), dilation=(2, 2), low=(2, 2), high=(2, 2)))
    case("one_pixel", (1, 1, 1, 16), 16, same)
    case("pad_beyond_kernel", (2, 2, 3, 4), 8, Window((2, 2), low=(4, 3), high=(3, 5)),
         zero_point="sample")
    case("largest", (1, 4, 4, 20), 20, same, zero_point=None, extreme=((255, 255), (127, 127)))
    case("smallest", (1, 4, 4, 20), 20, same, zero_point=None, extreme=((255, 255), (-128, -128)))


def integer_depthwise_sweep():
    def case(name, random, image, features, window, depthwise, number):
        integer_case(name, random, image, features, window, depthwise, zero_point_kind(number))

    sweep(case, True, 16, 45)
    random = Random(17)
    same = Window((3, 3), low=(1, 1), high=(1, 1))
    for name, extreme in (("largest", ((255, 255), (127, 127))),
                          ("smallest", ((255, 255), (-128, -128)))):
        integer_case(name, random, (1, 4, 9, 20), 20, same, depthwise=True, zero_point=None,
                     extreme=extreme)
