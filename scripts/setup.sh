#!/usr/bin/env bash
#===- setup.sh - install what the build needs, from Debian 12's packages ---===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# Where every package is there already this does nothing, and needs no rights.
# LLVM and MLIR are linked as shared libraries, so that what LLVMConfig.cmake
# looks for besides (zlib, zstd, curl, libedit) is not needed.
#
#===------------------------------------------------------------------------===#
set -euo pipefail

packages=(
  # LLVM and MLIR: libraries, mlir-opt and mlir-runner, lit and FileCheck.
  llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools
  # The compiler, its linker, its OpenMP, and its sanitizers' runtime.
  clang-22 lld-22 libomp-22-dev libclang-rt-22-dev
  # The build and its tests; lit needs psutil to end a test that hangs.
  cmake ninja-build ccache libgtest-dev libeigen3-dev python3 python3-psutil
  # scripts/check-format.sh.
  clang-format-22 git
)

fail() {
  echo "setup.sh: error: $*" >&2
  exit 1
}

# shellcheck source=/dev/null
system=$(. /etc/os-release 2>/dev/null && echo "${ID:-} ${VERSION_ID:-}") || system=
if [[ $system != "debian 12" ]]; then
  fail "expected Debian 12, but found '${system:-an unknown system}'; install" \
    "LLVM, MLIR, Clang, lld and clang-format 22, CMake 3.25, Ninja, GoogleTest" \
    "and Python 3 yourself, then use the CMake preset 'release'"
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null) || status=
  [[ $status == ii* ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null ||
    fail "expected to be root, or to find sudo, to install: ${missing[*]}"
  as_root=(sudo)
fi

apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=300 "$@" </dev/null >/dev/null
}

echo "setup.sh: installing ${missing[*]}"
apt update
apt install -y --no-install-recommends "${missing[@]}" ||
  fail "could not install ${missing[*]}; LLVM 22 is in Debian's suite" \
    "bookworm-security: see that apt's sources name it"
