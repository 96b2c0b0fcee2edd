# SPDX-License-Identifier: GPL-3.0-or-later
"""The network: two inverted-residual blocks, trained with BatchNorm, folded, then rescaled across layers."""
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from digits import CLASSES


class ConvLayer(nn.Module):
    """Convolution, BatchNorm and an optional ReLU."""

    def __init__(self, inputs, outputs, kernel, stride=1, groups=1, relu=True):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.relu = relu

    def forward(self, x):
        y = self.norm(self.conv(x))
        return y.relu() if self.relu else y


def block(inputs, hidden, outputs, stride):
    return nn.ModuleDict({
        "expand": ConvLayer(inputs, hidden, 1),
        "depthwise": ConvLayer(hidden, hidden, 3, stride, groups=hidden),
        "pointwise": ConvLayer(hidden, outputs, 1, relu=False),
    })


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.ModuleDict({"conv": ConvLayer(1, 16, 3, stride=2)})
        self.block1 = block(16, 32, 16, stride=1)
        self.block2 = block(16, 48, 32, stride=2)
        self.head = nn.ModuleDict({"gemm": nn.Linear(32, CLASSES)})

    def forward(self, x):
        x = self.stem["conv"](x)
        y = x
        for layer in self.block1.values():
            y = layer(y)
        y = x + y
        for layer in self.block2.values():
            y = layer(y)
        return self.head["gemm"](y.mean((2, 3)))


@dataclass
class Folded:
    """A layer's weight and bias with BatchNorm folded in; what the ONNX writer needs to know of it."""
    weight: np.ndarray
    bias: np.ndarray
    stride: int = 1
    groups: int = 1
    relu: bool = False


def train(images, labels, epochs=12, batch=64, seed=7):
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    net, x, y = Net(), torch.from_numpy(images), torch.from_numpy(labels)
    optimizer = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-3)
    steps = epochs * (len(x) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 8e-3, total_steps=steps)
    for _ in range(epochs):
        order = torch.randperm(len(x))[:len(x) // batch * batch]
        for part in order.split(batch):
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x[part]), y[part], label_smoothing=.02).backward()
            optimizer.step()
            schedule.step()
    return net.eval()


def fold(net):
    """Folded layers by dotted module name, in the order they run; BatchNorm folded in double precision."""
    layers = {}
    for name, module in net.named_modules():
        if isinstance(module, ConvLayer):
            norm, conv = module.norm, module.conv
            gain = norm.weight.double() / (norm.running_var.double() + norm.eps).sqrt()
            weight = conv.weight.double() * gain.reshape(-1, 1, 1, 1)
            bias = norm.bias.double() - norm.running_mean.double() * gain
            layers[name] = Folded(weight.detach().numpy().astype(np.float32), bias.detach().numpy().astype(np.float32),
                                  conv.stride[0], conv.groups, module.relu)
        elif isinstance(module, nn.Linear):
            layers[name] = Folded(module.weight.detach().numpy().copy(), module.bias.detach().numpy().copy())
    return layers


def rescale(layers, scope, before, after):
    """Multiplies the depthwise input of channel c by 2**before[c] and its output by 2**after[c].

    The neighbours undo it. ReLU commutes with positive factors and powers of two are exact, so the
    float network computes the same bits; only the depthwise weights, times 2**(after - before), change range.
    """
    expand, depthwise, pointwise = (layers[f"{scope}.{n}"] for n in ("expand", "depthwise", "pointwise"))
    up, out = np.exp2(np.float32(before)), np.exp2(np.float32(after))
    expand.weight *= up.reshape(-1, 1, 1, 1)
    expand.bias *= up
    depthwise.weight *= (out / up).reshape(-1, 1, 1, 1)
    depthwise.bias *= out
    pointwise.weight /= out.reshape(1, -1, 1, 1)
