#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How much sooner several ranks are done than one, with a thread each: on this machine's processors, and as four "machines",
# network namespaces with delay between them, where root may make them. Prints seconds and ratios.
set -euo pipefail

quick=0
if [ "${1:-}" = --quick ]; then
    quick=1
    shift
fi
if [ $# -ne 0 ] && [ $# -ne 3 ]; then
    echo "usage: bench_ranks.sh [--quick] [FLOAT.onnx QUANTIZED.onnx SAMPLES.npy]" >&2
    exit 2
fi
cli=${QUANTLOUPE_BIN_DIR:?}/quantloupe-cli
demo=${QUANTLOUPE_SOURCE_DIR:?}/resources/demo
baseline=${1:-$demo/float.onnx}
analysis=${2:-$demo/int8.onnx}
sample=${3:-}
lines=$([ $quick = 1 ] && echo 200 || echo "${BENCH_SAMPLES:-20000}")

QUANTLOUPE_RANKS_SECRET=$(head -c 32 /dev/urandom | base64) # a namespace is another machine
export QUANTLOUPE_RANKS_SECRET

folder=$(mktemp -d)
spaces=()
switch=
dismantle() {
    local space
    [ -z "$switch" ] || kill "$switch" 2>/dev/null || true
    switch=
    for space in "${spaces[@]}"; do ip netns del "$space" || true; done
    spaces=()
    ip link del qlbridge 2>/dev/null || true
}
cleanup() {
    dismantle
    rm -rf "$folder"
}
trap cleanup EXIT
# One file again and again: reading it costs what reading many does once they are in memory.
sample=${sample:-$demo/bad_case.npy}
awk -v n="$lines" -v line="$(realpath "$sample")" 'BEGIN { while (n-- > 0) print line }' >"$folder/list.txt"

now() { date +%s.%N; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

# run RANKS ADDRESS [rank's prefix command…]: seconds that the job takes; %r in the prefix is the rank
run() {
    local ranks=$1 address=$2 port=$((20000 + RANDOM % 9000)) began rank jobs=()
    shift 2
    began=$(now)
    for ((rank = ranks - 1; rank >= 0; --rank)); do
        RANK=$rank WORLD_SIZE=$ranks MASTER_ADDR=$address MASTER_PORT=$port "${@//%r/$rank}" "$cli" badcase \
            --baseline "$baseline" --analysis "$analysis" --data "$folder/list.txt" --threads 1 --top 1 >"$folder/$rank.txt" &
        jobs+=($!)
    done
    for rank in "${jobs[@]}"; do wait "$rank"; done
    awk -v a="$began" -v b="$(now)" 'BEGIN { printf "%.2f", b - a }'
}

table() {
    local title=$1 most=$2 address=$3 one='' ranks seconds
    shift 3
    for ranks in 1 2 4 8 16; do
        [ "$ranks" -le "$most" ] || break
        seconds=$(run "$ranks" "$address" "$@")
        one=${one:-$seconds}
        printf '%-50s %2d ranks  %7s s  %5s times as fast\n' "$title" "$ranks" "$seconds" "$(ratio "$one" "$seconds")"
    done
}

# Four namespaces with a card each, which sends after a delay.
machines() {
    local delay=$1 i
    for i in 0 1 2 3; do
        ip netns add "ql$i" || return 1
        spaces+=("ql$i")
    done
    if [ "$delay" != 0 ] && ! has_netem; then
        switched "$delay" || return 1
    else
        bridged "$delay" || return 1
    fi
    for i in 0 1 2 3; do
        ip -n "ql$i" addr add "10.213.7.$((i + 1))/24" dev eth0 || return 1
        ip -n "ql$i" link set eth0 up && ip -n "ql$i" link set lo up || return 1
    done
}
has_netem() {
    ip netns exec ql0 tc qdisc add dev lo root netem delay 1ms 2>/dev/null && ip netns exec ql0 tc qdisc del dev lo root
}
bridged() {
    local delay=$1 i
    ip link add qlbridge type bridge && ip link set qlbridge up || return 1
    for i in 0 1 2 3; do
        ip link add "qlhost$i" type veth peer name eth0 netns "ql$i" || return 1
        ip link set "qlhost$i" master qlbridge up || return 1
        [ "$delay" = 0 ] || ip netns exec "ql$i" tc qdisc add dev eth0 root netem delay "${delay}ms" || return 1
    done
}
# The delay is a program's, which takes a bit of a processor from the ranks.
switched() {
    local answer='' out
    exec {out}< <(exec "$(dirname "$0")/delayed_switch.py" "$1" "${spaces[@]}")
    switch=$!
    read -r -u "$out" answer || true
    exec {out}<&-
    [ "$answer" = ready ]
}

echo "$lines samples"
table "one machine" "$(nproc)" 127.0.0.1 env
for delay in 0 1 10 50; do
    if ! machines "$delay" 2>"$folder/problem"; then
        echo "no machines with $delay ms of delay: $(tail -n 1 "$folder/problem")"
        break
    fi
    by=$([ -z "$switch" ] || echo " by a program")
    table "four machines, $delay ms between them$by" 4 10.213.7.1 ip netns exec ql%r
    dismantle
    [ $quick = 0 ] || [ "$delay" = 0 ] || break
done
