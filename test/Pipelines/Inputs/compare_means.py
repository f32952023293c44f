#===- compare_means.py - means of the columns of arrays -------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""compare_means.py WANTED GOT TOLERANCE: fails when a column's mean differs by
more than TOLERANCE of the largest mean."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Inputs"))
from npy import Array


def get_means(path):
    array = Array.read(path)
    rows, columns = array.shape
    return [sum(array.values[c::columns]) / rows for c in range(columns)]


wanted, got = get_means(sys.argv[1]), get_means(sys.argv[2])
print("wanted", wanted, "got", got)
limit = float(sys.argv[3]) * max(map(abs, wanted))
sys.exit(any(not abs(a - b) <= limit for a, b in zip(wanted, got)))
