#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_archive.sh BUILD: makes the relocatable archive and the single file, and runs the demo from both in a Debian that holds
# nothing but what is indispensable, in a folder that nobody foresaw; what was made on Debian 12 in Debian 13, too, and with
# a glibc that has nothing newer than what the build names. Prints SKIPPED where that can't be done.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/clean_debian.sh"
here=$(dirname "$(realpath "$0")")

# The glibc that the single file $1 asks for, which is the build's own word: 34 of 2.34.
glibc_minor() {
    sed -n 's/^glibc_minor=//p; /^exec/q' "$1" | head -1
}

# Called in the middle of making the Debian in the folder $5: --unpack ARCHIVE SINGLE_FILE older|same.
if [ "${1:-}" = --unpack ]; then
    place="/srv/a folder"
    mkdir -p "$5$place"
    tar -C "$5$place" --strip-components=1 -xf "$2"
    on_display "$here/try_demo.sh" "$5" "$place"
    cp "$3" "$5/srv/quantloupe.run"
    if [ "$4" = older ]; then
        minor=$(glibc_minor "$3")
        python3 "$here/take_newer_glibc.py" "$5" "$minor"
        ! chroot "$5" bash -c true 2>/dev/null || { echo "error: nothing was taken from glibc"; exit 1; }
        echo "with nothing of glibc that is newer than 2.$minor:"
        QT_QPA_PLATFORM=offscreen "$here/try_demo.sh" "$5" "$place"
    fi
    chroot "$5" env HOME=/root LC_ALL=C.UTF-8 /srv/quantloupe.run cli --version
    exit
fi

need_clean_debian
command -v patchelf >/dev/null || skip "patchelf is not installed"
cmake --build "$1" --target archive | grep '^-- wrote'
archive=$(realpath "$1"/archive/*.tar.gz)
single_file=$(realpath "$1"/archive/*.run)
releases=$suite
if [ "$suite" = bookworm ]; then
    releases="bookworm trixie"
    for page in "$here"/../../resources/guide/*/install.md; do
        grep -qF "glibc 2.$(glibc_minor "$single_file")" "$page" || { echo "error: $page names another glibc"; exit 1; }
    done
fi
for suite in $releases; do
    echo "in Debian's $suite:"
    glibc=same
    [ "$suite" != bookworm ] || glibc=older
    in_clean_debian essential "$here/try_archive.sh" --unpack "$archive" "$single_file" "$glibc"
done
