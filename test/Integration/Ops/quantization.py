#===- quantization.py - tests of the quantization ops ---------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tests of dequantize, quantize, choose_params and gather."""

import math
from fractions import Fraction

from exact import BF16, F16, F32, INF, NAN, Scheme, multiply
from tensors import Function, Random, Tensor


#===------------------------------------------------------------------------===#
# Dequantization
#===------------------------------------------------------------------------===#

def parameters(function, scheme, scales, zero_points, static=False):
    """Scales and zero points as `%s` or `%s, %z`, and their types; as weights
    if they are static."""
    create = function.weight if static else function.constant
    names, types = [create(scales)], [scales.type]
    if zero_points:
        names.append(create(zero_points))
        types.append(zero_points.type)
    return ", ".join(names), ", ".join(types)


def narrow_input(function, codes):
    """Codes that the compiler does not know; arguments have whole bytes."""
    if codes.element == "i8":
        return function.input(codes)
    wide = Tensor(codes.shape, "i8", codes.values)
    return function.op("arith.trunci %s : %s to %s" % (
        function.input(wide), wide.type, codes.type))


def dequantize(name, scheme, shape, random, scales=None, codes=None, runtime=True):
    """A test of one scheme; codes and parameters are random unless given."""
    function = Function(name)
    grid = scheme.scale_shape(shape)
    if codes is None:
        codes = [random.integer(scheme.qmin, scheme.qmax) for _ in range(math.prod(shape))]
    if scales is None:
        scales = random.scales(math.prod(grid), scheme.scale)
    codes = Tensor(shape, scheme.storage, codes)
    scales = Tensor(grid, scheme.scale, scales)
    zero_points = Tensor(grid, scheme.storage, [
        random.integer(scheme.qmin, scheme.qmax) for _ in scales.values
    ]) if scheme.zero_point else None

    want = Tensor.build(shape, scheme.expressed, lambda index: scheme.dequantize(
        codes[index], *[t[scheme.block_of(index, shape)]
                        for t in (scales, zero_points) if t]))
    source = narrow_input(function, codes) if runtime else function.weight(codes)
    names, types = parameters(function, scheme, scales, zero_points)
    got = function.op("compress.dequantize %s, %s {scheme = %s} : %s, %s -> %s" % (
        source, names, scheme.text, codes.type, types, want.type))
    function.expect_eq(got, want)
    function.print()


def dequantize_family():
    random = Random(1)
    narrow = (-127, 127)
    dequantize("per_tensor", Scheme("s8", narrow), (4, 5), random)
    dequantize("per_row", Scheme("s8", narrow, (1, "*")), (4, 6), random)
    dequantize("per_column", Scheme("s8", narrow, ("*", 1)), (3, 4), random)
    dequantize("per_token_u8", Scheme("u8", None, (1, "*"), True), (3, 5), random)
    dequantize("whole_u8", Scheme("u8", None, ("*", "*"), True), (2, 8), random)
    dequantize("unsigned_without_zero_point", Scheme("u8"), (2, 3), random)
    dequantize("signed_zero_point", Scheme("s8", None, (1, "*"), True), (3, 4), random)
    dequantize("group", Scheme("s8", narrow, (1, 4)), (3, 8), random)
    dequantize("group_ragged", Scheme("s8", narrow, (1, 4)), (3, 10), random)
    dequantize("group_zero_point_ragged", Scheme("u8", None, (1, 3), True), (2, 7), random)
    dequantize("block_2d", Scheme("s8", narrow, (2, 3)), (4, 6), random)
    dequantize("block_2d_ragged", Scheme("s8", narrow, (2, 3)), (5, 7), random)
    dequantize("block_larger_than_dimension", Scheme("s8", narrow, (8, 8)), (2, 3), random)
    dequantize("rank_1", Scheme("s8", narrow, (4,)), (10,), random)
    dequantize("rank_3", Scheme("u8", None, (1, 2, "*"), True), (2, 3, 4), random)
    dequantize("filters", Scheme("s8", narrow, (1, "*", "*", "*")), (3, 2, 2, 2), random)
    dequantize("scale_f16", Scheme("s8", narrow, (1, "*"), scale=F16), (3, 4), random)
    dequantize("scale_bf16", Scheme("s8", narrow, (1, "*"), scale=BF16), (3, 4), random)
    dequantize("expressed_f16", Scheme("s8", narrow, (1, "*"), expressed=F16), (3, 5), random)
    dequantize("expressed_bf16", Scheme("u8", None, (1, "*"), True, expressed=BF16), (3, 5), random)
    dequantize("half_scale_and_value", Scheme("s8", narrow, (1, 2), scale=F16, expressed=F16), (2, 4), random)
    dequantize("weight", Scheme("s8", narrow, (1, "*")), (2, 6), random, runtime=False)
    dequantize("weight_groups", Scheme("u8", None, (1, 4), True), (2, 6), random, runtime=False)
    for bits in range(2, 8):
        dequantize("s%d" % bits, Scheme("s%d" % bits, block=(1, 3)), (2, 5), random)
        dequantize("u%d" % bits, Scheme("u%d" % bits, None, (1, "*"), True), (2, 5), random)
        dequantize("s%d_weight" % bits, Scheme("s%d" % bits, block=(1, 3)), (2, 5), random, runtime=False)
    # The least normal scale, and one whose largest code is almost infinite.
    dequantize("extreme_scales", Scheme("s8", narrow, (1, "*")), (2, 5), random,
               scales=[2.0**-126, F32.round(Fraction(2)**128 / 128)], codes=[-127, -1, 0, 1, 127] * 2)
    # 16 values a vector and more, with a rest and without.
    dequantize("long_rows", Scheme("s8", narrow, (1, "*")), (2, 64), random)
    dequantize("long_groups", Scheme("u8", None, (1, 4), True), (2, 64), random)
    dequantize("groups_across_tiles", Scheme("u8", None, (1, 5), True), (2, 36), random)
    dequantize("long_ragged_groups", Scheme("u8", None, (1, 16), True), (2, 37), random)


