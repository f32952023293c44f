#===- payload_bytes.py - the bytes of weights stage by stage --*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`payload_bytes.py FILE...` checks that compression is not undone.

The files are a model at the stages imported, normalized, compressed, integer
and packed, as text whose resource strings may be elided. The bytes of its
weights must not grow, but for the padding of kernel layouts, which may be
10 % of the model.
"""

import math
import re
import sys

STAGES = ["imported", "normalized", "compressed", "integer", "packed"]
PADDING = 1.1

# A value with data of its own: a resource, or a list of elements.
VALUE = re.compile(r"dense(?:_resource<([^>]+)>|<[\[\"][^>]*>) : tensor<([0-9x]*)x?([a-z]+)([0-9]+)>")


def count_bytes(path):
    """The bytes of all tensors with data; a resource counts once."""
    total, seen = 0, set()
    with open(path) as file:
        for name, shape, _, bits in VALUE.findall(file.read()):
            if name in seen:
                continue
            if name:
                seen.add(name)
            elements = math.prod(int(size) for size in shape.split("x") if size)
            total += -(-elements * int(bits) // 8)
    return total


def main():
    paths = sys.argv[1:]
    assert len(paths) == len(STAGES), "expected a file for each of %s" % STAGES
    sizes = dict(zip(STAGES, map(count_bytes, paths)))
    print(" ".join("%s %d" % item for item in sizes.items()))
    for before, after in zip(STAGES, STAGES[1:]):
        limit = PADDING * sizes[before] if after == "packed" else sizes[before]
        if not 0 < sizes[after] <= limit:
            sys.exit("error: expected at most %d bytes at the stage %s, but got %d" % (limit, after, sizes[after]))


if __name__ == "__main__":
    main()
