#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The beginning of the single file, behind which lies the archive: unpacks it where nobody looks, once, and starts a program.
#   FILE [ARGUMENT…]        the window
#   FILE cli [ARGUMENT…]    the command line; so does a link to FILE whose name has "quantloupe-cli" in it
set -eu
name=@NAME@
digest=@DIGEST@
begin=@BEGIN@ # of the archive: the first of its bytes is the first in this file
glibc_minor=@GLIBC_MINOR@

fail() {
    echo "error: $*" >&2
    exit 1
}

archive() {
    tail -c "+$begin" "$0"
}

need_this_machine() {
    [ "$(uname -m)" = @MACHINE@ ] || fail "this file is for @MACHINE@, and the machine is $(uname -m)"
    command -v getconf >/dev/null || return 0
    found=$(getconf GNU_LIBC_VERSION 2>/dev/null) || fail "this machine has no glibc; 2.$glibc_minor or later is needed"
    minor=${found#* 2.}
    [ "${minor%%[!0-9]*}" -ge "$glibc_minor" ] || fail "this machine has $found; 2.$glibc_minor or later is needed"
}

# The folder for what is unpacked: the user's own, where nobody else can have put anything.
find_place() {
    place=${QUANTLOUPE_UNPACKED:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/quantloupe-unpacked}
    umask 077
    if ! mkdir -p "$place" 2>/dev/null || [ ! -w "$place" ]; then
        [ -z "${QUANTLOUPE_UNPACKED:-}" ] || fail "$place, which QUANTLOUPE_UNPACKED names, can't be written"
        place=${TMPDIR:-/tmp}/quantloupe-unpacked-$(id -u)
        mkdir -p "$place" || fail "no folder to unpack into; QUANTLOUPE_UNPACKED may name one"
        { [ -O "$place" ] && [ ! -L "$place" ]; } || fail "$place isn't yours; QUANTLOUPE_UNPACKED may name another folder"
    fi
    place=$place/$name-$(echo "$digest" | cut -c 1-12)
}

unpack() {
    need_this_machine
    part=$(mktemp -d "$place.XXXXXX")
    trap 'rm -rf "$part"' EXIT
    trap 'exit 1' HUP INT TERM
    [ "$(archive | sha256sum | cut -c 1-64)" = "$digest" ] || fail "$0 is damaged, perhaps cut off; fetch it again"
    echo "quantloupe: unpacking into $place, once" >&2
    archive | tar -xzf - -C "$part" --strip-components=1 || fail "it can't be unpacked; @MEBIBYTES@ MiB are needed in $place"
    mv -T "$part" "$place" 2>/dev/null || [ -e "$place/bin/quantloupe" ] || fail "$place can't be made"
    rm -rf "$part"
    trap - EXIT
}

users_mask=$(umask)
find_place
[ -e "$place/bin/quantloupe" ] || unpack
umask "$users_mask"
program=quantloupe
case ${0##*/} in
    *quantloupe-cli*) program=quantloupe-cli ;;
    *) if [ "${1:-}" = cli ]; then
        program=quantloupe-cli
        shift
    fi ;;
esac
exec "$place/bin/$program" "$@"
