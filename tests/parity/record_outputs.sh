#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes everything that the command line says about the demo and three real models into one folder, times and versions
# masked. Two builds that are meant to behave alike are held against each other by
#   tests/parity/record_outputs.sh build-a/bin/quantloupe-cli a && tests/parity/record_outputs.sh build-b/bin/quantloupe-cli b
#   diff -r a b
set -euo pipefail

[ $# -eq 2 ] || { echo "usage: $0 QUANTLOUPE-CLI FOLDER" >&2; exit 2; }
cli=$(realpath "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
models=${QUANTLOUPE_MODELS:-$root/../shared/models}
[ -e "$models/manifest.json" ] || { echo "error: no models in $models: set QUANTLOUPE_MODELS" >&2; exit 1; }
mkdir -p "$2"
target=$(realpath "$2")
# Paths stand in the results: the same ones for both builds.
work=/tmp/quantloupe-recorded
out=$work/recorded
rm -rf "$work" && mkdir -p "$out"
ln -s "$(realpath "$models")" "$work/models"
ln -s "$root/resources/demo" "$work/demo"
cd "$work"
export OMP_WAIT_POLICY=PASSIVE

# record NAME ARGUMENT…: text, JSON and reports of one command, each with its exit status.
record() {
    local name=$1 status
    shift
    mkdir -p "$out/$name"
    status=0
    "$cli" "$@" --threads 1 --progress never --out "$work/written" >"$out/$name/text" 2>"$out/$name/errors" || status=$?
    echo "$status" >"$out/$name/status"
    "$cli" "$@" --threads 1 --progress never --json >"$out/$name/json" 2>>"$out/$name/errors" || true
    [ ! -d written ] || { rm -rf "$out/$name/files" && mv written "$out/$name/files"; }
}

# pair NAME BASELINE ANALYSIS INPUT DATA: everything that is asked of two models.
pair() {
    local name=$1 sides=(--baseline "$2" --analysis "$3") input=(--input "$4") data=$5 command
    for command in compare sensitivity attribution shadow; do record "$name-$command" "$command" "${sides[@]}" "${input[@]}"; done
    record "$name-compare-all" compare "${sides[@]}" "${input[@]}" --all-nodes
    record "$name-oneoff" sensitivity "${sides[@]}" "${input[@]}" --mode one-off --what weight
    record "$name-weights" weights "${sides[@]}" --channels
    record "$name-badcase" badcase "${sides[@]}" --data "$data" --num-steps 4
    record "$name-profile" profile "$3" "${input[@]}"
    record "$name-check" check "$3"
    record "$name-info" info "$3"
    record "$name-info-float" info "$2"
    record "$name-run" run "$3" "${input[@]}"
    record "$name-diff" diff "$out/$name-compare/json" "$out/$name-compare-all/json"
    record "$name-report" report "$out/$name-compare/json" "$out/$name-sensitivity/json" "$out/$name-shadow/json" \
        "$out/$name-attribution/json" "$out/$name-weights/json" "$out/$name-badcase/json" "$out/$name-check/json" --lang zh_CN
}

# quantized NAME MODEL INPUT CALIBRATION: everything that is asked of a model and a config.
quantized() {
    local name=$1 model=$2 input=(--input "$3") data=(--calibration-data "$4")
    record "$name-calibrate" calibrate "$model" --data "$4"
    record "$name-tune" tune --baseline "$model" --data "$4" --target sqnr_db=35
    "$cli" config convert demo/config.yaml --to amct-fx-json --out "$work/fx.json" >/dev/null 2>&1 || true
    record "$name-config-compare" compare --baseline "$model" --config demo/config.yaml "${data[@]}" "${input[@]}"
    record "$name-config-check" check "$model" --config demo/config.yaml "${data[@]}"
}

record demo demo
pair demo demo/float.onnx demo/int8.onnx demo/bad_case.npy demo/inputs.npy
quantized demo demo/float.onnx demo/bad_case.npy demo/calibration.npy
record demo-config-show config show demo/config.yaml
record demo-config-check config check demo/config.yaml --model demo/float.onnx
pair mnist models/models/mnist_prep.onnx models/quantized/mnist__qdq_s8.onnx models/inputs/mnist__digit2__Input3.npy models/calib/mnist.npz
quantized mnist models/models/mnist_prep.onnx models/inputs/mnist__digit2__Input3.npy models/calib/mnist.npz
pair ultraface models/models/ultraface_prep.onnx models/quantized/ultraface__qdq_s8_pc.onnx random:7 models/calib/ultraface.npz
pair qoperator models/models/ultraface_prep.onnx models/quantized/ultraface__qop_u8s8.onnx random:7 models/calib/ultraface.npz
pair silero models/models/silero_mini_v2_prep.onnx models/quantized/silero_mini_v2__qdq_s8_convmm.onnx random:7 models/calib/silero_mini_v2.npz
record refused-missing compare --baseline none.onnx --analysis none.onnx --input x.npy
record refused-metric badcase --baseline demo/float.onnx --analysis demo/int8.onnx --data demo/inputs.npy --metric nonsense
record refused-input run demo/float.onnx --input demo/labels.npy

# What differs from run to run: durations and versions.
find "$out" -type f \( -name text -o -name json -o -name '*.json' -o -name '*.html' -o -name '*.txt' -o -name errors \) -print0 |
    xargs -0 sed -i -E '/"seconds": [{]/,/[}]/s/: [0-9.e+-]+/: T/; s/("[a-z_]*(seconds|micros|_ms)": )[0-9.e+-]+/\1T/g; s/[0-9.]+ (µs|us|ms|s|min)\b/T/g; s,[^ "]*/resources/demo,DEMO,g; s/("quantloupe_version": )"[^"]*"/\1V/'
# TensorBoard's files carry the time in every record; tst_event_file holds their bytes.
find "$out" -name 'events.out.tfevents*' -delete
cp -r "$out/." "$target"
rm -rf "$work"
