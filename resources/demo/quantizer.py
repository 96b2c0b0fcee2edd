# SPDX-License-Identifier: GPL-3.0-or-later
"""Static min-max quantization: a float ONNX model's int8 twin, with QuantizeLinear and DequantizeLinear nodes."""
import numpy as np
import onnx
from onnx import helper, numpy_helper

import evaluator
from float_model import finish

WEIGHTED = ("Conv", "Gemm")


def activation_parameters(x):
    """Int8 affine scale and zero point from the range, in the single precision of torch.quantization.MinMaxObserver."""
    low, high = np.float32(min(x.min(), 0)), np.float32(max(x.max(), 0))
    scale = np.maximum((high - low) / np.float32(255), np.finfo(np.float32).eps)
    return scale, np.clip(-128 - np.rint(low / scale), -128, 127).astype(np.int8)


def weight_scale(weight, per_channel):
    """Symmetric int8: the further end of the range lands on -128 or 127."""
    axes = tuple(range(1, weight.ndim)) if per_channel else None
    low, high = np.minimum(weight.min(axes), 0), np.maximum(weight.max(axes), 0)
    return np.asarray(np.where(high >= -low, high / np.float32(127), low / np.float32(-128)), dtype=np.float32)


class Quantizer:
    """Makes one twin. Layers in `skip` keep float weights; those in `per_channel` get a scale per output channel."""

    def __init__(self, model, calibration, skip=(), per_channel=()):
        self.model, self.skip, self.per_channel = model, skip, per_channel
        self.weights = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
        self.values = evaluator.run(model, calibration)
        self.initializers, self.weight_nodes, self.nodes, self.scale_of = {}, [], [], {}

    def add(self, where, op_type, tensor, inputs, output=None, **attributes):
        output = output or f"{tensor}_{op_type}_Output"
        where.append(helper.make_node(op_type, inputs, [output], f"{tensor}_{op_type}", **attributes))
        return output

    def activation(self, tensor, produced, output=None, scale_from=None):
        """A Q/DQ pair on a value; one that only moves data shares its source's scale."""
        owner = self.scale_of.setdefault(tensor, scale_from or tensor)
        parameters = [f"{owner}_scale", f"{owner}_zero_point"]
        if owner == tensor:
            self.initializers |= dict(zip(parameters, activation_parameters(self.values[tensor])))
        q = self.add(self.nodes, "QuantizeLinear", tensor, [produced] + parameters)
        self.add(self.nodes, "DequantizeLinear", tensor, [q] + parameters, output)

    def weight(self, node):
        """The weight as int8 and the bias as int32, each behind a DequantizeLinear; the new input names."""
        name, bias = node.input[1:]
        weight, axis = self.weights[name], {} if node.name not in self.per_channel else {"axis": 0}
        scale = weight_scale(weight, bool(axis))
        zero = np.zeros(scale.shape, np.int8)
        names = [f"{name}_quantized", f"{name}_scale", f"{name}_zero_point"]
        self.initializers |= dict(zip(names, [evaluator.quantize(weight, scale, zero, 0), scale, zero]))
        self.add(self.weight_nodes, "DequantizeLinear", name, names, **axis)

        bias_scale = scale * self.initializers[f"{self.scale_of[node.input[0]]}_scale"]
        bias_steps = np.rint(self.weights[bias].astype(np.float64) / bias_scale).astype(np.int32)
        bias_names = [f"{bias}_quantized", f"{bias}_quantized_scale", f"{bias}_quantized_zero_point"]
        bias_values = [bias_steps, bias_scale, np.zeros(bias_scale.shape, np.int32)]
        self.initializers |= dict(zip(bias_names, bias_values))
        self.add(self.weight_nodes, "DequantizeLinear", bias, bias_names, bias, **axis)
        return [f"{name}_DequantizeLinear_Output", bias]

    def layer(self, node, fused):
        """The node on dequantized inputs, then a Q/DQ pair unless a Relu follows and takes it."""
        inputs = [f"{i}_DequantizeLinear_Output" if i in self.scale_of else i for i in node.input]
        if node.op_type in WEIGHTED and node.name not in self.skip:
            inputs[1:] = self.weight(node)
        elif node.op_type in WEIGHTED:
            self.initializers |= {i: self.weights[i] for i in node.input[1:]}
        twin, output = onnx.NodeProto(), node.output[0]
        twin.CopyFrom(node)
        twin.input[:] = inputs
        self.nodes.append(twin)
        if fused:
            return
        if output == "logits":
            twin.output[0] = "logits_QuantizeLinear_Input"
        scale_from = self.scale_of[node.input[0]] if node.op_type == "Flatten" else None
        self.activation(output, twin.output[0], "logits" if output == "logits" else None, scale_from)

    def build(self):
        self.activation("image", "image")
        relus = {n.input[0] for n in self.model.graph.node if n.op_type == "Relu"}
        for node in self.model.graph.node:
            self.layer(node, node.output[0] in relus)
        return finish(self.weight_nodes + self.nodes, self.initializers, "quantloupe_demo_int8")
