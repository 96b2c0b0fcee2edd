# SPDX-License-Identifier: GPL-3.0-or-later
"""Does nothing outside training; until opset 6 is_test said so."""
from ..writer import case, floats


def cases():
    x = floats(2, 3)
    yield case("dropout_ratio", "Dropout", 7, [x], [x], ratio=0.75)
    yield case("dropout_is_test", "Dropout", 6, [x], [x], ratio=0.75, is_test=1)
    yield case("dropout_is_test", "Dropout", 1, [x], [x], ratio=0.75, is_test=1, consumed_inputs=[0])
    yield case("dropout_ratio", "Dropout", 22, [x], [x])
