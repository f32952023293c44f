#===- contractions.py - tests of contractions -----------------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tests of contractions of floats and of codes.

The floats are small integers, whose sums are exact in any order: the values must
be equal. Only the sign of a zero is free, as it is in a model.
"""

import itertools
import math

from exact import F32, add, multiply
from tensors import Function, Random, Tensor


def contract(dims, lhs, rhs, init=None):
    """The sum over `k` of products, for dims such as `mk,kn->mn`."""
    inputs, result = dims.split("->")
    left, right = inputs.split(",")
    sizes = dict(zip(left + right, lhs.shape + rhs.shape))
    summed = [d for d in sizes if d not in result]
    shape = [sizes[d] for d in result]

    def element(index):
        at = dict(zip(result, index))
        total = init[index] if init else 0
        for inner in itertools.product(*(range(sizes[d]) for d in summed)):
            at.update(zip(summed, inner))
            total += lhs[[at[d] for d in left]] * rhs[[at[d] for d in right]]
        return total

    return shape, element


def floats(random, *shape):
    return Tensor(shape, F32, [float(random.integer(-4, 4)) for _ in range(math.prod(shape))])


def affine_map(loops, dims):
    return "affine_map<(%s) -> (%s)>" % (", ".join(loops), ", ".join(dims))


def generic(function, loops, reductions, maps, operands, init, body):
    """A linalg.generic; `body` is given the names of the arguments."""
    arguments = ["%%a%d" % i for i in range(len(operands) + 1)]
    types = [t.element.name if hasattr(t.element, "name") else t.element
             for _, t in operands + [init]]
    iterators = ", ".join('"reduction"' if loop in reductions else '"parallel"' for loop in loops)
    return function.op("""linalg.generic {
      indexing_maps = [%s],
      iterator_types = [%s]}
      ins(%s : %s) outs(%s : %s) {
    ^bb0(%s):
%s
    } -> %s""" % (
        ", ".join(affine_map(loops, m) for m in maps), iterators,
        ", ".join(name for name, _ in operands), ", ".join(t.type for _, t in operands),
        init[0], init[1].type,
        ", ".join("%s: %s" % pair for pair in zip(arguments, types)),
        "\n".join("      " + line for line in body(*arguments)), init[1].type))


def empty(function, tensor):
    return function.op("tensor.empty() : " + tensor.type)


def zeros(function, tensor):
    element = "f32" if tensor.element is F32 else tensor.element
    zero = function.op("arith.constant %s : %s" % ("0.0" if element == "f32" else "0", element))
    return function.op("linalg.fill ins(%s : %s) outs(%s : %s) -> %s" % (
        zero, element, empty(function, tensor), tensor.type, tensor.type))


def extended(function, tensor, stored):
    """A named weight of the narrower format `stored`, as f32."""
    narrow = Tensor(tensor.shape, stored, tensor.values)
    dims = "abcd"[:len(tensor.shape)]
    return generic(function, dims, "", (dims, dims), [(function.weight(narrow), narrow)],
                   (empty(function, tensor), tensor), lambda v, e: [
                       "%%v = arith.extf %s : %s to f32" % (v, stored.name), "linalg.yield %v : f32"])


def halves_products(random, stored):
    """The rows of a weight, picked one by one: normal and subnormal values, and
    the sums of products for all kinds of sizes."""
    for n, k in itertools.product((1, 10, 16, 70), (1, 7, 64)):
        function = Function("product_%s_n%d_k%d" % (stored.name, n, k))
        w = floats(random, k, n)
        weight = extended(function, w, stored)
        for m in (1, 7, 13):
            x = floats(random, m, k)
            want = Tensor.build(*float_product("mk,kn->mn", x, w))
            got = named(function, "matmul", (function.input(x), x), (weight, w),
                        zeros(function, want), want)
            expect_equal(function, got, want)
        function.print()
    function = Function("values_" + stored.name)
    kinds = [0.0, stored.smallest, -3 * stored.smallest, stored.smallest_normal,
             stored.smallest_normal - stored.smallest, stored.largest, -stored.largest, 1.0, -0.5]
    w = Tensor((1, 18), F32, kinds + [-v for v in kinds])
    one = Tensor((1, 1), F32, [1.0])
    got = named(function, "matmul", (function.input(one), one), (extended(function, w, stored), w),
                zeros(function, w), w)
    expect_equal(function, got, w)
    function.print()
    function = Function("infinite_" + stored.name)
    w = Tensor((1, 18), F32, [math.inf, -math.inf] * 9)
    got = named(function, "matmul", (function.input(one), one), (extended(function, w, stored), w),
                zeros(function, w), w)
    expect_equal(function, got, w)
    function.print()


def named(function, op, lhs, rhs, init, want):
    return function.op("linalg.%s ins(%s, %s : %s, %s) outs(%s : %s) -> %s" % (
        op, lhs[0], rhs[0], lhs[1].type, rhs[1].type, init, want.type, want.type))


#===------------------------------------------------------------------------===#
# Floats
#===------------------------------------------------------------------------===#

COLUMNS = (1, 10, 16, 24, 64, 100)
ROWS = (1, 5, 6, 7, 13)
DEPTHS = (1, 3, 4, 7, 64)


def float_sweep():
    """All shapes around the register tiles: rows and columns left over."""
    random = Random(5)
    for n, k in itertools.product(COLUMNS, DEPTHS):
        function = Function("n%d_k%d" % (n, k))
        weight = floats(random, k, n)
        constant = function.constant(weight)
        for m in ROWS:
            x = floats(random, m, k)
            want = Tensor.build(*float_product("mk,kn->mn", x, weight))
            got = named(function, "matmul", (function.input(x), x), (constant, weight),
                        zeros(function, want), want)
            expect_equal(function, got, want)
        function.print()


def float_product(dims, lhs, rhs, init=None):
    shape, element = contract(dims, lhs, rhs, init)
    return shape, F32, lambda index: float(element(index))


def expect_equal(function, got, want):
    function.expect_close(got, want, abs=0.0, rel=0.0)


def float_form(name, random, dims, sizes, weight=True, op=None, zero_init=True):
    """A contraction in one form: a named op, or a generic with these maps."""
    function = Function(name)
    inputs, result = dims.split("->")
    left, right = inputs.split(",")
    lhs = floats(random, *(sizes[d] for d in left))
    rhs = floats(random, *(sizes[d] for d in right))
    init = None if zero_init else floats(random, *(sizes[d] for d in result))
    want = Tensor.build(*float_product(dims, lhs, rhs, init))
    x = function.input(lhs)
    w = function.constant(rhs) if weight else function.input(rhs)
    start = zeros(function, want) if zero_init else function.input(init)
    if op:
        got = named(function, op, (x, lhs), (w, rhs), start, want)
    else:
        loops = result + "".join(sorted(set(left + right) - set(result)))
        got = generic(function, loops, set(left + right) - set(result), (left, right, result),
                      [(x, lhs), (w, rhs)], (start, want), multiply_add)
    expect_equal(function, got, want)
    function.print()


def multiply_add(a, b, c):
    return ["%%p = arith.mulf %s, %s : f32" % (a, b),
            "%%s = arith.addf %s, %%p : f32" % c, "linalg.yield %s : f32"]


def add_to(value, other):
    return ["%%v = arith.addf %s, %s : f32" % (value, other), "linalg.yield %v : f32"]


def relu(value):
    return ["%zero = arith.constant 0.0 : f32",
            "%%v = arith.maximumf %s, %%zero : f32" % value, "linalg.yield %v : f32"]


def epilogue(name, random, m, n, k, steps, keep_sum=False):
    """A matmul and the elementwise ops behind it: `bias`, `row_bias`, `relu`,
    `residual`, `square` or `scale`."""
    function = Function(name)
    x, w = floats(random, m, k), floats(random, k, n)
    total = Tensor.build(*float_product("mk,kn->mn", x, w))
    value = named(function, "matmul", (function.input(x), x), (function.constant(w), w),
                  zeros(function, total), total)
    if keep_sum:
        expect_equal(function, value, total)
    for step in steps:
        operands, maps = [(value, total)], ["mn"]
        if step in ("bias", "row_bias", "residual", "scale"):
            dims = {"bias": "n", "row_bias": "m", "residual": "mn", "scale": ""}[step]
            other = floats(random, *({"m": m, "n": n}[d] for d in dims))
            source = function.constant(other) if step == "bias" else function.input(other)
            operands.append((source, other))
            maps.append(dims)
            pick = [("mn".index(d)) for d in dims]
            at = lambda index: other[[index[p] for p in pick]]
        combine = {
            "relu": lambda index: max(total[index], 0.0),
            "square": lambda index: total[index] * total[index],
            "scale": lambda index: total[index] * at(index),
        }.get(step, lambda index: total[index] + at(index))
        body = {
            "relu": lambda v, e: relu(v),
            "square": lambda v, e: ["%%v = arith.mulf %s, %s : f32" % (v, v), "linalg.yield %v : f32"],
            "scale": lambda v, s, e: ["%%v = arith.mulf %s, %s : f32" % (v, s), "linalg.yield %v : f32"],
        }.get(step, lambda v, b, e: add_to(v, b))
        want = Tensor.build((m, n), F32, combine)
        value = generic(function, "mn", "", maps + ["mn"], operands, (empty(function, want), want), body)
        total = want
    expect_equal(function, value, total)
    function.print()


def float_forms_family():
    random = Random(6)
    sizes = {"b": 2, "h": 3, "m": 5, "n": 18, "k": 7, "i": 2}

    def form(name, dims, **options):
        float_form(name, random, dims, sizes, **options)

    form("matmul", "mk,kn->mn", op="matmul")
    form("matmul_of_activations", "mk,kn->mn", op="matmul", weight=False)
    form("matmul_onto", "mk,kn->mn", op="matmul", zero_init=False)
    form("vecmat", "k,kn->n", op="vecmat")
    form("vecmat_of_activations", "k,kn->n", op="vecmat", weight=False)
    form("vecmat_onto", "k,kn->n", op="vecmat", zero_init=False)
    form("matvec", "mk,k->m", op="matvec")
    form("dot", "k,k->", op="dot")
    form("batch_matmul", "bmk,bkn->bmn", op="batch_matmul", weight=False)
    form("batch_matmul_of_weight", "bmk,bkn->bmn", op="batch_matmul")
    form("batch_vecmat", "bk,bkn->bn", op="batch_vecmat", weight=False)
    form("batch_matvec", "bmk,bk->bm", op="batch_matvec", weight=False)
    form("weight_transposed", "mk,nk->mn")
    form("activation_transposed", "km,kn->mn")
    form("both_transposed", "km,nk->mn")
    form("result_transposed", "mk,kn->nm")
    form("result_transposed_onto", "mk,kn->nm", zero_init=False)
    form("batched_activation", "bmk,kn->bmn")
    form("batched_activation_weight_transposed", "bmk,nk->bmn")
    form("batched_activation_onto", "bmk,nk->bmn", zero_init=False)
    form("batched_activation_permuted", "mbk,nk->bmn")
    form("three_row_dimensions", "bhmk,kn->bhmn")
    form("keys", "bmk,bnk->bmn", weight=False)
    form("keys_transposed", "bkm,bkn->bmn", weight=False)
    form("heads", "bhmk,bhkn->bhmn", weight=False)
    form("heads_permuted", "bmhk,bnhk->bhmn", weight=False)
    form("two_sums", "mki,kin->mn")
    form("two_columns", "mk,kni->mni")
    form("outer_product", "m,n->mn")

    for m, n, k in ((5, 10, 3), (7, 24, 7), (13, 100, 4), (1, 64, 16)):
        shape = "_%dx%dx%d" % (m, n, k)
        epilogue("bias" + shape, random, m, n, k, ["bias"])
        epilogue("relu" + shape, random, m, n, k, ["relu"])
        epilogue("bias_relu" + shape, random, m, n, k, ["bias", "relu"])
        epilogue("row_bias_scale" + shape, random, m, n, k, ["row_bias", "scale"])
        epilogue("bias_residual_relu" + shape, random, m, n, k, ["bias", "residual", "relu"])
    epilogue("sum_used_twice", random, 5, 18, 7, ["bias", "relu"], keep_sum=True)
    epilogue("squared", random, 5, 18, 7, ["square", "bias"])
    transposed_weight(random)
    shared_weight(random)


def transposed_weight(random):
    """As torch-mlir writes a linear layer."""
    function = Function("transposed_by_op")
    x, w = floats(random, 6, 7), floats(random, 20, 7)
    turned = Tensor.build((7, 20), F32, lambda index: w[index[::-1]])
    want = Tensor.build(*float_product("mk,nk->mn", x, w))
    value = function.op("linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [1, 0]" % (
        function.constant(w), w.type, empty(function, turned), turned.type))
    got = named(function, "matmul", (function.input(x), x), (value, turned),
                zeros(function, want), want)
    function.expect_eq(got, want)
    function.print()


def shared_weight(random):
    """One weight, used as it lies, transposed, and alone."""
    function = Function("shared_weight")
    w = floats(random, 7, 20)
    weight = function.constant(w)
    for dims, x in (("mk,kn->mn", floats(random, 6, 7)), ("mk,nk->mn", floats(random, 3, 20))):
        left, right = dims[:5].split(",")
        want = Tensor.build(*float_product(dims, x, w))
        got = generic(function, "mnk", "k", (left, right, "mn"), [(function.input(x), x), (weight, w)],
                      (zeros(function, want), want), multiply_add)
        expect_equal(function, got, want)
    function.expect_eq(weight, w)
    function.print()


#===------------------------------------------------------------------------===#
# Codes
#===------------------------------------------------------------------------===#

def codes(random, low, high, *shape):
    return Tensor(shape, "i8", [random.integer(low, high) for _ in range(math.prod(shape))])


def integer_body(*arguments):
    """What buildIntegerContractionBody() builds."""
    lines = ["%%x = arith.extui %s : i8 to i32" % arguments[0]]
    value = "%x"
    if len(arguments) == 4:
        lines += ["%%z = arith.extui %s : i8 to i32" % arguments[2],
                  "%d = arith.subi %x, %z : i32"]
        value = "%d"
    return lines + ["%%w = arith.extsi %s : i8 to i32" % arguments[1],
                    "%%p = arith.muli %s, %%w : i32" % value,
                    "%%s = arith.addi %s, %%p : i32" % arguments[-1],
                    "linalg.yield %s : i32"]


def integer_product(function, dims, x, w, weight, zero_point=None, zero_point_dims=None, init=None):
    """The sum of (x - zero point) * w: its name, and its value."""
    inputs, result = dims.split("->")
    left, right = inputs.split(",")
    operands, maps = [(function.input(x), x), (weight, w)], [left, right]
    centred = x
    if zero_point:
        operands.append((function.input(zero_point), zero_point))
        maps.append(zero_point_dims)
        pick = [left.find(d) for d in zero_point_dims]
        centred = Tensor.build(x.shape, "i32", lambda index: x[index] - zero_point[
            [index[p] if p >= 0 else 0 for p in pick]])
    shape, element = contract(dims, centred, w, init)
    want = Tensor.build(shape, "i32", element)
    loops = result + "k"
    start = function.input(init) if init else zeros(function, want)
    return generic(function, loops, "k", maps + [result], operands, (start, want), integer_body), want


def integer_sweep():
    random = Random(7)
    for n, k in itertools.product(COLUMNS, DEPTHS):
        function = Function("n%d_k%d" % (n, k))
        w = codes(random, -128, 127, k, n)
        weight = function.weight(w)
        for m, kind in itertools.product(ROWS, ("none", "tensor", "row")):
            x = codes(random, 0, 255, m, k)
            zero_point = None if kind == "none" else codes(
                random, 0, 255, m if kind == "row" else 1, 1)
            function.expect_eq(*integer_product(
                function, "mk,kn->mn", x, w, weight, zero_point, "m0" if kind == "row" else "00"))
        function.print()


def integer_form(name, random, dims, zero_point_dims=None, weight=True, zero_init=True, extreme=None):
    sizes = {"b": 2, "m": 5, "n": 18, "k": 10, "0": 1}
    function = Function(name)
    inputs, result = dims.split("->")
    left, right = inputs.split(",")
    x_range, w_range = extreme or ((0, 255), (-128, 127))
    x = codes(random, *x_range, *(sizes[d] for d in left))
    w = codes(random, *w_range, *(sizes[d] for d in right))
    zero_point = codes(random, 0, 255, *(sizes[d] for d in zero_point_dims)) if zero_point_dims else None
    init = None if zero_init else Tensor(
        [sizes[d] for d in result], "i32",
        [random.integer(-2**20, 2**20) for _ in range(math.prod(sizes[d] for d in result))])
    source = function.weight(w) if weight else function.input(w)
    function.expect_eq(*integer_product(
        function, dims, x, w, source, zero_point, zero_point_dims, init))
    function.print()


def scaled(name, random, m, n, k, relu_too=False):
    """f32(sum) * (sx * sw) + bias: the float epilogue, bit for bit."""
    function = Function(name)
    x, w, z = codes(random, 0, 255, m, k), codes(random, -127, 127, k, n), codes(random, 0, 255, m, 1)
    total, sums = integer_product(function, "mk,kn->mn", x, w, function.weight(w), z, "m0")
    sx, sw = Tensor((m, 1), F32, random.scales(m)), Tensor((1, n), F32, random.scales(n))
    bias = Tensor((n,), F32, random.floats(n))

    def element(index):
        row, column = index
        value = multiply(F32.round(float(sums[index])), multiply(sx[row, 0], sw[0, column]))
        value = add(value, bias[[column]])
        return max(value, 0.0) if relu_too else value

    want = Tensor.build((m, n), F32, element)
    value = generic(function, "mn", "", ("mn", "m0", "0n", "mn"),
                    [(total, sums), (function.input(sx), sx), (function.constant(sw), sw)],
                    (empty(function, want), want), lambda v, s, t, e: [
                        "%%s = arith.mulf %s, %s : f32" % (s, t),
                        "%%f = arith.sitofp %s : i32 to f32" % v,
                        "%v = arith.mulf %f, %s : f32", "linalg.yield %v : f32"])
    value = generic(function, "mn", "", ("mn", "n", "mn"), [(value, want), (function.constant(bias), bias)],
                    (empty(function, want), want), lambda v, b, e: add_to(v, b))
    if relu_too:
        value = generic(function, "mn", "", ("mn", "mn"), [(value, want)],
                        (empty(function, want), want), lambda v, e: relu(v))
    function.expect_eq(value, want)
    function.print()


def integer_forms_family():
    random = Random(8)
    integer_form("weight_transposed", random, "mk,nk->mn", "m0")
    integer_form("weight_transposed_whole", random, "mk,nk->mn", "00")
    integer_form("activation_transposed", random, "km,kn->mn", "0m")
    integer_form("activation_transposed_whole", random, "km,kn->mn", "00")
    integer_form("result_transposed", random, "mk,kn->nm", "m0")
    integer_form("batched", random, "bmk,kn->bmn")
    integer_form("batched_row", random, "bmk,nk->bmn", "bm0")
    integer_form("batched_whole", random, "bmk,nk->bmn", "000")
    integer_form("batched_sample", random, "bmk,nk->bmn", "b00")
    integer_form("vector", random, "k,kn->n")
    integer_form("vector_zero_point", random, "k,kn->n", "0")
    integer_form("of_activations", random, "mk,kn->mn", "m0", weight=False)
    integer_form("batch_of_activations", random, "bmk,bkn->bmn", "bm0", weight=False)
    integer_form("onto", random, "mk,kn->mn", "m0", zero_init=False)
    # The largest products: a 16-bit sum of two of them would saturate.
    integer_form("largest", random, "mk,kn->mn", extreme=((255, 255), (-128, -128)))
    integer_form("largest_positive", random, "mk,kn->mn", extreme=((255, 255), (127, 127)))
    scaled("scaled_row", random, 1, 16, 8)
    scaled("scaled", random, 5, 18, 10)
    scaled("scaled_relu", random, 7, 70, 9, relu_too=True)
