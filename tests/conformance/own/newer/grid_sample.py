# SPDX-License-Identifier: GPL-3.0-or-later
"""Planes and volumes read between their elements; opset 20 renamed the modes and took volumes."""
import itertools

import numpy

from ..writer import case, floats


def _places(grid, sizes, aligned):
    """The grid counts the last axis first."""
    places = grid[..., ::-1]
    sizes = numpy.array(sizes)
    return (places + 1) / 2 * (sizes - 1) if aligned else ((places + 1) * sizes - 1) / 2


def _read(x, place, mode):
    if mode == "nearest":
        corners = [(tuple(numpy.rint(place).astype(int)), 1.0)]
    else:
        low = numpy.floor(place).astype(int)
        corners = []
        for step in itertools.product((0, 1), repeat=len(place)):
            at = low + step
            corners.append((tuple(at), float(numpy.prod(1 - numpy.abs(place - at)))))
    total = numpy.zeros(x.shape[0])
    for at, part in corners:
        if all(0 <= index < size for index, size in zip(at, x.shape[1:])):
            total += x[(slice(None), *at)] * part
    return total


def _sampled(x, grid, mode, aligned):
    places = _places(grid, x.shape[2:], aligned)
    y = numpy.zeros((*x.shape[:2], *grid.shape[1:-1]), numpy.float32)
    for n in range(x.shape[0]):
        for at in numpy.ndindex(*grid.shape[1:-1]):
            y[(n, slice(None), *at)] = _read(x[n], places[(n, *at)], mode)
    return y


def cases():
    inputs = {
        "plane": (floats(1, 2, 4, 5), floats(1, 3, 3, 2, low=-1.1, high=1.1)),
        "volume": (floats(1, 2, 3, 4, 5), floats(1, 2, 2, 3, 3, low=-1.1, high=1.1)),
    }
    for opset in (20, 22):
        for (name, (x, grid)), mode, aligned in itertools.product(inputs.items(), ("linear", "nearest"), (0, 1)):
            y = _sampled(x, grid, mode, aligned)
            attributes = {"mode": mode, "align_corners": aligned}
            yield case(f"gridsample_{name}_{mode}_{aligned}", "GridSample", opset, [x, grid], [y], **attributes)