#===------------------------------------------------------------------------===#
# Quantization
#===------------------------------------------------------------------------===#

def quantize(name, scheme, shape, values, scales, zero_points=None, static=False, clamps=()):
    """A test of given values. `clamps` are ops of `arith`, each with its
    constant, that come before."""
    function = Function(name)
    grid = scheme.scale_shape(shape)
    values = Tensor(shape, scheme.expressed, values)
    scales = Tensor(grid, scheme.scale, scales)
    zero_points = Tensor(grid, scheme.storage, zero_points) if scheme.zero_point else None
    want = Tensor.build(shape, scheme.storage, lambda index: scheme.quantize(
        clamp(values[index], clamps), *[t[scheme.block_of(index, shape)]
                                        for t in (scales, zero_points) if t]))
    source = function.input(values)
    for op, bound in clamps:
        bound = function.constant(Tensor(shape, scheme.expressed, [bound] * math.prod(shape)))
        source = function.op("arith.%s %s, %s : %s" % (op, source, bound, values.type))
    names, types = parameters(function, scheme, scales, zero_points, static)
    got = function.op("compress.quantize %s, %s {scheme = %s} : %s, %s -> %s" % (
        source, names, scheme.text, values.type, types, want.type))
    if scheme.bits < 8:
        # Results have whole bytes.
        wide = Tensor(shape, "i8", want.values)
        got = function.op("arith.ext%si %s : %s to %s" % (
            "s" if scheme.signed else "u", got, want.type, wide.type))
        want = wide
    function.expect_eq(got, want)
    function.print()


def clamp(value, clamps):
    for op, bound in clamps:
        if math.isnan(value):
            value = bound if op.endswith("numf") else value
        else:
            value = max(value, bound) if op.startswith("max") else min(value, bound)
    return value


def ties(limit):
    """Halves and the f32 values next to them, of both signs."""
    result = []
    for size in (0.5, 1.5, 2.5, 3.5, limit - 0.5, limit + 0.5):
        for value in (size, below(size), above(size)):
            result += [value, -value]
    return result


def above(x):
    """The next f32 after a positive one."""
    exponent = math.frexp(x)[1] - 24
    return x + 2.0**exponent


def below(x):
    mantissa, exponent = math.frexp(x)
    return x - 2.0**(exponent - (25 if mantissa == 0.5 else 24))


