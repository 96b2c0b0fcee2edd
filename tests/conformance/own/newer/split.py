# SPDX-License-Identifier: GPL-3.0-or-later
"""Into as many parts as num_outputs says, the last one smaller, opset 18."""
import numpy

from ..writer import case, floats


def cases():
    x = floats(7, 2)
    yield case("split_num_outputs", "Split", 18, [x], [x[:3], x[3:6], x[6:]], num_outputs=3)
    lengths = numpy.array([2, 5], numpy.int64)
    yield case("split_lengths", "Split", 18, [x, lengths], [x[:2], x[2:]], axis=0)
