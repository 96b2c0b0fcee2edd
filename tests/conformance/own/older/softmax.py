# SPDX-License-Identifier: GPL-3.0-or-later
"""Before opset 13 these saw a matrix: what stands before axis were its rows, all else its columns."""
import numpy

from ..writer import case, floats


def _softmax(rows):
    powers = numpy.exp(rows - rows.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _hardmax(rows):
    return (numpy.arange(rows.shape[1]) == rows.argmax(axis=1)[:, None]).astype(numpy.float32)


def cases():
    x = floats(2, 3, 4)
    for name, compute in (
        ("Softmax", _softmax),
        ("LogSoftmax", lambda rows: numpy.log(_softmax(rows))),
        ("Hardmax", _hardmax),
    ):
        for opset in (1, 11):
            for axis in (0, 1, 2):
                rows = x.reshape(int(numpy.prod(x.shape[:axis])), -1)
                y = compute(rows).reshape(x.shape).astype(numpy.float32)
                yield case(f"{name.lower()}_axis{axis}", name, opset, [x], [y], axis=axis)
            y = compute(x.reshape(2, 12)).reshape(x.shape).astype(numpy.float32)
            yield case(f"{name.lower()}_default", name, opset, [x], [y])
