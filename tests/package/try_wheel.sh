#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_wheel.sh BUILD VERSION PYTHON: makes the wheel of the build, installs it into a virtual environment, and asks it there
# without anything of the build. Prints SKIPPED where that can't be done.
set -euo pipefail

for program in patchelf readelf; do
    command -v "$program" >/dev/null || { echo "SKIPPED: $program is not installed"; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$3" -m venv "$work/venv" >/dev/null 2>&1 || { echo "SKIPPED: $3 makes no virtual environments"; exit 0; }

cmake --build "$1" --target installed_files >/dev/null
"$3" "$(dirname "$0")/../../packaging/wheel/make_wheel.py" "$1" "$2" "$work/out"
wheel=$(echo "$work"/out/quantloupe-*.whl)
[[ $wheel == *-manylinux_2_*_x86_64.whl ]] || { echo "error: unexpected tag: $wheel"; exit 1; }
"$work/venv/bin/pip" install --quiet --no-index "$wheel"

# Nothing is found outside of the environment, and the build may be gone.
cat >"$work/ask.py" <<'TEXT'
import pathlib
import quantloupe

answer = quantloupe.demo()
place = pathlib.Path(quantloupe.__file__).parent
assert answer["baseline"].startswith(str(place)), answer["baseline"]
own = [line.split()[-1] for line in open("/proc/self/maps") if "libquantloupe" in line or "libtorch" in line]
assert own and all(path.startswith(str(place)) for path in own), own
print(answer["compare"]["error_origin"], "from", place)
TEXT
(cd "$work" && env -i HOME="$work" PATH=/usr/bin:/bin "$work/venv/bin/python" ask.py)
