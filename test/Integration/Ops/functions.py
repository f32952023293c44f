#===- functions.py - tests of what lies between contractions --*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tests of softmax, layer norm, activations and reductions, as torch-mlir writes
them, against values computed in double."""

import math

from contractions import empty, generic
from exact import F32, INF, NAN
from tensors import Function, Random, Tensor

LENGTHS = (1, 7, 16, 24, 33, 64, 128, 600)


class Rows:
    """Row-wise ops on an input of shape [m, n], and what they give."""

    def __init__(self, name, x):
        self.function = Function(name)
        self.m, self.n = x.shape
        self.x = (self.function.input(x), x)

    def elementwise(self, operands, maps, compute, body, shape=None):
        """`compute` is given the operands' elements."""
        shape = shape or self.x[1].shape
        tensors = [t for _, t in operands]
        at = [["mn".index(d) for d in dims] for dims in maps]
        result = Tensor.build(shape, F32, lambda index: compute(*[
            t[[index[p] for p in positions]] for t, positions in zip(tensors, at)]))
        loops = "mn"[:len(shape)]
        return generic(self.function, loops, "", list(maps) + [loops], operands,
                       (empty(self.function, result), result), body), result

    def reduce(self, operand, start, combine, op):
        """Reduces the rows by an arith op."""
        tensor = operand[1]

        def row(index):
            return combine([tensor[index[0], i] for i in range(self.n)])

        result = Tensor.build((self.m,), F32, row)
        first = self.function.op("arith.constant %s : f32" % start)
        init = self.function.op("linalg.fill ins(%s : f32) outs(%s : %s) -> %s" % (
            first, empty(self.function, result), result.type, result.type))
        return generic(self.function, "mn", "n", ("mn", "m"), [operand], (init, result),
                       binary_of(op)), result

    def close(self, value, abs=1e-6, rel=4e-6, nan=False):
        name, tensor = value
        want = Tensor(tensor.shape, F32, map(F32.round, tensor.values))
        self.function.expect_close(name, want, abs, rel, nan)
        self.function.print()


def binary_of(op):
    return lambda a, b: ["%%v = arith.%s %s, %s : f32" % (op, a, b), "linalg.yield %v : f32"]


def binary(op):
    return lambda a, b, e: binary_of(op)(a, b)


def unary(op):
    return lambda a, e: ["%%v = %s %s : f32" % (op, a), "linalg.yield %v : f32"]


def softmax(name, x):
    rows = Rows(name, x)
    top = rows.reduce(rows.x, "0xFF800000", max, "maximumf")
    moved = rows.elementwise([rows.x, top], ("mn", "m"), lambda a, b: a - b, binary("subf"))
    powers = rows.elementwise([moved], ("mn",), math.exp, unary("math.exp"))
    total = rows.reduce(powers, "0.0", math.fsum, "addf")
    rows.close(rows.elementwise([powers, total], ("mn", "m"), lambda a, b: a / b, binary("divf")))


def layer_norm(name, x, random):
    rows = Rows(name, x)
    n = float(rows.n)
    divide = lambda a, e: ["%%c = arith.constant %r : f32" % n, "%%v = arith.divf %s, %%c : f32" % a,
                           "linalg.yield %v : f32"]
    per_row = (rows.m,)
    mean = rows.elementwise([rows.reduce(rows.x, "0.0", math.fsum, "addf")], ("m",),
                            lambda a: a / n, divide, per_row)
    centred = rows.elementwise([rows.x, mean], ("mn", "m"), lambda a, b: a - b, binary("subf"))
    squares = rows.elementwise([centred], ("mn",), lambda a: a * a,
                               lambda a, e: binary("mulf")(a, a, e))
    variance = rows.elementwise([rows.reduce(squares, "0.0", math.fsum, "addf")], ("m",),
                                lambda a: a / n, divide, per_row)
    inverse = rows.elementwise([variance], ("m",), lambda a: 1 / math.sqrt(a + 1e-5), lambda a, e: [
        "%c = arith.constant 1.0e-05 : f32", "%%s = arith.addf %s, %%c : f32" % a,
        "%v = math.rsqrt %s : f32", "linalg.yield %v : f32"], per_row)
    normal = rows.elementwise([centred, inverse], ("mn", "m"), lambda a, b: a * b, binary("mulf"))
    for op in ("mulf", "addf"):
        other = Tensor((rows.n,), F32, random.floats(rows.n))
        normal = rows.elementwise([normal, (rows.function.constant(other), other)], ("mn", "n"),
                                  (lambda a, b: a * b) if op == "mulf" else (lambda a, b: a + b), binary(op))
    rows.close(normal, abs=4e-6)


def reduction(name, x, start, combine, op):
    rows = Rows(name, x)
    rows.close(rows.reduce(rows.x, start, combine, op))


def column_reduction(name, x, start, combine, op):
    """Reduces over the first dimension: pooling over the tokens."""
    function = Function(name)
    m, n = x.shape
    result = Tensor.build((n,), F32, lambda index: F32.round(combine([x[i, index[0]] for i in range(m)])))
    first = function.op("arith.constant %s : f32" % start)
    init = function.op("linalg.fill ins(%s : f32) outs(%s : %s) -> %s" % (
        first, empty(function, result), result.type, result.type))
    got = generic(function, "mn", "m", ("mn", "n"), [(function.input(x), x)], (init, result), binary_of(op))
    function.expect_close(got, result, 1e-6, 4e-6)
    function.print()


