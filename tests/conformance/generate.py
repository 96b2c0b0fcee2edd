#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the standard's own backend tests (models, inputs, outputs) below the folder given, and ours of the versions
that it has none of.

python3-onnx ships the generators, not the data. Writes nothing when a complete set is there already; says so and
succeeds when python3-onnx is missing, since the test then skips itself."""
import contextlib
import hashlib
import io
import pathlib
import shutil
import sys

COMPLETE = "complete"


def generate(folder):
    import numpy

    # The generators still use names that numpy 1.24 took away.
    for name, kind in (("float", float), ("int", int), ("bool", bool), ("object", object)):
        if name not in vars(numpy):
            setattr(numpy, name, kind)
    from onnx.backend.test import cmd_tools

    sys.argv = ["cmd_tools", "generate-data", "-o", str(folder)]
    with contextlib.redirect_stdout(io.StringIO()):
        cmd_tools.main()
    import own

    own.generate(folder / "node", folder / "own")


def edition(version):
    """Changes with the standard's generators and with ours."""
    here = pathlib.Path(__file__).parent
    digest = hashlib.sha256(version.encode())
    for source in sorted(here.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest() + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    try:
        import onnx
    except ImportError:
        print("SKIPPED: python3-onnx is missing, the conformance tests can't be generated")
        return
    marker = folder / COMPLETE
    if marker.exists() and marker.read_text() == edition(onnx.__version__):
        return
    shutil.rmtree(folder, ignore_errors=True)
    sys.dont_write_bytecode = True
    generate(folder)
    marker.write_text(edition(onnx.__version__))


main()
