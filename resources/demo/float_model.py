# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the folded network as float ONNX."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from digits import CLASSES, SIZE


def finish(nodes, initializers, name):
    graph = helper.make_graph(
        nodes, name,
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["N", 1, SIZE, SIZE])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["N", CLASSES])],
        [numpy_helper.from_array(np.asarray(a), n) for n, a in initializers.items()])
    model = helper.make_model(graph, producer_name="quantloupe-demo", ir_version=8,
                              opset_imports=[helper.make_opsetid("", 13)])
    model = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True)
    onnx.checker.check_model(model, full_check=True)
    return model


class FloatWriter:
    """Collects nodes named /scope/layer/Op, their values /scope/layer/Op_output_0, and the initializers."""

    def __init__(self):
        self.nodes, self.initializers = [], {}

    def node(self, op_type, path, inputs, output=None, **attributes):
        name = f"/{path.replace('.', '/')}/{op_type}"
        output = output or f"{name}_output_0"
        self.nodes.append(helper.make_node(op_type, inputs, [output], name, **attributes))
        return output

    def parameters(self, path, layer):
        self.initializers |= {f"{path}.weight": layer.weight, f"{path}.bias": layer.bias}
        return [f"{path}.weight", f"{path}.bias"]

    def conv(self, path, layer, x):
        kernel = layer.weight.shape[2]
        x = self.node("Conv", path, [x] + self.parameters(path, layer), dilations=[1, 1], group=layer.groups,
                      kernel_shape=[kernel] * 2, pads=[kernel // 2] * 4, strides=[layer.stride] * 2)
        return self.node("Relu", path, [x]) if layer.relu else x


def float_model(layers):
    writer = FloatWriter()
    x = stem = writer.conv("stem.conv", layers["stem.conv"], "image")
    for scope in ("block1", "block2"):
        for part in ("expand", "depthwise", "pointwise"):
            x = writer.conv(f"{scope}.{part}", layers[f"{scope}.{part}"], x)
        if scope == "block1":
            x = writer.node("Add", "block1.add", [stem, x])
    x = writer.node("GlobalAveragePool", "head.pool", [x])
    x = writer.node("Flatten", "head.flatten", [x], axis=1)
    gemm = writer.parameters("head.gemm", layers["head.gemm"])
    writer.node("Gemm", "head.gemm", [x] + gemm, "logits", transB=1)
    return finish(writer.nodes, writer.initializers, "quantloupe_demo")
