# SPDX-License-Identifier: GPL-3.0-or-later
"""The greatest and the least of what meets at a place, opset 18."""
import numpy

from ..writer import case, floats

GREATEST_AND_LEAST = {"max": numpy.maximum, "min": numpy.minimum}


def cases():
    x, updates = floats(4, 3), floats(5, 3)
    rows = numpy.array([[0, 1, 2], [3, 0, 1], [2, 2, 2], [0, 1, 3], [3, 3, 0]], numpy.int64)
    for word, compute in GREATEST_AND_LEAST.items():
        y = x.copy()
        for at in numpy.ndindex(*rows.shape):
            y[rows[at], at[1]] = compute(y[rows[at], at[1]], updates[at])
        yield case(f"scatterelements_{word}", "ScatterElements", 18, [x, rows, updates], [y], axis=0, reduction=word)
        y = x.copy()
        for index, row in enumerate((0, 3, 0, 1, 3)):
            y[row] = compute(y[row], updates[index])
        places = numpy.array([[0], [3], [0], [1], [3]], numpy.int64)
        yield case(f"scatternd_{word}", "ScatterND", 18, [x, places, updates], [y], reduction=word)
