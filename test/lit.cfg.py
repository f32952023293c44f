#===- lit.cfg.py - configuration of the lit suite -------------*- python -*-===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# Features, for REQUIRES and UNSUPPORTED:
#   asan, ubsan    built with that sanitizer
#   asserts        built with this project's assertions
#   avx512vnni     the host runs AVX-512F and AVX512-VNNI
#   models         COMPRESSION_MODELS_DIR names the folder of models
#   x86_64         the host's architecture
#
# Substitutions, beside lit's own and the tools' names:
#   %compression_lib_dir, %mlir_lib_dir   folders of shared libraries
#   %models                               the folder of models
#   %python                               the interpreter that runs lit
#   %shlibext                             suffix of a shared library
#
# The environment of a test is the one that lit makes: of the caller's variables
# only those named here and in lit reach a test, so no OMP_* does.
#
#===------------------------------------------------------------------------===#

import os
import platform

import lit.formats
import lit.util
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst


def host_cpu_flags():
    """The kernel's names of what the first core can do; empty where unknown."""
    try:
        with open("/proc/cpuinfo") as cpuinfo:
            for line in cpuinfo:
                if line.startswith("flags"):
                    return set(line.partition(":")[2].split())
    except OSError:
        pass
    return set()


config.name = "COMPRESSION"
config.suffixes = [".mlir", ".test", ".c"]
# lit's own shell works alike on every machine.
config.test_format = lit.formats.ShTest(execute_external=False)
config.excludes = ["Inputs", "lib"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.compression_obj_root, "test")

# Seconds for one test. lit needs psutil for it; CTest has a limit for all.
if lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = 900

if platform.machine() == "x86_64":
    config.available_features.add("x86_64")
if {"avx512f", "avx512_vnni"} <= host_cpu_flags():
    config.available_features.add("avx512vnni")
if lit.util.pythonize_bool(config.enable_assertions):
    config.available_features.add("asserts")

models = os.environ.get("COMPRESSION_MODELS_DIR")
if models:
    # CTest runs lit in the build folder, where a relative path would mislead.
    if os.path.isabs(models) and os.path.isdir(models):
        config.available_features.add("models")
        config.environment["COMPRESSION_MODELS_DIR"] = models
        config.substitutions.append(("%models", models))
    else:
        lit_config.fatal(
            "COMPRESSION_MODELS_DIR: expected the absolute path of a folder, "
            "but got '%s'" % models
        )

config.substitutions += [
    ("%compression_lib_dir", config.compression_lib_dir),
    ("%mlir_lib_dir", config.mlir_lib_dir),
    ("%shlibext", config.llvm_shlib_ext),
]

llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    [ToolSubst(tool, unresolved="fatal") for tool in config.compression_tools if tool],
    config.compression_tools_dir,
)
llvm_config.add_tool_substitutions(
    [
        ToolSubst(tool, unresolved="fatal")
        for tool in ("clang", "mlir-opt", "mlir-runner", "mlir-translate", "split-file")
    ],
    config.llvm_tools_dir,
)
llvm_config.with_environment(
    "PATH", [config.compression_tools_dir, config.llvm_tools_dir], append_path=True
)
