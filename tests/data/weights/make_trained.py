#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes trained.pth, a state dict in the middle of quantization-aware training with PyTorch; rounded.pth, its weights
as the network rounds them; and untrained.pth, the same network before it saw a value."""
import pathlib

import torch
from torch import nn
from torch.ao import quantization

FOLDER = pathlib.Path(__file__).parent


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = quantization.QuantStub()
        self.conv = nn.Conv2d(2, 4, 3)
        self.folded = nn.Conv2d(4, 4, 1, bias=False)
        self.bn = nn.BatchNorm2d(4)
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        x = self.bn(self.folded(torch.relu(self.conv(self.quant(x)))))
        return self.fc(x.mean((2, 3)))


def prepared():
    torch.manual_seed(3)
    net = Net().train()
    net = quantization.fuse_modules_qat(net, [["folded", "bn"]])
    net.qconfig = quantization.get_default_qat_qconfig("fbgemm")
    net.fc.qconfig = quantization.get_default_qat_qconfig("qnnpack")  # per tensor
    return quantization.prepare_qat(net)


def rounded(net):
    weights = {}
    for name, module in net.named_modules():
        if not hasattr(module, "weight_fake_quant"):
            continue
        factor = torch.ones(())
        if hasattr(module, "bn"):
            factor = (module.bn.weight / torch.sqrt(module.bn.running_var + module.bn.eps)).reshape(-1, 1, 1, 1)
        weights[f"{name}.weight"] = (module.weight_fake_quant(module.weight * factor) / factor).detach()
    return weights


net = prepared()
torch.save(net.state_dict(), FOLDER / "untrained.pth")
for step in range(3):
    net(torch.randn(4, 2, 8, 8))
torch.save({"epoch": 1, "state_dict": net.state_dict()}, FOLDER / "trained.pth")
torch.save(rounded(net.apply(quantization.disable_observer)), FOLDER / "rounded.pth")
