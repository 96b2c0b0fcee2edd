# SPDX-License-Identifier: GPL-3.0-or-later
"""The greatest of each bin of a region whose corners are rounded, in Fast R-CNN's way."""
import numpy

from ..writer import case, floats


def _pool(x, regions, height, width, scale):
    y = numpy.zeros((len(regions), x.shape[1], height, width), numpy.float32)
    for index, region in enumerate(regions):
        left, top, right, bottom = (int(numpy.floor(corner * scale + 0.5)) for corner in region[1:])
        rows, columns = max(bottom - top + 1, 1), max(right - left + 1, 1)
        for i in range(height):
            for j in range(width):
                first, last = top + i * rows // height, top - (-(i + 1) * rows // height)
                begin, end = left + j * columns // width, left - (-(j + 1) * columns // width)
                window = x[int(region[0]), :, first:last, begin:end]
                y[index, :, i, j] = window.max(axis=(1, 2))
    return y


def cases():
    x = floats(2, 2, 8, 8)
    regions = numpy.array([[0, 0, 0, 7, 7], [1, 2, 1, 6, 5], [0, 3, 4, 5, 7]], numpy.float32)
    for opset in (1, 22):
        y = _pool(x, regions, 2, 2, 1.0)
        yield case("maxroipool", "MaxRoiPool", opset, [x, regions], [y], pooled_shape=[2, 2])
        y = _pool(x, regions, 2, 2, 0.5)
        yield case("maxroipool_scaled", "MaxRoiPool", opset, [x, regions], [y], pooled_shape=[2, 2], spatial_scale=0.5)
