#===- exact.py - affine quantization in exact arithmetic ------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Floats, and the definitions of docs/Numerics.md, on rational numbers.

A float of any format is a Python float, which holds it exactly; every operation
is computed as a fraction and rounded once. It shares no code with the compiler,
so that both can't be wrong in the same way by accident.
"""

import math
import struct
from fractions import Fraction

INF, NAN = math.inf, math.nan


class Format:
    """A binary floating-point format with subnormals and infinities."""

    def __init__(self, name, precision, emin, emax, code=None):
        self.name = name
        self.code = code  # of the struct module, if it has one
        self.precision = precision  # significant bits, the hidden one included
        self.emin = emin
        self.largest = float((2 - Fraction(2) ** (1 - precision)) * 2**emax)
        self.smallest_normal = float(Fraction(2) ** emin)
        self.smallest = float(Fraction(2) ** (emin - precision + 1))

    def round(self, value):
        """The float nearest to a fraction or float, ties to even."""
        if isinstance(value, float):
            if math.isnan(value) or math.isinf(value) or value == 0:
                return value
            value = Fraction(value)
        if value == 0:
            return 0.0
        size = abs(value)
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        if size < Fraction(2) ** exponent:
            exponent -= 1
        step = Fraction(2) ** (max(exponent, self.emin) - self.precision + 1)
        # Python rounds fractions to even.
        result = round(size / step) * step
        result = INF if result > self.largest else float(result)
        return math.copysign(result, value)

    def holds(self, number, value):
        """Whether a float, rounded to this format, is `value`."""
        if not self.code:
            return self.round(number) == value
        try:
            return struct.unpack(self.code, struct.pack(self.code, number))[0] == value
        except OverflowError:
            return False

    def literal(self, value):
        """The value as MLIR reads it, exactly."""
        if math.isnan(value) or math.isinf(value):
            return "0x%0*X" % (len(self.hex(value)), int(self.hex(value), 16))
        # MLIR reads a double and rounds it.
        for digits in range(1, 18):
            text = "%.*g" % (digits, value)
            if self.holds(float(text), value):
                break
        mantissa, _, exponent = text.partition("e")
        if not exponent:
            return text if "." in text else text + ".0"
        return mantissa + ("" if "." in mantissa else ".0") + "e" + exponent

    def hex(self, value):
        if self.name == "f32":
            return struct.pack(">f", value).hex()
        if self.name == "f16":
            return struct.pack(">e", value).hex()
        return struct.pack(">f", value).hex()[:4]


F32 = Format("f32", 24, -126, 127, "f")
F16 = Format("f16", 11, -14, 15, "e")
BF16 = Format("bf16", 8, -126, 127)
F64 = Format("f64", 53, -1022, 1023, "d")


def divide(a, b):
    """The f32 quotient of two floats; `b` is finite and positive."""
    if math.isnan(a) or math.isinf(a) or a == 0:
        return a
    return F32.round(Fraction(a) / Fraction(b))


def multiply(a, b):
    """The f32 product of two finite floats."""
    product = F32.round(Fraction(a) * Fraction(b))
    sign = math.copysign(1, a) * math.copysign(1, b)
    return math.copysign(product, sign)


def add(a, b):
    """The f32 sum of two finite floats."""
    return F32.round(Fraction(a) + Fraction(b))


def round_to_integer(value, rounding):
    """A finite float as an integer: ties to even, or away from zero."""
    value = Fraction(value)
    if rounding == "nearest_even":
        return round(value)
    size = math.floor(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size


class Scheme:
    """What `#compress.affine` says."""

    def __init__(self, storage="s8", range=None, block=("*", "*"),
                 zero_point=False, scale=F32, expressed=F32,
                 rounding="nearest_even", compute=None):
        self.signed = storage[0] == "s"
        self.bits = int(storage[1:])
        low = -(1 << (self.bits - 1)) if self.signed else 0
        storage_range = (low, low + (1 << self.bits) - 1)
        self.qmin, self.qmax = range or storage_range
        self.block, self.zero_point = block, zero_point
        self.scale, self.expressed, self.rounding = scale, expressed, rounding
        self.storage = "i%d" % self.bits
        text = storage
        if range and tuple(range) != storage_range:
            text += " [%d, %d]" % range
        text += ", %s, block [%s]" % (expressed.name, ", ".join(map(str, block)))
        text += ", zero_point" if zero_point else ""
        text += ", scale " + scale.name if scale is not F32 else ""
        if rounding != "nearest_even":
            text += ", rounding " + rounding
        text += ", compute " + compute if compute else ""
        self.text = "#compress.affine<%s>" % text

    def sizes(self, shape):
        """The size of a block in each dimension."""
        return [size if entry == "*" else min(entry, size)
                for entry, size in zip(self.block, shape)]

    def scale_shape(self, shape):
        return [-(-size // block)
                for size, block in zip(shape, self.sizes(shape))]

    def block_of(self, index, shape):
        return tuple(i // block for i, block in zip(index, self.sizes(shape)))

    def signed_code(self, code):
        """A code as MLIR writes it: signless, in the signed range."""
        return code - (1 << self.bits) if code >= 1 << (self.bits - 1) else code

    def quantize(self, x, scale, zero_point=0):
        steps = divide(x, scale)
        if math.isnan(steps):
            return zero_point
        if math.isinf(steps):
            return self.qmax if steps > 0 else self.qmin
        code = round_to_integer(steps, self.rounding) + zero_point
        return max(self.qmin, min(self.qmax, code))

    def dequantize(self, code, scale, zero_point=0):
        return self.expressed.round(multiply(float(code - zero_point), scale))

    def choose(self, values):
        """The scale and the zero point of a block of finite values."""
        lo, hi = min(0.0, *values), max(0.0, *values)
        if lo == hi:
            return 1.0, max(self.qmin, min(self.qmax, 0))
        if not self.zero_point:
            raw = max(divide(hi, float(self.qmax)) if self.qmax else 0.0,
                      divide(-lo, float(-self.qmin)) if self.qmin else 0.0)
            scale, zero_point = self.round_scale(raw), 0
        else:
            width = add(multiply(hi, 0.5), -multiply(lo, 0.5))
            raw = divide(width, (self.qmax - self.qmin) * 0.5)
            scale = self.round_scale(raw)
            divisor = raw if raw > self.scale.largest else scale
            zero_point = round(Fraction(
                add(float(self.qmin), -divide(lo, divisor))))
            zero_point = max(self.qmin, min(self.qmax, zero_point))
        steps = max(self.qmax - zero_point, zero_point - self.qmin)
        bound = self.scale.round(divide(float.fromhex("0x1.FEp127"), float(steps)))
        return min(scale, bound), zero_point

    def round_scale(self, raw):
        if raw > self.scale.largest:
            return self.scale.largest
        if raw >= self.scale.smallest_normal:
            return self.scale.round(raw)
        # Up, so that few bits clip nothing; f16 subnormals are normal in f32.
        step = self.scale.smallest if self.scale is F16 else 2.0**-126
        return float(max(1, math.ceil(Fraction(raw) / Fraction(step))) *
                     Fraction(step))
