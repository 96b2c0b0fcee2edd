# SPDX-License-Identifier: GPL-3.0-or-later
"""The first version knew one order, the one that is called DCR since."""
from ..writer import case, floats


def cases():
    x = floats(2, 8, 2, 3)
    y = x.reshape(2, 2, 2, 2, 2, 3).transpose(0, 3, 4, 1, 5, 2).reshape(2, 2, 4, 6)
    yield case("depthtospace_first", "DepthToSpace", 1, [x], [y], blocksize=2)
