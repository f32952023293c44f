#===- newer_dialect.py - bytecode of a newer dialect ----------*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Copies bytecode, with a newer version of the only dialect that states one:
newer_dialect.py FILE OUT VERSION."""

import sys

DIALECTS, VERSIONS = 1, 7


class Reader:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def varint(self):
        """A number: the zeros at the end of the first byte count those that follow."""
        first = self.data[self.at]
        bytes_behind = (first & -first).bit_length() - 1 if first else 8
        size = bytes_behind + 1
        value = int.from_bytes(self.data[self.at:self.at + size], "little") >> size
        if first == 0:
            value = int.from_bytes(self.data[self.at + 1:self.at + 9], "little")
        self.at += size
        return value

    def section(self):
        """Its kind, and where it lies."""
        kind = self.data[self.at]
        self.at += 1
        size = self.varint()
        if kind & 0x80:
            alignment = self.varint()
            while self.at % alignment:
                self.at += 1
        begin = self.at
        self.at += size
        return kind & 0x7F, begin


def find_version(data):
    """Where the version lies: a number of one byte."""
    reader = Reader(data, 4)
    reader.varint()
    reader.at = data.index(0, reader.at) + 1
    while True:
        kind, begin = reader.section()
        if kind == DIALECTS:
            break
    reader.at = begin
    for _ in range(reader.varint()):
        if reader.varint() & 1:
            kind, begin = reader.section()
            assert kind == VERSIONS
            return begin
    raise ValueError("no dialect states a version")


def main():
    path, out, version = sys.argv[1:]
    data = bytearray(open(path, "rb").read())
    at = find_version(data)
    assert data[at] & 1
    data[at] = int(version) << 1 | 1
    with open(out, "wb") as file:
        file.write(data)


main()
