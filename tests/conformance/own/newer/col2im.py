# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns of windows added up where they came from, opset 18."""
import itertools

import numpy

from ..writer import case, floats


def _image(columns, image, block, strides, dilations, pads):
    batch, rows, _ = columns.shape
    channels = rows // int(numpy.prod(block))
    padded = numpy.zeros((batch, channels, *(n + sum(p) for n, p in zip(image, pads))), numpy.float32)
    counts = [
        (n - d * (k - 1) - 1) // s + 1 for n, d, k, s in zip(padded.shape[2:], dilations, block, strides)
    ]
    for channel in range(channels):
        for offset, places in enumerate(itertools.product(*map(range, block))):
            row = channel * int(numpy.prod(block)) + offset
            for column, window in enumerate(itertools.product(*map(range, counts))):
                at = tuple(w * s + p * d for w, s, p, d in zip(window, strides, places, dilations))
                padded[(slice(None), channel, *at)] += columns[:, row, column]
    inside = tuple(slice(first, first + n) for (first, _), n in zip(pads, image))
    return padded[(slice(None), slice(None), *inside)]


def cases():
    settings = {
        "plain": ((5, 5), (1, 5), (1, 1), (1, 1), ((0, 0), (0, 0)), 5),
        "strides": ((5, 5), (3, 3), (2, 2), (1, 1), ((0, 0), (0, 0)), 4),
        "pads": ((5, 5), (1, 5), (1, 1), (1, 1), ((0, 1), (0, 1)), 12),
        "dilations": ((6, 6), (2, 2), (1, 1), (1, 5), ((0, 0), (0, 0)), 5),
        "three": ((3, 4, 4), (1, 2, 2), (1, 1, 1), (1, 1, 1), ((0, 0), (0, 0), (0, 0)), 27),
    }
    for name, (image, block, strides, dilations, pads, count) in settings.items():
        x = floats(2, 3 * int(numpy.prod(block)), count)
        y = _image(x, image, block, strides, dilations, pads)
        inputs = [x, numpy.array(image, numpy.int64), numpy.array(block, numpy.int64)]
        flat = [first for first, _ in pads] + [last for _, last in pads]
        attributes = {"strides": list(strides), "dilations": list(dilations), "pads": flat}
        yield case(f"col2im_{name}", "Col2Im", 18, inputs, [y], **attributes)
