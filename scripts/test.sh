#!/usr/bin/env bash
#===- test.sh - build, then run every test ---------------------------------===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# Arguments go to ctest, e.g. `scripts/test.sh -R check-format`. Tests on whole
# models run where COMPRESSION_MODELS_DIR names their folder.
#
#===------------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/build.sh
exec ctest --preset release --no-tests=error "$@"
