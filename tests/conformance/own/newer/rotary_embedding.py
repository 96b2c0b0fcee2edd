# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs of a head's elements turned by the angle of their place, opset 23."""
import numpy

from ..writer import case, floats


def _turned(x, cosines, sines, interleaved):
    first, second = (x[..., ::2], x[..., 1::2]) if interleaved else numpy.split(x, 2, axis=-1)
    real, imaginary = cosines * first - sines * second, sines * first + cosines * second
    if interleaved:
        return numpy.stack([real, imaginary], -1).reshape(x.shape)
    return numpy.concatenate([real, imaginary], -1)


def cases():
    x = floats(2, 3, 4, 8)  # batch, heads, places, width
    angles = floats(10, 4, low=0.0, high=3.0)
    cosines, sines = numpy.cos(angles), numpy.sin(angles)
    ids = numpy.array([[0, 2, 4, 6], [9, 1, 3, 5]], numpy.int64)
    for interleaved in (0, 1):
        y = _turned(x, cosines[ids][:, None], sines[ids][:, None], interleaved).astype(numpy.float32)
        name = f"rotaryembedding_{interleaved}"
        yield case(name, "RotaryEmbedding", 23, [x, cosines, sines, ids], [y], interleaved=interleaved)
    given = [cosines[ids], sines[ids]]
    y = _turned(x, given[0][:, None], given[1][:, None], 0).astype(numpy.float32)
    yield case("rotaryembedding_no_ids", "RotaryEmbedding", 23, [x, *given], [y])
    half = [cosines[:, :2], sines[:, :2]]
    part = _turned(x[..., :4], half[0][ids][:, None], half[1][ids][:, None], 0)
    y = numpy.concatenate([part, x[..., 4:]], -1).astype(numpy.float32)
    yield case("rotaryembedding_part", "RotaryEmbedding", 23, [x, *half, ids], [y], rotary_embedding_dim=4)
