#!/usr/bin/env bash
#===- demo.sh - build, then compress and compare the example models --------===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# What it makes is in build/demo. MiniLM is compressed too where the variable
# COMPRESSION_MODELS_DIR names a folder that holds it.
#
#===------------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/build.sh
exec python3 scripts/demo.py
