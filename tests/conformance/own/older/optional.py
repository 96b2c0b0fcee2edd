# SPDX-License-Identifier: GPL-3.0-or-later
"""An optional that holds a tensor, and what is in it."""
from onnx import TensorProto, helper

from ..writer import IR_VERSION, Case, floats


def cases():
    x = floats(2, 3)
    tensor = helper.make_tensor_type_proto(TensorProto.FLOAT, [2, 3])
    nodes = [helper.make_node("Optional", ["x"], ["held"]), helper.make_node("OptionalGetElement", ["held"], ["y"])]
    ports = [[helper.make_value_info(name, tensor)] for name in ("x", "y")]
    graph = helper.make_graph(nodes, "optional", *ports)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=IR_VERSION)
    yield Case("optional_there_and_back_15", model, [x], [x])
