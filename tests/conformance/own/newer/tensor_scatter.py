# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a piece into a cache at each batch's place, round and round if asked, opset 24."""
import numpy

from ..writer import case, floats


def _written(cache, update, places, wraps):
    result = cache.copy()
    for batch, place in enumerate(places):
        for step in range(update.shape[2]):
            at = (place + step) % cache.shape[2] if wraps else place + step
            result[batch, :, at] = update[batch, :, step]
    return result


def cases():
    cache, update = floats(2, 3, 5, 4), floats(2, 3, 2, 4, low=3.0, high=4.0)
    places = numpy.array([1, 3], numpy.int64)
    y = _written(cache, update, places, False)
    yield case("tensorscatter", "TensorScatter", 24, [cache, update, places], [y])
    y = _written(cache, update, [0, 0], False)
    yield case("tensorscatter_at_begin", "TensorScatter", 24, [cache, update], [y])
    round_about = numpy.array([1, 4], numpy.int64)
    y = _written(cache, update, round_about, True)
    yield case("tensorscatter_circular", "TensorScatter", 24, [cache, update, round_about], [y], mode="circular")
