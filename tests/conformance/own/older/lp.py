# SPDX-License-Identifier: GPL-3.0-or-later
"""Lp norms over windows and over whole planes. In the first version p was a float, https://onnx.ai/onnx/operators/."""
import numpy

from ..writer import case, floats


def _norm(x, p, axes):
    return ((numpy.abs(x) ** p).sum(axis=axes, keepdims=True) ** (1.0 / p)).astype(numpy.float32)


def _pooled(x, p, kernel, stride, dilation=1, lasts_beyond=False):
    span = dilation * (kernel - 1) + 1
    length = (x.shape[2] - span + (stride - 1 if lasts_beyond else 0)) // stride + 1
    padded = numpy.zeros((*x.shape[:2], (length - 1) * stride + span), numpy.float32)
    padded[:, :, : min(x.shape[2], padded.shape[2])] = x[:, :, : padded.shape[2]]
    windows = [padded[:, :, i * stride : i * stride + span : dilation] for i in range(length)]
    return numpy.concatenate([_norm(window, p, (2,)) for window in windows], axis=2)


def cases():
    x = floats(2, 3, 4, 5)
    yield case("globallppool", "GlobalLpPool", 1, [x], [_norm(x, 3.0, (2, 3))], p=3.0)
    for opset in (2, 22):
        yield case("globallppool", "GlobalLpPool", opset, [x], [_norm(x, 3, (2, 3))], p=3)
        yield case("globallppool_two", "GlobalLpPool", opset, [x], [_norm(x, 2, (2, 3))])
    line = floats(1, 2, 11)
    yield case("lppool", "LpPool", 1, [line], [_pooled(line, 3.0, 3, 2)], p=3.0, kernel_shape=[3], strides=[2])
    for opset in (2, 11, 18, 22):
        y = _pooled(line, 3, 3, 2)
        yield case("lppool", "LpPool", opset, [line], [y], p=3, kernel_shape=[3], strides=[2])
    for opset in (18, 22):
        y = _pooled(line, 1, 3, 2, dilation=2)
        yield case("lppool_dilated", "LpPool", opset, [line], [y], p=1, kernel_shape=[3], strides=[2], dilations=[2])
        y = _pooled(line, 2, 2, 2, lasts_beyond=True)
        yield case("lppool_ceil", "LpPool", opset, [line], [y], kernel_shape=[2], strides=[2], ceil_mode=1)
    for opset in (1, 22):
        for p, axis in ((1, 1), (2, -1)):
            y = x / _norm(x, p, (axis,))
            yield case(f"lpnormalization_l{p}", "LpNormalization", opset, [x], [y], p=p, axis=axis)
