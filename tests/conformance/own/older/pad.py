# SPDX-License-Identifier: GPL-3.0-or-later
"""Before opset 11 the widths were attributes, in the first version called paddings."""
import numpy

from ..writer import case, floats

WIDTHS = ((0, 0), (1, 2), (0, 1))
PADS = [0, 1, 0, 0, 2, 1]


def cases():
    x = floats(2, 3, 4)
    constant = numpy.pad(x, WIDTHS, constant_values=1.5)
    yield case("pad_constant", "Pad", 1, [x], [constant], paddings=PADS, value=1.5)
    yield case("pad_constant", "Pad", 2, [x], [constant], pads=PADS, value=1.5)
    for mode in ("reflect", "edge"):
        y = numpy.pad(x, WIDTHS, mode=mode)
        yield case(f"pad_{mode}", "Pad", 1, [x], [y], paddings=PADS, mode=mode)
        yield case(f"pad_{mode}", "Pad", 2, [x], [y], pads=PADS, mode=mode)
    yield case("pad_cropping", "Pad", 2, [x], [x[:, 1:, :3]], pads=[0, -1, 0, 0, 0, -1])
