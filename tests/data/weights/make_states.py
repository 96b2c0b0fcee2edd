# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes two checkpoints of two states each, with PyTorch 1.13: run in this folder."""

import collections
import torch


def state(*numbers):
    return collections.OrderedDict(w=torch.tensor([numbers]))


torch.save({"first": state(1.0, 2.0, 3.0, 4.0), "second": state(1.0, 2.0, 3.0, 5.0)}, "states.pth")
torch.save({"third": state(1.0, 2.0, 3.0, 4.5), "fourth": state(2.0, 2.0, 3.0, 4.0)}, "other_states.pth")
