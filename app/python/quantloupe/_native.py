# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the half of the package that is no Python is there for this interpreter."""

import importlib.util
import pathlib
import sys


def require():
    """Raises an ImportError that says what is wrong and what to do, where Python would speak of a circular import."""
    if importlib.util.find_spec(f"{__package__}._quantloupe") is not None:
        return
    folder = pathlib.Path(__file__).parent
    built = sorted(path.name for path in folder.glob("_quantloupe*.so"))
    here = f"Python {sys.version_info.major}.{sys.version_info.minor} ({sys.executable})"
    if built:
        raise ImportError(f"quantloupe in {folder} is built for another interpreter ({', '.join(built)}), and this is {here}: "
                          "start that one, or build the package with -DPython_EXECUTABLE=" + sys.executable)
    raise ImportError(f"quantloupe in {folder} holds no _quantloupe.so for {here}: build the target quantloupe_python, or "
                      "install the wheel")
