#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes PyTorch models, their quantized twins, inputs and what torch.ao.ns._numeric_suite says about them.

Everything is made from fixed seeds, so a second run writes the same numbers. Writes nothing when a complete set by
the same scripts is there already; says so and succeeds when python3-torch or python3-torchvision is missing, since the
tests then skip themselves."""
import collections
import copy
import hashlib
import json
import math
import pathlib
import shutil
import sys
import warnings

sys.dont_write_bytecode = True
import packed_state_dicts  # beside this file

COMPLETE = "complete_2"
ENGINES = ("onednn", "qnnpack")


def sqnr(x, y):
    """The suite's compute_error, in double: 20 log10(|x| / |x - y|)."""
    x, y = (t.dequantize() if t.is_quantized else t for t in (x, y))
    error = (x.double() - y.double()).norm().item()
    return "inf" if error == 0 else 20 * math.log10(x.double().norm().item() / error)


def flattened(value):
    """The tensors of a value that may be a tuple of tuples."""
    if isinstance(value, (tuple, list)):
        return [tensor for item in value for tensor in flattened(item)]
    return [value]


def rows(compared, suffix):
    """One row per key of a dict that the suite returns; several tensors where a module returns a tuple."""
    table = []
    for key, pair in compared.items():
        for x, y in zip(flattened(pair["float"]), flattened(pair["quantized"])):
            table.append({"name": key.removesuffix(suffix), "shape": list(x.shape), "sqnr_db": sqnr(x, y)})
    return table


def level(tensor):
    """The root of the mean square, in dB."""
    tensor = tensor.dequantize() if tensor.is_quantized else tensor
    return 20 * math.log10(tensor.double().norm().item() / math.sqrt(tensor.numel()))


def levels(logged):
    """One row per tensor that a model's own loggers kept; its level stands where others have the SQNR."""
    return [{"name": key.removesuffix(".stats"), "shape": list(x.shape), "sqnr_db": level(x)}
            for key, kept in logged.items() for x in flattened(kept["tensor_val"][-1])]


class ResNet:
    """torchvision's ResNet18 with random weights and running statistics; its convolutions are fused."""

    name = "resnet18"

    def __init__(self, torch):
        import torchvision

        torch.manual_seed(1)
        self.float = torchvision.models.quantization.resnet18(weights=None, num_classes=10).eval()
        for module in self.float.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.running_mean.normal_(0, 0.2)
                module.running_var.uniform_(0.5, 1.5)
                module.weight.data.uniform_(0.5, 1.5)
                module.bias.data.normal_(0, 0.2)
        self.unfused = copy.deepcopy(self.float)
        self.plain = torchvision.models.resnet18(weights=None, num_classes=10).eval()
        self.plain.load_state_dict(self.unfused.state_dict(), strict=False)
        self.float.fuse_model()
        self.input = torch.randn(1, 3, 64, 64)
        self.quantized = copy.deepcopy(self.float)
        quantization = torch.ao.quantization
        self.quantized.qconfig = quantization.QConfig(
            activation=quantization.default_observer.with_args(reduce_range=False),
            weight=quantization.default_per_channel_weight_observer)
        quantization.prepare(self.quantized, inplace=True)
        for _ in range(4):
            self.quantized(torch.randn(1, 3, 64, 64))
        self.quantized(self.input)
        quantization.convert(self.quantized, inplace=True)
        self.blocks = {torchvision.models.quantization.resnet.QuantizableBasicBlock}
        self.shadowed = {torch.nn.Conv2d, torch.nn.Linear, torch.ao.nn.intrinsic.ConvReLU2d,
                         torch.ao.nn.quantized.FloatFunctional, torch.nn.quantized.FloatFunctional}


