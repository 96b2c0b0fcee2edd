#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes located_scripted.pt and located_traced.pt into the current folder: a network that knows where its code is."""
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 1)
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.relu(self.conv(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x):
        y = self.block(x)
        return x + y


if __name__ == "__main__":
    torch.manual_seed(1)
    net = Net().eval()
    torch.jit.script(net).save("located_scripted.pt")
    torch.jit.trace(net, torch.ones(1, 2, 3, 3)).save("located_traced.pt")
