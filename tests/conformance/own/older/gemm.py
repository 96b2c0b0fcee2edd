# SPDX-License-Identifier: GPL-3.0-or-later
"""Before opset 7 C was repeated only where broadcast said so."""
from ..writer import case, floats


def cases():
    a, b, c = floats(4, 3), floats(4, 5), floats(5)
    y = 0.5 * a.T @ b + 2.0 * c
    for opset in (1, 6):
        yield case("gemm_broadcast", "Gemm", opset, [a, b, c], [y], transA=1, alpha=0.5, beta=2.0, broadcast=1)
        whole = floats(3, 5)
        yield case("gemm_whole_c", "Gemm", opset, [a, b, whole], [a.T @ b + whole], transA=1)
