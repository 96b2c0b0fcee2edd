# SPDX-License-Identifier: GPL-3.0-or-later
"""A small numpy evaluator for the demo's ONNX graphs: one node at a time."""
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from onnx import helper, numpy_helper


def conv(x, weight, bias, sums, group=1, strides=(1, 1), pads=(0, 0, 0, 0), **_):
    top, left, bottom, right = pads
    x = np.pad(x.astype(sums), ((0, 0), (0, 0), (top, bottom), (left, right)))
    windows = sliding_window_view(x, weight.shape[2:], axis=(2, 3))[:, :, ::strides[0], ::strides[1]]
    n, _, height, width, kh, kw = windows.shape
    windows = windows.reshape(n, group, -1, height, width, kh, kw)
    weight = weight.astype(sums).reshape(group, -1, *weight.shape[1:])
    y = np.einsum("ngchwij,gocij->ngohw", windows, weight, optimize=True).reshape(n, -1, height, width)
    return (y + bias.reshape(1, -1, 1, 1)).astype(np.float32)


def gemm(a, b, c, sums, transB=0):
    b = b.T if transB else b
    return (a.astype(sums) @ b.astype(sums) + c).astype(np.float32)


def global_average_pool(x, sums):
    return x.mean((2, 3), keepdims=True, dtype=sums).astype(np.float32)


def along(values, rank, axis):
    """Per-channel scales shaped to broadcast against a tensor of this rank; a scalar stays as it is."""
    return values.reshape([-1 if i == axis else 1 for i in range(rank)]) if values.ndim else values


def quantize(x, scale, zero_point, axis=1):
    limits = np.iinfo(zero_point.dtype)
    steps = np.rint(x / along(scale, x.ndim, axis)) + along(zero_point, x.ndim, axis)
    return np.clip(steps, limits.min, limits.max).astype(zero_point.dtype)


def dequantize(q, scale, zero_point, axis=1):
    steps = q.astype(np.int64) - along(zero_point.astype(np.int64), q.ndim, axis)
    return steps.astype(np.float32) * along(scale, q.ndim, axis)


OPERATORS = {
    "Conv": conv,
    "Gemm": gemm,
    "Relu": lambda x: np.maximum(x, 0),
    "Add": lambda a, b: a + b,
    "GlobalAveragePool": global_average_pool,
    "Flatten": lambda x, axis=1: x.reshape(x.shape[0], -1),
    "QuantizeLinear": quantize,
    "DequantizeLinear": dequantize,
}


SUMMING = ("Conv", "Gemm", "GlobalAveragePool")


def run(model, images, replace=None, sums=np.float64):
    """Every value by name. `replace` puts an array, or the value of that name, in a value's place."""
    values = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
    values[model.graph.input[0].name] = images
    for node in model.graph.node:
        attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        if node.op_type in SUMMING:
            attributes["sums"] = sums
        output = OPERATORS[node.op_type](*(values[i] for i in node.input), **attributes)
        other = (replace or {}).get(node.output[0])
        values[node.output[0]] = output if other is None else values[other] if isinstance(other, str) else other
    return values


def accuracy(logits, labels):
    return float((logits.argmax(1) == labels).mean())


def sqnr_db(x, y):
    """20 log10(|x| / |x - y|), over all elements."""
    x, y = x.astype(np.float64), y.astype(np.float64)
    noise = np.linalg.norm(x - y)
    return float(20 * np.log10(np.linalg.norm(x) / noise)) if noise else float("inf")
