#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_single_file.py ARCHIVE GLIBC MACHINE OUT: puts single_file.sh in front of the archive and makes that executable."""

import hashlib
import pathlib
import sys
import tarfile

BEGIN_DIGITS = 6  # the place of the archive stands in front of it, and so has a fixed width


def main(archive, glibc, machine, out):
    archive, out = pathlib.Path(archive), pathlib.Path(out)
    content = archive.read_bytes()
    with tarfile.open(archive) as members:
        unpacked = sum(member.size for member in members)
    text = (pathlib.Path(__file__).resolve().parent / "single_file.sh").read_text()
    for word, value in {
        "@NAME@": archive.name.removesuffix(".tar.gz"),
        "@DIGEST@": hashlib.sha256(content).hexdigest(),
        "@GLIBC_MINOR@": glibc.split(".")[1],
        "@MACHINE@": machine,
        "@MEBIBYTES@": str((unpacked >> 20) + 10),
    }.items():
        text = text.replace(word, value)
    begin = len(text.encode()) - len("@BEGIN@") + BEGIN_DIGITS + 1
    text = text.replace("@BEGIN@", str(begin).ljust(BEGIN_DIGITS))
    unfinished = out.with_name(out.name + ".part")
    unfinished.write_bytes(text.encode() + content)
    unfinished.chmod(0o755)
    unfinished.replace(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
