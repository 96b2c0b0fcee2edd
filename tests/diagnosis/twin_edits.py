# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person does to a quantized ONNX model who follows an advice: one function for each remedy."""

import numpy
import onnx
from onnx import numpy_helper

PRODUCTS = {"Conv", "ConvTranspose", "MatMul", "Gemm", "Gather"}
QUANTIZED_PRODUCTS = {"QLinearConv": (3, 4, 5, 8, 1), "QLinearMatMul": (3, 4, 5, None, 1), "QGemm": (3, 4, 5, 6, 1)}


class Twin:
    """A QDQ or QOperator model beside the float model that it was made from."""

    def __init__(self, path, float_path):
        self.model, self.float = onnx.load(path), onnx.load(float_path)
        self.graph = self.model.graph
        self.makers = {name: node for node in self.graph.node for name in node.output}

    def save(self, path):
        onnx.save(self.model, path)

    def constant(self, name, graph=None):
        graph = graph or self.graph
        for tensor in graph.initializer:
            if tensor.name == name:
                return numpy_helper.to_array(tensor)
        for node in graph.node:
            if node.op_type == "Constant" and node.output[0] == name:
                return numpy_helper.to_array(node.attribute[0].t)
        return None

    def add_constant(self, name, array):
        """Under a name that is free; returns it."""
        taken = {tensor.name for tensor in self.graph.initializer}
        while name in taken:
            name += "_repaired"
        self.graph.initializer.append(numpy_helper.from_array(array, name))
        return name

    def set_constant(self, name, array):
        for tensor in self.graph.initializer:
            if tensor.name == name:
                tensor.CopyFrom(numpy_helper.from_array(array, name))
                return
        for node in self.graph.node:
            if node.op_type == "Constant" and node.output[0] == name:
                node.attribute[0].t.CopyFrom(numpy_helper.from_array(array, name))

    def readers(self, name):
        return [node for node in self.graph.node if name in node.input]

    def redirect(self, old, new):
        for node in self.graph.node:
            for slot, name in enumerate(node.input):
                if name == old:
                    node.input[slot] = new
        for output in self.graph.output:
            if output.name == old:  # an output keeps its name: what made `new` makes it now
                maker = self.makers[new]
                maker.output[list(maker.output).index(new)] = old
                for node in self.graph.node:
                    for slot, name in enumerate(node.input):
                        if name == new:
                            node.input[slot] = old

    def quantizer_of(self, value):
        """The QuantizeLinear and DequantizeLinear nodes around `value`, which stands before, between or behind them."""
        maker = self.makers.get(value)
        if maker is not None and maker.op_type == "DequantizeLinear":
            return self.makers.get(maker.input[0]), [maker]
        if maker is not None and maker.op_type == "QuantizeLinear":
            return maker, self.readers(value)
        for reader in self.readers(value):
            if reader.op_type == "QuantizeLinear":
                return reader, [n for n in self.readers(reader.output[0]) if n.op_type == "DequantizeLinear"]
        return None, []


def set_scale(twin, value, scale, zero_point=None):
    """A fixed scale, and a zero point if one is named, for the quantizer around `value`."""
    quantize, dequantizers = twin.quantizer_of(value)
    if quantize is None:
        return set_integer_scale(twin, value, scale, zero_point)
    scale_name = twin.add_constant(value + "_scale", numpy.array(scale, numpy.float32))
    for node in [quantize, *dequantizers]:
        node.input[1] = scale_name
        if zero_point is not None:
            old = twin.constant(node.input[2])
            node.input[2] = twin.add_constant(value + "_zero_point", numpy.array(zero_point, old.dtype))
    return True


