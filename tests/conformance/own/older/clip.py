# SPDX-License-Identifier: GPL-3.0-or-later
"""Before opset 11 the limits were attributes."""
import numpy

from ..writer import case, floats


def cases():
    x = floats(3, 4)
    yield case("clip_attributes", "Clip", 6, [x], [numpy.clip(x, -1, 0.5)], min=-1.0, max=0.5)
    yield case("clip_only_min", "Clip", 6, [x], [numpy.maximum(x, numpy.float32(-0.25))], min=-0.25)
    yield case("clip_attributes", "Clip", 1, [x], [numpy.clip(x, -1, 0.5)], min=-1.0, max=0.5, consumed_inputs=[0])
