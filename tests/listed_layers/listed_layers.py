# SPDX-License-Identifier: GPL-3.0-or-later
"""The layers of AMCT's list, one network each."""
import copy

import torch
from torch import nn
from torch.nn import functional

IMAGE = (1, 4, 8, 8)


class Layer:
    """One row of the list: what computes, on which shapes, and the types that name it in a config."""

    def __init__(self, name, compute, types, shapes=(IMAGE,), moves=False, keeps_float=False, positive=False):
        self.name = name
        self.compute = compute
        self.types = types
        self.shapes = shapes
        self.moves = moves  # only moves data: quantized together with what computes, here abs
        self.keeps_float = keeps_float  # in float unless a config names it
        self.positive = positive

    def inputs(self):
        torch.manual_seed(len(self.name) + 7 * len(self.shapes))
        drawn = [torch.randn(shape) * 2 + 0.3 for shape in self.shapes]
        return [tensor.abs() + 0.2 if self.positive and at else tensor for at, tensor in enumerate(drawn)]


class One(nn.Module):
    """The layer on one input, called as the user's program would call it."""

    def __init__(self, layer):
        super().__init__()
        self.f = layer.compute
        self.moves = layer.moves

    def forward(self, x):
        y = self.f(x)
        return torch.abs(y) if self.moves else y


class Two(One):
    def forward(self, x, y):
        z = self.f(x, y)
        return torch.abs(z) if self.moves else z


def network(layer):
    return copy.deepcopy((One if len(layer.shapes) == 1 else Two)(layer).eval())


def batch_norm():
    torch.manual_seed(3)
    module = nn.BatchNorm2d(4)
    module.running_mean.normal_(0, 0.5)
    module.running_var.uniform_(0.5, 2)
    module.weight.data.uniform_(0.5, 1.5)
    module.bias.data.normal_(0, 0.3)
    return module.eval()


def seeded(make, *arguments, **named):
    torch.manual_seed(3)
    return make(*arguments, **named)


