# SPDX-License-Identifier: GPL-3.0-or-later
"""In the first version the target type was a word."""
import numpy

from ..writer import case, floats


def cases():
    x = floats(3, 4, low=-9.0, high=9.0)
    for word, kind in (("DOUBLE", numpy.float64), ("INT32", numpy.int32), ("BOOL", numpy.bool_)):
        yield case(f"cast_{word.lower()}", "Cast", 1, [x], [x.astype(kind)], to=word)
