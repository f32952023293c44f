#===- networks.py - tests of layouts and their normal form -----*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Tests of convolutions and poolings in every layout, and of small networks in
the form in which importers write them, whatever the compiler makes of it.

Values are small multiples of powers of two: every sum and product is exact, so
that results must be equal. Dimensions have letters: n samples, h w places, i j
taps, g groups, c input and f output channels.
"""

import itertools
import math

from contractions import empty, expect_equal, floats, generic, named, zeros
from exact import F32
from tensors import Function, Random, Tensor

# The operands of named ops; those without a batch have neither strides nor
# dilations.
CONVOLUTIONS = {
    "conv_1d": ("w", "j", "w"),
    "conv_1d_ncw_fcw": ("ncw", "fcj", "nfw"),
    "conv_1d_nwc_wcf": ("nwc", "jcf", "nwf"),
    "conv_2d": ("hw", "ij", "hw"),
    "conv_2d_nchw_fchw": ("nchw", "fcij", "nfhw"),
    "conv_2d_nhwc_fhwc": ("nhwc", "fijc", "nhwf"),
    "conv_2d_nhwc_hwcf": ("nhwc", "ijcf", "nhwf"),
    "conv_2d_ngchw_fgchw": ("ngchw", "fgcij", "ngfhw"),
    "conv_2d_ngchw_gfchw": ("ngchw", "gfcij", "ngfhw"),
    "conv_2d_nhwgc_gfhwc": ("nhwgc", "gfijc", "nhwgf"),
    "depthwise_conv_1d_ncw_cw": ("ngw", "gj", "ngw"),
    "depthwise_conv_1d_nwc_wc": ("nwg", "jg", "nwg"),
    "depthwise_conv_1d_nwc_wcm": ("nwg", "jgf", "nwgf"),
    "depthwise_conv_2d_nchw_chw": ("nghw", "gij", "nghw"),
    "depthwise_conv_2d_nhwc_hwc": ("nhwg", "ijg", "nhwg"),
    "depthwise_conv_2d_nhwc_hwcm": ("nhwg", "ijgf", "nhwgf"),
    # No op has these orders.
    "generic_hwnc": ("hwnc", "cijf", "fhwn"),
    "generic_depthwise": ("wgnh", "jgi", "gnwh"),
}
POOLINGS = {
    "nchw_max": "nchw", "nchw_sum": "nchw", "ncw_max": "ncw", "ncw_sum": "ncw",
    "nhwc_max": "nhwc", "nhwc_min": "nhwc", "nwc_max": "nwc", "nwc_min": "nwc",
    "nwc_sum": "nwc",
}
TAPS = {"h": "i", "w": "j"}


class Window:
    """Sizes, for each of h and w."""

    def __init__(self, random=None, simple=False):
        pick = random.integer if random else lambda low, high: low
        self.kernel, self.stride, self.dilation, self.low, self.high = (
            {d: pick(low, high) for d in "hw"}
            for low, high in ((1, 4), (1, 3), (1, 2), (0, 2), (0, 2)))
        if simple:
            self.stride, self.dilation = ({"h": 1, "w": 1} for _ in range(2))

    def extent(self, d):
        return (self.kernel[d] - 1) * self.dilation[d] + 1

    def result_size(self, d, size):
        return (size + self.low[d] + self.high[d] - self.extent(d)) // self.stride[d] + 1

    def place(self, d, at):
        """The place of the image without padding."""
        return at[d] * self.stride[d] + at[TAPS[d]] * self.dilation[d] - self.low[d]

    def attributes(self, dims):
        axes = [d for d in "hw" if d in dims]
        return "{strides = dense<%s> : tensor<%dxi64>, dilations = dense<%s> : tensor<%dxi64>}" % (
            [self.stride[d] for d in axes], len(axes), [self.dilation[d] for d in axes], len(axes))


def reduce_windows(image, dims, window, shape, taps, combine, outside=0.0):
    """The tensor of `combine([(value, at)...])` over the places that a window
    reads; `shape` are the sizes of the result's dims."""
    sizes = dict(zip(dims, image.shape))

    def element(index):
        values = []
        outer = dict(zip(shape, index))
        for inner in itertools.product(*(range(taps[t]) for t in taps)):
            at = dict(outer, **dict(zip(taps, inner)))
            place = [window.place(d, at) if d in "hw" else at[d] for d in dims]
            inside = all(0 <= p < sizes[d] for p, d in zip(place, dims))
            values.append((image[place] if inside else outside, at))
        return float(combine(values))

    return Tensor.build(tuple(shape.values()), F32, element)


