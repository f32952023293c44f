#!/usr/bin/env python3
# ===- train.py - train and export the digit models ----------------------===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM
# Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Trains the models of the digits example and exports them to MLIR.

  python train.py --out DIR [--check]

Reads train_{x,y}.npy and test_{x,y}.npy from --data (default: the folder of
this script) and writes to DIR, for each model,

  NAME.mlirbc        MLIR 22 bytecode, `@main(tensor<1x64xf32>) ->
                     tensor<1x10xf32>`: image to logits
  NAME_expected.npy  f32 [360, 10], PyTorch's logits of the test images

and the arrays that belong to them: calib.npy, test_x.npy, test_y.npy.
--check compiles each exported file with stock MLIR, runs it on the test
images and compares the result with PyTorch's.

A model goes through torch.export, torch-mlir (linalg on tensors) and
mlir-opt-22. The MLIR inside torch-mlir is newer than 22 and its bytecode is
not readable there, but the generic text of these models is.
"""

import argparse
import collections
import ctypes
import pathlib
import re
import shutil
import subprocess
import tempfile

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torch_mlir import fx, ir
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras import fx_importer

SIDE = 8  # pixels of an image's side; images are rows of SIDE * SIDE pixels
CLASSES = 10
CALIBRATION_IMAGES = 128
SEED = 0
EXACT_ENOUGH_DB = 80  # what --check asks of the exported model


# ===----------------------------------------------------------------------===#
# Models: f32 images [B, 64] to logits [B, 10]
# ===----------------------------------------------------------------------===#


class Mlp(nn.Module):
    """Two hidden layers with ReLU."""

    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(SIDE * SIDE, 128)
        self.fc2 = nn.Linear(128, 64)
        self.head = nn.Linear(64, CLASSES)

    def forward(self, images):
        hidden = F.relu(self.fc1(images))
        hidden = F.relu(self.fc2(hidden))
        return self.head(hidden)


class Attention(nn.Module):
    """Multi-head self-attention over [B, tokens, dim].

    Written as matmul, softmax and matmul: scaled_dot_product_attention would
    not become plain linalg.
    """

    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        self.output = nn.Linear(dim, dim)

    def forward(self, x):
        batch, tokens, dim = x.shape
        head_dim = dim // self.heads

        def split(y):
            return y.view(batch, tokens, self.heads, head_dim).transpose(1, 2)

        query, key, value = (
            split(self.query(x)),
            split(self.key(x)),
            split(self.value(x)),
        )
        scores = query @ key.transpose(2, 3) * head_dim**-0.5
        mixed = scores.softmax(dim=-1) @ value
        return self.output(mixed.transpose(1, 2).reshape(batch, tokens, dim))


class Block(nn.Module):
    """Transformer block with the norms in front (pre-LN)."""

    def __init__(self, dim, heads, hidden):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.attention = Attention(dim, heads)
        self.norm2 = nn.LayerNorm(dim)
        self.up = nn.Linear(dim, hidden)
        self.down = nn.Linear(hidden, dim)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Transformer(nn.Module):
    """Reads the 8 rows of an image as 8 tokens; mean of the tokens at the end."""

    def __init__(self, dim=64, heads=4, hidden=128, layers=2):
        super().__init__()
        self.embed = nn.Linear(SIDE, dim)
        self.position = nn.Parameter(torch.randn(1, SIDE, dim) * 0.02)
        self.blocks = nn.Sequential(*(Block(dim, heads, hidden) for _ in range(layers)))
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, CLASSES)

    def forward(self, images):
        x = self.embed(images.view(-1, SIDE, SIDE)) + self.position
        return self.head(self.norm(self.blocks(x)).mean(dim=1))


class ResidualBlock(nn.Module):
    """Two convolutions of one width around which the input is carried."""

    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)

    def forward(self, x):
        hidden = F.relu(self.norm1(self.conv1(x)))
        return F.relu(x + self.norm2(self.conv2(hidden)))


class SeparableBlock(nn.Module):
    """Halves the image channel by channel, then mixes the channels."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.depthwise = nn.Conv2d(
            inputs, inputs, 3, stride=2, padding=1, groups=inputs, bias=False
        )
        self.norm1 = nn.BatchNorm2d(inputs)
        self.pointwise = nn.Conv2d(inputs, outputs, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)

    def forward(self, x):
        x = F.relu6(self.norm1(self.depthwise(x)))
        return F.relu6(self.norm2(self.pointwise(x)))


