# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the points of a grid over [-1, 1] fall under an affine map, AffineGrid-20."""
import numpy

from ..writer import case, floats


def _axis(count, aligned):
    return numpy.linspace(-1, 1, count) if aligned else (2 * numpy.arange(count) + 1) / count - 1


def _grid(theta, size, aligned):
    axes = [_axis(count, aligned) for count in size[2:]]
    points = numpy.stack([*numpy.meshgrid(*axes, indexing="ij")[::-1], numpy.ones(size[2:])], axis=-1)
    return numpy.einsum("...k,njk->n...j", points, theta).astype(numpy.float32)


def cases():
    for size in ((2, 3, 4, 5), (1, 1, 2, 3, 4)):
        theta = floats(size[0], len(size) - 2, len(size) - 1)
        for aligned in (0, 1):
            inputs = [theta, numpy.array(size, numpy.int64)]
            name = f"affinegrid_{len(size) - 2}d_{aligned}"
            yield case(name, "AffineGrid", 20, inputs, [_grid(theta, size, aligned)], align_corners=aligned)