def convolve(image, dims, weight, filter_dims, result_dims, window):
    sizes = dict(zip(dims, image.shape))
    filters = dict(zip(filter_dims, weight.shape))
    shape = {d: window.result_size(d, sizes[d]) if d in "hw" else sizes.get(d, filters.get(d))
             for d in result_dims}
    taps = {d: filters[d] for d in filter_dims if d not in result_dims}
    return reduce_windows(image, dims, window, shape, taps, lambda values: sum(
        value * weight[[at[d] for d in filter_dims]] for value, at in values))


def pad(function, value, dims, window, outside="0.0"):
    """A tensor.pad where the window has margins."""
    name, tensor = value
    low, high = ([getattr(window, side).get(d, 0) if d in "hw" else 0 for d in dims]
                 for side in ("low", "high"))
    if not any(low + high):
        return value
    padded = Tensor.build([a + size + b for a, size, b in zip(low, tensor.shape, high)], F32,
                          lambda index: 0.0)
    arguments = ", ".join("%%p%d: index" % d for d in range(len(dims)))
    text = "tensor.pad %s low%s high%s {\n  ^bb0(%s):\n    %%o = arith.constant %s : f32\n" \
        "    tensor.yield %%o : f32\n  } : %s to %s" % (
            name, low, high, arguments, outside, tensor.type, padded.type)
    return function.op(text), padded


def convolution_case(name, op, random):
    function = Function(name)
    image_dims, filter_dims, result_dims = CONVOLUTIONS[op]
    window = Window(random, simple="n" not in image_dims)
    sizes = {"n": random.integer(1, 2), "g": random.integer(1, 3), "c": random.integer(1, 4),
             "f": random.integer(1, 5), "i": window.kernel["h"], "j": window.kernel["w"]}
    for d in "hw":
        smallest = max(1, window.extent(d) - window.low[d] - window.high[d])
        sizes[d] = smallest + (0 if random.integer(0, 3) == 0 else random.integer(0, 6))
    image = floats(random, *(sizes[d] for d in image_dims))
    weight = floats(random, *(sizes[d] for d in filter_dims))
    want = convolve(image, image_dims, weight, filter_dims, result_dims, window)
    x = pad(function, (function.input(image), image), image_dims, window)
    w = function.constant(weight)
    if op.startswith("generic"):
        loops = result_dims + "".join(d for d in filter_dims if d not in result_dims)
        places = ["%s * %d + %s * %d" % (d, window.stride[d], TAPS[d], window.dilation[d])
                  if d in "hw" else d for d in image_dims]
        got = generic(function, loops, loops[len(result_dims):], (places, filter_dims, result_dims),
                      [x, (w, weight)], (zeros(function, want), want), lambda a, b, c: [
                          "%%m = arith.mulf %s, %s : f32" % (a, b),
                          "%%s = arith.addf %s, %%m : f32" % c, "linalg.yield %s : f32"])
    else:
        text = op + " " + window.attributes(image_dims) if "n" in image_dims else op
        got = named(function, text, x, (w, weight), zeros(function, want), want)
    expect_equal(function, got, want)
    function.print()


def pooling_case(name, op, random):
    function = Function(name)
    dims = POOLINGS[op]
    axes = [d for d in "hw" if d in dims]
    window = Window(random)
    window.low = window.high = {"h": 0, "w": 0}
    shape = [window.extent(d) + random.integer(0, 5) if d in "hw" else random.integer(1, 4)
             for d in dims]
    image = floats(random, *shape)
    kind = op.split("_")[1]
    combine, start = {"max": (max, "0xFF800000"), "min": (min, "0x7F800000"),
                      "sum": (sum, "0.0")}[kind]
    want = reduce_windows(
        image, dims, window,
        {d: window.result_size(d, size) if d in "hw" else size for d, size in zip(dims, shape)},
        {TAPS[d]: window.kernel[d] for d in axes}, lambda values: combine(v for v, _ in values))
    first = function.op("arith.constant %s : f32" % start)
    init = function.op("linalg.fill ins(%s : f32) outs(%s : %s) -> %s" % (
        first, empty(function, want), want.type, want.type))
    taps = Tensor.build([window.kernel[d] for d in axes], F32, lambda index: 0.0)
    got = named(function, "pooling_%s %s" % (op, window.attributes(dims)),
                (function.input(image), image), (empty(function, taps), taps), init, want)
    expect_equal(function, got, want)
    function.print()


