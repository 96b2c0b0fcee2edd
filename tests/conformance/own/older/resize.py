# SPDX-License-Identifier: GPL-3.0-or-later
"""Opset 10 had no ways to lay coordinates out: x / scale, rounded down; 11 took the region of interest always."""
import numpy

from ..writer import case, floats


def cases():
    x = floats(1, 1, 3, 4)
    scales = numpy.array([1, 1, 2, 1.5], numpy.float32)
    rows, columns = numpy.arange(6) // 2, numpy.floor(numpy.arange(6) / 1.5).astype(int)
    y = x[:, :, rows][:, :, :, columns]
    yield case("resize_nearest", "Resize", 10, [x, scales], [y], mode="nearest")
    yield case("upsample_nearest", "Upsample", 9, [x, scales], [y], mode="nearest")
    yield case("upsample_nearest", "Upsample", 7, [x], [y], mode="nearest", scales=[1.0, 1.0, 2.0, 1.5])
    yield case("upsample_nearest", "Upsample", 1, [x], [y], mode="nearest", height_scale=2.0, width_scale=1.5)
    at = numpy.arange(8) / 2.0
    low = numpy.floor(at).astype(int)
    high, part = numpy.minimum(low + 1, 3), (at - low).astype(numpy.float32)
    line = x[..., low] * (1 - part) + x[..., high] * part
    double = numpy.array([1, 1, 1, 2], numpy.float32)
    yield case("resize_linear", "Resize", 10, [x, double], [line], mode="linear")
    nothing = numpy.array([], numpy.float32)
    attributes = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    yield case("resize_nearest", "Resize", 11, [x, nothing, scales], [y], mode="nearest", **attributes)
    sizes = numpy.array([1, 1, 6, 6], numpy.int64)
    yield case("resize_sizes", "Resize", 11, [x, nothing, nothing, sizes], [y], mode="nearest", **attributes)
