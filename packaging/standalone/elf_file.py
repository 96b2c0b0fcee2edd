# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs and libraries as the loader sees them: what they need, call and define, and of which version of glibc."""

import re
import struct
import subprocess

SYMBOLS, NEEDED_VERSIONS, DEFINED_VERSIONS, SYMBOL_VERSIONS = 11, 0x6FFFFFFE, 0x6FFFFFFD, 0x6FFFFFFF
GLIBC = re.compile(rb"GLIBC_(\d+)\.(\d+)(?:\.\d+)?$")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def is_elf(path):
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def needed(path):
    """Names of the libraries that ``path`` asks the loader for."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "--dynamic", "--wide", str(path)))


def symbols(path, which):
    """Names that ``path`` takes from others ("--undefined-only") or offers them ("--defined-only"), without versions."""
    lines = output("nm", "--dynamic", "--format=just-symbols", which, str(path)).splitlines()
    return {line.split("@")[0] for line in lines}


class Versions:
    """The versions that an ELF file of 64 bits asks for or defines, and the symbols that have them, to be changed in place.

    A version is a pair (major, minor) of glibc's; other libraries' versions are left out.
    """

    def __init__(self, path):
        self._path = path
        self._bytes = bytearray(path.read_bytes())
        header = struct.unpack_from("<16xHHIQQQIHHHHHH", self._bytes)
        offset, size, count = header[5], header[10], header[11]
        sections = [struct.unpack_from("<IIQQQQIIQQ", self._bytes, offset + size * index) for index in range(count)]
        self._sections = {section[1]: section for section in sections}
        strings = self._sections.get(SYMBOLS, (0,) * 7)[6]
        self._strings = (sections[strings][4], sections[strings][5]) if count else (0, 0)

    def _text(self, offset):
        begin = self._strings[0] + offset
        return bytes(self._bytes[begin:self._bytes.index(0, begin)])

    def _entries(self, kind):
        """(position of the entry, position of its hash, index, name) of each version asked for or defined."""
        section = self._sections.get(kind)
        place = section[4] if section else None
        while place is not None:
            if kind == NEEDED_VERSIONS:
                _, count, _, first, following = struct.unpack_from("<HHIII", self._bytes, place)
                each = place + first
                for _ in range(count):
                    _, _, index, name, after = struct.unpack_from("<IHHII", self._bytes, each)
                    yield each, each, index, self._text(name)
                    each += after
            else:
                _, _, index, count, _, first, following = struct.unpack_from("<HHHHIII", self._bytes, place)
                yield place, place + 8, index, self._text(struct.unpack_from("<I", self._bytes, place + first)[0])
            place = place + following if following else None

    def _of_glibc(self, kind):
        for place, hash_place, index, name in self._entries(kind):
            if found := GLIBC.match(name):
                yield place, hash_place, index, (int(found[1]), int(found[2]))

    def asked_for(self):
        """The version of each symbol taken from glibc: {(2, 35): {"hypot"}}; packed relocations count as one of 2.36."""
        versions = {index: version for _, _, index, version in self._of_glibc(NEEDED_VERSIONS)}
        asked = {version: set() for version in versions.values()}
        for _, index, name in self._versioned_symbols():
            if index in versions:
                asked[versions[index]].add(name)
        if any(name == b"GLIBC_ABI_DT_RELR" for *_, name in self._entries(NEEDED_VERSIONS)):
            asked.setdefault((2, 36), set()).add("DT_RELR")
        return asked

    def _versioned_symbols(self):
        """(position of the symbol, index of its version, name) of each."""
        if SYMBOL_VERSIONS not in self._sections:
            return
        versions, table = self._sections[SYMBOL_VERSIONS][4], self._sections[SYMBOLS]
        for number in range(table[5] // 24):
            place = table[4] + 24 * number
            index = struct.unpack_from("<H", self._bytes, versions + 2 * number)[0] & 0x7FFF
            yield place, index, self._text(struct.unpack_from("<I", self._bytes, place)[0]).decode()

    def ask_for_oldest(self, newer_than, unversioned):
        """Asks for the first version of every symbol whose version is newer; of those in ``unversioned`` for any."""
        oldest = self._bytes.index(b"\0GLIBC_2.2.5\0", self._strings[0], sum(self._strings)) + 1 - self._strings[0]
        loosened = set()
        for place, _, index, version in self._of_glibc(NEEDED_VERSIONS):
            if version > newer_than:
                struct.pack_into("<I", self._bytes, place, elf_hash(b"GLIBC_2.2.5"))
                struct.pack_into("<I", self._bytes, place + 8, oldest)
                loosened.add(index)
        versions, table = self._sections[SYMBOL_VERSIONS][4], self._sections[SYMBOLS][4]
        for place, index, name in list(self._versioned_symbols()):
            if index in loosened and name in unversioned:
                struct.pack_into("<H", self._bytes, versions + 2 * ((place - table) // 24), 1)
        self._path.write_bytes(self._bytes)


def elf_hash(name):
    value = 0
    for byte in name:
        value = (value << 4) + byte
        value = (value ^ (value >> 24 & 0xF0)) & 0x0FFFFFFF
    return value
