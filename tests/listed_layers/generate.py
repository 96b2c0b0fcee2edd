#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a network for each layer of AMCT's list, as ONNX of two opsets and as TorchScript, and what PyTorch's own
observers and fake quantizers say that quantizing it costs.

Everything is made from fixed seeds. Writes nothing when a complete set by the same scripts is there already; says so and
succeeds when python3-torch is missing, since the test then skips itself."""
import hashlib
import json
import math
import pathlib
import shutil
import sys
import warnings

sys.dont_write_bytecode = True

COMPLETE = "complete"
OPSETS = (13, 17)


def rounded(torch, tensor, scale, zero_point, axis=None):
    """On the grid, by a division: torch's own operator multiplies by 1 / scale, which a symmetric scheme's largest
    value, exactly half a step beyond the last integer, may round the other way."""
    if axis is not None:
        shape = [-1 if at == axis else 1 for at in range(tensor.dim())]
        scale, zero_point = scale.reshape(shape), zero_point.reshape(shape)
    return ((torch.round(tensor / scale) + zero_point).clamp(-128, 127) - zero_point) * scale


def activation(torch, tensor, seen=None):
    """Rounded as torch.ao.quantization's observer says of what it has seen."""
    observer = torch.ao.quantization.MinMaxObserver(dtype=torch.qint8, qscheme=torch.per_tensor_affine)
    observer(tensor if seen is None else seen)
    scale, zero_point = observer.calculate_qparams()
    return rounded(torch, tensor, scale, zero_point), scale


def quantize_weights(torch, module):
    """Those of convolutions along their output channels; a Linear has one scale. Gives the scales."""
    quantization = torch.ao.quantization
    axis = None if isinstance(module, torch.nn.Linear) else 1 if isinstance(module, torch.nn.ConvTranspose2d) else 0
    observer = (quantization.MinMaxObserver(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric) if axis is None else
                quantization.PerChannelMinMaxObserver(dtype=torch.qint8, qscheme=torch.per_channel_symmetric,
                                                      ch_axis=axis))
    observer(module.weight.data)
    scale, zero_point = observer.calculate_qparams()
    module.weight.data = rounded(torch, module.weight.data, scale, zero_point, axis)
    return scale


def quantize_bias(torch, module, steps):
    """In whole steps of the sums."""
    module.bias.data = torch.round(module.bias.data / steps) * steps


def sqnr(x, y):
    error = (x.double() - y.double()).norm().item()
    return "inf" if error == 0 else 20 * math.log10(x.double().norm().item() / error)


def reference(torch, layer, net, inputs, keeps_bias=False):
    """The network on fake quantized inputs; of two layers in a row the second one's input, too."""
    expected = net(*inputs)
    seen = [activation(torch, tensor) for tensor in inputs]
    if layer.name in ("linear", "conv2d", "conv_transpose2d"):
        steps = quantize_weights(torch, net.f) * seen[0][1]
        if not keeps_bias:
            quantize_bias(torch, net.f, steps)
    if isinstance(net.f, torch.nn.Sequential):
        middle, _ = activation(torch, net.f[0](seen[0][0]), net.f[0](inputs[0]))  # observed in float
        return sqnr(expected, net.f[1](middle))
    return sqnr(expected, net(*[tensor for tensor, _ in seen]))


def write(torch, folder, layer, net, inputs):
    import numpy

    names = ["x", "y"][:len(inputs)]
    for opset in OPSETS:
        torch.onnx.export(net, tuple(inputs), str(folder / f"opset{opset}.onnx"), opset_version=opset,
                          input_names=names, output_names=["out"])
    torch.jit.trace(net, tuple(inputs)).save(str(folder / "traced.pt"))
    (folder / "data").mkdir()
    numpy.savez(folder / "data" / "0.npz", **{name: tensor.numpy() for name, tensor in zip(names, inputs)})


def generate(torch, folder):
    import listed_layers

    rows = []
    for layer in listed_layers.layers():
        own = folder / layer.name
        own.mkdir()
        net, inputs = listed_layers.network(layer), layer.inputs()
        write(torch, own, layer, net, inputs)
        rows.append({"name": layer.name, "types": layer.types, "keeps_float": layer.keeps_float,
                     "sqnr_db": reference(torch, layer, net, inputs)})
        if layer.name == "linear":  # a product and a sum where the input's rank isn't known, as in TorchScript
            rows[-1]["float_bias_db"] = reference(torch, layer, listed_layers.network(layer), inputs, keeps_bias=True)
    (folder / "reference.json").write_text(json.dumps(rows, indent=1))


def fingerprint():
    scripts = sorted(pathlib.Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(script.read_bytes() for script in scripts)).hexdigest() + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    complete = folder / COMPLETE
    if complete.exists() and complete.read_text() == fingerprint():
        return
    try:
        import torch
        import onnx
    except ImportError:
        print("SKIPPED: python3-torch or python3-onnx is missing, nothing is held against PyTorch's fake quantizers")
        return
    warnings.filterwarnings("ignore")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with torch.no_grad():
        generate(torch, folder)
    complete.write_text(fingerprint())


main()
