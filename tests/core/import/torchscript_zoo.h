// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::tests {

struct ZooEntry {
    const char* name;
    const char* source;
};

/// Every way of changing tensors, branching, looping and packing that forward may use.
inline constexpr ZooEntry kZoo[] = {
    {"in-place", R"(
def forward(self, x):
    y = x * 2.0
    y.relu_()
    z = y + 1.0
    y.add_(z)
    return y, z)"},
    {"in-place on a row", R"(
def forward(self, x):
    y = x.clone()
    y[0] = y[0] * 3.0
    y[:, 1] += 1.0
    return y)"},
    {"view of a view", R"(
def forward(self, x):
    y = x + 0.0
    row = y[1]
    part = row[1:3]
    part.mul_(10.0)
    row.neg_()
    return y, row, part)"},
    {"reshape that copies", R"(
def forward(self, x):
    y = x + 0.0
    t = y.t().reshape(-1)
    t.add_(5.0)
    v = y.reshape(-1)
    v.mul_(2.0)
    return y, t, v)"},
    {"writes in a loop", R"(
def forward(self, x):
    out = torch.zeros_like(x)
    for i in range(x.size(0)):
        out[i] = x[i] * float(i)
        if i > 1:
            out[i].sub_(1.0)
    return out)"},
    {"while with a carried value", R"(
def forward(self, x):
    total = x
    n = 0
    while float(total.abs().sum()) < 100.0:
        total = total * 2.0
        n += 1
    return total, torch.tensor(n))"},
    {"branches", R"(
def forward(self, x):
    if bool(x.sum() > 0):
        y = x.relu()
        scale = 2
    else:
        y = -x
        scale = 3
    assert x.dim() != 3, "three"
    return y * scale)"},
    {"list", R"(
def forward(self, x):
    parts = []
    for i in range(x.size(0)):
        parts.append(x[i] + 1.0)
    kept = [x, x * 2.0]
    kept.append(x * 3.0)
    return torch.stack(parts), torch.cat(kept, 1))"},
    {"dictionary, tuple, optional", R"(
def forward(self, x, bias: Optional[Tensor] = None):
    made = {"a": x + 1.0, "b": x - 1.0}
    pair = (made["b"], made["a"])
    if bias is None:
        y = pair[0]
    else:
        y = pair[0] + bias
    return {"first": y, "second": pair[1]})"},
    {"chunk and split", R"(
def forward(self, x):
    a, b = x.chunk(2, 1)
    c, d = torch.split(x, [1, 3], 1)
    b.mul_(2.0)
    return a + b, c, d, x)"},
    {"tuple out of a branch", R"(
def forward(self, x):
    pair = (x, x)
    if bool(x.sum() > 0):
        pair = (x + 1.0, x + 2.0)
    else:
        pair = (pair[1] - 1.0, -x)
    a, b = pair
    return a, pair)"},
    {"early return in a loop", R"(
def forward(self, x):
    for i in range(10):
        x = x + 1.0
        if bool(x.max() > 4.0):
            return x
    return -x)"},
    {"input is written into", R"(
def forward(self, x):
    x.mul_(2.0)
    y = x[0]
    x.add_(1.0)
    return y, x)"},
    {"fork and wait", R"(
def both(self, x, n: int):
    return x * float(n), x - 1.0
def change(self, x):
    return x.add_(1.0)
def forward(self, x):
    y = x.clone()
    changed = fork(self.change, y)
    pairs = [fork(self.both, x, 2), fork(self.both, x, 3)]
    a, b = torch.wait(pairs[1])
    for i in range(x.size(0)):
        c, d = torch.wait(fork(self.both, a, i))
        d.add_(torch.wait(pairs[0])[0])
        b = b + c + d
    return torch.wait(changed) + y, b)"},
    {"as many forks as rows", R"(
def change(self, x, rate: float):
    return torch.sin(x * rate)
def forward(self, x):
    parts = annotate(List[Future[Tensor]], [])
    for i in range(x.size(0)):
        parts.append(fork(self.change, x[i], float(i)))
    out = torch.zeros_like(x[0])
    for part in parts:
        out = out + torch.wait(part)
    return out)"},
    {"list of lists", R"(
def forward(self, x):
    shape = x.size()
    sizes = [shape[0], -1]
    y = x.view(sizes)
    both = [y, y.t().contiguous().view(x.size(0), x.size(1))]
    out = both[0]
    for each in both:
        out = out + each
    return out)"},
    {"writes into slices", R"(
def forward(self, x):
    y = x + 0.0
    a = y.clone()
    y[:, 1:] += 1.0
    b = y.clone()
    y[1:3, ::2] *= 2.0
    return a, b, y)"},
    {"writes into a transpose", R"(
def forward(self, x):
    y = x + 0.0
    r = y.relu()
    y.t().mul_(2.0)
    return r, y, y.t())"},
    {"writes rows of its own rows", R"(
def forward(self, x):
    out = torch.zeros_like(x)
    for i in range(x.size(0)):
        out[i] = torch.relu(x[i]) * 2.0
        out[i, 1:] += out[i - 1, :-1]
    return out)"},
    {"chunks that write into each other", R"(
def forward(self, x):
    y = x * 1.5
    a, b = y.chunk(2, 1)
    before = y.clone()
    a.add_(b)
    b.add_(a)
    return before, y, a, b)"},
    {"copies into a transpose", R"(
def forward(self, x):
    y = x * 1.0
    t = y.transpose(0, 1)
    t.copy_(x)
    z = y.exp()
    t[0].copy_(x[3])
    return y, z, t)"},
    {"masks and indexes", R"(
def forward(self, x):
    y = x + 0.0
    y.masked_fill_(x > 1.0, 0.5)
    a = y * 2.0
    y[x < -1.0] = -0.5
    idx = torch.tensor([0, 2])
    y.index_put_([idx], x[:2])
    y.index_put_([idx], x[:2], True)
    y.scatter_(1, torch.zeros([4, 1], dtype=4), 7.0)
    y.index_fill_(0, torch.tensor([3]), 9.0)
    y.index_add_(0, idx, x[2:])
    return a, y)"},
    {"carried, but only written into", R"(
def forward(self, x):
    y = x + 0.0
    z = y
    for i in range(x.size(0)):
        z.add_(1.0)
    return y, z)"},
    {"writes into a branch's own result", R"(
def forward(self, x):
    a = x + 0.0
    if bool(x.sum() > -1e9):
        c = a.relu()
    else:
        c = a * 2.0
    c.add_(10.0)
    return a, c)"},
    {"view or base, as a branch decides", R"(
def forward(self, x):
    a = x + 0.0
    v = a[1:, :]
    if bool(x.sum() > -1e9):
        v.add_(3.0)
    else:
        a.add_(1.0)
    return a, v)"},
    {"nested loops and branches", R"(
def forward(self, x):
    a = torch.zeros(4, 4)
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            if i != j:
                a[i, j] = x[i, j] * 2.0
            else:
                a[i] += 0.25
    return a)"},
    {"while, in place", R"(
def forward(self, x):
    h = x + 0.0
    n = 0
    while float(h.abs().sum()) < 500.0:
        h.mul_(1.5)
        n += 1
    return h, torch.tensor(n))"},
    {"list that changes", R"(
def forward(self, x):
    parts = [x + 0.0, x * 2.0]
    parts[0] = x * 5.0
    parts += [x]
    parts.insert(0, x * 7.0)
    last = parts.pop()
    parts.extend([x - 1.0])
    return torch.stack(parts), last)"},
    {"element of a run-time list", R"(
def forward(self, x):
    parts : List[Tensor] = []
    for i in range(x.size(0)):
        parts.append(x[i] * 1.0)
    parts[1].add_(5.0)
    parts[2][0] = 3.0
    return torch.stack(parts))"},
    {"each of a run-time list", R"(
def forward(self, x):
    parts : List[Tensor] = []
    for i in range(x.size(0)):
        parts.append(x[i] * 1.0)
    for p in parts:
        p.mul_(2.0)
    return torch.stack(parts))"},
    {"list that its loop reads", R"(
def forward(self, x):
    parts : List[Tensor] = []
    for i in range(x.size(0)):
        parts.append(x[i] * 1.0)
        parts[i].add_(1.0)
    return torch.stack(parts))"},
    {"diagonals and permutations", R"(
def forward(self, x):
    y = x + 0.0
    a = y.view(2, 8)
    b = a.permute(1, 0)
    b[0].zero_()
    y.fill_diagonal_(4.0)
    c = y.diagonal()
    c.add_(1.0)
    d = y.unfold(0, 2, 1)
    return a, b, y, c, d)"},
    {"unbind, split, narrow", R"(
def forward(self, x):
    y = x + 0.0
    rows = y.unbind(0)
    rows[0].add_(rows[1])
    a, b = torch.split(y, [1, 3], 1)
    a.sub_(1.0)
    s = y.select(0, 2)
    s.relu_()
    n = y.narrow(1, 1, 2)
    n.clamp_(-1.0, 1.0)
    return y, a, b, s, n, rows[0])"},
    {"what may be a view or a copy", R"(
def forward(self, x):
    y = torch.empty(0)
    z = x.detach()
    z.add_(1.0)
    q = x.contiguous()
    q.mul_(2.0)
    w = x.to(6)
    w.sub_(0.5)
    return x, z, q, w)"},
    {"swapped rows", R"(
def forward(self, x):
    y = x + 0.0
    y[0], y[1] = y[1], y[0]
    tmp = y[2].clone()
    y[2] = y[3]
    y[3] = tmp
    return y)"},
    {"tuple of a tensor and its row", R"(
def forward(self, x):
    y = x + 0.0
    p = (y, y[0])
    y.add_(1.0)
    a, b = p
    b.mul_(3.0)
    return a, b, p[0])"},
    {"dictionary's items", R"(
def forward(self, x):
    d = {"a": x + 0.0}
    d["b"] = d["a"] * 2.0
    d["a"].add_(1.0)
    if "c" in d:
        d["c"].add_(1.0)
    s = x * 0.0
    for k, v in d.items():
        s = s + v
    return d["a"], d["b"], s)"},
    {"run-time dictionary", R"(
def forward(self, x):
    d : Dict[int, Tensor] = {}
    for i in range(x.size(0)):
        d[i] = x[i] * 2.0
    d[1].add_(1.0)
    return d[0], d[1])"},
    {"optional that a loop fills", R"(
def forward(self, x):
    h : Optional[Tensor] = None
    for i in range(x.size(0)):
        if h is None:
            h = x[i] + 0.0
        else:
            h.add_(x[i])
    assert h is not None
    return h)"},
    {"complex view", R"(
def forward(self, x):
    y = x + 0.0
    z = torch.view_as_complex(y.view(4, 2, 2))
    z.mul_(2.0)
    return y, torch.view_as_real(z))"},
    {"out arguments", R"(
def forward(self, x):
    y = torch.zeros_like(x)
    torch.add(x, x, out=y)
    z = torch.zeros(2, 4)
    torch.mul(x[:2], 3.0, out=z)
    return y, z)"},
    {"list set in a branch", R"(
def forward(self, x):
    l = [x + 0.0, x * 3.0]
    if bool(x.sum() > -1e9):
        l[0] = l[1]
    l[0].add_(1.0)
    return l[0], l[1])"},
    {"list appended to in a branch", R"(
def forward(self, x):
    l = [x + 0.0]
    if bool(x.sum() > -1e9):
        l.append(x * 2.0)
    return torch.cat(l))"},
    {"views of views of views", R"(
def forward(self, x):
    y = x + 0.0
    y[..., 0] = 5.0
    y[-1] -= y[0].clone()
    y += y.t().clone()
    y.unsqueeze(0).squeeze(0).add_(1.0)
    y.flatten()[3] = 8.0
    return y)"},
    {"view and base in a loop", R"(
def forward(self, x):
    y = x + 0.0
    v = y[:, 0]
    for i in range(3):
        v += 1.0
        y[i] = y[i] * 2.0
    return y, v)"},
};

} // namespace ql::tests
