#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes pico_gelu.pt into the current folder: a traced network that calls an operator of AMCT's own."""
import torch

LIBRARY = torch.library.Library("pico_ops", "DEF")
LIBRARY.define("gelu(Tensor x) -> Tensor")
LIBRARY.impl("gelu", torch.nn.functional.gelu, "CPU")


class Net(torch.nn.Module):
    def forward(self, x):
        return torch.ops.pico_ops.gelu(x)


if __name__ == "__main__":
    torch.jit.trace(Net().eval(), torch.ones(2)).save("pico_gelu.pt")
