#!/usr/bin/env python3
#===- check_links.py - check the links of documents -----------*- python -*-===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks that links of the Markdown files lead to a file of the repository and,
where they have one, to a heading in it. Links to the web are not looked at.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def read_prose(path):
    """The text without its code blocks."""
    return re.sub(r"^```.*?^```", "", path.read_text(), flags=re.M | re.S)


def get_anchor(heading):
    """The name that GitHub gives to a heading."""
    heading = heading.replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def get_anchors(path):
    return {get_anchor(h) for h in re.findall(r"^#+ (.*)$", read_prose(path), re.M)}


def check(path):
    broken = 0
    for link in re.findall(r"\]\(([^)\s]+)\)", read_prose(path)):
        if re.match(r"\w+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.exists():
            reason = "no such file"
        elif anchor and anchor not in get_anchors(target):
            reason = "no such heading"
        else:
            continue
        broken += 1
        print("%s: %s: %s" % (path.relative_to(ROOT), link, reason))
    return broken


def main():
    files = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    files += ROOT.glob("examples/**/*.md")
    broken = sum(check(path) for path in files)
    sys.exit("%d links lead nowhere" % broken if broken else 0)


if __name__ == "__main__":
    main()
