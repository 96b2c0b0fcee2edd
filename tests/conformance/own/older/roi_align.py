# SPDX-License-Identifier: GPL-3.0-or-later
"""Opset 10 didn't move coordinates by half a pixel."""
import numpy

from ..writer import case, floats


def _at(plane, row, column):
    top, left = int(numpy.floor(row)), int(numpy.floor(column))
    down, right = row - top, column - left
    under, beside = min(top + 1, plane.shape[1] - 1), min(left + 1, plane.shape[2] - 1)
    upper = plane[:, top, left] * (1 - right) + plane[:, top, beside] * right
    return upper * (1 - down) + (plane[:, under, left] * (1 - right) + plane[:, under, beside] * right) * down


def cases():
    x = floats(1, 2, 8, 8)
    region = [1.0, 0.5, 5.0, 6.5]
    y = numpy.zeros((1, 2, 2, 2), numpy.float32)
    width, height = (region[2] - region[0]) / 2, (region[3] - region[1]) / 2
    for i in range(2):
        for j in range(2):
            spots = [
                _at(x[0], region[1] + height * (i + down), region[0] + width * (j + right))
                for down in (0.25, 0.75)
                for right in (0.25, 0.75)
            ]
            y[0, :, i, j] = sum(spots) / 4
    inputs = [x, numpy.array([region], numpy.float32), numpy.array([0], numpy.int64)]
    yield case("roialign", "RoiAlign", 10, inputs, [y], output_height=2, output_width=2, sampling_ratio=2)
