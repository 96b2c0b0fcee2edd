#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the exported programs beside it, each with inputs and what PyTorch makes of them (NAME.npz).

Run with PyTorch 2.6 (Debian 13: python3-torch). NAME.pt2 is what torch.export.save wrote, with two changes that keep it
small: the zip archive's entries are deflated, and the operations have no stack traces. NAME.package.pt2 is the same
program in the package that PyTorch writes since 2.8.
"""
import json
import os
import zipfile

import numpy
import torch
from torch import nn
from torch.ao.quantization.quantize_pt2e import convert_pt2e, prepare_pt2e
from torch.ao.quantization.quantizer.xnnpack_quantizer import XNNPACKQuantizer, get_symmetric_quantization_config
from torch.export import Dim

import networks as net

HERE = os.path.dirname(os.path.abspath(__file__))

def images(*shape):
    return torch.randn(*shape)


def quantized(model, inputs, *, per_channel=False, dynamic=False):
    """The model after PT2E quantization of everything, calibrated on @p inputs and noise like them."""
    quantizer = XNNPACKQuantizer()
    quantizer.set_global(get_symmetric_quantization_config(is_per_channel=per_channel, is_dynamic=dynamic))
    program = prepare_pt2e(torch.export.export_for_training(model, inputs).module(), quantizer)
    for _ in range(3):
        program(*[torch.randn_like(each) if each.is_floating_point() else each for each in inputs])
    program(*inputs)
    return convert_pt2e(program)


def flat(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [tensor for each in value.values() for tensor in flat(each)]
    return [tensor for each in value for tensor in flat(each)]


def repacked(path):
    """Deflates the entries and takes stack traces out of the program."""
    with zipfile.ZipFile(path) as archive:
        entries = {each: archive.read(each) for each in archive.namelist()}
    name = "serialized_exported_program.json"
    program = json.loads(entries[name])
    for node in program["graph_module"]["graph"]["nodes"]:
        for key in ("stack_trace", "source_fn_stack", "torch_fn", "from_node"):
            node["metadata"].pop(key, None)
    entries[name] = json.dumps(program).encode()
    entries.pop("serialized_example_inputs.pt")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, data in entries.items():
            archive.writestr(zipfile.ZipInfo(each, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


ELEMENT_TYPES = {torch.uint8: 1, torch.int8: 2, torch.int32: 4, torch.int64: 5, torch.float32: 7, torch.float64: 8, torch.bool: 12}


def payload(archive, folder, prefix, tensors, model="model"):
    """Raw tensors in a package, and the table that says where they lie; what shares memory lies in one place."""
    config, places = {}, {}
    for name, tensor in tensors.items():
        storage = tensor.untyped_storage()
        place = places.setdefault(storage.data_ptr(), f"{prefix}{len(places)}")
        archive.writestr(f"model/data/{folder}/{place}", bytes(storage.tolist()), zipfile.ZIP_DEFLATED)
        config[name] = {
            "path_name": place,
            "is_param": isinstance(tensor, nn.Parameter),
            "use_pickle": False,
            "tensor_meta": {
                "dtype": ELEMENT_TYPES[tensor.dtype],
                "sizes": [{"as_int": size} for size in tensor.shape],
                "requires_grad": tensor.requires_grad,
                "device": {"type": "cpu", "index": None},
                "strides": [{"as_int": stride} for stride in tensor.stride()],
                "storage_offset": {"as_int": tensor.storage_offset()},
                "layout": 7,
            },
        }
    table = json.dumps({"config": config})
    archive.writestr(f"model/data/{folder}/{model}_{folder}_config.json", table, zipfile.ZIP_DEFLATED)


def package(path, program):
    """Writes the program in the file @p path again as a package."""
    with zipfile.ZipFile(path) as archive:
        text = archive.read("serialized_exported_program.json")
    with zipfile.ZipFile(path.replace(".pt2", ".package.pt2"), "w") as archive:
        payload(archive, "weights", "weight_", program.state_dict)
        payload(archive, "constants", "tensor_", program.constants)
        archive.writestr("model/models/model.json", text, zipfile.ZIP_DEFLATED)
        for entry, value in (("archive_format", "pt2"), ("archive_version", "0"), ("byteorder", "little")):
            archive.writestr("model/" + entry, value)


def write(name, model, inputs, *, dynamic_shapes=None, decomposed=False, strict=True, others=()):
    torch.manual_seed(len(name))
    program = torch.export.export(model, inputs, dynamic_shapes=dynamic_shapes, strict=strict)
    if decomposed:
        program = program.run_decompositions()
    path = os.path.join(HERE, name + ".pt2")
    torch.export.save(program, path)
    repacked(path)
    package(path, program)
    names = [each.arg.name for each in program.graph_signature.input_specs if each.kind.name == "USER_INPUT"]
    for number, given in enumerate((inputs, *others)):
        arrays = {each: value.numpy() for each, value in zip(names, given)}
        results = flat(torch.export.load(path_of_whole(program)).module()(*given))
        arrays.update({f"expected_{i}": value.detach().numpy() for i, value in enumerate(results)})
        numpy.savez_compressed(os.path.join(HERE, name + (f".{number}" if number else "") + ".npz"), **arrays)


def path_of_whole(program):
    """A file to load it from: what a program keeps in buffers must be as it was saved."""
    path = "/tmp/whole.pt2"
    torch.export.save(program, path)
    return path


def trained(model, *shapes):
    """Weights are random; statistics of normalization are those of noise."""
    model.train()
    with torch.no_grad():
        for _ in range(4):
            model(*[torch.randn(*shape) for shape in shapes])
    return model.eval()


def main():
    torch.manual_seed(20261123)
    picture = (images(2, 3, 16, 16),)
    residual = trained(net.Residual(), (4, 3, 16, 16))
    depthwise = trained(net.Depthwise(), (4, 3, 16, 16))
    write("residual", residual, picture)
    torch.jit.trace(residual, picture).save(os.path.join(HERE, "residual_twin.pt"))
    write("residual_decomposed", residual, picture, decomposed=True)
    write("depthwise", depthwise, picture, strict=False)
    write("squeeze_excitation", net.SqueezeExcitation().eval(), picture)
    write("detector", net.Detector().eval(), (images(1, 3, 32, 32),))
    tokens = torch.randint(0, 40, (2, 12))
    padding = torch.zeros(2, 12, dtype=torch.bool)
    padding[1, 8:] = True
    transformer = net.Transformer().eval()
    write("transformer", transformer, (tokens, padding))
    write("transformer_decomposed", transformer, (tokens, padding), decomposed=True)
    write("attention", net.CausalAttention().eval(), (images(2, 6, 12),))
    lstm = net.Lstm().eval()
    write("lstm", lstm, (images(2, 7, 5),))
    write("lstm_decomposed", lstm, (images(2, 4, 5),), decomposed=True)
    write("gru", net.Gru().eval(), (images(2, 6, 20), images(1, 2, 8)))
    sizes = {0: Dim("batch", min=1, max=8), 2: Dim("height", min=4, max=64), 3: Dim("width", min=4, max=64)}
    write("dynamic", net.Dynamic().eval(), (images(2, 3, 8, 10),), dynamic_shapes=(sizes,), others=[(images(5, 3, 13, 6),)])
    write("mutation", net.Mutation().eval(), (images(3, 4),))
    write("mutation_decomposed", net.Mutation().eval(), (images(3, 4),), decomposed=True)
    write("unet", net.Unet().eval(), (images(1, 1, 16, 16),))
    write("zoo", net.Zoo(), (images(4, 4), images(4, 4)))
    write("zoo_decomposed", net.Zoo(), (images(4, 4), images(4, 4)), decomposed=True)
    write("residual_per_tensor", quantized(residual, picture), picture)
    write("residual_per_channel", quantized(residual, picture, per_channel=True), picture)
    write("depthwise_per_channel", quantized(depthwise, picture, per_channel=True), picture)
    perceptron = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Linear(24, 5)).eval()
    write("perceptron", perceptron, (images(3, 12),))
    write("perceptron_dynamic", quantized(perceptron, (images(3, 12),), per_channel=True, dynamic=True), (images(3, 12),))
    x = images(3, 4).abs()
    write("choice", net.Choice().eval(), (x,), others=[(-x,)])
    write("sequence", net.Sequence().eval(), (torch.randint(0, 10, (2, 4)), torch.tensor([4, 2])))


if __name__ == "__main__":
    main()
