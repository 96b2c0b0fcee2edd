# SPDX-License-Identifier: GPL-3.0-or-later
"""The networks that make_programs.py exports: small, with random weights, each with something of its own."""
import torch
from torch import nn

F = nn.functional


class Residual(nn.Module):
    """Two residual blocks, the second halves the picture."""

    class Block(nn.Module):
        def __init__(self, inner, outer, stride):
            super().__init__()
            self.conv1 = nn.Conv2d(inner, outer, 3, stride, 1, bias=False)
            self.bn1 = nn.BatchNorm2d(outer)
            self.conv2 = nn.Conv2d(outer, outer, 3, 1, 1, bias=False)
            self.bn2 = nn.BatchNorm2d(outer)
            self.shortcut = nn.Conv2d(inner, outer, 1, stride) if stride > 1 else nn.Identity()

        def forward(self, x):
            y = F.relu(self.bn1(self.conv1(x)))
            return F.relu(self.bn2(self.conv2(y)) + self.shortcut(x))

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 1, 1)
        self.pool = nn.MaxPool2d(3, 2, 1)
        self.layers = nn.Sequential(self.Block(8, 8, 1), self.Block(8, 12, 2))
        self.fc = nn.Linear(12, 10)

    def forward(self, x):
        x = self.layers(self.pool(F.relu(self.stem(x))))
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(x, 1), 1))


class Depthwise(nn.Module):
    """Inverted residuals with hard swish."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.Hardswish())
        self.expand = nn.Sequential(nn.Conv2d(8, 24, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU6())
        self.depth = nn.Sequential(nn.Conv2d(24, 24, 3, 1, 1, groups=24, bias=False), nn.BatchNorm2d(24), nn.ReLU6())
        self.project = nn.Sequential(nn.Conv2d(24, 8, 1, bias=False), nn.BatchNorm2d(8))
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(8, 6))

    def forward(self, x):
        x = self.stem(x)
        x = x + self.project(self.depth(self.expand(x)))
        return self.classifier(x.mean([2, 3]))


class SqueezeExcitation(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 12, 3, 1, 1)
        self.fc1 = nn.Conv2d(12, 4, 1)
        self.fc2 = nn.Conv2d(4, 12, 1)
        self.head = nn.Linear(12, 5)

    def forward(self, x):
        x = F.silu(self.conv(x))
        s = F.hardsigmoid(self.fc2(F.relu(self.fc1(F.adaptive_avg_pool2d(x, 1)))))
        x = F.avg_pool2d(x * s, 2)
        return F.log_softmax(self.head(x.amax((2, 3))), dim=1)


class Detector(nn.Module):
    """Two scales, upsampled and joined; boxes decoded from distances, scores by sigmoid."""

    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(3, 8, 3, 2, 1)
        self.c2 = nn.Conv2d(8, 16, 3, 2, 1)
        self.c3 = nn.Conv2d(16, 16, 3, 2, 1)
        self.merge = nn.Conv2d(32, 16, 1)
        self.heads = nn.ModuleList([nn.Conv2d(16, 7, 1), nn.Conv2d(16, 7, 1)])

    def forward(self, image):
        a = F.leaky_relu(self.c2(F.leaky_relu(self.c1(image), 0.1)), 0.1)
        b = F.leaky_relu(self.c3(a), 0.1)
        a = self.merge(torch.cat([a, F.interpolate(b, scale_factor=2.0, mode="nearest")], 1))
        boxes, scores = [], []
        for level, (feature, stride) in enumerate(((a, 4), (b, 8))):
            raw = self.heads[level](feature).flatten(2).transpose(1, 2)
            h, w = feature.shape[-2:]
            ys, xs = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
            centre = (torch.stack([xs, ys], -1).reshape(-1, 2).float() + 0.5) * stride
            near, far = raw[..., :2].exp() * stride, raw[..., 2:4].exp() * stride
            boxes.append(torch.cat([centre - near, centre + far], -1).clamp(0.0, 64.0))
            scores.append(raw[..., 4:].sigmoid())
        return {"boxes": torch.cat(boxes, 1), "scores": torch.cat(scores, 1)}


class Transformer(nn.Module):
    """An encoder of one layer over embedded tokens, with a padding mask."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(40, 16)
        self.position = nn.Parameter(torch.randn(1, 12, 16) * 0.1)
        layer = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.1, activation="gelu", batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(16)
        self.head = nn.Linear(16, 4)

    def forward(self, tokens, padding):
        x = self.embedding(tokens) + self.position
        x = self.norm(self.encoder(x, src_key_padding_mask=padding))
        return self.head(x[:, 0])


