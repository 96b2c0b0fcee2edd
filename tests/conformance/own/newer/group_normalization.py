# SPDX-License-Identifier: GPL-3.0-or-later
"""Scale and bias belonged to groups in opset 18 and belong to channels since 21."""
import numpy

from ..writer import case, floats


def cases():
    x = floats(2, 4, 3)
    groups = x.reshape(2, 2, 6)
    spread = numpy.sqrt(groups.var(axis=2, keepdims=True) + 1e-5)
    normal = (groups - groups.mean(axis=2, keepdims=True)) / spread
    scale, bias = floats(2, low=0.5), floats(2)
    y = (normal * scale.reshape(1, 2, 1) + bias.reshape(1, 2, 1)).reshape(x.shape).astype(numpy.float32)
    yield case("groupnormalization", "GroupNormalization", 18, [x, scale, bias], [y], num_groups=2)
    scale, bias = floats(4, low=0.5), floats(4)
    y = (normal.reshape(x.shape) * scale.reshape(1, 4, 1) + bias.reshape(1, 4, 1)).astype(numpy.float32)
    yield case("groupnormalization", "GroupNormalization", 21, [x, scale, bias], [y], num_groups=2)
