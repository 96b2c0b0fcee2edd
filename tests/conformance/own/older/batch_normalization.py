# SPDX-License-Identifier: GPL-3.0-or-later
"""Until opset 6 is_test said that the statistics are given."""
import numpy

from ..writer import case, floats


def cases():
    x, scale, bias, mean = floats(2, 3, 4), floats(3, low=0.5), floats(3, low=-1.0), floats(3, low=-0.5)
    variance = floats(3, low=0.25)
    parameters = [scale, bias, mean, variance]
    s, b, m, v = (parameter.reshape(1, 3, 1) for parameter in parameters)
    y = (s * (x - m) / numpy.sqrt(v + numpy.float32(1e-5)) + b).astype(numpy.float32)
    yield case("batchnorm_is_test", "BatchNormalization", 6, [x, *parameters], [y], is_test=1)
    consumed = [0, 0, 0, 1, 1]
    yield case("batchnorm_is_test", "BatchNormalization", 1, [x, *parameters], [y], is_test=1, consumed_inputs=consumed)
