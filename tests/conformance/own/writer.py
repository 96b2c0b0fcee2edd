# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts a case on disk as the standard's runner lays them out."""
import numpy
import onnx
from onnx import helper, numpy_helper

IR_VERSION = 8


def _type_of(value):
    if isinstance(value, list):
        return helper.make_sequence_type_proto(_type_of(value[0] if value else numpy.zeros(1, numpy.float32)))
    if isinstance(value, onnx.TensorProto):
        return helper.make_tensor_type_proto(value.data_type, list(value.dims))
    return helper.make_tensor_type_proto(helper.mapping.NP_TYPE_TO_TENSOR_TYPE[value.dtype], value.shape)


def _proto_of(value):
    if isinstance(value, list):
        return numpy_helper.from_list(value)
    return value if isinstance(value, onnx.TensorProto) else numpy_helper.from_array(value)


class Case:
    """A model, what goes in and what comes out; omitted inputs and outputs are None."""

    def __init__(self, name, model, inputs, outputs):
        self.name, self.model, self.inputs, self.outputs = name, model, inputs, outputs

    def save(self, folder):
        data = folder / self.name / "test_data_set_0"
        data.mkdir(parents=True)
        (folder / self.name / "model.onnx").write_bytes(self.model.SerializeToString())
        for kind, values in (("input", self.inputs), ("output", self.outputs)):
            for index, value in enumerate(value for value in values if value is not None):
                (data / f"{kind}_{index}.pb").write_bytes(_proto_of(value).SerializeToString())


def tensor(kind, shape, numbers):
    """A tensor of an element type that NumPy lacks: `numbers` are what its bits say as integers."""
    return helper.make_tensor("", kind, shape, bytes(numbers), raw=True)


def case(name, operator, opset, inputs, outputs, **attributes):
    """One node. Arrays, sequences as lists, None for what is omitted."""
    names = [f"x{i}" if value is not None else "" for i, value in enumerate(inputs)]
    results = [f"y{i}" if value is not None else "" for i, value in enumerate(outputs)]
    node = helper.make_node(operator, names, results, **attributes)
    ports = [
        [helper.make_value_info(port, _type_of(value)) for port, value in zip(ports, values) if value is not None]
        for ports, values in ((names, inputs), (results, outputs))
    ]
    graph = helper.make_graph([node], name, *ports)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=IR_VERSION)
    return Case(f"{name}_{opset}", model, inputs, outputs)


def floats(*shape, low=-2.0, high=2.0):
    """The same numbers in every run, all different, none near a rounding edge of interest."""
    count = int(numpy.prod(shape))
    spread = (numpy.arange(count) * 7919 % max(count, 1) + 0.5) / max(count, 1)
    return (low + (high - low) * spread).reshape(shape).astype(numpy.float32)
