#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gather_libraries.py FOLDER FILE…: copies into FOLDER what the FILEs need but glibc, and says which glibc that takes.

Two things keep it small and old machines able to run it. Debian's LibTorch names libraries that it never calls, and
OpenCV's images call readers of formats that are refused before (core/data/opencv): they would bring FFmpeg, GDAL, Qt 5
and two hundred more. And a handful of functions of newer glibcs are asked for by their oldest version, or brought along.
"""

import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import elf_file

# Every machine with a glibc has them, and its libgcc_s must fit its glibc.
OF_THE_MACHINE = re.compile(r"^(ld-linux|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|mvec|gcc_s)\.so)")
NAMES_WHAT_IT_NEVER_CALLS = re.compile(r"^libtorch_cpu\.so")
CALLS_UNREAD_FORMATS = re.compile(r"^libopencv_imgcodecs\.so")
OF_UNREAD_FORMATS = re.compile(r"^lib(gdal|gdcm\w+)\.so")  # georeferenced and medical images
UNREAD_FORMATS = "libquantloupe_unread_formats.so"

# Above it only these are asked for by what Debian 12 builds for x86-64: of the first, every glibc has an older version, which
# may round the last place otherwise; the others are in random.c.
OLDEST = (2, 34)
OLDER_EXISTS = {"hypot", "hypotf"}
BROUGHT = {"arc4random", "arc4random_buf"}
RANDOM = "libquantloupe_random.so"
HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **how):
    subprocess.run([str(word) for word in command], check=True, **how)


def found_by_loader(files):
    """Where the loader finds what ``files`` need, directly or not: {"libz.so.1": path}."""
    places = {}
    for line in elf_file.output("ldd", *[str(file) for file in files]).splitlines():
        parts = line.split()
        if "not found" in line:
            raise SystemExit(f"error: {parts[0]}, which the programs need, isn't found")
        if "=>" in parts and parts[2].startswith("/"):
            places.setdefault(parts[0], pathlib.Path(parts[2]).resolve())
    return places


def uncalled(library, places):
    """What ``library`` names and takes no symbol from."""
    taken = elf_file.symbols(library, "--undefined-only")
    return [name for name in elf_file.needed(library)
            if name in places and not OF_THE_MACHINE.match(name)
            and not taken & elf_file.symbols(places[name], "--defined-only")]


def compile_library(library, source):
    run("cc", "-shared", "-fPIC", "-O2", "-s", "-Wl,--build-id=none", f"-Wl,-soname,{library.name}", "-o", library, source)


def replace_unread_formats(library, places):
    """Takes the readers of such formats from a library beside whose functions do nothing and return 0."""
    readers = [name for name in elf_file.needed(library) if OF_UNREAD_FORMATS.match(name)]
    offered = set().union(*(elf_file.symbols(places[name], "--defined-only") for name in readers))
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "unread_formats.c"
        source.write_text("".join(f'long f{number}(void) __asm__("{name}");\nlong f{number}(void) {{ return 0; }}\n'
                                  for number, name in enumerate(sorted(offered & elf_file.symbols(library, "--undefined-only")))))
        compile_library(library.with_name(UNREAD_FORMATS), source)
    for name in readers:
        run("patchelf", "--remove-needed", name, library)
    run("patchelf", "--add-needed", UNREAD_FORMATS, library)


def slim(library, places):
    if NAMES_WHAT_IT_NEVER_CALLS.match(library.name):
        for name in uncalled(library, places):
            run("patchelf", "--remove-needed", name, library)
    elif CALLS_UNREAD_FORMATS.match(library.name):
        replace_unread_formats(library, places)


def copy_needed(folder, files):
    """Copies to ``folder`` what ``files`` need; what lies there already is taken as it is."""
    places = found_by_loader(files)
    own = {file.name for file in files}
    waiting = list(files)
    while waiting:
        for name in elf_file.needed(waiting.pop()):
            copy = folder / name
            if OF_THE_MACHINE.match(name) or name in own or copy.exists():
                continue
            shutil.copy(places[name], copy)
            slim(copy, places)
            waiting.append(copy)


def ask_for_older_glibc(file, random):
    """Lets ``file`` run with glibc 2.34 where it takes nothing newer but what every glibc or ``random`` has as well."""
    if platform.machine() != "x86_64":
        return
    versions = elf_file.Versions(file)
    newer = [names for version, names in versions.asked_for().items() if version > OLDEST]
    if not newer or not all(names <= OLDER_EXISTS | BROUGHT for names in newer):
        return
    if set().union(*newer) & BROUGHT:
        if not random.exists():
            compile_library(random, HERE / "random.c")
        run("patchelf", "--add-needed", random.name, file)
        versions = elf_file.Versions(file)
    versions.ask_for_oldest(OLDEST, BROUGHT)


def way(file, folder):
    """From where ``file`` lies to ``folder``, as the loader wants it."""
    up = pathlib.PurePosixPath(*[".." for _ in file.parent.relative_to(folder).parts]) if file.is_relative_to(folder) else None
    return "$ORIGIN" + ("" if up in (None, pathlib.PurePosixPath()) else f"/{up}")


def gather(folder, files):
    """Fills ``folder``; ``files`` outside of it find it already, those inside are told. Returns glibc's version."""
    copy_needed(folder, files)
    for library in sorted(path for path in folder.rglob("*") if elf_file.is_elf(path)):
        run("patchelf", "--set-rpath", way(library, folder), library)
    everything = sorted({*files, *(path for path in folder.rglob("*") if elf_file.is_elf(path))})
    for file in everything:
        ask_for_older_glibc(file, folder / RANDOM)
    return max((2, 17), *(version for file in everything for version in elf_file.Versions(file).asked_for()))


def main(folder, *files):
    major, minor = gather(pathlib.Path(folder).resolve(), [pathlib.Path(file).resolve() for file in files])
    print(f"{major}.{minor}")


if __name__ == "__main__":
    main(*sys.argv[1:])
