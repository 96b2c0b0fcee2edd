# SPDX-License-Identifier: GPL-3.0-or-later
"""State dicts of quantized modules in all the ways in which PyTorch packs weights, and how much each weight lost."""
import collections
import copy
import copyreg
import warnings


def networks(torch):
    """The float modules, in the groups that are quantized alike."""
    nn = torch.nn

    class Convolution(nn.Module):
        """Calls the function, so that FX packs the weights into an object of their own."""

        def __init__(self, rank):
            super().__init__()
            self.rank = rank
            self.function = getattr(nn.functional, f"conv{rank}d")
            self.weight = nn.Parameter(torch.randn(4, 3, *range(1, rank + 1)))
            self.bias = nn.Parameter(torch.randn(4))

        def forward(self, x):
            ones = (1,) * self.rank
            return self.function(x, self.weight, self.bias, ones, (0,) * self.rank, ones, 1)

    class Product(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.randn(5, 3))
            self.bias = nn.Parameter(torch.randn(5))

        def forward(self, x):
            return nn.functional.linear(x, self.weight, self.bias)

    def convolutions(ranks):
        return collections.OrderedDict([(f"conv{rank}", Convolution(rank)) for rank in ranks])

    torch.manual_seed(6)
    return {
        "convolution": (Convolution(2), torch.randn(1, 3, 4, 4)),
        "product": (nn.Sequential(collections.OrderedDict([("fc", Product())])), torch.randn(2, 3)),
        "modules": (nn.Sequential(collections.OrderedDict(
            [("first", nn.Conv2d(3, 4, 2)), ("second", nn.Conv2d(4, 3, 1, bias=False))])), torch.randn(1, 3, 4, 4)),
        "cubes": (nn.Sequential(convolutions([3])), torch.randn(1, 3, 4, 4, 4)),
        "cells": (nn.ModuleDict({"lstm": nn.LSTMCell(3, 4), "gru": nn.GRUCell(3, 4), "rnn": nn.RNNCell(3, 4)}), None),
        "layers": (nn.ModuleDict({"gru": nn.GRU(3, 4, 2), "lstm": nn.LSTM(3, 4, bidirectional=True)}), None),
        "embeddings": (nn.ModuleDict({"one": nn.Embedding(10, 12),
                                      "bag": nn.EmbeddingBag(10, 12, mode="sum", include_last_offset=True)}), None),
    }


def static_state(torch, network, sample, per_channel):
    """Quantized through FX: functions keep their weights in objects."""
    fx = __import__("torch.ao.quantization.quantize_fx", fromlist=["prepare_fx"])
    quantization = torch.ao.quantization
    weight = quantization.default_per_channel_weight_observer if per_channel else quantization.default_weight_observer
    config = quantization.QConfig(activation=quantization.default_observer, weight=weight)
    prepared = fx.prepare_fx(copy.deepcopy(network).eval(), quantization.QConfigMapping().set_global(config), (sample,))
    prepared(sample)
    return fx.convert_fx(prepared).state_dict()


def dynamic_state(torch, network):
    kinds = {type(module) for module in network.children()}
    return torch.ao.quantization.quantize_dynamic(copy.deepcopy(network), kinds, dtype=torch.qint8).state_dict()


def script_object(torch, class_name, state):
    """Pickles as an object of LibTorch's class does."""

    class Packed:
        __class__ = property(lambda self: torch.ScriptObject)

        def __reduce_ex__(self, protocol):
            return copyreg.__newobj__, (torch.ScriptObject,), (state, "__torch__.torch.classes." + class_name)

    return Packed()


def quantized_embeddings(torch, network, config):
    """By name the weights as an Embedding quantizes them. Not asked of the quantized module: PyTorch 1.13's gives back
    scales out of freed memory."""
    quantized = {}
    for name, module in network.items():
        observer = config.weight()
        observer(module.weight)
        scale, zero = observer.calculate_qparams()
        quantized[name] = torch.quantize_per_channel(module.weight, scale, zero, 0, observer.dtype)
    return quantized


def embedding_state(quantized):
    """As an Embedding keeps it."""
    state = {}
    for name, weight in quantized.items():
        state[f"{name}._packed_params.dtype"] = weight.dtype
        state[f"{name}._packed_params._packed_weight"] = weight
    return state


