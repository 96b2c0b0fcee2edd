#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes one target for some seconds, from the models of the standard's own tests: run_fuzz.sh BUILD TARGET SECONDS [option…]
# What it finds lies in BUILD/fuzz/TARGET-findings; the corpus grows in BUILD/fuzz/TARGET-corpus and is used again.
set -euo pipefail
build=$1 target=$2 seconds=$3
shift 3
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
seeds=$build/fuzz/$target-seeds
mkdir -p "$seeds" "$build/fuzz/$target-corpus" "$build/fuzz/$target-findings"
/usr/bin/python3 "$root/tests/conformance/generate.py" "$build/fuzz/conformance"
if [ -z "$(ls -A "$seeds")" ]; then
    find "$build/fuzz/conformance" -name model.onnx -size -40k | while read -r model; do
        name=$(basename "$(dirname "$model")")
        cp "$model" "$seeds/$name"
        [ "$target" = fuzz_import ] || printf '\0\0\0\0' >> "$seeds/$name"
    done
fi
# Allocations that no test machine has memory for come back empty, as they do without the sanitizer.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1024:${ASAN_OPTIONS:-}
exec nice -n 19 "$build/bin/$target" "$build/fuzz/$target-corpus" "$seeds" -max_total_time="$seconds" -timeout=60 \
    -rss_limit_mb=6000 -malloc_limit_mb=6000 -max_len=65536 -artifact_prefix="$build/fuzz/$target-findings/" \
    -print_final_stats=1 "$@"
