#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""take_newer_glibc.py DEBIAN MINOR: takes from the glibc of the Debian in the folder all that is newer than 2.MINOR.

What runs there then takes nothing newer. Whoever needs it can't be loaded any more, but for glibc's own libraries, which
are told not to ask.
"""

import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "packaging/standalone"))
sys.dont_write_bytecode = True

import elf_file
import gather_libraries

KEPT = {"_dl_find_object"}  # libgcc_s of this Debian has no other way to find what handles an exception


class Glibc(elf_file.Versions):
    def take_away(self, newer_than):
        hidden = set()
        for _, hash_place, index, version in self._of_glibc(elf_file.DEFINED_VERSIONS):
            if version > newer_than:
                struct.pack_into("<I", self._bytes, hash_place, 0)
                hidden.add(index)
        for place, index, name in list(self._versioned_symbols()):
            if index in hidden and name not in KEPT:
                struct.pack_into("<H", self._bytes, place + 6, 0)  # as if it were another's
        self._path.write_bytes(self._bytes)


def main(debian, minor):
    oldest = (2, int(minor))
    libraries = pathlib.Path(debian, "lib/x86_64-linux-gnu")
    for path in libraries.iterdir():
        if gather_libraries.OF_THE_MACHINE.match(path.name) and path.name != "libc.so.6" and elf_file.is_elf(path):
            elf_file.Versions(path).ask_for_oldest(oldest, KEPT)
    for name in ("libc.so.6", "libm.so.6"):
        Glibc(libraries / name).take_away(oldest)


if __name__ == "__main__":
    main(*sys.argv[1:])
