# SPDX-License-Identifier: GPL-3.0-or-later
"""Before opset 7 one operand was repeated by the attributes broadcast and axis, not by the shapes alone."""
import numpy

from ..writer import case, floats

ARITHMETIC = {"Add": numpy.add, "Sub": numpy.subtract, "Mul": numpy.multiply, "Div": numpy.divide}
COMPARISONS = {"Greater": numpy.greater, "Less": numpy.less}
LOGIC = {"And": numpy.logical_and, "Or": numpy.logical_or, "Xor": numpy.logical_xor}


def _along_axis(name, compute, opset, left, right, axis, **attributes):
    widened = right.reshape(right.shape + (1,) * (left.ndim - axis - right.ndim))
    result = compute(left, widened)
    return case(f"{name.lower()}_axis", name, opset, [left, right], [result], axis=axis, broadcast=1, **attributes)


def cases():
    left, right = floats(2, 3, 4, 5), floats(3, 4, low=0.5, high=3.0)
    for name, compute in ARITHMETIC.items():
        yield _along_axis(name, compute, 6, left, right, 1)
        yield _along_axis(name, compute, 1, left, right, 1, consumed_inputs=[0, 0])
    yield _along_axis("Pow", numpy.power, 1, numpy.abs(left), right, 1)
    for name, compute in COMPARISONS.items():
        yield _along_axis(name, compute, 1, left, right, 1)
    yield _along_axis("Equal", numpy.equal, 1, left.astype(numpy.int32), right.astype(numpy.int32), 1)
    for name, compute in LOGIC.items():
        yield _along_axis(name, compute, 1, left > 0, right > 1, 1)
    suffix = floats(4, 5)
    yield case("add_suffix", "Add", 6, [left, suffix], [left + suffix], broadcast=1)