def transposition(name, x, permutation):
    function = Function(name)
    shape = [x.shape[p] for p in permutation]
    want = Tensor.build(shape, F32, lambda index: x[[index[permutation.index(d)] for d in range(len(shape))]])
    got = function.op("linalg.transpose ins(%s : %s) outs(%s : %s) permutation = %s" % (
        function.input(x), x.type, empty(function, want), want.type, list(permutation)))
    function.expect_eq(got, want)
    function.print()


def activation(name, x, compute, body, **tolerance):
    rows = Rows(name, x)
    rows.close(rows.elementwise([rows.x], ("mn",), compute, body), **tolerance)


def limited(compute):
    """A function that overflows to infinity, and keeps NaN."""
    def result(x):
        if math.isnan(x):
            return x
        try:
            return compute(x)
        except OverflowError:
            return INF
    return result


def gelu(a, e):
    return ["%h = arith.constant 0.5 : f32", "%o = arith.constant 1.0 : f32",
            "%c = arith.constant 0.70710678118654757 : f32", "%%t = arith.mulf %s, %%c : f32" % a,
            "%r = math.erf %t : f32", "%s = arith.addf %r, %o : f32",
            "%%p = arith.mulf %s, %%h : f32" % a, "%v = arith.mulf %p, %s : f32", "linalg.yield %v : f32"]


def gelu_tanh(a, e):
    return ["%h = arith.constant 0.5 : f32", "%o = arith.constant 1.0 : f32",
            "%c = arith.constant 0.044715 : f32", "%k = arith.constant 0.79788456 : f32",
            "%%q = arith.mulf %s, %s : f32" % (a, a), "%%u = arith.mulf %%q, %s : f32" % a,
            "%m = arith.mulf %u, %c : f32", "%%n = arith.addf %s, %%m : f32" % a,
            "%t = arith.mulf %n, %k : f32", "%r = math.tanh %t : f32", "%s = arith.addf %r, %o : f32",
            "%%p = arith.mulf %s, %%h : f32" % a, "%v = arith.mulf %p, %s : f32", "linalg.yield %v : f32"]


def sigmoid(a, e):
    return ["%o = arith.constant 1.0 : f32", "%%n = arith.negf %s : f32" % a, "%p = math.exp %n : f32",
            "%s = arith.addf %p, %o : f32", "%v = arith.divf %o, %s : f32", "linalg.yield %v : f32"]


def family():
    random = Random(9)

    def values(m, n, low=-3, high=3):
        return Tensor((m, n), F32, random.floats(m * n, exponents=(low, high)))

    for n in LENGTHS:
        softmax("softmax_%d" % n, values(2, n))
        layer_norm("layer_norm_%d" % n, values(2, n), random)
        reduction("sum_%d" % n, values(3, n), "0.0", math.fsum, "addf")
        reduction("max_%d" % n, values(3, n), "0xFF800000", max, "maximumf")
        reduction("min_%d" % n, values(3, n), "0x7F800000", min, "minimumf")
        column_reduction("column_sum_%d" % n, values(5, n), "0.0", math.fsum, "addf")
        column_reduction("column_max_%d" % n, values(5, n), "0xFF800000", max, "maximumf")
    for shape in ((5, 7), (16, 32), (33, 48), (1, 9)):
        transposition("transpose_%dx%d" % shape, values(*shape), (1, 0))
    for permutation in ((0, 2, 1, 3), (0, 2, 3, 1), (3, 1, 0, 2)):
        cube = Tensor((2, 3, 4, 16), F32, random.floats(384))
        transposition("transpose_%d%d%d%d" % permutation, cube, permutation)
    masked = values(3, 24)
    masked.values[4:20] = [-INF] * 16
    softmax("softmax_masked", masked)
    softmax("softmax_large", Tensor((2, 3), F32, [1.0e4, 1.0e4, -1.0e4, 88.0, -88.0, 0.0]))

    moderate = values(3, 40, -6, 3)
    special = Tensor((1, 16), F32, [
        0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 100.0, -100.0, 1.0e-30, -1.0e-30, 9.0, -9.0,
        F32.largest, -F32.largest, F32.smallest])
    for name, x in (("", moderate), ("_special", special)):
        activation("exp" + name, x, limited(math.exp), unary("math.exp"), nan=True)
        activation("tanh" + name, x, limited(math.tanh), unary("math.tanh"), nan=True)
        activation("erf" + name, x, limited(math.erf), unary("math.erf"), nan=True)
        activation("sigmoid" + name, x, limited(
            lambda a: 1 / (1 + math.exp(-a)) if a > -700 else 0.0), sigmoid, nan=True)
    activation("gelu", moderate, lambda a: 0.5 * a * (1 + math.erf(a / math.sqrt(2))), gelu)
    activation("gelu_tanh", moderate, lambda a: 0.5 * a * (1 + math.tanh(
        math.sqrt(2 / math.pi) * (a + 0.044715 * a**3))), gelu_tanh)
    positive = Tensor((1, 8), F32, [1.0, 2.0, 0.5, 1.0e-30, 1.0e30, 4.0, 3.0, 1.0e-5])
    activation("log", positive, math.log, unary("math.log"))
    activation("sqrt", positive, math.sqrt, unary("math.sqrt"))
    activation("rsqrt", positive, lambda a: 1 / math.sqrt(a), unary("math.rsqrt"))
