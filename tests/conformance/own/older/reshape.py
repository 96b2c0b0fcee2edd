# SPDX-License-Identifier: GPL-3.0-or-later
"""The first version's shape was an attribute."""
from ..writer import case, floats


def cases():
    x = floats(2, 3, 4)
    yield case("reshape_attribute", "Reshape", 1, [x], [x.reshape(2, 12)], shape=[0, -1])
    yield case("reshape_in_place", "Reshape", 1, [x], [x.reshape(3, 8)], shape=[3, 8], consumed_inputs=[0])
