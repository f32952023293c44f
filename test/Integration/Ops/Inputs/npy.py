#===- npy.py - writes an array of integers --------------------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`npy.py FILE VALUE...` writes one row of int64 values as a .npy file."""

import struct
import sys

values = list(map(int, sys.argv[2:]))
header = "{'descr': '<i8', 'fortran_order': False, 'shape': (1, %d), }" % len(values)
header += " " * (-(len(header) + 11) % 64) + "\n"
with open(sys.argv[1], "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
    file.write(struct.pack("<%dq" % len(values), *values))
