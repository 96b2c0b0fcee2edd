# SPDX-License-Identifier: GPL-3.0-or-later
"""Divided by the root of the mean square from an axis on, opset 23."""
import numpy

from ..writer import case, floats


def cases():
    x = floats(2, 3, 4)
    for axis in (-1, 1):
        shape = x.shape[axis:]
        scale = floats(*shape, low=0.5)
        axes = tuple(range(x.ndim - len(shape), x.ndim))
        y = x / numpy.sqrt((x * x).mean(axis=axes, keepdims=True) + 1e-5) * scale
        inputs = [x, scale]
        yield case(f"rmsnormalization_{len(shape)}", "RMSNormalization", 23, inputs, [y.astype(numpy.float32)], axis=axis)
