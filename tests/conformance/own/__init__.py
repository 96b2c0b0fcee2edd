# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases that the standard's own suite lacks: versions of operators before and after those that it was made for.

Each module of `older` and `newer` has `cases()`, which yields them; NumPy computes what the standard's text says."""
import importlib
import pathlib
import pkgutil

from . import restamped


def generate(suite, folder):
    """Writes every case below `folder`; `suite` holds the standard's."""
    here = pathlib.Path(__file__).parent
    for age in ("older", "newer"):
        for module in sorted(found.name for found in pkgutil.iter_modules([str(here / age)])):
            for case in importlib.import_module(f"{__name__}.{age}.{module}").cases():
                case.save(folder)
    restamped.write(suite, folder)
