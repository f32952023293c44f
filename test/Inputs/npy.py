#===- npy.py - makes, changes and prints arrays of tests ------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Arrays of tests, with nothing but the standard library.

    npy.py write FILE TYPE SHAPE VALUE...   the values are repeated as needed
    npy.py reshape FILE SHAPE OUT
    npy.py slice FILE START STOP OUT        rows of the first dimension
    npy.py set FILE INDEX VALUE OUT         INDEX counts elements
    npy.py print FILE                       type, shape and values

TYPE is a key of TYPES; SHAPE is like 2x3, or () for none.
"""

import argparse
import ast
import itertools
import math
import struct

TYPES = {
    "bool": ("|b1", "?"),
    "i8": ("|i1", "b"),
    "u8": ("|u1", "B"),
    "i16": ("<i2", "h"),
    "i32": ("<i4", "i"),
    "i64": ("<i8", "q"),
    "f16": ("<f2", "e"),
    "f32": ("<f4", "f"),
    "f64": ("<f8", "d"),
}


class Array:
    """Elements of a type, in row-major order."""

    def __init__(self, type_, shape, values):
        self.type, self.shape, self.values = type_, tuple(shape), list(values)

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            magic, length = struct.unpack("<6s2xH", file.read(10))
            assert magic == b"\x93NUMPY", path
            header = ast.literal_eval(file.read(length).decode())
            data = file.read()
        type_ = next(name for name, (descr, _) in TYPES.items() if descr == header["descr"])
        shape = header["shape"]
        count = math.prod(shape)
        return Array(type_, shape, struct.unpack("<%d%s" % (count, TYPES[type_][1]), data))

    def write(self, path):
        descr, code = TYPES[self.type]
        header = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (descr, self.shape)
        header += " " * (-(len(header) + 11) % 64) + "\n"
        with open(path, "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
            file.write(struct.pack("<%d%s" % (len(self.values), code), *self.values))


def parse_shape(text):
    return () if text == "()" else tuple(map(int, text.split("x")))


def parse_value(type_, text):
    return float(text) if type_.startswith("f") else int(text)


def write(args):
    values = [parse_value(args.type, value) for value in args.values]
    count = math.prod(args.shape)
    repeated = itertools.islice(itertools.cycle(values), count) if count else []
    Array(args.type, args.shape, repeated).write(args.file)


def reshape(args):
    array = Array.read(args.file)
    assert math.prod(args.shape) == len(array.values), args.shape
    Array(array.type, args.shape, array.values).write(args.out)


def slice_rows(args):
    array = Array.read(args.file)
    row = math.prod(array.shape[1:])
    values = array.values[args.start * row : args.stop * row]
    Array(array.type, (args.stop - args.start,) + array.shape[1:], values).write(args.out)


def set_element(args):
    array = Array.read(args.file)
    array.values[args.index] = parse_value(array.type, args.value)
    array.write(args.out)


def print_array(args):
    array = Array.read(args.file)
    print(array.type, "x".join(map(str, array.shape)) or "()")
    format_ = "%.9g" if array.type.startswith("f") else "%d"
    print(" ".join(format_ % value for value in array.values))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    commands = parser.add_subparsers(required=True)

    def add(name, function):
        command = commands.add_parser(name)
        command.set_defaults(run=function)
        command.add_argument("file")
        return command

    command = add("write", write)
    command.add_argument("type", choices=TYPES)
    command.add_argument("shape", type=parse_shape)
    # Values may be negative, which argparse would take for options.
    command.add_argument("values", nargs=argparse.REMAINDER)
    command = add("reshape", reshape)
    command.add_argument("shape", type=parse_shape)
    command.add_argument("out")
    command = add("slice", slice_rows)
    command.add_argument("start", type=int)
    command.add_argument("stop", type=int)
    command.add_argument("out")
    command = add("set", set_element)
    command.add_argument("index", type=int)
    command.add_argument("value")
    command.add_argument("out")
    add("print", print_array)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