def set_integer_scale(twin, value, scale, zero_point):
    """The same of an integer operator's value, whose scale all readers name."""
    maker = twin.makers.get(value)
    if maker is None:
        return False
    slots = {"QLinearConv": (6, 7), "QLinearMatMul": (6, 7), "QGemm": (7, 8), "QLinearAdd": (6, 7),
             "QLinearMul": (6, 7), "QLinearConcat": (0, 1), "QuantizeLinear": (1, 2),
             "QLinearSigmoid": (3, 4)}.get(maker.op_type)
    if slots is None:
        return False
    places = [(maker, slots[0])]
    for reader in twin.readers(value):  # which name scale and zero point behind the tensor
        places += [(reader, slot + 1) for slot, name in enumerate(reader.input) if name == value]
    for node, slot in places:
        old = twin.constant(node.input[slot + 1])
        node.input[slot] = twin.add_constant(value + "_scale", numpy.array(scale, numpy.float32))
        if zero_point is not None:
            node.input[slot + 1] = twin.add_constant(value + "_zero_point", numpy.array(zero_point, old.dtype))
    for reader in twin.readers(value):  # a bias stands in steps of what is read and the weight
        if reader.op_type in QUANTIZED_PRODUCTS and reader.input[0] == value:
            integers_from_float(twin, reader, None, float_weights(twin, reader)[1])
    return True


def widen(twin, value):
    """The same range in 16 bits around `value`, by the operators of com.microsoft, which any opset may use."""
    quantize, dequantizers = twin.quantizer_of(value)
    if quantize is None:
        return False
    scale, zero = twin.constant(quantize.input[1]), twin.constant(quantize.input[2])
    old = numpy.iinfo(zero.dtype)
    new = numpy.iinfo(numpy.int16 if old.min < 0 else numpy.uint16)
    steps = (new.max - new.min) / (old.max - old.min)
    scale_name = twin.add_constant(value + "_scale16", (scale / steps).astype(numpy.float32))
    places = numpy.rint((zero.astype(numpy.float64) - old.min) * steps + new.min)
    zero_name = twin.add_constant(value + "_zero_point16", places.astype(new.dtype))
    for node in [quantize, *dequantizers]:
        node.domain = "com.microsoft"
        node.input[1], node.input[2] = scale_name, zero_name
    if all(opset.domain != "com.microsoft" for opset in twin.model.opset_import):
        twin.model.opset_import.append(onnx.helper.make_opsetid("com.microsoft", 1))
    return True


def leave_in_float(twin, value):
    """No quantizer around `value`."""
    quantize, dequantizers = twin.quantizer_of(value)
    if quantize is None:
        return False
    for node in dequantizers:
        twin.redirect(node.output[0], quantize.input[0])
    return True


def product_of(twin, name):
    """The product at or behind the node or value `name`, going back through what has no weight."""
    by_name = {node.name: node for node in twin.graph.node}
    node = by_name.get(name) or twin.makers.get(name)
    while node is not None and node.op_type not in PRODUCTS and node.op_type not in QUANTIZED_PRODUCTS:
        node = next((twin.makers[i] for i in node.input if i in twin.makers), None)
    return node


def float_weights(twin, node):
    """Weight and bias of the float model's node of that name."""
    names = (node.name, node.name.removesuffix("_quant"))
    found = next((n for n in twin.float.graph.node if n.name in names), None)
    if found is None:
        return None, None
    arrays = [twin.constant(name, twin.float.graph) for name in found.input[1:]]
    return (arrays + [None, None])[0], (arrays + [None, None])[1]


def weights_from_float(twin, name, only_bias=False):
    """Weight and bias of the layer written again from the float model, in the form that they have."""
    node = product_of(twin, name)
    if node is None:
        return False
    weight, bias = float_weights(twin, node)
    if node.op_type in QUANTIZED_PRODUCTS:
        return integers_from_float(twin, node, None if only_bias else weight, bias)
    for slot, array in ((1, None if only_bias else weight), (2, bias)):
        if array is not None and slot < len(node.input):
            node.input[slot] = twin.add_constant(node.input[slot] + "_float", array)
    return weight is not None or bias is not None


def spread(parameter, like, axis):
    """Scales of channels, shaped so that they spread over `like`."""
    if parameter.size <= 1:
        return parameter.reshape(())
    shape = [1] * like.ndim
    shape[axis] = parameter.size
    return parameter.reshape(shape)


