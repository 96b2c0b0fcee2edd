# SPDX-License-Identifier: GPL-3.0-or-later
"""Mish (18, 22) and Swish (24)."""
import numpy

from ..writer import case, floats


def cases():
    x = floats(3, 4, low=-4.0, high=4.0)
    mish = (x * numpy.tanh(numpy.log1p(numpy.exp(x)))).astype(numpy.float32)
    for opset in (18, 22):
        yield case("mish", "Mish", opset, [x], [mish])
    for alpha in (1.0, 0.5):
        y = (x / (1 + numpy.exp(-alpha * x))).astype(numpy.float32)
        yield case(f"swish_{int(alpha * 2)}", "Swish", 24, [x], [y], alpha=alpha)
