#!/usr/bin/env python3
#===- check_docs.py - run the commands of documents -----------*- python -*-===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the commands of Markdown files and compares what they print.

  check_docs.py [--build DIR] [--update] FILE.md...

A fenced block of `sh` in which lines begin with "$ " is run, command by
command, in a scratch folder that looks like the root of the repository with
its build; the blocks of a file see each other's files. The lines below a
command are what it prints. Runs of spaces count as one, empty lines as none;
"..." stands for any text, and alone on a line for any lines. Words behind `sh`
say what else may differ:

  numbers=any   every number (times, memory)
  numbers=N%    numbers by at most N percent (figures of float results)
  example       the output is one of many: it is not compared
  fails         every command has to fail, instead of none
  host=FLAG     the block is run where /proc/cpuinfo has the flag
  no-run        the block is not run

What the commands leave in that folder has to be ignored by git: a reader who
types them leaves it in a checkout.

--update writes what was printed into the blocks of one of the other kinds that
differ and have no "...".
"""

import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# A script that would build first: what is tested is a build.
REPLACED = {"scripts/demo.sh": "scripts/demo.py"}
# Numbers, but not those in names such as W8A8 or fc1.weight.
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def host_flags():
    """What the first core can do."""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("flags"):
            return line.partition(":")[2].split()
    return []


class Command:
    """A command of a block, at a line of the file."""

    def __init__(self, line, text):
        self.line = line
        self.text = text
        # What it prints, and where that begins in the file.
        self.expected = []
        self.begin = line + 1


class Block:
    def __init__(self, words):
        self.runs = "no-run" not in words
        self.compares = "example" not in words
        self.fails = "fails" in words
        self.tolerance = 0.0
        self.commands = []
        for word in words:
            if word == "numbers=any":
                self.tolerance = None
            elif word.startswith("host="):
                self.runs &= word[len("host=") :] in host_flags()
            elif word.startswith("numbers="):
                self.tolerance = float(word[len("numbers=") :].rstrip("%")) / 100

    def add(self, number, line):
        command = self.commands[-1] if self.commands else None
        if line.startswith("$ "):
            self.commands.append(Command(number, line[2:]))
        elif command and number == command.begin and command.text.endswith("\\"):
            command.text += "\n" + line
            command.begin += 1
        elif command:
            command.expected.append(line)


def parse(lines):
    """The blocks whose commands are run."""
    block = None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            if block:
                block.add(number, line)
        elif block:
            if block.runs:
                yield block
            block = None
        else:
            language, *words = line[3:].split() or [""]
            block = Block(words if language == "sh" else ["no-run"])


def matches_line(expected, got, tolerance):
    pattern = ""
    position = 0
    numbers = []
    for token in re.finditer(r"\.\.\.|\s+|" + NUMBER.pattern, expected):
        pattern += re.escape(expected[position : token.start()])
        position = token.end()
        if token.group() == "...":
            pattern += ".*"
        elif token.group().isspace():
            pattern += r"\s+"
        else:
            numbers.append(float(token.group()))
            pattern += "(" + NUMBER.pattern + ")"
    pattern += re.escape(expected[position:])
    match = re.fullmatch(pattern, got)
    if not match or tolerance is None:
        return bool(match)
    return all(
        abs(float(number) - wanted) <= tolerance * abs(wanted)
        for number, wanted in zip(match.groups(), numbers)
    )


def matches(expected, got, tolerance):
    """True when lines match; both without empty ones."""
    if not expected:
        return not got
    if expected[0] == "...":
        return any(
            matches(expected[1:], got[skipped:], tolerance)
            for skipped in range(len(got) + 1)
        )
    return (
        bool(got)
        and matches_line(expected[0], got[0], tolerance)
        and matches(expected[1:], got[1:], tolerance)
    )


def strip(lines):
    return [line.strip() for line in lines if line.strip()]


def make_scratch(folder, build):
    for entry in ROOT.iterdir():
        if not entry.name.startswith((".", "build")):
            (folder / entry.name).symlink_to(entry)
    (folder / "build").symlink_to(build)


def find_clutter(scratch):
    """What commands left in the folder and git would show as untracked."""
    left = {entry.name for entry in scratch.iterdir() if not entry.is_symlink()}
    if not left or not (ROOT / ".git").exists():
        return []
    done = subprocess.run(
        ["git", "check-ignore", *left], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    if done.returncode not in (0, 1):
        sys.exit("git check-ignore: exit status %d" % done.returncode)
    return sorted(left - set(done.stdout.splitlines()))


def check(path, build, update):
    """Runs the commands of a file; returns how many did not print what it says."""
    lines = path.read_text().splitlines()
    blocks = list(parse(lines))
    if not any(block.commands for block in blocks):
        sys.exit("%s: expected a command, but found none" % path)
    wrong = 0
    replaced = []
    with tempfile.TemporaryDirectory(prefix="check-docs-") as name:
        scratch = pathlib.Path(name)
        make_scratch(scratch, build)
        for block in blocks:
            for command in block.commands:
                done = subprocess.run(
                    ["bash", "-c", REPLACED.get(command.text, command.text)],
                    cwd=scratch,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                )
                got = done.stdout.splitlines()
                right = (done.returncode != 0) == block.fails
                same = matches(strip(command.expected), strip(got), block.tolerance)
                # An example has to have an output, whatever it is.
                same |= not block.compares and bool(command.expected and got)
                if right and same:
                    continue
                wrong += 1
                print("%s:%d: $ %s" % (path, command.line + 1, command.text))
                print("exit status %d; difference:" % done.returncode)
                for line in difflib.unified_diff(
                    command.expected, got, "the document", "the command", "", "", 1, ""
                ):
                    print("  " + line)
                if right and "..." not in "".join(command.expected):
                    replaced.append((command, got))
        for name in find_clutter(scratch):
            wrong += 1
            print("%s: expected .gitignore to list '%s', which it leaves" % (path, name))
    if update:
        for command, got in reversed(replaced):
            lines[command.begin : command.begin + len(command.expected)] = got
        path.write_text("\n".join(lines) + "\n")
    return wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    # A variable of the caller would change what is printed.
    os.environ.pop("COMPRESSION_MODELS_DIR", None)
    wrong = sum(check(path, build, arguments.update) for path in arguments.files)
    sys.exit("%d commands print something else" % wrong if wrong else 0)


if __name__ == "__main__":
    main()
