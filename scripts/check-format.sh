#!/usr/bin/env bash
#===- check-format.sh - check the form of the sources ----------------------===#
#
# Part of the Compression project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# scripts/check-format.sh [-f]
#
# Looks at every file that git tracks or would add: clang-format 22, the licence
# header, the length of a file, trailing white space, and paths that only exist
# on somebody's machine. -f formats the C and C++ files first. Exits with 0
# where all is well, 1 on findings or errors, and 77 ("skipped", for CTest)
# outside a git checkout.
#
#===------------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly max_lines=800
readonly license='SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception'
# A path from the root to a folder that other machines lack or use otherwise.
readonly machine_path='(^|[^[:alnum:]_.})])/(home|root|tmp|work|mnt|Users)(/|[^[:alnum:]_-]|$)'

fail() {
  echo "check-format.sh: error: $*" >&2
  exit 1
}

fix=false
case "$*" in
'') ;;
-f) fix=true ;;
*) fail "expected no argument or -f, but got '$*'" ;;
esac

if [[ ! -e .git ]]; then
  echo "check-format.sh: no git checkout, so nothing to check"
  exit 77
fi

clang_format=$(command -v clang-format-22 || command -v clang-format) ||
  fail "expected clang-format 22, but found none; scripts/setup.sh installs it"
version=$("$clang_format" --version)
[[ $version == *'version 22.'* ]] ||
  fail "expected clang-format 22, but $clang_format is '$version'"

all=()
formatted=()
licensed=()
limited=()
while IFS= read -r -d '' file; do
  # What is deleted in the working tree only is still listed.
  [[ -f $file && ! -L $file ]] || continue
  all+=("$file")
  case $file in
  *.h | *.cpp | *.c) formatted+=("$file") ;;
  esac
  # A lit test in C begins with its RUN lines, as one in MLIR does.
  case $file in
  test/*.c) ;;
  *.h | *.cpp | *.c | *.td | *.py | *.sh | .ci/run) licensed+=("$file") ;;
  esac
  case $file in
  *.h | *.cpp | *.td | *.py) limited+=("$file") ;;
  esac
done < <(git ls-files -z --cached --others --exclude-standard)
((${#all[@]})) || fail "git lists no files"

findings=0
# report SED-SCRIPT COMMAND...: runs COMMAND, whose output has a line for each
# finding, and prints and counts what SED-SCRIPT makes of these lines.
report() {
  local script=$1 status=0 output line
  shift
  output=$("$@" 2>&1) || status=$?
  # grep and clang-format exit with 1 on a finding or its absence, else with 0.
  ((status <= 1)) || fail "'$1' exited with $status: $output"
  [[ -n $output ]] || return 0
  while IFS= read -r line; do
    echo "$line"
    findings=$((findings + 1))
  done < <(sed -E -e "$script" <<<"$output")
}

if ((${#formatted[@]})); then
  if $fix; then
    "$clang_format" -i "${formatted[@]}"
  fi
  report '/: error: /!d' "$clang_format" --dry-run -Werror "${formatted[@]}"
fi
report "s/\$/: expected the line '$license'/" \
  grep -L -F -e "$license" -- "${licensed[@]}"
report 's/:[^:]*$/: trailing white space/' \
  grep -H -n -I -o -E -e '[[:space:]]+$' -- "${all[@]}"
report 's/^([^:]*:[0-9]+:)/\1 path of one machine: /' \
  grep -H -n -I -E -e "$machine_path" -- "${all[@]}"
report '' awk -v max="$max_lines" '
  FNR == max + 1 { print FILENAME ": expected at most " max " lines" }' \
  /dev/null "${limited[@]}"

echo "check-format.sh: ${#all[@]} files, $findings findings"
((findings == 0))