def integers_from_float(twin, node, weight, bias):
    integers, scale, zero, bias_slot, x_scale = QUANTIZED_PRODUCTS[node.op_type]
    scales = twin.constant(node.input[scale])
    if weight is not None:
        zeros = twin.constant(node.input[zero])
        info = numpy.iinfo(zeros.dtype)
        axis = 0 if node.op_type == "QLinearConv" else weight.ndim - 1
        places = numpy.rint(weight / spread(scales, weight, axis)) + spread(zeros.astype(numpy.float64), weight, axis)
        twin.set_constant(node.input[integers], numpy.clip(places, info.min, info.max).astype(zeros.dtype))
    if bias is not None and bias_slot is not None and bias_slot < len(node.input):
        steps = scales.astype(numpy.float64) * float(twin.constant(node.input[x_scale]).reshape(-1)[0])
        twin.set_constant(node.input[bias_slot], numpy.rint(bias / steps.reshape(-1)).astype(numpy.int32))
    return True


def weight_per_channel(twin, name):
    """The layer's weight with a scale for each of its channels, in int8, from the float model."""
    node = product_of(twin, name)
    weight, _ = float_weights(twin, node) if node is not None else (None, None)
    if weight is None or node.op_type in QUANTIZED_PRODUCTS:
        return False
    axis = 0 if node.op_type == "Conv" else 1 if node.op_type == "ConvTranspose" else weight.ndim - 1
    others = tuple(i for i in range(weight.ndim) if i != axis)
    scales = numpy.maximum(numpy.abs(weight).max(axis=others, keepdims=True), 1e-12) / 127.0
    node.input[1] = twin.add_constant(node.input[1] + "_per_channel",
                                      (numpy.rint(weight / scales) * scales).astype(numpy.float32))
    return True


def float_node_before(twin, name, ops):
    """From the float model's node or value `name` on, the first node of `ops`, and what makes what it reads."""
    nodes = twin.float.graph.node
    end = next((n for n in nodes if n.name == name or name in n.output), None)
    while end is not None and end.op_type not in ops:
        end = next((n for n in nodes if end.output[0] in n.input), None)
    before = None if end is None else next((n for n in nodes if end.input[0] in n.output), None)
    return end, before


def put_activation_back(twin, name):
    """The float model's activation at or behind `name` put back behind what it reads."""
    activation, before = float_node_before(twin, name, ("Relu", "Clip"))
    maker = next((n for n in twin.graph.node if before is not None and n.name == before.name), None)
    if maker is None:
        return False
    own = maker.output[0]
    value = own + "_ended"
    bounds = [twin.add_constant(f"{value}_{i}", twin.constant(bound, twin.float.graph))
              for i, bound in enumerate(activation.input[1:]) if bound]
    twin.redirect(own, value)
    added = onnx.helper.make_node(activation.op_type, [own, *bounds], [value], name=activation.name + "_again")
    twin.graph.node.insert(list(twin.graph.node).index(maker) + 1, added)
    return True


def bounds_from_float(twin, name):
    """The constants of the float model's Clip of that name."""
    for node in twin.graph.node:
        same = next((n for n in twin.float.graph.node if n.name == node.name), None)
        if node.op_type == "Clip" and same is not None and (node.name == name or name in node.output):
            for slot, bound in enumerate(same.input[1:], 1):
                if bound:
                    node.input[slot] = twin.add_constant(bound + "_float", twin.constant(bound, twin.float.graph))
            return True
    return False


def dequantize_as_quantized(twin, value):
    """Scale and zero point of the quantizer around `value` given to its DequantizeLinear, too."""
    quantize, dequantizers = twin.quantizer_of(value)
    for node in dequantizers:
        for slot in range(1, len(quantize.input)):
            node.input[slot] = quantize.input[slot]
    return quantize is not None and bool(dequantizers)