class Cnn(nn.Module):
    """One block of each kind; every convolution has a batch norm behind it."""

    def __init__(self, width=32, features=64):
        super().__init__()
        self.stem = nn.Conv2d(1, width, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        self.residual = ResidualBlock(width)
        self.separable = SeparableBlock(width, features)
        self.head = nn.Linear(features, CLASSES)

    def forward(self, images):
        x = images.view(-1, 1, SIDE, SIDE)
        x = F.relu(self.norm(self.stem(x)))
        x = self.separable(self.residual(x))
        return self.head(x.mean(dim=(2, 3)))


MODELS = {"mlp": Mlp, "transformer": Transformer, "cnn": Cnn}


# ===----------------------------------------------------------------------===#
# Training
# ===----------------------------------------------------------------------===#


def train(make_model, images, labels, epochs=100, batch=64, peak_rate=3e-3):
    """Returns a trained model in evaluation mode; the same one on every run of
    the same machine and PyTorch."""
    torch.manual_seed(SEED)
    model = make_model()
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, peak_rate, epochs=epochs, steps_per_epoch=-(-len(images) // batch)
    )
    for _ in range(epochs):
        for picks in torch.randperm(len(images)).split(batch):
            logits = model(images[picks])
            loss = F.cross_entropy(logits, labels[picks], label_smoothing=0.1)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return model.eval()


# ===----------------------------------------------------------------------===#
# Export
# ===----------------------------------------------------------------------===#


class LayerLocations(fx_importer.ContextCache):
    """Locates operations by the layer they come from.

    What a leaf module computes is named by the module's path (`blocks.0.up`);
    what the forward() of a larger module computes itself has the function's
    name behind it (`blocks.0.attention/softmax`), numbered from the second on.
    """

    __slots__ = ["leaves", "numbers"]

    def __init__(self, context, model, **kwargs):
        super().__init__(context, **kwargs)
        self.leaves = {
            path for path, module in model.named_modules() if not [*module.children()]
        }
        self.numbers = collections.defaultdict(dict)

    def layer_name(self, node):
        stack = node.meta.get("nn_module_stack")
        path = [*stack.values()][-1][0] if stack else ""
        if path in self.leaves:
            return path
        # One call in Python is one function, whatever it is decomposed into.
        call = node.meta.get("torch_fn", (node.name,))[0]
        function = re.sub(r"_\d+$", "", call)
        numbers = self.numbers[path, function]
        number = numbers.setdefault(call, len(numbers))
        name = f"{function}_{number}" if number else function
        return f"{path}/{name}" if path else name

    def get_node_location(self, node):
        return ir.Location.name(self.layer_name(node), context=self._c)


class WeightNames(fx_importer.FxImporterHooks):
    """Remembers which parameter each imported constant was made from."""

    def __init__(self, state):
        self.by_address = {tensor.data_ptr(): name for name, tensor in state.items()}
        self.by_value = {}  # attribute of the constant: name

    def resolve_literal(self, gni, literal, info):
        if not isinstance(literal, torch.Tensor):
            return None
        convert = fx_importer.LITERAL_CONVERTER_MAP.lookup(torch.Tensor)
        value = convert(literal, gni, gni._cc)
        name = self.by_address.get(literal.data_ptr())
        if name is not None:
            self.by_value[value.owner.attributes["value"]] = name
        return value

    def locate(self, module):
        """Gives each constant the name of its parameter as location. Must run
        after the lowering, which moves constants to their first user."""

        def visit(op):
            if op.name == "arith.constant":
                name = self.by_value.get(op.attributes["value"])
                if name is not None:
                    op.location = ir.Location.name(name, context=op.context)
            return ir.WalkResult.ADVANCE

        module.operation.walk(visit)


def export(model, path, mlir_opt):
    """Writes the model, for one image a call, as MLIR 22 bytecode."""
    program = torch.export.export(model, (torch.zeros(1, SIDE * SIDE),))
    context = ir.Context()
    torch_dialect.register_dialect(context)
    names = WeightNames(program.state_dict)
    importer = fx_importer.FxImporter(context=context, hooks=names)
    # The importer takes no source of locations; this is where it keeps its own.
    importer._cc = LayerLocations(
        context, model, py_attr_tracker=importer._py_attr_tracker
    )
    module = fx.export_and_import(
        program, fx_importer=importer, output_type="linalg-on-tensors"
    )
    names.locate(module)
    text = module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True)
    subprocess.run(
        [mlir_opt, "--emit-bytecode", "-o", path], input=text, text=True, check=True
    )


