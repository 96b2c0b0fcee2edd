# SPDX-License-Identifier: GPL-3.0-or-later
"""Convolution whose window's places are moved by offsets and weighed by a mask, opset 19 and 22."""
import numpy

from ..writer import case, floats


def _at(plane, row, column):
    height, width = plane.shape
    total = 0.0
    for y in (int(numpy.floor(row)), int(numpy.floor(row)) + 1):
        for x in (int(numpy.floor(column)), int(numpy.floor(column)) + 1):
            if 0 <= y < height and 0 <= x < width:
                total += plane[y, x] * (1 - abs(row - y)) * (1 - abs(column - x))
    return total


def _convolved(x, weight, offset, mask, pad):
    batch, channels, _, _ = x.shape
    outputs, _, rows, columns = weight.shape
    height, width = offset.shape[2:]
    moved = offset.reshape(batch, rows, columns, 2, height, width)
    weighed = mask.reshape(batch, rows, columns, height, width)
    y = numpy.zeros((batch, outputs, height, width), numpy.float32)
    for n, i, j, p, q in numpy.ndindex(batch, height, width, rows, columns):
        down, right = moved[n, p, q, :, i, j]
        part = weighed[n, p, q, i, j]
        for channel in range(channels):
            value = _at(x[n, channel], i - pad + p + down, j - pad + q + right)
            y[n, :, i, j] += weight[:, channel, p, q] * value * part
    return y


def cases():
    x, weight, bias = floats(1, 2, 4, 4), floats(3, 2, 2, 2), floats(3)
    offset, mask = floats(1, 8, 3, 3, low=-0.8, high=0.8), floats(1, 4, 3, 3, low=0.1, high=1.0)
    ones = numpy.ones_like(mask)
    for opset in (19, 22):
        y = _convolved(x, weight, offset, ones, 0)
        yield case("deformconv", "DeformConv", opset, [x, weight, offset], [y], kernel_shape=[2, 2])
        y = _convolved(x, weight, offset, mask, 0) + bias.reshape(1, 3, 1, 1)
        yield case("deformconv_mask", "DeformConv", opset, [x, weight, offset, bias, mask], [y])
        wide = floats(1, 8, 5, 5, low=-0.8, high=0.8)
        y = _convolved(x, weight, wide, numpy.ones((1, 4, 5, 5), numpy.float32), 1)
        yield case("deformconv_pads", "DeformConv", opset, [x, weight, wide], [y], pads=[1, 1, 1, 1])