#===------------------------------------------------------------------------===#
# Networks
#===------------------------------------------------------------------------===#


def binary(op):
    return lambda a, b, e: ["%%v = arith.%s %s, %s : f32" % (op, a, b), "linalg.yield %v : f32"]


class Network:
    """Layers with channels first, one after the other, as torch-mlir writes
    them; `value` is the name of the last one and what it must be."""

    def __init__(self, name, random):
        self.function, self.random = Function(name), random
        shape = (random.integer(1, 2), random.integer(1, 4), random.integer(3, 7),
                 random.integer(3, 7))
        image = floats(random, *shape)
        self.value = (self.function.input(image), image)

    @property
    def tensor(self):
        return self.value[1]

    def elementwise(self, operands, maps, compute, body):
        """`compute` gets the operands' elements."""
        tensors = [t for _, t in operands]
        shape = self.tensor.shape
        places = [["nchw".find(d) for d in dims] for dims in maps]
        want = Tensor.build(shape, F32, lambda at: float(compute(*[
            t[[at[p] if p >= 0 else 0 for p in place]] for t, place in zip(tensors, places)])))
        self.value = (generic(self.function, "nchw", "", list(maps) + ["nchw"], operands,
                              (empty(self.function, want), want), body), want)

    def channel_op(self, op, compute, values, flip=False):
        """An op with a vector, in one of the shapes that importers give it."""
        channels = self.tensor.shape[1]
        vector = Tensor((channels,), F32, [values[self.random.integer(0, len(values) - 1)] for _ in range(channels)])
        form = self.random.integer(0, 2)
        name, dims = self.function.constant(vector), "c"
        if form == 1:
            vector = Tensor((channels, 1, 1), F32, vector.values)
            name, dims = self.function.op(
                "tensor.expand_shape %s [[0, 1, 2]] output_shape [%d, 1, 1] : tensor<%dxf32> into %s" % (
                    name, channels, channels, vector.type)), "c00"
        elif form == 2:
            vector = Tensor((1, channels, 1, 1), F32, vector.values)
            name, dims = self.function.constant(vector), "0c00"
        operands, maps = [self.value, (name, vector)], ["nchw", dims]
        if flip:
            operands.reverse()
            maps.reverse()
        self.elementwise(operands, maps, compute, binary(op))

    def convolution(self):
        channels, features = self.tensor.shape[1], self.random.integer(1, 4)
        window = Window(self.random)
        self.fit(window)
        depthwise = self.random.integer(0, 2) == 0
        if self.random.integer(0, 2) == 0 and not depthwise:
            window = Window()
        shape = [channels] if depthwise else [features, channels]
        weight = Tensor((*shape, window.kernel["h"], window.kernel["w"]), F32, [
            float(self.random.integer(-2, 2)) for _ in range(
                math.prod(shape) * window.kernel["h"] * window.kernel["w"])])
        op = "depthwise_conv_2d_nchw_chw" if depthwise else "conv_2d_nchw_fchw"
        dims = CONVOLUTIONS[op]
        want = convolve(self.tensor, *dims[:1], weight, *dims[1:], window)
        padded = pad(self.function, self.value, dims[0], window)
        init = zeros(self.function, want)
        if self.random.integer(0, 2) == 0:
            init, want = self.biased(want)
        self.value = (named(self.function, op + " " + window.attributes("nchw"), padded,
                            (self.function.constant(weight), weight), init, want), want)

    def biased(self, sums):
        """A bias that the sums start from, and what they then are."""
        bias = floats(self.random, sums.shape[1])
        init = generic(self.function, "nchw", "", ("c", "nchw"), [(self.function.constant(bias), bias)],
                       (empty(self.function, sums), sums), lambda a, e: ["linalg.yield %s : f32" % a])
        return init, Tensor.build(sums.shape, F32, lambda at: sums[at] + bias[[at[1]]])

    def transposed(self):
        """A transposed convolution with stride 2: zeros between the places, and
        the weight [c, f, i, j] reversed along its taps."""
        n, c, h, w = self.tensor.shape
        features, size = self.random.integer(1, 3), self.random.integer(1, 3)
        weight = Tensor((c, features, size, size), F32, [
            float(self.random.integer(-2, 2)) for _ in range(c * features * size**2)])
        spread = Tensor.build((n, c, 2 * h - 1, 2 * w - 1), F32, lambda at: (
            0.0 if at[2] % 2 or at[3] % 2 else self.tensor[at[0], at[1], at[2] // 2, at[3] // 2]))
        name = self.function.op(
            "tensor.insert_slice %s into %s[0, 0, 0, 0] [%d, %d, %d, %d] [1, 1, 2, 2] : %s into %s" % (
                self.value[0], zeros(self.function, spread), n, c, h, w, self.tensor.type, spread.type))
        flipped = Tensor.build((features, c, size, size), F32, lambda at: weight[
            at[1], at[0], size - 1 - at[2], size - 1 - at[3]])
        swapped = Tensor.build((features, c, size, size), F32, lambda at: 0.0)
        filters = self.function.op("linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [1, 0, 2, 3]" % (
            self.function.constant(weight), weight.type, empty(self.function, swapped), swapped.type))
        indices = "\n".join("      %%i%d = linalg.index %d : index" % (d, d) for d in range(4))
        filters = self.function.op("""linalg.generic {
      indexing_maps = [affine_map<(f, c, i, j) -> (f, c, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%s : %s) {
    ^bb0(%%e: f32):
      %%last = arith.constant %d : index
%s
      %%y = arith.subi %%last, %%i2 : index
      %%x = arith.subi %%last, %%i3 : index
      %%v = tensor.extract %s[%%i0, %%i1, %%y, %%x] : %s
      linalg.yield %%v : f32
    } -> %s""" % (empty(self.function, flipped), flipped.type, size - 1, indices, filters, swapped.type,
                  flipped.type))
        window = Window()
        window.kernel = {"h": size, "w": size}
        window.low = window.high = {"h": size - 1, "w": size - 1}
        want = convolve(spread, "nchw", flipped, "fcij", "nfhw", window)
        padded = pad(self.function, (name, spread), "nchw", window)
        self.value = (named(self.function, "conv_2d_nchw_fchw " + window.attributes("nchw"), padded,
                            (filters, flipped), zeros(self.function, want), want), want)

    def average(self):
        """The mean of the places of each 2x2 window that are none of the pad."""
        window = Window()
        window.kernel = window.stride = {"h": 2, "w": 2}
        window.low = window.high = {"h": 1, "w": 1}
        n, c, h, w = self.tensor.shape
        shape = {"n": n, "c": c, "h": window.result_size("h", h), "w": window.result_size("w", w)}
        sums = reduce_windows(self.tensor, "nchw", window, shape, {"i": 2, "j": 2},
                              lambda values: sum(v for v, _ in values))
        count = lambda place, size: min(2 * place + 1, size) - max(2 * place - 1, 0)
        want = Tensor.build(sums.shape, F32, lambda at: float(
            sums[at] / (count(at[2], h) * count(at[3], w))))
        padded = pad(self.function, self.value, "nchw", window)
        taps = Tensor.build((2, 2), F32, lambda index: 0.0)
        name = named(self.function, "pooling_nchw_sum " + window.attributes("nchw"), padded,
                     (empty(self.function, taps), taps), zeros(self.function, sums), sums)
        body = ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index",
                "%c2 = arith.constant 2 : index"]
        for d, loop, size in (("y", 2, h), ("x", 3, w)):
            body += [line.replace("$", d) for line in (
                "%%i$ = linalg.index %d : index" % loop, "%s$ = arith.constant %d : index" % ("%s", size),
                "%d$ = arith.muli %i$, %c2 : index", "%f$ = arith.subi %d$, %c1 : index",
                "%l$ = arith.addi %d$, %c1 : index", "%b$ = arith.maxsi %f$, %c0 : index",
                "%e$ = arith.minsi %l$, %s$ : index", "%n$ = arith.subi %e$, %b$ : index")]
        body += ["%n = arith.muli %ny, %nx : index", "%m = arith.index_cast %n : index to i32",
                 "%q = arith.sitofp %m : i32 to f32"]
        self.value = (generic(self.function, "nchw", "", ("nchw", "nchw"), [(name, sums)],
                              (empty(self.function, want), want), lambda a, e: body + [
                                  "%%v = arith.divf %s, %%q : f32" % a, "linalg.yield %v : f32"]), want)

    def fit(self, window):
        """Shrinks a window that is larger than the image."""
        for d, size in zip("hw", self.tensor.shape[2:]):
            while window.extent(d) > size + window.low[d] + window.high[d]:
                window.kernel[d] -= 1

    def batch_norm(self):
        self.channel_op("subf", lambda x, c: x - c, (-1.0, 0.0, 2.0))
        self.channel_op("mulf", lambda x, c: x * c, (0.5, 1.0, -1.0))
        if self.random.integer(0, 1):
            self.channel_op("divf", lambda x, c: x / c, (0.5, 1.0, 2.0))
        self.channel_op("addf", lambda x, c: x + c, (-1.0, 0.5, 3.0), flip=self.random.integer(0, 1))

    def relu6(self):
        compare = self.random.integer(0, 1)
        for bound, predicate, op, pick in (("0.0", "ogt", "maximumf", max), ("6.0", "olt", "minimumf", min)):
            body = lambda a, e: ["%%b = arith.constant %s : f32" % bound] + ([
                "%%p = arith.cmpf %s, %s, %%b : f32" % (predicate, a),
                "%%v = arith.select %%p, %s, %%b : f32" % a] if compare else [
                    "%%v = arith.%s %s, %%b : f32" % (op, a)]) + ["linalg.yield %v : f32"]
            self.elementwise([self.value], ["nchw"], lambda x: pick(x, float(bound)), body)

    def pool(self):
        window = Window(self.random)
        window.low = window.high = {"h": 0, "w": 0}
        self.fit(window)
        n, c, h, w = self.tensor.shape
        want = reduce_windows(
            self.tensor, "nchw", window,
            {"n": n, "c": c, "h": window.result_size("h", h), "w": window.result_size("w", w)},
            {"i": window.kernel["h"], "j": window.kernel["w"]},
            lambda values: max(v for v, _ in values))
        first = self.function.op("arith.constant 0xFF800000 : f32")
        init = self.function.op("linalg.fill ins(%s : f32) outs(%s : %s) -> %s" % (
            first, empty(self.function, want), want.type, want.type))
        taps = Tensor.build((window.kernel["h"], window.kernel["w"]), F32, lambda index: 0.0)
        self.value = (named(self.function, "pooling_nchw_max " + window.attributes("nchw"), self.value,
                            (empty(self.function, taps), taps), init, want), want)

    def residual(self):
        """Adds what a 1x1 convolution and a clamp make of the value, or an input."""
        before = self.value
        if self.random.integer(0, 2):
            channels = self.tensor.shape[1]
            weight = Tensor((channels, channels, 1, 1), F32, [
                float(self.random.integer(-1, 1)) for _ in range(channels**2)])
            want = convolve(self.tensor, "nchw", weight, "fcij", "nfhw", Window())
            self.value = (named(self.function, "conv_2d_nchw_fchw " + Window().attributes("nchw"),
                                self.value, (self.function.constant(weight), weight),
                                zeros(self.function, want), want), want)
            self.relu6()
        else:
            other = floats(self.random, *self.tensor.shape)
            self.value = (self.function.input(other), other)
        self.elementwise([before, self.value], ["nchw", "nchw"], lambda a, b: a + b, binary("addf"))

    def concat(self):
        """The value twice along the channels, once scaled."""
        name, tensor = before = self.value
        self.channel_op("mulf", lambda x, c: x * c, (-1.0, 2.0))
        n, c, h, w = tensor.shape
        want = Tensor.build((n, 2 * c, h, w), F32, lambda at: (
            self.tensor[at[0], at[1] - c, at[2], at[3]] if at[1] >= c else tensor[at]))
        into = empty(self.function, want)
        for part, offset in ((before[0], 0), (self.value[0], c)):
            into = self.function.op("tensor.insert_slice %s into %s[0, %d, 0, 0] [%d, %d, %d, %d] [1, 1, 1, 1] : %s into %s" % (
                part, into, offset, n, c, h, w, tensor.type, want.type))
        self.value = (into, want)

    def slice(self):
        """Every channel but the first, every other column."""
        n, c, h, w = self.tensor.shape
        if c == 1:
            return
        want = Tensor.build((n, c - 1, h, (w + 1) // 2), F32,
                            lambda at: self.tensor[at[0], at[1] + 1, at[2], 2 * at[3]])
        self.value = (self.function.op(
            "tensor.extract_slice %s[0, 1, 0, 0] [%d, %d, %d, %d] [1, 1, 1, 2] : %s to %s" % (
                self.value[0], *want.shape, self.tensor.type, want.type)), want)

    def gate(self):
        """Multiplies each channel by a clamped sum over its image."""
        before = self.value
        n, c, h, w = self.tensor.shape
        want = Tensor.build((n, c, 1, 1), F32, lambda at: sum(
            self.tensor[at[0], at[1], y, x] for y in range(h) for x in range(w)))
        sums = generic(self.function, "nchw", "hw", ("nchw", "nc00"), [self.value],
                       (zeros(self.function, want), want), lambda a, e: [
                           "%%v = arith.addf %s, %s : f32" % (e, a), "linalg.yield %v : f32"])
        self.value = (sums, want)
        self.relu6()
        gate = self.value
        self.value = before
        self.elementwise([before, gate], ["nchw", "nc00"], lambda a, b: a * b, binary("mulf"))
        self.elementwise([self.value], ["nchw"], lambda a: a * 0.125, lambda a, e: [
            "%c = arith.constant 1.25e-01 : f32", "%%v = arith.mulf %s, %%c : f32" % a,
            "linalg.yield %v : f32"])

    def enlarge(self):
        """Twice as many rows and columns, by reading at half the index."""
        n, c, h, w = self.tensor.shape
        want = Tensor.build((n, c, 2 * h, 2 * w), F32,
                            lambda at: self.tensor[at[0], at[1], at[2] // 2, at[3] // 2])
        value, tensor = self.value
        indices = "\n".join("      %%i%d = linalg.index %d : index" % (d, d) for d in range(4))
        self.value = (self.function.op("""linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%s : %s) {
    ^bb0(%%e: f32):
      %%two = arith.constant 2 : index
%s
      %%y = arith.divui %%i2, %%two : index
      %%x = arith.divui %%i3, %%two : index
      %%v = tensor.extract %s[%%i0, %%i1, %%y, %%x] : %s
      linalg.yield %%v : f32
    } -> %s""" % (empty(self.function, want), want.type, indices, value, tensor.type, want.type)), want)

    def finish(self):
        """The value as it is, with channels last, or through a linear layer."""
        n, c, h, w = self.tensor.shape
        form = self.random.integer(0, 2)
        if form == 1:
            want = Tensor.build((n, h, w, c), F32, lambda at: self.tensor[at[0], at[3], at[1], at[2]])
            self.value = (self.function.op(
                "linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [0, 2, 3, 1]" % (
                    self.value[0], self.tensor.type, empty(self.function, want), want.type)), want)
        elif form == 2:
            flat = Tensor((n, c * h * w), F32, self.tensor.values)
            name = self.function.op("tensor.collapse_shape %s [[0], [1, 2, 3]] : %s into %s" % (
                self.value[0], self.tensor.type, flat.type))
            weight = Tensor((c * h * w, 3), F32, [
                float(self.random.integer(-1, 1)) for _ in range(c * h * w * 3)])
            want = Tensor.build((n, 3), F32, lambda at: sum(
                flat[at[0], k] * weight[k, at[1]] for k in range(c * h * w)))
            self.value = (named(self.function, "matmul", (name, flat),
                                (self.function.constant(weight), weight),
                                zeros(self.function, want), want), want)
        expect_equal(self.function, *self.value)
        self.function.print()


def network_case(name, random):
    network = Network(name, random)
    for _ in range(random.integer(1, 2)):
        for _ in range(2):
            layers = (network.relu6, network.pool, network.slice, network.concat, network.gate,
                      network.residual, network.enlarge, network.average, network.transposed)
            layer = layers[random.integer(0, len(layers) - 1)]
            network.convolution()
            if random.integer(0, 2):
                network.batch_norm()
            network.relu6()
            if math.prod(network.tensor.shape) < 400:
                layer()
    network.finish()


def convolution_family():
    random = Random(21)
    for op in CONVOLUTIONS:
        for number in range(6):
            convolution_case("%s_%d" % (op, number), op, random)
    for op in POOLINGS:
        for number in range(2):
            pooling_case("pooling_%s_%d" % (op, number), op, random)


def network_family():
    random = Random(22)
    for number in range(40):
        network_case("network_%d" % number, random)
