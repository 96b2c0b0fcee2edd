#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_single_file.sh SOURCE: what stands in front of the archive in the single file, with an archive of two small scripts.
set -euo pipefail
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
file=$work/quantloupe.run

fail() {
    echo "error: $*" >&2
    exit 1
}

# says FILE TEXT: that FILE holds it.
says() {
    grep -qF "$2" "$1" || fail "\"$2\" is expected, and found: $(cat "$1")"
}

mkdir -p "$work/small-1.0/bin"
for program in quantloupe quantloupe-cli; do
    printf '#!/bin/sh\necho %s "$#" "$@"; umask\n' "$program" >"$work/small-1.0/bin/$program"
    chmod +x "$work/small-1.0/bin/$program"
done
tar -C "$work" -czf "$work/small-1.0.tar.gz" small-1.0
python3 -B "$1/packaging/standalone/make_single_file.py" "$work/small-1.0.tar.gz" 2.17 "$(uname -m)" "$file"
export HOME=$work/home TMPDIR=$work/temporary
unset XDG_CACHE_HOME QUANTLOUPE_UNPACKED
mkdir "$HOME" "$TMPDIR"

# Two at once unpack into one folder, and later ones nothing.
"$file" "an argument" >"$work/first" 2>"$work/notes" &
"$file" cli --version >"$work/second" 2>>"$work/notes"
wait $!
says "$work/first" "quantloupe 1 an argument"
says "$work/second" "quantloupe-cli 1 --version"
says "$work/second" "$(umask)"
[ "$(find "$HOME/.cache/quantloupe-unpacked" -mindepth 1 -maxdepth 1 | wc -l)" = 1 ] || fail "more than one folder is left"
[ "$(stat -c %a "$HOME/.cache/quantloupe-unpacked")" = 700 ] || fail "others may write where programs are started"
"$file" >/dev/null 2>"$work/notes"
[ ! -s "$work/notes" ] || fail "it says something: $(cat "$work/notes")"
ln -s "$file" "$work/quantloupe-cli"
"$work/quantloupe-cli" cli >"$work/answer"
says "$work/answer" "quantloupe-cli 1 cli"

# Without a home that can be written, and where the user says.
HOME=/dev/null "$file" >"$work/answer" 2>"$work/notes"
says "$work/answer" "quantloupe 0"
says "$work/notes" "$TMPDIR/quantloupe-unpacked-$(id -u)/"
QUANTLOUPE_UNPACKED="$work/said so" "$file" >/dev/null 2>"$work/notes"
says "$work/notes" "$work/said so/"
! QUANTLOUPE_UNPACKED=/dev/null/x "$file" 2>"$work/notes" || fail "a folder that can't be is made"
says "$work/notes" "/dev/null/x, which QUANTLOUPE_UNPACKED names"
if [ "$(id -u)" -eq 0 ]; then
    rm -r "$TMPDIR/quantloupe-unpacked-0"
    install -d -o nobody "$TMPDIR/quantloupe-unpacked-0"
    ! HOME=/dev/null "$file" 2>"$work/notes" || fail "another user's folder is used"
    says "$work/notes" "isn't yours"
fi

# Cut off, with another glibc, without one, on another processor.
head -c -20 "$file" >"$work/cut.run"
rm -r "$HOME/.cache"
! sh "$work/cut.run" 2>"$work/notes" || fail "what is cut off is started"
says "$work/notes" "damaged"
[ -z "$(ls "$HOME/.cache/quantloupe-unpacked")" ] || fail "something is left of what was cut off"
mkdir "$work/fake"
for answer in 'echo glibc 2.12' 'exit 1'; do
    printf '#!/bin/sh\n%s\n' "$answer" >"$work/fake/getconf"
    chmod +x "$work/fake/getconf"
    ! PATH=$work/fake:$PATH "$file" 2>>"$work/notes" || fail "it starts where getconf says: $answer"
done
says "$work/notes" "this machine has glibc 2.12; 2.17 or later is needed"
says "$work/notes" "this machine has no glibc"
printf '#!/bin/sh\necho riscv64\n' >"$work/fake/uname"
chmod +x "$work/fake/uname"
! PATH=$work/fake:$PATH "$file" 2>"$work/notes" || fail "it starts on another processor"
says "$work/notes" "the machine is riscv64"
echo "the single file does what it says"
