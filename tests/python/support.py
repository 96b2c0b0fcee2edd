# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the Python package share."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
except ImportError:
    raise unittest.SkipTest("SKIPPED: numpy is not installed") from None

SOURCE = pathlib.Path(os.environ["QUANTLOUPE_SOURCE_DIR"])
PROGRAM = os.environ["QUANTLOUPE_CLI"]
DEMO = SOURCE / "resources/demo"
FLOAT = str(DEMO / "float.onnx")
INT8 = str(DEMO / "int8.onnx")
CONFIG = str(DEMO / "config.yaml")
INPUTS = str(DEMO / "inputs.npy")
LABELS = str(DEMO / "labels.npy")
PAIR = {"baseline": FLOAT, "analysis": INT8}
WORST = 35  # of the demo's inputs, by Atol


def inputs():
    return numpy.load(INPUTS)


def shared_model(*parts):
    """A file of the shared models; skips the test loudly where there are none."""
    folder = os.environ.get("QUANTLOUPE_MODELS", "")
    path = pathlib.Path(folder, *parts)
    if not folder or not path.exists():
        raise unittest.SkipTest(f"SKIPPED: no {pathlib.Path(*parts)}: QUANTLOUPE_MODELS names no folder that holds it")
    return str(path)


def printed(*words):
    """What the command line prints."""
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, check=False)
    if done.returncode not in (0, 3):
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode()


def document(*words):
    return json.loads(printed(*words, "--json"))


def without_times(value):
    """What doesn't depend on how long it took."""
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if key != "seconds" and "executed" not in key}
    return [without_times(one) for one in value] if isinstance(value, list) else value


def run_python(code, **environment):
    """Runs ``code`` in an interpreter of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False,
                          env={**os.environ, **environment})


class FolderTest(unittest.TestCase):
    """With a folder that is gone afterwards."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