def layers():
    nine = (1, 3, 6)
    pair = (IMAGE, IMAGE)
    f = functional
    return [
        Layer("linear", seeded(nn.Linear, 6, 5), ["torch.nn.Linear"], [(2, 6)]),
        Layer("conv2d", seeded(nn.Conv2d, 4, 5, 3, padding=1), ["torch.nn.Conv2d"]),
        Layer("conv_transpose2d", seeded(nn.ConvTranspose2d, 4, 3, 2, stride=2), ["torch.nn.ConvTranspose2d"]),
        Layer("max_pool2d", nn.MaxPool2d(2), ["torch.nn.MaxPool2d", "torch.nn.functional.max_pool2d"]),
        Layer("avg_pool2d", nn.AvgPool2d(2), ["torch.nn.AvgPool2d", "torch.nn.functional.avg_pool2d"]),
        Layer("adaptive_max_pool2d", nn.AdaptiveMaxPool2d(1),
              ["torch.nn.AdaptiveMaxPool2d", "torch.nn.functional.adaptive_max_pool2d"]),
        Layer("adaptive_avg_pool2d", nn.AdaptiveAvgPool2d(1),
              ["torch.nn.AdaptiveAvgPool2d", "torch.nn.functional.adaptive_avg_pool2d"]),
        Layer("layer_norm", seeded(nn.LayerNorm, 8), ["torch.nn.LayerNorm"]),
        Layer("add", lambda x, y: x + y, ["operator.add", "torch.add", "Tensor.add"], pair),
        Layer("sub", lambda x, y: x - y, ["operator.sub", "torch.sub", "Tensor.sub"], pair),
        Layer("mul", lambda x, y: x * y, ["operator.mul", "torch.mul", "Tensor.mul"], pair),
        Layer("div", lambda x, y: x / y, ["operator.truediv", "torch.div", "Tensor.div"], pair, positive=True),
        Layer("pow", lambda x: x**2, ["operator.pow", "torch.pow", "Tensor.pow"]),
        Layer("bmm", torch.bmm, ["torch.bmm"], [(2, 3, 5), (2, 5, 4)]),
        Layer("sum", lambda x: torch.sum(x, (2, 3)), ["torch.sum"]),
        Layer("matmul", torch.matmul, ["torch.matmul", "operator.matmul", "Tensor.matmul"], [(2, 3, 5), (2, 5, 4)]),
        Layer("abs", torch.abs, ["torch.abs", "Tensor.abs"]),
        Layer("max", lambda x: torch.max(x, 1, keepdim=True)[0], ["torch.max", "Tensor.max"]),
        Layer("min", lambda x: torch.min(x, 1, keepdim=True)[0], ["torch.min", "Tensor.min"]),
        Layer("mean", lambda x: torch.mean(x, (2, 3)), ["torch.mean", "Tensor.mean"]),
        Layer("clamp", lambda x: torch.clamp(x, -1.5, 1.2), ["torch.clamp", "Tensor.clamp"]),
        Layer("permute", lambda x: x.permute(0, 2, 3, 1), ["torch.permute", "Tensor.permute"], moves=True),
        Layer("upsample", nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False), ["torch.nn.Upsample"]),
        Layer("interpolate", lambda x: f.interpolate(x, scale_factor=2.0, mode="nearest"),
              ["torch.nn.functional.interpolate"], moves=True),
        Layer("transpose", lambda x: x.transpose(1, 2), ["torch.transpose", "Tensor.transpose"], moves=True),
        Layer("cat", lambda x, y: torch.cat((x, y), 1), ["torch.cat", "torch.concat"], pair),
        Layer("stack", lambda x, y: torch.stack((x, y), 1), ["torch.stack"], pair),
        Layer("flatten", lambda x: torch.flatten(x, 1), ["torch.flatten", "Tensor.flatten"], moves=True),
        Layer("squeeze", lambda x: torch.squeeze(x, 1), ["torch.squeeze", "Tensor.squeeze"], [(2, 1, 6)], moves=True),
        Layer("unsqueeze", lambda x: torch.unsqueeze(x, 1), ["torch.unsqueeze", "Tensor.unsqueeze"], [(2, 6)],
              moves=True),
        Layer("reshape", lambda x: torch.reshape(x, (2, 9)), ["torch.reshape", "Tensor.reshape"], [nine], moves=True),
        Layer("view", lambda x: x.view(2, 9), ["Tensor.view"], [nine], moves=True),
        Layer("split", lambda x: torch.split(x, 2, 1)[1], ["torch.split", "Tensor.split"], moves=True),
        Layer("relu", nn.ReLU(), ["torch.nn.ReLU", "torch.nn.functional.relu", "Tensor.relu"]),
        Layer("relu6", nn.ReLU6(), ["torch.nn.ReLU6", "torch.nn.functional.relu6"]),
        Layer("sigmoid", torch.sigmoid, ["Tensor.sigmoid", "torch.nn.functional.sigmoid"]),
        Layer("tanh", nn.Tanh(), ["torch.nn.Tanh", "torch.nn.functional.tanh", "Tensor.tanh"]),
        Layer("leaky_relu", nn.LeakyReLU(0.1), ["torch.nn.LeakyReLU", "torch.nn.functional.leaky_relu"]),
        Layer("prelu", nn.PReLU(init=0.3), ["torch.nn.PReLU", "torch.nn.functional.prelu"]),
        Layer("gelu", nn.GELU(), ["torch.nn.GELU", "torch.nn.functional.gelu"]),
        Layer("hardtanh", nn.Hardtanh(-1.0, 1.5), ["torch.nn.Hardtanh", "torch.nn.functional.hardtanh"]),
        Layer("softmax", nn.Softmax(-1), ["torch.nn.Softmax", "torch.nn.functional.softmax"]),
        Layer("softmax2d", nn.Softmax2d(), ["torch.nn.Softmax2d"]),
        Layer("log_softmax", nn.LogSoftmax(-1), ["torch.nn.LogSoftmax", "torch.nn.functional.log_softmax"]),
        Layer("elu", nn.ELU(0.7), ["torch.nn.ELU", "torch.nn.functional.elu"]),
        Layer("logsigmoid", nn.LogSigmoid(), ["torch.nn.LogSigmoid", "torch.nn.functional.logsigmoid"]),
        Layer("softsign", nn.Softsign(), ["torch.nn.Softsign", "torch.nn.functional.softsign"], keeps_float=True),
        Layer("softmin", nn.Softmin(-1), ["torch.nn.Softmin", "torch.nn.functional.softmin"]),
        Layer("tanhshrink", nn.Tanhshrink(), ["torch.nn.Tanhshrink", "torch.nn.functional.tanhshrink"]),
        Layer("glu", nn.GLU(1), ["torch.nn.GLU", "torch.nn.functional.glu"]),
        Layer("hardswish", nn.Hardswish(), ["torch.nn.Hardswish", "torch.nn.functional.hardswish"]),
        Layer("silu", nn.SiLU(), ["torch.nn.SiLU", "torch.nn.functional.silu"]),
        Layer("mish", nn.Mish(), ["torch.nn.Mish", "torch.nn.functional.mish"]),
        Layer("batch_norm", batch_norm(), ["torch.nn.BatchNorm2d"]),
        Layer("hardswish_behind", nn.Sequential(nn.Hardswish(), nn.Hardswish()), ["torch.nn.Hardswish"]),
    ]
