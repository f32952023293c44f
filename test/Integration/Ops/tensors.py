#===- tensors.py - tensors and test functions as MLIR text ----*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What the generator of executed tests writes with."""

import itertools
import math
from fractions import Fraction

from exact import F32, F64, Format


class Random:
    """The same numbers on every machine and with every version of Python."""

    def __init__(self, seed):
        self.state = seed

    def integer(self, low, high):
        """An integer within [low, high]."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return low + (self.state >> 33) % (high - low + 1)

    def floats(self, count, form=F32, exponents=(-4, 3)):
        """Floats of both signs with full significands."""
        return [form.round(Fraction(self.integer(-2**24, 2**24), 2**24) *
                           Fraction(2) ** self.integer(*exponents))
                for _ in range(count)]

    def scales(self, count, form=F32):
        """Positive floats."""
        return [abs(x) or 1.0 for x in self.floats(count, form)]


class Tensor:
    """A tensor of floats of a Format, or of integers of a type such as `i8`."""

    def __init__(self, shape, element, values):
        self.shape, self.element, self.values = tuple(shape), element, list(values)
        assert len(self.values) == math.prod(self.shape)
        name = element.name if isinstance(element, Format) else element
        self.type = "tensor<%s%s>" % ("".join("%dx" % size for size in shape), name)

    @staticmethod
    def build(shape, element, value):
        """The tensor of `value(index)`."""
        return Tensor(shape, element, map(value, itertools.product(*map(range, shape))))

    def indices(self):
        return itertools.product(*map(range, self.shape))

    def __getitem__(self, index):
        flat = 0
        for i, size in zip(index, self.shape):
            flat = flat * size + i
        return self.values[flat]

    def literal(self):
        """The elements as MLIR reads them."""
        write = self.element.literal if isinstance(self.element, Format) else str

        def nest(values, shape):
            if not shape:
                return write(values[0])
            step = len(values) // shape[0]
            return "[%s]" % ", ".join(nest(values[i * step:(i + 1) * step], shape[1:])
                                      for i in range(shape[0]))

        return "dense<%s> : %s" % (nest(self.values, self.shape), self.type)


class Function:
    """A test."""

    def __init__(self, name):
        self.name, self.lines, self.count = name, [], 0
        self.weights = []

    def op(self, text, results=1):
        """Adds an op; the name of its result, or a list of them."""
        self.count += 1
        if results == 1:
            self.lines.append("%%%d = %s" % (self.count, text))
            return "%%%d" % self.count
        self.lines.append("%%%d:%d = %s" % (self.count, results, text))
        return ["%%%d#%d" % (self.count, i) for i in range(results)]

    def input(self, tensor):
        return self.op("check.input " + tensor.literal())

    def constant(self, tensor):
        return self.op("arith.constant " + tensor.literal())

    def weight(self, tensor):
        """A named weight, as compression leaves it."""
        name = "@%s.weight%d" % (self.name, len(self.weights))
        self.weights.append("ml_program.global private %s(%s) : %s" % (
            name, tensor.literal(), tensor.type))
        return self.op("ml_program.global_load %s : %s" % (name, tensor.type))

    def expect_eq(self, got, want):
        self.lines.append("check.expect_eq %s, %s : %s" % (got, self.constant(want), want.type))

    def expect_close(self, got, want, abs, rel, nan=False):
        self.lines.append("check.expect_close %s, %s {abs = %s : f64, rel = %s : f64%s} : %s" % (
            got, self.constant(want), F64.literal(abs), F64.literal(rel), ", nan" if nan else "", want.type))

    def print(self):
        print()
        for weight in self.weights:
            print(weight)
        print("func.func @%s() {" % self.name)
        for line in self.lines:
            print("  " + line)
        print("  return\n}")
