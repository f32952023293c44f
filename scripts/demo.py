#!/usr/bin/env python3
#===- demo.py - compress and compare the example models -------*- python -*-===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compresses the example models by each preset and prints a table.

Every line is measured by compression-run: accuracy against labels, agreement
and SQNR against the outputs of the float model, and the median latency of a
call of one sample on one thread. scripts/demo.sh builds what this needs. What
it makes is in build/demo.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import shlex
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
PRESETS = ["W8A8", "W8A8_DYNAMIC"]
COLUMNS = ["model", "variant", "bytes", "size", "accuracy", "agreement"]
COLUMNS += ["cosine", "SQNR dB", "latency us"]


@dataclasses.dataclass
class Model:
    """A float model and its arrays, one per argument."""

    name: str
    path: pathlib.Path
    calibration: typing.List[pathlib.Path]
    inputs: typing.List[pathlib.Path]
    labels: typing.Optional[pathlib.Path] = None


def fail(message):
    sys.exit("demo.py: error: " + message)


def run(command):
    """Runs a command; its output matters only where it fails."""
    command = [str(argument) for argument in command]
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    except OSError as error:
        fail("'%s': %s" % (command[0], error.strerror))
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        fail("exit status %d of %s" % (done.returncode, shlex.join(command)))


def find_models():
    digits = ROOT / "examples" / "digits"
    for name in ["mlp", "transformer", "cnn"]:
        yield Model(
            name,
            digits / (name + ".mlirbc"),
            [digits / "calib.npy"],
            [digits / "test_x.npy"],
            digits / "test_y.npy",
        )
    folder = os.environ.get("COMPRESSION_MODELS_DIR")
    if not folder:
        print("minilm is left out: COMPRESSION_MODELS_DIR is not set\n")
        return
    minilm = pathlib.Path(folder) / "minilm"
    if not (minilm / "model.mlirbc").exists():
        print("minilm is left out: no model.mlirbc in %s\n" % minilm)
        return
    yield Model(
        "minilm",
        minilm / "model.mlirbc",
        [minilm / "calib_0.npy", minilm / "calib_1.npy"],
        [minilm / "eval_0.npy", minilm / "eval_1.npy"],
    )


def compress(build, model, preset, path):
    calibration = ",".join(str(array) for array in model.calibration)
    options = "preset=%s calibration=%s" % (preset, calibration)
    run(
        [build / "bin" / "compression-opt", model.path, "--compress=" + options]
        + ["--emit-bytecode", "-o", path]
    )


def measure(build, model, path, report, more):
    """The report of compression-run on the model's inputs."""
    command = [build / "bin" / "compression-run", path]
    command += ["--input=%s" % array for array in model.inputs]
    if model.labels:
        command += ["--labels=%s" % model.labels]
    run(command + ["--benchmark=1", "--threads=1", "--json=%s" % report] + more)
    return json.loads(report.read_text())


def format_row(model, variant, bytes_, float_bytes, report):
    def figure(key, format_, scale=1):
        return "-" if report[key] is None else format_ % (scale * report[key])

    return [
        model.name,
        variant,
        "%d" % bytes_,
        "%.2fx" % (bytes_ / float_bytes),
        figure("accuracy", "%.2f %%", 100),
        # The largest element of an embedding is no decision.
        figure("top1_agreement", "%.2f %%", 100) if model.labels else "-",
        figure("cosine_mean", "%.5f"),
        figure("sqnr_db", "%.1f"),
        figure("latency_us_median", "%.1f"),
    ]


def print_row(row, widths):
    cells = [cell.ljust(width) for cell, width in zip(row[:2], widths)]
    cells += [cell.rjust(width) for cell, width in zip(row[2:], widths[2:])]
    print("  ".join(cells).rstrip(), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    build = parser.parse_args().build
    if not build.is_dir():
        fail("expected a build in '%s'; scripts/demo.sh makes one" % build)
    folder = build / "demo"
    folder.mkdir(exist_ok=True)

    models = list(find_models())
    widths = [max(len(model.name) for model in models), 12, 8, 5, 8, 9, 7, 7, 10]
    print_row(COLUMNS, widths)
    for model in models:
        float_bytes = model.path.stat().st_size
        expected = folder / (model.name + ".float.npy")
        for variant in ["float"] + PRESETS:
            path = folder / ("%s.%s.mlirbc" % (model.name, variant))
            more = ["--expected=%s" % expected]
            if variant == "float":
                path, more = model.path, ["--output=%s" % expected]
            else:
                compress(build, model, variant, path)
            json_path = folder / ("%s.%s.json" % (model.name, variant))
            report = measure(build, model, path, json_path, more)
            bytes_ = path.stat().st_size
            print_row(format_row(model, variant, bytes_, float_bytes, report), widths)
    print("\nThe compressed models and reports are in %s." % folder)


if __name__ == "__main__":
    main()
