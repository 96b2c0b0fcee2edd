# SPDX-License-Identifier: GPL-3.0-or-later
"""The Gaussian error linear unit and its approximation by tanh, opset 20."""
import math

import numpy

from ..writer import case, floats


def cases():
    x = floats(3, 4, low=-4.0, high=4.0)
    exact = 0.5 * x * (1 + numpy.vectorize(math.erf)(x / math.sqrt(2)))
    near = 0.5 * x * (1 + numpy.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    yield case("gelu", "Gelu", 20, [x], [exact.astype(numpy.float32)])
    yield case("gelu_tanh", "Gelu", 20, [x], [near.astype(numpy.float32)], approximate="tanh")
