#===- pad_bytecode.py - bytecode of whole pages ---------------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes a module as bytecode whose size is a multiple of a page, by a string
attribute: pad_bytecode.py MODEL OUT."""

import os
import subprocess
import sys

PAGE = 4096


def main():
    model, out = sys.argv[1:]
    text = subprocess.run(
        ["compression-opt", model], check=True, capture_output=True, text=True
    ).stdout
    padding = PAGE
    # A size changes by what is padded, but for alignment.
    for _ in range(100):
        padded = text.replace("module {", f'module attributes {{test.pad = "{"p" * padding}"}} {{', 1)
        subprocess.run(
            ["compression-opt", "--emit-bytecode", "-o", out],
            check=True,
            input=padded,
            text=True,
        )
        missing = -os.path.getsize(out) % PAGE
        if missing == 0:
            return
        padding += missing
    sys.exit("expected a size of whole pages, but got none")


main()