class CausalAttention(nn.Module):
    """Attention by hand and by scaled_dot_product_attention, causal and with an additive mask."""

    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(12, 36)
        self.out = nn.Linear(12, 12)
        self.register_buffer("bias", torch.randn(6, 6))

    def forward(self, x):
        b, n, c = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, 2, c // 2).permute(2, 0, 3, 1, 4).unbind(0)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        y = y + F.scaled_dot_product_attention(q, k, v, attn_mask=self.bias, scale=0.5)
        z = torch.softmax(torch.einsum("bhnd,bhmd->bhnm", q, k) / 3.0, -1) @ v
        return self.out((y + z).transpose(1, 2).reshape(b, n, c))


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(5, 8, 2, batch_first=True, bidirectional=True)
        self.fc = nn.Linear(16, 3)

    def forward(self, x):
        y, (h, _) = self.lstm(x)
        return self.fc(y[:, -1]), h


class Gru(nn.Module):
    """A stack of convolutions over time and a recurrent layer, as in keyword spotting."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(6, 8, 5, 2, 2)
        self.gru = nn.GRU(8, 8)
        self.fc = nn.Linear(8, 4)

    def forward(self, x, state):
        y = torch.tanh(self.conv(x)).permute(2, 0, 1)
        y, state = self.gru(y, state)
        return self.fc(y.mean(0)), state


class Dynamic(nn.Module):
    """Batch and picture may have any size; what is computed from them is part of the program."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 6, 3, 1, 1)
        self.fc = nn.Linear(6 * 4, 5)

    def forward(self, x):
        b, _, h, w = x.shape
        y = F.relu(self.conv(x)).view(b, 6, h * w)
        y = y - y.sum(-1, keepdim=True) / (h * w)
        y = F.adaptive_avg_pool2d(y.view(b, 6, h, w), 2)
        return self.fc(y.reshape(b, -1)) * (h // 2 + 1)


class Mutation(nn.Module):
    """Counts its calls and keeps a moving average, in place."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("calls", torch.tensor(3.0))
        self.register_buffer("average", torch.randn(4))

    def forward(self, x):
        self.calls.add_(1)
        y = self.fc(x)
        self.average.mul_(0.9).add_(y.detach().mean(0), alpha=0.1)
        y = y.clone()
        y[:, 1:3] = self.average[1:3]
        y[0] += 1
        return y / self.calls


class Unet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1 = nn.Conv2d(1, 6, 3, 1, 1)
        self.down2 = nn.Conv2d(6, 12, 3, 1, 1)
        self.norm = nn.GroupNorm(3, 12)
        self.up = nn.ConvTranspose2d(12, 6, 2, 2)
        self.refine = nn.Conv2d(12, 6, 3, 1, 1)
        self.instance = nn.InstanceNorm2d(6, affine=True)
        self.out = nn.Conv2d(6, 2, 1)

    def forward(self, x):
        a = F.elu(self.down1(x))
        b = F.gelu(self.norm(self.down2(F.max_pool2d(a, 2))), approximate="tanh")
        b = self.up(b)
        y = F.softplus(self.instance(self.refine(torch.cat([a, b], 1))))
        y = F.interpolate(self.out(F.pad(y, (1, 1, 1, 1), mode="reflect")), size=(24, 24), mode="bilinear")
        return torch.softmax(y, 1)


class Zoo(nn.Module):
    """Single operators, in the hope that each meets another corner."""

    def forward(self, x, y):
        mask = x > y
        picked = torch.where(mask, x, y.masked_fill(mask, float("-inf")))
        top, where = torch.topk(x, 2, dim=-1)
        parts = torch.split(x, [1, 3], dim=-1)
        index = torch.argsort(y, dim=-1)
        std, mean = torch.std_mean(x, dim=1, keepdim=True)
        return (
            picked,
            top.cumsum(0),
            where.to(torch.float32) / 3,
            torch.gather(x, -1, index) + parts[1].sum(-1, keepdim=True),
            (x - mean) / (std + 1e-3),
            torch.clamp(x, min=-0.5).pow(2).rsqrt().nan_to_num(posinf=5.0),
            F.one_hot(where, 4).float().flip(0),
            torch.roll(x, 1, 0).tril() @ y.T,
            x[:, [0, 2]],
            torch.nn.functional.normalize(y, dim=-1).repeat(1, 2),
            torch.linalg.vector_norm(x, dim=-1) - torch.logsumexp(y, -1) // 0.5,
            x.sin().round(decimals=1).unsqueeze(0).expand(2, -1, -1),
        )


class Choice(nn.Module):
    """One of two branches, and a layer whose derivatives nobody records."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        y = torch.cond(x.sum() > 0, lambda a: a + 1, lambda a: a * 2, (x,))
        with torch.no_grad():
            y = self.fc(y)
        return y * 2


class Sequence(nn.Module):
    """Sequences of different lengths through a plain recurrent layer and an RMS normalization."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 6)
        self.rnn = nn.RNN(6, 5, batch_first=True)
        self.norm = nn.RMSNorm(5)

    def forward(self, tokens, lengths):
        mask = torch.arange(tokens.shape[1])[None] < lengths[:, None]
        y, _ = self.rnn(self.embedding(tokens))
        y = self.norm(y) * mask[..., None]
        return y.sum(1) / lengths[:, None].clamp(min=1), y.argmax(-1)
