#!/usr/bin/env python3
# ===- compare.py - time and accuracy beside other runtimes ----------------===#
#
# Part of Compression, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Runs models with this compiler and with other runtimes, in one run.

  compare.py MODELS --peer-files DIR [--json FILE] [--only NAME ...]

MODELS has a folder for each model, with model.mlirbc, calib_N.npy and
eval_N.npy (N: the argument, samples along axis 0) and eval_out_N.npy (results
in float). DIR has the same models as NAME.onnx or NAME.tflite; for an ONNX file
the int8 models are made by onnxruntime's own quantizers, with the same
calibration samples. What is not installed, or has no file, is left out and
named.

Each variant runs the evaluation samples one by one on one thread. The variants
of a model take turns for some rounds, so that other work of the machine hits
all of them alike; a figure is the median over the rounds of the rounds'
medians. Accuracy is the SQNR of result 0, in dB, over all samples.
"""

import argparse
import contextlib
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"  # before numpy is loaded

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load_arrays(folder, kind):
    """The arrays KIND_0.npy, KIND_1.npy ... of a model."""
    paths = sorted(folder.glob(f"{kind}_[0-9].npy"))
    return paths, [np.load(path) for path in paths]


def get_sqnr(wanted, got):
    wanted, got = wanted.astype("f8").ravel(), got.astype("f8").ravel()
    noise = np.sum((wanted - got)**2)
    return 300.0 if noise == 0 else 10 * np.log10(np.sum(wanted**2) / noise)


# ===-----------------------------------------------------------------------===#
# Variants: an engine, what it runs, and how one call is made
# ===-----------------------------------------------------------------------===#


class Variant:
    """`engine` and `name`; `call(sample)` gives result 0 of sample number
    `sample`."""

    def __init__(self, engine, name, call):
        self.engine, self.name, self.call = engine, name, call

    def measure(self, samples, seconds):
        """The median time of a call, in microseconds."""
        times, number = [], 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end or len(times) < 3:
            start = time.perf_counter()
            self.call(number % samples)
            times.append(time.perf_counter() - start)
            number += 1
        return statistics.median(times) * 1e6

    def evaluate(self, wanted):
        return get_sqnr(wanted, np.stack(
            [self.call(i).reshape(wanted.shape[1:]) for i in range(len(wanted))]))


class OwnVariant(Variant):
    """A file that compression-run runs, in a process of its own."""

    def __init__(self, programs, preset, file, folder):
        super().__init__("compression", preset, None)
        inputs, _ = load_arrays(folder, "eval")
        self.report = file.with_suffix(".json")
        self.command = [programs / "compression-run", file, "--threads=1",
                        f"--json={self.report}", *(f"--input={i}" for i in inputs)]
        self.expected = folder / "eval_out_0.npy"

    def run(self, *options):
        subprocess.run([*self.command, *options], check=True,
                       stdout=subprocess.DEVNULL)
        return json.loads(self.report.read_text())

    def measure(self, samples, seconds):
        return self.run(f"--benchmark={seconds:g}")["latency_us_median"]

    def evaluate(self, wanted):
        return self.run(f"--expected={self.expected}")["sqnr_db"]


def make_own(folder, work, programs):
    calibration, _ = load_arrays(folder, "calib")
    model = folder / "model.mlirbc"
    yield OwnVariant(programs, "float", link(model, work / "float.mlirbc"), folder)
    for preset in ("W8A8", "W8A8_DYNAMIC"):
        file = work / f"{preset}.mlirbc"
        options = f"preset={preset} calibration={','.join(map(str, calibration))}"
        subprocess.run([programs / "compression-opt", model, "--emit-bytecode",
                        f"--compress={options}", "-o", file], check=True,
                       stderr=subprocess.DEVNULL)
        yield OwnVariant(programs, preset, file, folder)


def link(source, target):
    target.symlink_to(source.resolve())
    return target


def is_installed(module):
    return importlib.util.find_spec(module) is not None


def make_onnxruntime_call(file, samples):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        str(file), options, providers=["CPUExecutionProvider"])
    names = [i.name for i in session.get_inputs()]
    first = [session.get_outputs()[0].name]
    return lambda i: session.run(
        first, {n: a[i:i + 1] for n, a in zip(names, samples)})[0]


def make_openvino_call(file, samples):
    import openvino
    core = openvino.Core()
    model = core.compile_model(core.read_model(str(file)), "CPU", {
        "INFERENCE_NUM_THREADS": 1, "PERFORMANCE_HINT": "LATENCY",
        # Float models would run in bf16 where the machine can.
        "INFERENCE_PRECISION_HINT": "f32"})
    request = model.create_infer_request()
    names = [i.any_name for i in model.inputs]
    return lambda i: request.infer(
        {n: a[i:i + 1] for n, a in zip(names, samples)})[model.outputs[0]]


def make_litert_call(file, samples):
    from ai_edge_litert.interpreter import Interpreter
    interpreter = Interpreter(str(file), num_threads=1)
    interpreter.allocate_tensors()
    inputs = interpreter.get_input_details()
    output = interpreter.get_output_details()[0]["index"]

    def call(i):
        for detail, array in zip(inputs, samples):
            interpreter.set_tensor(detail["index"], array[i:i + 1])
        interpreter.invoke()
        return interpreter.get_tensor(output)

    return call


def quantize(source, work, folder):
    """The int8 models that onnxruntime's documentation tells to make: names and
    files. One that its tools fail on is named and left out."""
    from onnxruntime import quantization
    from onnxruntime.quantization.shape_inference import quant_pre_process
    _, arrays = load_arrays(folder, "calib")

    class Reader(quantization.CalibrationDataReader):

        def __init__(self, names):
            self.rows = iter({n: a[i:i + 1] for n, a in zip(names, arrays)}
                             for i in range(len(arrays[0])))

        def get_next(self):
            return next(self.rows, None)

    def make_dynamic(target):
        quantization.quantize_dynamic(
            str(source), str(target), per_channel=True,
            weight_type=quantization.QuantType.QInt8)

    def make_static(target, **options):
        import onnx
        prepared = work / "prepared.onnx"
        # It fails on dimensions without a name.
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        names = [i.name for i in onnx.load(str(prepared)).graph.input]
        quantization.quantize_static(
            str(prepared), str(target), Reader(names), per_channel=True,
            quant_format=quantization.QuantFormat.QDQ,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8, **options)

    def make_contractions(target):
        make_static(target, op_types_to_quantize=["Conv", "MatMul", "Gemm"],
                    extra_options={"QDQDisableWeightAdjustForInt32Bias": True})

    for name, make in (("dynamic int8", make_dynamic), ("static int8", make_static),
                       ("static int8, contractions", make_contractions)):
        target = work / f"{name.replace(' ', '-').replace(',', '')}.onnx"
        try:
            make(target)
        except Exception as why:  # their tools raise many kinds
            note(f"{folder.name}: onnxruntime could not make '{name}': "
                 f"{type(why).__name__}: {str(why)[:100]}")
            continue
        yield name, target


def make_peers(folder, work, files):
    _, samples = load_arrays(folder, "eval")
    onnx, tflite = files / f"{folder.name}.onnx", files / f"{folder.name}.tflite"
    if not onnx.exists() and not tflite.exists():
        note(f"{folder.name}: neither {onnx.name} nor {tflite.name} in {files}")
    if tflite.exists():
        if is_installed("ai_edge_litert"):
            yield Variant("LiteRT", "float", make_litert_call(tflite, samples))
        else:
            note("ai_edge_litert is not installed")
    if not onnx.exists():
        return
    made = [("float", onnx)]
    if is_installed("onnxruntime"):
        made += quantize(onnx, work, folder)
        for name, file in made:
            yield Variant("onnxruntime", name, make_onnxruntime_call(file, samples))
    else:
        note("onnxruntime is not installed")
    if not is_installed("openvino"):
        note("openvino is not installed")
        return
    for name, file in made:
        # Dynamic quantization is a set of ops of onnxruntime.
        if "dynamic" in name:
            continue
        try:
            call = make_openvino_call(file, samples)
        except RuntimeError as why:
            note(f"{folder.name}: OpenVINO does not take '{name}': "
                 f"{str(why).splitlines()[-1][:100]}")
            continue
        yield Variant("OpenVINO", name, call)


# ===-----------------------------------------------------------------------===#
# One model
# ===-----------------------------------------------------------------------===#


def note(text):
    print(f"note: {text}", file=sys.stderr)


def compare(folder, args):
    """The rows of a model, the first of them our float."""
    wanted = np.load(folder / "eval_out_0.npy")
    with contextlib.ExitStack() as stack:
        work = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        variants = [*make_own(folder, work, args.build / "bin"),
                    *make_peers(folder, work, args.peer_files)]
        accuracy = [variant.evaluate(wanted) for variant in variants]
        times = [[] for _ in variants]
        for _ in range(args.rounds):
            for variant, medians in zip(variants, times):
                medians.append(variant.measure(len(wanted), args.seconds))
    return [{
        "model": folder.name,
        "engine": variant.engine,
        "variant": variant.name,
        "latency_us": statistics.median(medians),
        "latency_us_of_rounds": medians,
        "sqnr_db": float(sqnr),
    } for variant, medians, sqnr in zip(variants, times, accuracy)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=pathlib.Path)
    parser.add_argument("--peer-files", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    args = parser.parse_args()
    folders = [model.parent for model in sorted(args.models.glob("*/model.mlirbc"))
               if not args.only or model.parent.name in args.only]
    if not folders:
        parser.error(f"no model in {args.models}")
    print(f"{'model':20} {'engine':12} {'variant':26} {'latency us':>10} {'SQNR dB':>8}")
    rows = []
    for folder in folders:
        for row in compare(folder, args):
            print(f"{row['model']:20} {row['engine']:12} {row['variant']:26} "
                  f"{row['latency_us']:10.0f} {row['sqnr_db']:8.1f}", flush=True)
            rows.append(row)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
