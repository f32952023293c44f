#===- check_report.py - bars for a report of compression-run --*- python -*-===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`check_report.py REPORT.json KEY=LOWEST...`: each figure is at least its bar."""

import json
import sys

with open(sys.argv[1]) as file:
    report = json.load(file)
for bar in sys.argv[2:]:
    key, _, lowest = bar.partition("=")
    print("%s %s, expected at least %s" % (key, report[key], lowest))
    if report[key] is None or not report[key] >= float(lowest):
        sys.exit("error: expected %s of at least %s, but got %s" % (key, lowest, report[key]))
