// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/import/torchscript_zoo.h"

namespace ql::tests {

/// What can't be told before the model runs: whose memory is written into.
inline constexpr ZooEntry kRefusedZoo[] = {
    {"carried on, then read by its first name", R"(
def forward(self, x):
    y = x + 0.0
    z = y
    for i in range(3):
        z.add_(1.0)
        z = z * 2.0
    return y, z)"},
    {"carried view", R"(
def forward(self, x):
    y = x + 0.0
    z = y[0]
    for i in range(x.size(0)):
        z.add_(1.0)
        z = y[i]
    return y, z)"},
    {"carried crosswise", R"(
def forward(self, x):
    a = x + 0.0
    b = x * 2.0
    for i in range(x.size(0)):
        a.add_(1.0)
        c = a
        a = b
        b = c
    return a, b)"},
    {"one of two tensors", R"(
def forward(self, x):
    a = x + 0.0
    b = x * 2.0
    if bool(x.sum() > 0):
        c = a
    else:
        c = b
    c.add_(10.0)
    return a, b, c)"},
    {"one of two rows", R"(
def forward(self, x):
    a = x + 0.0
    if bool(x.sum() > -1e9):
        c = a[1]
    else:
        c = a[2]
    c.add_(10.0)
    a.mul_(2.0)
    return a, c)"},
    {"list of views of what is written", R"(
def forward(self, x):
    y = x + 0.0
    parts : List[Tensor] = []
    for i in range(x.size(0)):
        parts.append(y[i])
    y.add_(1.0)
    return torch.stack(parts), y)"},
    {"base of a list's element", R"(
def forward(self, x):
    y = x + 0.0
    parts : List[Tensor] = []
    for i in range(x.size(0)):
        parts.append(y[i])
    parts[0].add_(1.0)
    return torch.stack(parts), y)"},
    {"tensor that a list holds", R"(
def forward(self, x):
    y = x + 0.0
    parts = [y, x * 2.0]
    for i in range(x.size(0)):
        parts.append(x)
    y.add_(1.0)
    return torch.stack(parts), y)"},
    {"carried through a branch", R"(
def forward(self, x):
    y = x + 0.0
    h = y
    for i in range(4):
        if i % 2 == 0:
            h = h + 1.0
        else:
            h.mul_(2.0)
    return y, h)"},
    {"written in the first turn alone", R"(
def forward(self, x):
    out = x
    for i in range(2):
        out = out.relu_() if i == 0 else out + 1.0
    return x, out)"},
    {"one of two views", R"(
def forward(self, x):
    y = x + 0.0
    if bool(x.sum() > -1e9):
        z = y.reshape(-1)
    else:
        z = y.t().reshape(-1)
    z.add_(1.0)
    return y, z)"},
    {"last row of a loop", R"(
def forward(self, x):
    buf = torch.zeros(4, 4)
    last = buf[0]
    for i in range(4):
        last = buf[i]
        last += x[i]
    last.mul_(10.0)
    return buf, last)"},
};

} // namespace ql::tests
