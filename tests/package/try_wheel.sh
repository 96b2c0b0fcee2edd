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

# An environment like conda's, with a libstdc++ of its own: a newer one serves the whole process, an older one doesn't,
# and where that was loaded before, the error says so.
carried=$(echo "$work"/venv/lib/python3*/site-packages/quantloupe/lib/quantloupe/libstdc++.so.6)
conda=$work/venv/lib/libstdc++.so.6
cat >"$work/loaded.py" <<'TEXT'
import quantloupe

quantloupe.demo()
print(*{line.split()[-1] for line in open("/proc/self/maps") if "libstdc++" in line})
TEXT
ask() { (cd "$work" && env -i HOME="$work" PATH=/usr/bin:/bin "$work/venv/bin/python" "$@" 2>&1); }
expect() { [[ $2 == *"$3"* ]] || { echo "error: $1: $2"; exit 1; }; }
expect "the wheel's own" "$(ask loaded.py)" "$carried"
systems=$(cc -print-file-name=libstdc++.so.6)
{ cat "$systems"; printf 'GLIBCXX_3.4.99\0'; } >"$conda"
expect "a newer one" "$(ask loaded.py)" "$conda"
LC_ALL=C sed 's/GLIBCXX_3\.4\.\(29\|30\)/GLIBCXX_3.4.0x/g' "$systems" >"$conda"
expect "an older one" "$(ask loaded.py)" "$carried"
expect "an older one that was first" "$(ask -c "import ctypes; ctypes.CDLL('$conda'); import quantloupe" || true)" \
    "an older libstdc++ was loaded before. Import quantloupe before"
echo "one libstdc++ in a process"
