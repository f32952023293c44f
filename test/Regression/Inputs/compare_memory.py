#===- compare_memory.py - what more a large model takes -------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`compare_memory.py LIMIT SMALL LARGE COMMAND...`

Runs the command on each of two files, in the place of '@', and checks that its
peak memory grows by at most LIMIT times the difference of their sizes.
"""

import os
import resource
import subprocess
import sys


def measure(command):
    """The peak memory of a command, in bytes; it must be the largest so far."""
    subprocess.run(command, check=True)
    return 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


limit, files, command = float(sys.argv[1]), sys.argv[2:4], sys.argv[4:]
small, large = [measure([file if word == "@" else word for word in command]) for file in files]
allowed = limit * (os.path.getsize(files[1]) - os.path.getsize(files[0]))
print("%d bytes more, expected at most %d" % (large - small, allowed))
if large - small > allowed:
    sys.exit("error: expected at most %d bytes more, but got %d" % (allowed, large - small))
