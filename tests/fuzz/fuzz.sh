#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes one target, or all of them one after the other: fuzz.sh BUILD TARGET|all [libFuzzer option…]
# What it finds lies in BUILD/fuzz/TARGET-findings; the corpus grows in BUILD/fuzz/TARGET-corpus and is used again.
# A finding goes to tests/data/fuzz/TARGET once it is mended: tst_fuzz_targets feeds what lies there.
set -euo pipefail
build=$1 target=$2
shift 2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

if [ "$target" = all ]; then
    # The table's first column is the list of targets.
    for each in $(sed -n 's/^ *{"\([a-z-]*\)", fuzz.*/\1/p' "$root/tests/fuzz/targets/targets.cpp"); do
        "${BASH_SOURCE[0]}" "$build" "$each" "$@"
    done
    exit
fi

seeds=$build/fuzz/$target-seeds
mkdir -p "$build/fuzz/$target-corpus" "$build/fuzz/$target-findings"
known=$root/tests/data/fuzz/$target
# Allocations that no test machine has memory for come back empty, as they do without the sanitizer.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1024:${ASAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
export QUANTLOUPE_FUZZ_TARGET=$target QUANTLOUPE_FUZZ_SEEDS=$seeds OMP_NUM_THREADS=1
mkdir -p "$seeds"
log=$build/fuzz/$target.log
# Entropic scheduling (libFuzzer's default) took more time than the configs' readers did: a text reaches 20,000 features.
# At fixed addresses, so that one seed means one sequence of inputs: a short round only repeats the begin of a long one.
fixed=(setarch --addr-no-randomize)
"${fixed[@]}" true 2>/dev/null || fixed=()
if ! "${fixed[@]}" nice -n 19 "$build/bin/quantloupe_fuzz" "$build/fuzz/$target-corpus" "$seeds" $([ ! -d "$known" ] || echo "$known") \
    -entropic=0 -timeout=25 -rss_limit_mb=6000 -malloc_limit_mb=6000 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="$build/fuzz/$target-findings/" "$@" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    echo "error: $target: found something, see $build/fuzz/$target-findings and $log" >&2
    exit 1
fi
printf '%-14s %s executions, %s features of the code\n' "$target" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
    "$(sed -n 's/.* ft: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)"
