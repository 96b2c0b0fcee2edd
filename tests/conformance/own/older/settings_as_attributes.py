# SPDX-License-Identifier: GPL-3.0-or-later
"""What opsets 10 to 13 made inputs was said by attributes before."""
import numpy

from ..writer import case, floats


def _split():
    x = floats(2, 6)
    parts = [x[:, :2], x[:, 2:6]]
    for opset in (2, 11):
        yield case("split_lengths", "Split", opset, [x], parts, axis=1, split=[2, 4])
        yield case("split_equal", "Split", opset, [x], [x[:1], x[1:]])
    yield case("split_lengths", "Split", 1, [x, numpy.array([2, 4], numpy.float32)], parts, axis=1)
    yield case("split_attribute", "Split", 1, [x], parts, axis=1, split=[2, 4])


def _squeeze():
    x = floats(1, 3, 1, 2)
    for opset in (1, 11):
        yield case("squeeze_axes", "Squeeze", opset, [x], [x.reshape(3, 1, 2)], axes=[0])
        yield case("squeeze_all", "Squeeze", opset, [x], [x.reshape(3, 2)])
        yield case("unsqueeze_axes", "Unsqueeze", opset, [x], [x.reshape(1, 1, 3, 1, 2, 1)], axes=[0, 5])
    yield case("squeeze_negative", "Squeeze", 11, [x], [x.reshape(1, 3, 2)], axes=[-2])


def _top_k():
    x = floats(3, 7)
    order = numpy.argsort(-x, axis=1)[:, :3]
    yield case("top_k", "TopK", 1, [x], [numpy.take_along_axis(x, order, 1), order.astype(numpy.int64)], k=3)


def cases():
    x = floats(4, 6)
    yield case("slice_attributes", "Slice", 1, [x], [x[1:3, 2:]], starts=[1, 2], ends=[3, 1000], axes=[0, 1])
    yield case("slice_without_axes", "Slice", 1, [x], [x[1:-1]], starts=[1], ends=[-1])
    yield from _split()
    yield from _squeeze()
    yield from _top_k()
    scalars = [numpy.array([3], numpy.float32), numpy.array([1], numpy.float32)]
    yield case("tile_axis", "Tile", 1, [x, *scalars], [numpy.tile(x, (1, 3))])