# ===----------------------------------------------------------------------===#
# Check
# ===----------------------------------------------------------------------===#

LOWERING = ",".join(
    [
        "one-shot-bufferize{bufferize-function-boundaries"
        " function-boundary-type-conversion=identity-layout-map}",
        "buffer-results-to-out-params{modify-public-functions}",
        "buffer-deallocation-pipeline",
        "func.func(convert-linalg-to-loops)",
        "expand-strided-metadata",
        "lower-affine",
        "convert-scf-to-cf",
        "convert-math-to-llvm",
        "convert-math-to-libm",
        "arith-expand",
        "convert-arith-to-llvm",
        "finalize-memref-to-llvm",
        "convert-func-to-llvm{use-bare-ptr-memref-call-conv}",
        "convert-cf-to-llvm",
        "reconcile-unrealized-casts",
    ]
)


def compile_exported(path, folder, suffix):
    """Compiles an exported model; returns its entry, a C function that takes
    the address of an image and the address of the logits."""

    def run(tool, *arguments):
        subprocess.run([tool + suffix, *arguments], check=True)

    lowered, code, library = (f"{folder}/model{end}" for end in (".mlir", ".ll", ".so"))
    run("mlir-opt", path, f"--pass-pipeline=builtin.module({LOWERING})", "-o", lowered)
    run("mlir-translate", "--mlir-to-llvmir", lowered, "-o", code)
    # Padding copies into a part of a buffer, which is a call of MLIR's library.
    mlir = pathlib.Path(shutil.which(f"mlir-opt{suffix}")).resolve().parents[1] / "lib"
    libraries = ["-lm", f"-L{mlir}", f"-Wl,-rpath,{mlir}", "-lmlir_c_runner_utils"]
    run("clang", "-O2", "-w", "-shared", "-fPIC", code, *libraries, "-o", library)
    return ctypes.CDLL(library).main


def check(path, images, expected, suffix):
    """Fails if the exported model computes something else than PyTorch."""
    logits = np.empty_like(expected)
    with tempfile.TemporaryDirectory() as folder:
        entry = compile_exported(path, folder, suffix)
        for image, row in zip(images, logits):
            entry(ctypes.c_void_p(image.ctypes.data), ctypes.c_void_p(row.ctypes.data))
    error = logits - expected
    sqnr = 20 * np.log10(np.linalg.norm(expected) / np.linalg.norm(error))
    print(f"  exported: SQNR {sqnr:.1f} dB, largest error {abs(error).max():.2g}")
    if not sqnr >= EXACT_ENOUGH_DB:
        raise SystemExit(
            f"{path}: expected an SQNR of {EXACT_ENOUGH_DB} dB or more, but got {sqnr:.1f}"
        )


# ===----------------------------------------------------------------------===#
# Command line
# ===----------------------------------------------------------------------===#


def parse_arguments():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", required=True, type=pathlib.Path, metavar="DIR")
    parser.add_argument("--data", default=here, type=pathlib.Path, metavar="DIR")
    parser.add_argument("--check", action="store_true")
    parser.add_argument(
        "--suffix",
        default="-22",
        help="of the names of mlir-opt, mlir-translate and clang (default: -22)",
    )
    return parser.parse_args()


def main():
    args = parse_arguments()
    # The order of sums, and so the result, depends on the number of threads.
    torch.set_num_threads(1)
    train_x, train_y, test_x, test_y = (
        np.load(args.data / f"{name}.npy")
        for name in ("train_x", "train_y", "test_x", "test_y")
    )
    args.out.mkdir(parents=True, exist_ok=True)
    np.save(args.out / "calib.npy", train_x[:CALIBRATION_IMAGES])
    np.save(args.out / "test_x.npy", test_x)
    np.save(args.out / "test_y.npy", test_y)
    for name, make_model in MODELS.items():
        model = train(make_model, torch.from_numpy(train_x), torch.from_numpy(train_y))
        with torch.no_grad():
            logits = model(torch.from_numpy(test_x)).numpy()
        correct = np.count_nonzero(logits.argmax(1) == test_y)
        print(f"{name}: {correct} of {len(test_y)} test images right")
        np.save(args.out / f"{name}_expected.npy", logits)
        path = args.out / f"{name}.mlirbc"
        export(model, path, f"mlir-opt{args.suffix}")
        if args.check:
            check(path, test_x, logits, args.suffix)


if __name__ == "__main__":
    main()
