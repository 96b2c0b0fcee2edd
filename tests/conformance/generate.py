#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the standard's own backend tests (models, inputs, outputs) below the folder given.

python3-onnx ships the generators, not the data. Writes nothing when a complete set is there already; says so and
succeeds when python3-onnx is missing, since the test then skips itself."""
import contextlib
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


def main():
    folder = pathlib.Path(sys.argv[1])
    if (folder / COMPLETE).exists():
        return
    try:
        import onnx
    except ImportError:
        print("SKIPPED: python3-onnx is missing, the conformance tests can't be generated")
        return
    shutil.rmtree(folder, ignore_errors=True)
    generate(folder)
    (folder / COMPLETE).write_text(onnx.__version__ + "\n")


main()
