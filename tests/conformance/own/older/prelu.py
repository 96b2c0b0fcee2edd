# SPDX-License-Identifier: GPL-3.0-or-later
"""Before opset 7 a slope belonged to a channel, or to all."""
import numpy

from ..writer import case, floats


def cases():
    x, slope = floats(2, 3, 4, 5), floats(3, low=0.1, high=0.9)
    y = numpy.where(x < 0, x * slope.reshape(1, 3, 1, 1), x)
    yield case("prelu_per_channel", "PRelu", 6, [x, slope], [y])
    yield case("prelu_per_channel", "PRelu", 1, [x, slope], [y], consumed_inputs=[0, 0])
    one = numpy.array([0.25], numpy.float32)
    yield case("prelu_shared", "PRelu", 6, [x, one], [numpy.where(x < 0, x * one, x)])