def embedding_objects(torch, quantized):
    """As the objects that the operators take."""
    return {f"{name}._packed_params": script_object(torch, "quantized.EmbeddingPackedParamsBase", (1, [weight], [], []))
            for name, weight in quantized.items()}


def half_state(torch, linear, layers):
    """What quantize_dynamic(dtype=torch.float16) saves. It needs FBGEMM, which Debian's PyTorch lacks, so the objects
    are imitated: weights that went through float16, stored as float32."""

    def packed(weight, bias):
        return weight.half().float(), bias

    state = {"fc._packed_params.dtype": torch.float16, "fc._packed_params._packed_params": packed(*linear)}
    for name, layer in layers.items():
        for i, weights in enumerate(layer.all_weights):
            inner = [script_object(torch, "quantized.LinearPackedParamsBase", packed(weights[side], weights[side + 2]))
                     for side in range(2)]
            cell = script_object(torch, "rnn.CellParamsBase", ("quantized_fp16", [], [], [], inner))
            state[f"{name}._all_weight_values.{i}.param"] = cell
    return state


def quantized_weights(torch, network, per_channel):
    """Float and expected weights of modules that are quantized by the range of their weights."""
    observers = torch.ao.quantization
    make = observers.default_per_channel_weight_observer if per_channel else observers.default_weight_observer
    pairs = {}
    for name, tensor in network.state_dict().items():
        if tensor.dim() < 2:
            continue
        observer = make()
        observer(tensor)
        scale, zero = observer.calculate_qparams()
        pairs[name] = tensor, (torch.quantize_per_channel(tensor, scale, zero, 0, torch.qint8) if per_channel
                               else torch.quantize_per_tensor(tensor, float(scale), int(zero), torch.qint8))
    return pairs


def write(torch, folder, engines, sqnr):
    """Writes packed_*.pth; returns by file the rows that a comparison with packed_*_float.pth shall give."""
    warnings.filterwarnings("ignore")
    groups = networks(torch)
    for name, (network, _) in groups.items():
        torch.save(network.state_dict(), folder / f"packed_{name}_float.pth")
    reference = {}

    def add(group, file, state, pairs):
        torch.save(state, folder / f"packed_{group}_{file}.pth")
        rows = [{"name": name, "shape": list(x.shape), "sqnr_db": sqnr(x, y)} for name, (x, y) in pairs.items()]
        reference[f"packed_{group}_{file}"] = {"weights": rows}

    for engine in engines:
        torch.backends.quantized.engine = engine
        for group in ("convolution", "product", "modules", "cubes"):
            if group == "cubes" and engine == "qnnpack":
                continue  # it unpacks no three-dimensional ones
            for per_channel in (False, True):
                state = static_state(torch, *groups[group], per_channel)
                file = f"{engine}_{'channels' if per_channel else 'tensor'}"
                add(group, file, state, quantized_weights(torch, groups[group][0], per_channel))
        for group in ("cells", "layers"):
            add(group, engine, dynamic_state(torch, groups[group][0]),
                quantized_weights(torch, groups[group][0], False))
    embeddings = groups["embeddings"][0]
    for bits, config in ((8, torch.ao.quantization.float_qparams_weight_only_qconfig),
                         (4, torch.ao.quantization.float_qparams_weight_only_qconfig_4bit)):
        quantized = quantized_embeddings(torch, embeddings, config)
        pairs = {f"{name}.weight": (embeddings[name].weight, weight) for name, weight in quantized.items()}
        add("embeddings", f"{bits}_bits", embedding_state(quantized), pairs)
        add("embeddings", f"{bits}_bit_objects", embedding_objects(torch, quantized), pairs)
    linear = groups["product"][0].fc
    state = half_state(torch, (linear.weight, linear.bias), groups["layers"][0])
    floats = {f"{name}.{key}": tensor for name, layer in groups["layers"][0].items()
              for key, tensor in layer.state_dict().items()}
    floats.update({"fc.weight": linear.weight, "fc.bias": linear.bias})
    torch.save(floats, folder / "packed_halves_float.pth")
    add("halves", "fp16", state, {name: (tensor, tensor.half().float()) for name, tensor in floats.items()
                                  if tensor.dim() > 1})
    return reference
