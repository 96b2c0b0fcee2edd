# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the first advice of `compare` literally, on twins with one planted fault each, and measures what it brings
back: follow_advice.py CLI [PART_OF_A_NAME]. The twins and their manifest lie in QUANTLOUPE_MODELS/planted. Succeeds
where at least 80 % of what was lost is back in 90 % of the cases, on samples that the advice was not found on."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy
import twin_edits as edits

SKIPPED, NEEDED, ENOUGH, SAMPLES = 77, 0.9, 0.8, 16
NUMBER = r"(-?[0-9][0-9.]*(?:e[+-]?[0-9]+)?)"


def run(cli, *arguments):
    """The JSON document of a command, or what it says instead."""
    done = subprocess.run([cli, *arguments, "--json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.stdout.startswith("{") else {"error": done.stderr.strip()}


def number(value):
    return float(value) if value is not None else float("nan")


class Case:
    """A planted twin with the models beside it."""

    def __init__(self, cli, folder, case, model):
        self.cli, self.folder, self.case = cli, folder, case
        self.float = folder / case.get("float", model["float"])
        self.twin, self.healthy = folder / case["twin"], folder / case["base"] if case.get("base") else None
        self.data, self.calibration = folder / model["heldout"], folder / model["calib"]

    def advice(self):
        """The row that is named first and the advice on it; nothing without any."""
        found = run(self.cli, "compare", "--baseline", self.float, "--analysis", self.twin, "--data", self.calibration,
                    "--samples", str(SAMPLES))
        rows = {row["name"]: row for row in found.get("layers", [])}
        if found.get("error_origin"):
            row = rows[found["error_origin"]]
            return row, row["advice"][0]
        ranked = sorted((row for row in rows.values() if row.get("metrics") and row["advice"]),
                        key=lambda row: number(row["metrics"]["sqnr_db"]))
        for row in ranked:
            for advice in row["advice"]:
                if advice["rule"] not in ("inherited", "output-quantized-after-compute") and advice["remedy"]:
                    return row, advice
        return None

    def sqnr(self, twin):
        """Of the first output, in dB, the mean over all held-out samples; and what went wrong."""
        found = run(self.cli, "compare", "--baseline", self.float, "--analysis", twin, "--data", self.data, "--causes",
                    "none")
        if "error" in found:
            return float("nan"), found["error"]
        spreads = {spread["metric"]: spread for spread in found["outputs"][0]["over_samples"]}
        return number(spreads["sqnr_db"]["mean"]), ""


def calibrate_again(case, twin):
    """Scales and zero points of all values from the float model's ranges on the calibration data."""
    found = run(case.cli, "profile", case.float, "--data", case.calibration)
    done = 0
    for row in found.get("rows", []):
        quantize, _ = twin.quantizer_of(row["tensor"])
        if quantize is None:
            continue
        zero = twin.constant(quantize.input[2])
        info = numpy.iinfo(zero.dtype)
        low, high = min(0.0, number(row["min"])), max(0.0, number(row["max"]))
        scale = max((high - low) / (float(info.max) - info.min), 1e-12)
        place = int(numpy.clip(round(info.min - low / scale), info.min, info.max))
        done += edits.set_scale(twin, row["tensor"], scale, place)
    return done > 0


def follow(case, row, remedy):
    """Carries out the first thing that `remedy` says; the edited twin, or nothing where it says nothing to be done."""
    twin = edits.Twin(str(case.twin), str(case.float))
    value = (row["analysis"] or {}).get("value") or row["name"]
    node = (row["analysis"] or {}).get("node") or row["name"]
    source = (row["baseline"] or {}).get("node") or node
    scale = re.search(r"scale of " + NUMBER + r"(?:[^;.]* with zero point (-?[0-9]+))?|fixed scale \(" + NUMBER, remedy)
    exchanged = re.search(r"look at (\S+): the two", remedy)
    actions = [
        (r"[Cc]alibrate again with data", lambda: calibrate_again(case, twin)),
        (r"both the same scale and zero point", lambda: edits.dequantize_as_quantized(twin, value)),
        (r"bias again from the float", lambda: edits.weights_from_float(twin, node, only_bias="weight" not in remedy)),
        (r"again from the float", lambda: edits.weights_from_float(twin, node)
         and (exchanged is None or edits.weights_from_float(twin, exchanged[1]))),
        (r"convert the model again", lambda: edits.weights_from_float(twin, node)),
        (r"[Pp]ut the \S+ back|begins at 0", lambda: edits.put_activation_back(twin, source)),
        (r"float model's bounds", lambda: edits.bounds_from_float(twin, source)),
        (r"scale of " + NUMBER + r"|fixed scale \(", lambda: edits.set_scale(
            twin, value, float(scale[1] or scale[3]), int(scale[2]) if scale[2] else None)),
        (r"per channel", lambda: edits.weight_per_channel(twin, node)),
        (r"more bits", lambda: edits.weights_from_float(twin, node)),
        (r"int16", lambda: edits.widen(twin, value)),
        (r"skip|in float|high precision", lambda: edits.leave_in_float(twin, value)),
    ]
    for pattern, action in sorted(((m.start(), a) for p, a in actions if (m := re.search(p, remedy))),
                                  key=lambda found: found[0]):
        del pattern
        return twin if action() else None
    return None


def restored(case, folder):
    """Which part of what was lost is back, and what was done."""
    advice = case.advice()
    if advice is None:
        return 0.0, "no advice"
    row, said = advice
    done = f"{row['name']}: {said['remedy']}"
    twin = follow(case, row, said["remedy"])
    if twin is None:
        return 0.0, "nothing to be done by: " + done
    path = pathlib.Path(folder) / "repaired.onnx"
    twin.save(str(path))
    (before, _), (after, problem), (healthy, _) = case.sqnr(case.twin), case.sqnr(path), case.sqnr(case.healthy)
    if problem:
        return 0.0, f"{problem} after: {done}"
    share = (after - before) / max(healthy - before, 1e-9)
    return share, f"{before:.1f} -> {after:.1f} of {healthy:.1f} dB by {done}"


def main():
    folder = pathlib.Path(os.environ.get("QUANTLOUPE_MODELS", "nowhere"), "planted").resolve()
    if len(sys.argv) < 2 or not (folder / "manifest.json").exists():
        print("SKIPPED: no planted twins; set QUANTLOUPE_MODELS")
        return SKIPPED
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    part = sys.argv[2] if len(sys.argv) > 2 else ""
    shares = []
    with tempfile.TemporaryDirectory() as scratch:
        for each in manifest["cases"]:
            case = Case(sys.argv[1], folder, each, manifest["models"][each["model"]])
            if part not in each["id"] or not str(case.twin).endswith(".onnx") or case.healthy is None:
                continue
            share, done = restored(case, scratch)
            shares.append(share)
            print(f"{each['id']:32s} {100 * share:6.0f} %  {done}", flush=True)
    right = sum(share >= ENOUGH for share in shares)
    print(f"{right} of {len(shares)} bring back {100 * ENOUGH:.0f} % and more")
    return 0 if shares and right >= NEEDED * len(shares) else 1


if __name__ == "__main__":
    sys.exit(main())