class Recurrent:
    """A two-layer LSTM and a linear layer, dynamically quantized."""

    name = "lstm"

    def __init__(self, torch):
        class Network(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.lstm = torch.nn.LSTM(24, 32, 2)
                self.fc = torch.nn.Linear(32, 10)

            def forward(self, x):
                y, state = self.lstm(x)
                return self.fc(y), state

        torch.manual_seed(2)
        self.float = Network().eval()
        self.input = torch.randn(5, 3, 24)
        self.quantized = torch.ao.quantization.quantize_dynamic(
            self.float, {torch.nn.LSTM, torch.nn.Linear}, dtype=torch.qint8)
        self.shadowed = {torch.nn.LSTM, torch.nn.Linear}


def suite_numbers(torch, model):
    """What every function of the Numeric Suite answers, on the engine that is set. The suite changes the models that it
    is given."""
    suite = __import__("torch.ao.ns._numeric_suite", fromlist=["_numeric_suite"])

    class WholeShadowLogger(suite.Logger):
        """ShadowLogger keeps the first sample only; this keeps everything."""

        def __init__(self):
            super().__init__()
            self.stats["float"] = []
            self.stats["quantized"] = []

        def forward(self, x, y):
            self.stats["quantized"].append(x)
            self.stats["float"].append(y)

    def pair():
        return copy.deepcopy(model.float), copy.deepcopy(model.quantized)

    weights = suite.compare_weights(model.float.state_dict(), model.quantized.state_dict())
    outputs = suite.compare_model_outputs(*pair(), model.input)
    shadows = suite.compare_model_stub(*pair(), model.shadowed, model.input, logger_cls=WholeShadowLogger)
    table = {}
    if hasattr(model, "blocks"):
        blocks = suite.compare_model_stub(*pair(), model.blocks, model.input, logger_cls=WholeShadowLogger)
        table["compare_model_stub of blocks"] = rows(blocks, ".stats")
    return {**table, "compare_weights": rows(weights, ""), "compare_model_outputs": rows(outputs, ".stats"),
            "compare_model_stub": rows(shadows, ".stats"), **steps(suite, model, pair, WholeShadowLogger)}


def steps(suite, model, pair, shadow_logger):
    """The functions that those three are made of, one by one."""
    logging, quantized = pair()
    suite.prepare_model_outputs(logging, quantized)
    logging(model.input)
    quantized(model.input)
    table = {"get_matching_activations": rows(suite.get_matching_activations(logging, quantized), ".stats"),
             "get_logger_dict": levels(suite.get_logger_dict(quantized))}
    logging, quantized = pair()
    suite.prepare_model_with_stubs(logging, quantized, model.shadowed, shadow_logger)
    quantized(model.input)
    table["prepare_model_with_stubs"] = rows(suite.get_logger_dict(quantized), ".stats")
    logging, quantized = pair()
    suite.prepare_model_outputs(logging, quantized, suite.OutputLogger)
    logging(model.input)
    table["prepare_model_outputs"] = levels(suite.get_logger_dict(logging))
    return table


def write_scripts(torch, folder, model):
    """TorchScript files: scripted and traced, float and quantized, and the state dicts."""
    for kind in ("float", "quantized"):
        network = getattr(model, kind)
        torch.jit.save(torch.jit.script(copy.deepcopy(network)), str(folder / f"{model.name}_{kind}_scripted.pt"))
        traced = torch.jit.trace(copy.deepcopy(network), model.input, check_trace=False)
        torch.jit.save(traced, str(folder / f"{model.name}_{kind}_traced.pt"))
        torch.save(network.state_dict(), folder / f"{model.name}_{kind}.pth")


def write_onnx(torch, folder, model):
    torch.onnx.export(copy.deepcopy(model.float), model.input, str(folder / f"{model.name}_float.onnx"),
                      opset_version=13, input_names=["input"], output_names=["output"])


def write_plain(torch, folder, model):
    """An ordinary network with batch normalization, which its export folds; and the export with numbers for names."""
    import onnx

    torch.jit.save(torch.jit.script(model.plain), str(folder / "plain_scripted.pt"))
    torch.jit.save(torch.jit.trace(model.plain, model.input), str(folder / "plain_traced.pt"))
    torch.onnx.export(model.plain, model.input, str(folder / "plain_named.onnx"), opset_version=13)
    network = onnx.load(str(folder / "plain_named.onnx"))
    numbers = {}
    graph = network.graph
    for node in graph.node:
        node.name = ""
        for names in (node.input, node.output):
            for i, name in enumerate(names):
                names[i] = numbers.setdefault(name, str(100 + len(numbers)))
    for value in [*graph.input, *graph.output, *graph.initializer, *graph.value_info]:
        value.name = numbers.setdefault(value.name, str(100 + len(numbers)))
    onnx.save(network, str(folder / "plain_numbered.onnx"))


def write_zoo(torch, folder):
    """State dicts in the shapes that people save them in, all of one small float network."""
    torch.manual_seed(3)
    network = torch.nn.Sequential(collections.OrderedDict(
        [("conv", torch.nn.Conv2d(3, 8, 3)), ("fc", torch.nn.Linear(8, 4))]))
    state = network.state_dict()
    torch.save(state, folder / "zoo_plain.pth")
    torch.save({"epoch": 3, "args": {"lr": 0.1, "tags": {"a", "b"}}, "state_dict": state,
                "optimizer": torch.optim.Adam(network.parameters()).state_dict()}, folder / "zoo_checkpoint.pth")
    other = {name: tensor + 1 for name, tensor in state.items()}
    torch.save({"student": state, "nets": {"teacher": other}}, folder / "zoo_two.pth")
    torch.save({"model": state, "ema": other}, folder / "zoo_ema.pth")
    torch.save({"model": {"module." + name: tensor for name, tensor in state.items()}}, folder / "zoo_parallel.pth")
    torch.save(state, folder / "zoo_old.pth", _use_new_zipfile_serialization=False)
    torch.save(state, folder / "zoo_protocol4.pth", pickle_protocol=4)
    torch.save(network, folder / "zoo_module.pth")
    torch.save({name: tensor.to(torch.bfloat16) for name, tensor in state.items()}, folder / "zoo_bfloat16.pth")
    torch.save({name: tensor.half() for name, tensor in state.items()}, folder / "zoo_half.pth")
    strided = {"conv.weight": state["conv.weight"].to(memory_format=torch.channels_last),
               "conv.bias": torch.stack([state["conv.bias"]] * 2, 1)[:, 1],
               "fc.weight": state["fc.weight"].t().contiguous().t(), "fc.bias": state["fc.bias"]}
    strided["tied.weight"] = strided["fc.weight"]
    torch.save(strided, folder / "zoo_strided.pth")


def write_packed(torch, folder):
    """One small state dict with everything that quantized modules keep; tests/data/weights has a copy."""

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm = torch.nn.LSTM(3, 4)
            self.fc = torch.nn.Linear(4, 2)

    torch.manual_seed(4)
    dynamic = torch.ao.quantization.quantize_dynamic(Network(), {torch.nn.LSTM, torch.nn.Linear}, dtype=torch.qint8)
    state = dynamic.state_dict()
    scales = torch.tensor([0.01, 0.02], dtype=torch.float64)
    zeros = torch.zeros(2, dtype=torch.int64)
    state["conv.weight"] = torch.quantize_per_channel(torch.randn(2, 3, 1, 1), scales, zeros, 0, torch.qint8)
    state["conv.bias"] = torch.randn(2)
    torch.save(state, folder / "zoo_packed.pth")
    torch.save(Network().state_dict(), folder / "zoo_packed_old.pth", _use_new_zipfile_serialization=False)


def generate(torch, folder):
    import numpy

    reference = {}
    for make in (ResNet, Recurrent):
        torch.backends.quantized.engine = ENGINES[0]
        model = make(torch)
        numpy.save(folder / f"{model.name}_input.npy", model.input.numpy())
        write_scripts(torch, folder, model)
        if make is ResNet:
            write_onnx(torch, folder, model)
            write_plain(torch, folder, model)
            torch.save(model.unfused.state_dict(), folder / "resnet18_unfused.pth")
        reference[model.name] = {}
        for engine in ENGINES:
            if engine in torch.backends.quantized.supported_engines:
                torch.backends.quantized.engine = engine
                reference[model.name][engine] = suite_numbers(torch, make(torch))
    write_zoo(torch, folder)
    write_packed(torch, folder)
    engines = [engine for engine in ENGINES if engine in torch.backends.quantized.supported_engines]
    reference["packed"] = packed_state_dicts.write(torch, folder, engines, sqnr)
    (folder / "reference.json").write_text(json.dumps(reference, indent=1))


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
        import torchvision
        import onnx
    except ImportError:
        print("SKIPPED: python3-torch, python3-torchvision or python3-onnx is missing, nothing is held against the Numeric Suite")
        return
    warnings.filterwarnings("ignore")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with torch.no_grad():
        generate(torch, folder)
    complete.write_text(fingerprint())


main()
