#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_archive.sh BUILD: makes the relocatable archive and runs the demo from it in a Debian that holds nothing but what is
# indispensable, in a folder that nobody foresaw; one made on Debian 12 in Debian 13, too. Prints SKIPPED where that can't
# be done.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/clean_debian.sh"

# Called in the middle of making the Debian in the folder $2: unpacks the archive $1.
if [ "${1:-}" = --unpack ]; then
    place="/srv/a folder"
    mkdir -p "$3$place"
    tar -C "$3$place" --strip-components=1 -xf "$2"
    on_display "$(dirname "$0")/try_demo.sh" "$3" "$place"
    exit
fi

need_clean_debian
command -v patchelf >/dev/null || skip "patchelf is not installed"
cmake --build "$1" --target archive >/dev/null
releases=$suite
[ "$suite" != bookworm ] || releases="bookworm trixie"
for suite in $releases; do
    echo "in Debian's $suite:"
    in_clean_debian essential "$(realpath "$0")" --unpack "$(realpath "$1"/archive/*.tar.gz)"
done
