# SPDX-License-Identifier: GPL-3.0-or-later
"""In which type QuantizeLinear divides, since opset 23: that of attribute precision, or else of the scale."""
import numpy

from ..writer import case

NUMBERS = {numpy.float32: 1, numpy.float16: 10, numpy.float64: 11}
# Quotients that lie beside half a step in one type and on it in another.
EDGES = numpy.array([2.5002, 1.05, 0.49995, -3.4998, 100.26, 7.0], numpy.float32)


def _quantized(x, scale, kind, zero):
    steps = numpy.rint(x.astype(kind) / scale.astype(kind)).astype(numpy.float64) + zero
    return numpy.clip(steps, -128, 127).astype(numpy.int8)


def cases():
    zero = numpy.array(3, numpy.int8)
    for step in (1.0, 0.7):
        for kind, number in NUMBERS.items():
            scale = numpy.array(step, numpy.float32)
            y = _quantized(EDGES, scale, kind, 3)
            name = f"quantizelinear_precision_{numpy.dtype(kind).name}_{step}"
            yield case(name, "QuantizeLinear", 23, [EDGES, scale, zero], [y], precision=number)
    half = numpy.array(1, numpy.float16)
    yield case("quantizelinear_scale_float16", "QuantizeLinear", 23, [EDGES, half, zero],
               [_quantized(EDGES, half, numpy.float16, 3)])
    yield case("quantizelinear_scale_float16_precision_float32", "QuantizeLinear", 23, [EDGES, half, zero],
               [_quantized(EDGES, half, numpy.float32, 3)], precision=1)
    rows = numpy.stack([EDGES, EDGES * 2])
    scales = numpy.array([[1.0], [0.7]], numpy.float32)
    zeros = numpy.array([3, -4], numpy.int8)
    y = _quantized(rows, scales, numpy.float16, zeros.reshape(2, 1).astype(int))
    yield case("quantizelinear_precision_per_axis", "QuantizeLinear", 23, [rows, scales.reshape(2), zeros], [y],
               axis=0, precision=10)
