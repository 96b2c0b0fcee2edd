# SPDX-License-Identifier: GPL-3.0-or-later
"""Cut or filled with zeros around the middle, opset 18; what is left over goes behind."""
import numpy

from ..writer import case, floats


def _fitted(x, axis, length):
    size = x.shape[axis]
    if length <= size:
        return numpy.take(x, range((size - length) // 2, (size - length) // 2 + length), axis)
    before = (length - size) // 2
    widths = [(0, 0)] * x.ndim
    widths[axis] = (before, length - size - before)
    return numpy.pad(x, widths)


def cases():
    x = floats(20, 8, 3)
    for name, lengths in (("crop", (10, 7, 2)), ("pad", (21, 11, 6)), ("both", (9, 13, 3))):
        y = x
        for axis, length in enumerate(lengths):
            y = _fitted(y, axis, length)
        yield case(f"centercroppad_{name}", "CenterCropPad", 18, [x, numpy.array(lengths, numpy.int64)], [y])
    y = _fitted(_fitted(x, 2, 5), 0, 7)
    lengths = numpy.array([5, 7], numpy.int64)
    yield case("centercroppad_axes", "CenterCropPad", 18, [x, lengths], [y], axes=[-1, 0])
