#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes the handbook's pictures anew: make_pictures.sh BUILD, after `ninja -C BUILD pictures`, which has the program draw
# itself, and says which of them are stale.
set -euo pipefail

guide=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for language in en zh_CN; do
    cp "$1/pictures/guide/$language/"*.png "$guide/$language/pictures/"
done
