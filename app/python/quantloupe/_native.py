# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the half of the package that is no Python is there for this interpreter, and can be loaded into it."""

import ctypes
import importlib
import importlib.util
import pathlib
import re
import sys

_CARRIED = pathlib.Path(__file__).parent / "lib/quantloupe/libstdc++.so.6"  # in a wheel alone


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


def _newest_of(library):
    """The n of the newest GLIBCXX_3.4.n that a libstdc++ has."""
    return max((int(n) for n in re.findall(rb"GLIBCXX_3\.4\.(\d+)\0", library.read_bytes())), default=0)


def share_environments_library():
    """Loads the libstdc++ of an environment that has its own, as conda's have, unless it is older than the wheel's.

    A process has one of them, whoever is first: extensions of the environment may need a newer one than the wheel carries.
    """
    if not _CARRIED.exists():
        return
    for prefix in dict.fromkeys((sys.prefix, sys.base_prefix)):
        library = pathlib.Path(prefix) / "lib/libstdc++.so.6"
        try:
            if _newest_of(library) >= _newest_of(_CARRIED):
                ctypes.CDLL(str(library))
                return
        except OSError:  # there is none, or it is for another machine
            continue


def load():
    """Loads the module that is no Python."""
    try:
        importlib.import_module("._quantloupe", __package__)
    except ImportError as error:
        if "GLIBCXX_" not in str(error):
            raise
        raise ImportError(f"{error}: an older libstdc++ was loaded before. Import quantloupe before whatever brings it, or "
                          f"install a newer one (conda install -c conda-forge 'libstdcxx>=12')") from error
