#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test program on a screen of its own with a window manager: with_window_manager.sh PROGRAM.
set -euo pipefail

for tool in Xvfb openbox; do
    if ! command -v "$tool" >/dev/null; then
        echo "SKIPPED: $tool is not installed, so nothing was tested under a window manager"
        exit 0
    fi
done

# Xvfb takes a free display by itself and says which.
folder=$(mktemp -d)
numbers=$folder/display
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$numbers" 2>/dev/null &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
until [ -s "$numbers" ]; do
    kill -0 "$server" || { echo "error: Xvfb does not start" >&2; exit 1; }
    sleep 0.1
done
DISPLAY=:$(tr -d '[:space:]' <"$numbers")
export DISPLAY
export QT_QPA_PLATFORM=xcb
# A window that appears before its manager is never given the focus.
openbox --sm-disable --startup "touch $folder/ready" &
until [ -e "$folder/ready" ]; do sleep 0.1; done
"$@"