def reciprocal_traps(random, count):
    """Values and scales whose quotient is a tie or next to one, and for which
    multiplying by 1 / scale rounds to another code."""
    found = []
    scheme = Scheme("s8")
    while len(found) < count:
        scale = random.scales(1)[0]
        x = F32.round(Fraction(scale) * (random.integer(-127, 126) + Fraction(1, 2)))
        product = multiply(x, F32.round(1 / Fraction(scale)))
        if scheme.quantize(product, 1.0) != scheme.quantize(x, scale):
            found.append((x, scale))
    return zip(*found)


def near_ties(random, scale, count):
    """Values next to half-integer multiples of a scale."""
    values = []
    for _ in range(count):
        value = F32.round(Fraction(scale) * (random.integer(0, 255) + Fraction(1, 2)))
        lower, upper = below(value), above(value)
        values += [x * (random.integer(0, 1) * 2 - 1)
                   for x in (below(lower), lower, value, upper, above(upper))]
    return values


SPECIAL = [0.0, -0.0, NAN, INF, -INF, F32.largest, -F32.largest, F32.smallest,
           -F32.smallest, 126.5, -127.5, 128.0, -128.0, 200.0, -200.0, 1.0]


def static_quantize_family():
    """Scales known at compile time, which take other code."""
    random = Random(7)
    narrow = (-127, 127)
    # The significands next to a power of two are the hardest.
    scales = [1.0, above(1.0), below(2.0), below(below(2.0)), 2.0**-126, 2.0**90,
              above(2.0**90), F32.largest / 2**9] + random.scales(8)
    values = [x for scale in scales for x in near_ties(random, scale, 40)]
    shape = (len(scales), len(values) // len(scales))
    quantize("ties_s8", Scheme("s8", narrow, (1, "*")), shape, values, scales, static=True)
    quantize("ties_u8", Scheme("u8", None, (1, "*"), True), shape, values, scales,
             [random.integer(0, 255) for _ in scales], static=True)
    for number, scale in enumerate(scales):
        quantize("ties_all_%d" % number, Scheme("u8", None, ("*", "*"), True), (2, 100),
                 near_ties(random, scale, 40), [scale], [128 - number], static=True)

    relu6 = [("maximumf", 0.0), ("minimumf", 6.0)]
    for name, clamps in (("", []), ("_relu6", relu6), ("_relu6_number", [("maxnumf", 0.0), ("minnumf", 6.0)]),
                         ("_above", [("maximumf", 3.0)]), ("_above_number", [("maxnumf", 3.0)]),
                         ("_empty", [("minnumf", -5.0), ("maximumf", 2.0)])):
        for zero_point in (0, 7, 255):
            quantize("special_u8%s_%d" % (name, zero_point), Scheme("u8", None, ("*", "*"), True),
                     (1, 16), SPECIAL, [0.5], [zero_point], static=True, clamps=clamps)
        quantize("special_s8" + name, Scheme("s8", narrow), (1, 16), SPECIAL, [0.05], static=True,
                 clamps=clamps)
    quantize("least_scale", Scheme("s8", narrow), (1, 16), SPECIAL, [2.0**-126], static=True)
    quantize("largest_scale", Scheme("s8", narrow), (1, 16), SPECIAL, [F32.largest], static=True)

    def rows(name, scheme, shape):
        grid = math.prod(scheme.scale_shape(shape))
        quantize(name, scheme, shape, random.floats(math.prod(shape), scheme.expressed, (-2, 2)),
                 [scheme.scale.round(s / 64) or scheme.scale.smallest_normal
                  for s in random.scales(grid, scheme.scale)],
                 [random.integer(scheme.qmin, scheme.qmax) for _ in range(grid)], static=True)

    rows("per_column", Scheme("s8", narrow, ("*", 1)), (4, 19))
    rows("per_element", Scheme("u8", None, (1, 1), True), (3, 5))
    rows("group_ragged", Scheme("s8", narrow, (1, 4)), (2, 10))
    rows("rank_3", Scheme("u8", None, (1, "*", 1), True), (2, 3, 17))
    rows("value_f16", Scheme("s8", narrow, (1, "*"), expressed=F16), (2, 6))
    rows("scale_bf16", Scheme("u8", None, (1, "*"), True, scale=BF16), (2, 6))
    rows("u4", Scheme("u4", None, (1, "*"), True), (2, 21))
    rows("s2", Scheme("s2", None, ("*", "*")), (2, 21))
    quantize("away", Scheme("s8", narrow, rounding="nearest_away"), (1, 16), SPECIAL, [1.0], static=True)


def quantize_family():
    random = Random(2)
    narrow = (-127, 127)
    special = SPECIAL
    for rounding in ("nearest_even", "nearest_away"):
        values = ties(127)
        quantize("ties_" + rounding, Scheme("s8", narrow, rounding=rounding), (1, len(values)), values, [1.0])
        quantize("ties_u8_" + rounding, Scheme("u8", zero_point=True, rounding=rounding),
                 (1, len(values)), values, [1.0], [7])
        quantize("special_" + rounding, Scheme("s8", rounding=rounding), (1, 16), special, [1.0])
    quantize("special_narrow", Scheme("s8", narrow), (1, 16), special, [1.0])
    quantize("special_u8", Scheme("u8", zero_point=True), (1, 16), special, [0.5], [128])
    quantize("special_u8_low", Scheme("u8", zero_point=True), (1, 16), special, [1.0], [0])
    quantize("special_u8_high", Scheme("u8", zero_point=True), (1, 16), special, [1.0], [255])
    quantize("special_signed_zero_point", Scheme("s8", zero_point=True), (1, 16), special, [1.0], [-128])
    quantize("special_least_scale", Scheme("s8", narrow), (1, 16), special, [2.0**-126])
    quantize("special_largest_scale", Scheme("s8", narrow), (1, 16), special, [F32.largest])
    quantize("unsigned_without_zero_point", Scheme("u8"), (1, 16), special, [1.0])

    values, scales = reciprocal_traps(random, 16)
    quantize("division_not_reciprocal", Scheme("s8", block=(1, 1)), (1, 16), values, scales)
    values, scales = reciprocal_traps(random, 4)
    quantize("division_rows", Scheme("s8", block=(1, "*")), (4, 3), [v for v in values for _ in range(3)], scales)

    def rows(name, scheme, shape):
        grid = math.prod(scheme.scale_shape(shape))
        quantize(name, scheme, shape, random.floats(math.prod(shape), scheme.expressed, (-2, 2)),
                 [scheme.scale.round(s / 64) or scheme.scale.smallest_normal
                  for s in random.scales(grid, scheme.scale)],
                 [random.integer(scheme.qmin, scheme.qmax) for _ in range(grid)])

    rows("per_row", Scheme("s8", narrow, (1, "*")), (3, 6))
    rows("per_column", Scheme("s8", narrow, ("*", 1)), (4, 3))
    rows("per_token_u8", Scheme("u8", None, (1, "*"), True), (3, 6))
    rows("group_ragged", Scheme("s8", narrow, (1, 4)), (2, 10))
    rows("group_zero_point_ragged", Scheme("u8", None, (1, 3), True), (2, 7))
    rows("block_2d_ragged", Scheme("s8", narrow, (2, 3)), (3, 7))
    rows("rank_1", Scheme("s8", narrow, (4,)), (10,))
    rows("rank_3", Scheme("u8", None, (1, 2, "*"), True), (2, 3, 4))
    rows("value_f16", Scheme("s8", narrow, (1, "*"), expressed=F16), (2, 6))
    rows("value_bf16", Scheme("s8", narrow, (1, "*"), expressed=BF16), (2, 6))
    rows("scale_f16", Scheme("s8", narrow, (1, "*"), scale=F16), (2, 6))
    rows("scale_bf16", Scheme("u8", None, (1, "*"), True, scale=BF16), (2, 6))
    for bits in range(2, 8):
        rows("s%d" % bits, Scheme("s%d" % bits, block=(1, 3)), (2, 5))
        rows("u%d" % bits, Scheme("u%d" % bits, None, (1, "*"), True), (2, 5))
    rows("long_rows", Scheme("u8", None, (1, "*"), True), (2, 64))
    rows("long_ragged_groups", Scheme("s8", narrow, (1, 16)), (2, 37))


#===------------------------------------------------------------------------===#
# Parameters
#===------------------------------------------------------------------------===#

def choose_params(name, scheme, shape, values):
    function = Function(name)
    grid = scheme.scale_shape(shape)
    values = Tensor(shape, scheme.expressed, values)
    blocks = {}
    for index in values.indices():
        blocks.setdefault(scheme.block_of(index, shape), []).append(values[index])
    chosen = {block: scheme.choose(members) for block, members in blocks.items()}
    scales = Tensor.build(grid, scheme.scale, lambda block: chosen[block][0])
    zero_points = Tensor.build(grid, scheme.storage, lambda block: chosen[block][1])
    wanted = [scales, zero_points] if scheme.zero_point else [scales]
    got = function.op("compress.choose_params %s {scheme = %s} : %s -> %s" % (
        function.input(values), scheme.text, values.type,
        ", ".join(t.type for t in wanted)), results=len(wanted))
    for value, want in zip([got] if len(wanted) == 1 else got, wanted):
        function.expect_eq(value, want)
    function.print()


def choose_params_family():
    random = Random(3)
    tiny, huge = F32.smallest, F32.largest
    # A row each: zeros of both signs, one-sided ranges, ranges at both ends of
    # f32, and rows in which rounding decides.
    rows = [
        [0.0, 0.0, 0.0, 0.0], [-0.0, 0.0, -0.0, -0.0], [1.0, 2.0, 3.0, 4.0],
        [-1.0, -2.0, -3.0, -4.0], [0.5, 0.5, 0.5, 0.5], [-0.25] * 4,
        [-1.0, 0.0, 0.0, 1.0], [-128.0, 0.0, 0.0, 127.0], [-127.0, 0.0, 0.0, 128.0],
        [huge, -huge, 0.0, 0.0], [huge, 0.0, 0.0, 0.0], [-huge, 0.0, 0.0, 0.0],
        [tiny, -tiny, 0.0, 0.0], [tiny, 0.0, 0.0, 0.0], [-tiny, 0.0, 0.0, 0.0],
        [2.0**-126, 0.0, 0.0, 0.0], [2.0**-119, -2.0**-120, 0.0, 0.0],
        [70000.0 * 255, 0.0, 0.0, 0.0], [-70000.0 * 255, 1.0, 0.0, 0.0],
        [2.0**-17, 0.0, 0.0, 0.0], [-2.0**-15, 2.0**-20, 0.0, 0.0],
        [1.0e-9, 0.0, 0.0, 0.0], [1.0e30, 1.0, 0.0, 0.0], [-1.0e-30, 1.0e30, 0.0, 0.0],
    ]
    rows = [[F32.round(x) for x in row] for row in rows]
    rows += [random.floats(4) for _ in range(8)]
    flat = [x for row in rows for x in row]
    shape = (len(rows), 4)
    for scale in (F32, F16, BF16):
        end = "" if scale is F32 else "_" + scale.name
        for storage, range_, zero_point, label in (
                ("s8", (-127, 127), False, "narrow"), ("s8", None, False, "full"),
                ("u8", None, True, "u8"), ("s8", None, True, "s8"),
                ("u8", (3, 250), True, "u8_range")):
            choose_params("per_row_" + label + end,
                          Scheme(storage, range_, (1, "*"), zero_point, scale), shape, flat)

    def blocks(name, scheme, shape):
        choose_params(name, scheme, shape, random.floats(math.prod(shape), scheme.expressed))

    narrow = (-127, 127)
    choose_params("per_row_unsigned", Scheme("u8", None, (1, "*")), shape, flat)
    blocks("whole", Scheme("u8", None, ("*", "*"), True), (3, 5))
    blocks("per_column", Scheme("s8", narrow, ("*", 1)), (4, 3))
    blocks("per_element", Scheme("u8", None, (1, 1), True), (2, 3))
    blocks("group", Scheme("s8", narrow, (1, 4)), (2, 8))
    blocks("group_ragged", Scheme("u8", None, (1, 4), True), (2, 10))
    blocks("block_2d_ragged", Scheme("s8", narrow, (2, 3)), (5, 7))
    blocks("rank_1", Scheme("u8", None, (4,), True), (10,))
    blocks("rank_3", Scheme("u8", None, (1, 1, "*"), True), (2, 3, 4))
    blocks("value_f16", Scheme("u8", None, (1, "*"), True, expressed=F16), (2, 6))
    blocks("value_bf16", Scheme("s8", narrow, (1, "*"), scale=BF16, expressed=BF16), (2, 6))
    blocks("long_rows", Scheme("u8", None, (1, "*"), True), (3, 64))
    blocks("odd_rows", Scheme("s8", narrow, (1, "*")), (3, 37))
    # The ragged block's places beyond the edge must not widen its range.
    positive = [abs(x) + 1.0 for x in random.floats(10)]
    choose_params("ragged_positive", Scheme("u8", None, (4,), True), (10,), positive)



#===------------------------------------------------------------------------===#
# Gathers
#===------------------------------------------------------------------------===#

def gather(name, table, rows, index_type="i64", scheme=None, random=None):
    """Reads the `rows`, a tensor of numbers, of a table: of its values or, with a
    scheme, of its codes decoded."""
    function = Function(name)
    shape = rows.shape + table.shape[1:]
    source = function.weight(table)
    value = table.__getitem__
    table_type, element = table.type, table.element
    if scheme:
        grid = scheme.scale_shape(table.shape)
        scales = Tensor(grid, scheme.scale, random.scales(math.prod(grid), scheme.scale))
        zero_points = Tensor(grid, scheme.storage, [
            random.integer(scheme.qmin, scheme.qmax) for _ in scales.values
        ]) if scheme.zero_point else None
        names, types = parameters(function, scheme, scales, zero_points)
        element = scheme.expressed
        table_type = Tensor(table.shape, element, [0.0] * len(table.values)).type
        source = function.op("compress.dequantize %s, %s {scheme = %s} : %s, %s -> %s" % (
            source, names, scheme.text, table.type, types, table_type))

        def value(index):
            block = scheme.block_of(index, table.shape)
            return scheme.dequantize(table[index], *[t[block] for t in (scales, zero_points) if t])

    want = Tensor.build(shape, element, lambda index: value(
        (rows[index[:len(rows.shape)]],) + index[len(rows.shape):]))
    numbers = function.input(rows)
    rows_type = rows.type
    if index_type == "index":
        rows_type = rows.type.replace("i64", "index")
        numbers = function.op("arith.index_cast %s : %s to %s" % (numbers, rows.type, rows_type))
    got = function.op("compress.gather %s[%s] : %s, %s -> %s" % (
        source, numbers, table_type, rows_type, want.type))
    function.expect_eq(got, want)
    function.print()


def gather_family():
    random = Random(4)

    def floats(shape, form=F32):
        return Tensor(shape, form, random.floats(math.prod(shape), form))

    def codes(shape, scheme):
        return Tensor(shape, scheme.storage, [random.integer(scheme.qmin, scheme.qmax)
                                              for _ in range(math.prod(shape))])

    numbers = Tensor((1, 5), "i64", [6, 0, 3, 3, 1])
    gather("rows", floats((7, 4)), numbers)
    gather("rows_i32", floats((7, 4)), Tensor((3,), "i32", [6, 0, 5]))
    gather("rows_index", floats((7, 4)), numbers, "index")
    gather("rows_i8", floats((200, 2)), Tensor((3,), "i8", [0, 100, 127]))
    gather("one_row", floats((7, 4)), Tensor((1,), "i64", [2]))
    gather("scalar_index", floats((7, 4)), Tensor((), "i64", [6]))
    gather("table_of_one_row", floats((1, 4)), Tensor((3,), "i64", [0, 0, 0]))
    gather("elements", floats((7,)), numbers)
    gather("matrices", floats((4, 2, 3)), Tensor((2, 2), "i64", [3, 0, 1, 3]))
    gather("half_rows", floats((7, 4), F16), numbers)
    gather("long_rows", floats((5, 64)), Tensor((2, 2), "i64", [4, 0, 1, 4]))
    gather("codes", codes((7, 4), Scheme("s8")), numbers)

    def decoded(name, scheme, shape=(7, 4)):
        gather("decoded_" + name, codes(shape, scheme), numbers, scheme=scheme, random=random)

    narrow = (-127, 127)
    decoded("per_tensor", Scheme("s8", narrow))
    decoded("per_row", Scheme("s8", narrow, (1, "*")))
    decoded("per_column", Scheme("s8", narrow, ("*", 1)))
    decoded("group_ragged", Scheme("u8", None, (1, 3), True), (7, 10))
    decoded("block_2d_ragged", Scheme("s8", narrow, (2, 3)), (7, 7))
    decoded("half_scale", Scheme("s8", narrow, (1, "*"), scale=F16))
    decoded("half_value", Scheme("u8", None, (1, "*"), True, expressed=F16))
    decoded("long_rows", Scheme("s8", narrow, (1, "*")), (7, 64))
