#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_demo.sh DEBIAN PREFIX: runs both programs of PREFIX/bin in the Debian that lies in the folder DEBIAN.
set -euo pipefail
debian=$1
bin=$2/bin

inside() {
    chroot "$debian" env HOME=/root LC_ALL=C.UTF-8 "$@"
}

fail() {
    echo "error: $*" >&2
    exit 1
}

inside "$bin/quantloupe-cli" --version
inside "$bin/quantloupe-cli" demo --out /tmp/demo | grep -F "The error starts at /block1/depthwise/Conv" ||
    fail "the demo finds no culprit"
[ -s "$debian/tmp/demo/report.html" ] || fail "the demo writes no report"
inside "$bin/quantloupe" --demo --screenshot /tmp/window.png
# A window without letters makes a far smaller picture.
inside "$bin/quantloupe-cli" run "$2/share/quantloupe/demo/float.onnx" --input /tmp/window.png --color gray >/dev/null ||
    fail "no picture can be read"
size=$(stat -c %s "$debian/tmp/window.png")
[ "$size" -gt 60000 ] || fail "the picture of the window has $size bytes"
echo "the window's picture has $size bytes on ${DISPLAY:-no display}"
[ -z "${QUANTLOUPE_PICTURE:-}" ] || cp "$debian/tmp/window.png" "$QUANTLOUPE_PICTURE"
