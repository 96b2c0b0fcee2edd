# SPDX-License-Identifier: GPL-3.0-or-later
"""A loop whose body doubles a running value, in the operator sets that the suite has no plain loop for."""
import numpy
from onnx import TensorProto, helper

from ..writer import case


def cases():
    ports = [("turn", TensorProto.INT64, []), ("go", TensorProto.BOOL, []), ("sum", TensorProto.FLOAT, [2])]
    results = [("still", TensorProto.BOOL, []), ("next", TensorProto.FLOAT, [2]), ("seen", TensorProto.FLOAT, [2])]
    nodes = [
        helper.make_node("Add", ["sum", "sum"], ["next"]),
        helper.make_node("Identity", ["go"], ["still"]),
        helper.make_node("Identity", ["next"], ["seen"]),
    ]
    body = helper.make_graph(
        nodes,
        "body",
        [helper.make_tensor_value_info(*port) for port in ports],
        [helper.make_tensor_value_info(*result) for result in results],
    )
    start = numpy.array([1.0, -0.5], numpy.float32)
    inputs = [numpy.array(3, numpy.int64), numpy.array(True), start]
    seen = numpy.stack([start * 2, start * 4, start * 8])
    for opset in (1, 11, 13, 16, 19, 21, 23, 24):
        yield case("loop_doubling", "Loop", opset, inputs, [start * 8, seen], body=body)
