# SPDX-License-Identifier: GPL-3.0-or-later
"""The axes of reductions were an attribute until opset 17, ReduceSum's until 12."""
import numpy

from ..writer import case, floats

REDUCTIONS = {
    "ReduceL1": lambda x, **keep: numpy.abs(x).sum(**keep),
    "ReduceL2": lambda x, **keep: numpy.sqrt((x * x).sum(**keep)),
    "ReduceLogSum": lambda x, **keep: numpy.log(x.sum(**keep)),
    "ReduceLogSumExp": lambda x, **keep: numpy.log(numpy.exp(x).sum(**keep)),
    "ReduceMax": numpy.max,
    "ReduceMean": numpy.mean,
    "ReduceMin": numpy.min,
    "ReduceProd": numpy.prod,
    "ReduceSum": numpy.sum,
    "ReduceSumSquare": lambda x, **keep: (x * x).sum(**keep),
}
LATER_ATTRIBUTES = {"ReduceMax": [12, 13], "ReduceMin": [12, 13]}
INPUTS = {"ReduceSum": [13], "ReduceMax": [18, 20], "ReduceMin": [18, 20]}


def cases():
    x = floats(2, 3, 4, low=0.25, high=1.5)
    for name, compute in REDUCTIONS.items():
        stem = name.lower()
        for opset in [1, 11, *LATER_ATTRIBUTES.get(name, [])]:
            y = compute(x, axis=(0, 2), keepdims=True)
            yield case(f"{stem}_axes", name, opset, [x], [y], axes=[0, 2])
            yield case(f"{stem}_dropped", name, opset, [x], [compute(x, axis=(1,))], axes=[1], keepdims=0)
            yield case(f"{stem}_all", name, opset, [x], [compute(x, axis=None, keepdims=True)])
        for opset in INPUTS.get(name, [18]):
            axes = numpy.array([0, -1], numpy.int64)
            y = compute(x, axis=(0, 2), keepdims=True)
            yield case(f"{stem}_axes_input", name, opset, [x, axes], [y])
            yield case(f"{stem}_no_axes", name, opset, [x], [compute(x, axis=None, keepdims=True)])
            nothing = numpy.array([], numpy.int64)
            yield case(f"{stem}_noop", name, opset, [x, nothing], [compute(x[None], axis=0)], noop_with_empty_axes=1)
