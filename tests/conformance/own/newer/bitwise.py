# SPDX-License-Identifier: GPL-3.0-or-later
"""Bits of integers, opset 18."""
import numpy

from ..writer import case

OPERATORS = {"BitwiseAnd": numpy.bitwise_and, "BitwiseOr": numpy.bitwise_or, "BitwiseXor": numpy.bitwise_xor}


def cases():
    for kind in (numpy.int8, numpy.uint8, numpy.int16, numpy.int32, numpy.int64):
        numbers = (numpy.arange(24) * 37 - 120).astype(kind).reshape(2, 3, 4)
        others = (numpy.arange(4) * 29 + 3).astype(kind)
        word = numpy.dtype(kind).name
        for name, compute in OPERATORS.items():
            yield case(f"{name.lower()}_{word}", name, 18, [numbers, others], [compute(numbers, others)])
        yield case(f"bitwisenot_{word}", "BitwiseNot", 18, [numbers], [~numbers])
