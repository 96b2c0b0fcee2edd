// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::tests {

struct HostileProgram {
    const char* name;
    const char* body;   ///< of forward(self, x), with x of four elements; lines are separated by ";"
    const char* reason; ///< in the error of reading or of running it; null where zeros or any other result will do
};

constexpr const char* kNotListed = "is not on the list of operators that models may call";
constexpr const char* kAnyError = "";

/// What LibTorch 1.13 falls over, reads or writes beyond its memory for, or would fill all memory with.
inline constexpr HostileProgram kHostilePrograms[] = {
    {"reshape alias", "return torch._reshape_alias(x, [4], [1099511627776]) + 1.0", kNotListed},
    {"set", "torch.set_(x, x, 1099511627776, [4], [1]);return x + 1.0", kNotListed},
    {"resize", "y = x.clone();y.resize_([100000]);return y", kNotListed},
    {"cummax helper", "torch._cummax_helper(x, x, torch.argsort(x), 0);return x", kNotListed},
    {"segment reduce", "return torch.segment_reduce(x, \"sum\", lengths=torch.tensor([1099511627776]), unsafe=True)",
     kNotListed},
    {"sparse", "return torch._sparse_coo_tensor_unsafe(torch.tensor([[99999]]), x[:1], [10]).to_dense()", kNotListed},
    {"from file", "return torch.from_file(\"/etc/passwd\", False, 3)", kNotListed},
    {"save", "torch.save(x, \"/tmp/quantloupe_was_here\");return x", kNotListed},
    {"address of an object", "return x + float(id(self))", "calls prim::id"},
    {"as_strided", "return torch.as_strided(x, [4], [1099511627776]) + 1.0", "beyond the tensor's memory"},
    {"as_strided, one too many", "return torch.as_strided(x, [5], [1]) + 1.0", "beyond the tensor's memory"},
    {"as_strided, wrapped", "return torch.as_strided(x, [2, 2], [4611686018427387904, 4611686018427387904], 3)",
     "beyond the tensor's memory"},
    {"as_strided, offset", "return torch.as_strided(x, [1], [1], 4) + 1.0", "beyond the tensor's memory"},
    {"as_strided before", "return torch.as_strided(x, [1], [1], -1) + 1.0", "beyond the tensor's memory"},
    {"modulo zero", "return x + float(5 % (len(x) - 4))", "aten::remainder: division by zero"},
    {"division by zero", "return x + float(5 // (len(x) - 4))", "aten::floordiv: division by zero"},
    {"lowest by -1", "return x + float((-9223372036854775807 - 1) // (len(x) - 5))", "aten::floordiv: the lowest"},
    {"lowest modulo -1", "return x + float((-9223372036854775807 - 1) % (len(x) - 5))", "aten::remainder: the lowest"},
    {"divmod", "a, b = divmod(7, len(x) - 4);return x + float(a)", "division by zero"},
    {"tensor by zero", "return torch.floor_divide(x.to(4), torch.zeros([4], dtype=4))", "division by zero"},
    {"tensor modulo zero", "return torch.fmod(x.to(4), 0)", "division by zero"},
    {"tensor's lowest by -1",
     "return torch.floor_divide(torch.full([4], -9223372036854775807, dtype=4) - 1, x.to(4) * 0 - 1)", "the lowest"},
    {"lowest int32 by -1",
     "return torch.div((torch.full([4], -2147483647, dtype=4) - 1).to(3), (x * 0.0 - 1.0).to(3), "
     "rounding_mode=\"trunc\")",
     "the lowest"},
    {"embedding", "return torch.embedding(torch.ones([2, 2]), torch.tensor([1099511627776, 5]))", kAnyError},
    {"embedding bag",
     "a, b, c, d = torch.embedding_bag(torch.ones([2, 2]), torch.tensor([1099511627776, 5]), "
     "torch.tensor([0]));return a",
     "indices reach beyond 2 elements"},
    {"embedding bag's offsets",
     "a, b, c, d = torch.embedding_bag(torch.ones([2, 2]), torch.tensor([1, 0]), torch.tensor([0, 9000]));return a",
     "offsets reach beyond"},
    {"an observer's state",
     "return torch.fused_moving_avg_obs_fake_quant(torch.ones([900, 4]), torch.tensor([1]), torch.tensor([1]), "
     "torch.zeros([900]), torch.zeros([900]), torch.ones([1]), torch.zeros([1], dtype=3), 0.01, -128, 127, 0, True)",
     "its state is of another size"},
    {"an observer's axis",
     "return torch.fused_moving_avg_obs_fake_quant(x, torch.tensor([1]), torch.tensor([1]), torch.zeros([4]), "
     "torch.zeros([4]), torch.ones([4]), torch.zeros([4], dtype=3), 0.01, -128, 127, 99999, True)",
     "argument ch_axis is 99999"},
    {"index", "return x[torch.tensor([1099511627776])]", kAnyError},
    {"index_put", "return torch.index_put(x, [torch.tensor([1099511627776])], torch.ones([1]))", kAnyError},
    {"index_put behind", "x.index_put_([torch.tensor([-5])], torch.ones([1]));return x", kAnyError},
    {"put", "x.put_(torch.tensor([1099511627776]), torch.ones([1]));return x", kAnyError},
    {"take", "return torch.take(x, torch.tensor([1099511627776]))", kAnyError},
    {"gather", "return torch.gather(x, 0, torch.tensor([1099511627776]))", kAnyError},
    {"scatter", "return torch.scatter(x, 0, torch.tensor([1099511627776]), 1.0)", kAnyError},
    {"scatter_add", "return torch.scatter_add(x, 0, torch.tensor([1099511627776]), torch.ones([1]))", kAnyError},
    {"scatter_reduce", "return torch.scatter_reduce(x, 0, torch.tensor([99]), torch.ones([1]), \"sum\")", kAnyError},
    {"index_add", "return torch.index_add(x, 0, torch.tensor([99]), torch.ones([1]))", kAnyError},
    {"index_copy", "return torch.index_copy(x, 0, torch.tensor([99]), torch.ones([1]))", kAnyError},
    {"index_fill", "return torch.index_fill(x, 0, torch.tensor([99]), 1.0)", kAnyError},
    {"index_select", "return torch.index_select(x, 0, torch.tensor([99]))", kAnyError},
    {"one_hot", "return torch.one_hot(torch.tensor([7]), 2)", kAnyError},
    {"unfold", "return torch.unfold(x, 0, 100000, 1)", kAnyError},
    {"max_unpool",
     "return torch.max_unpool2d(torch.ones([1, 1, 2, 2]), torch.full([1, 1, 2, 2], 1099511627776, dtype=4), [4, 4])",
     kAnyError},
    {"nll_loss", "return torch.nll_loss(torch.ones([1, 2]), torch.tensor([77777777]))", kAnyError},
    {"searchsorted's order",
     "return torch.searchsorted(x, x, sorter=torch.tensor([99999999, 99999999, 99999999, 99999999]))",
     "argument sorter is not taken"},
    {"repeat_interleave", "return torch.repeat_interleave(x, torch.tensor([9, 9, 9, 9]), output_size=1)",
     "argument output_size is not taken"},
    {"packed sequence", "a, b = torch._pad_packed_sequence(x, torch.tensor([1099511627776]), False, 0.0, 1);return a",
     kAnyError},
    {"unsafe view", "return torch._unsafe_view(x, [1099511627776])", kAnyError},
    {"expand", "return torch.expand(x, [3, 5])", kAnyError},
    {"quantized view", "return torch.zeros_like(x, dtype=12)", "no tensor is made as type number 12"},
    {"type beyond all", "return torch.zeros([4], dtype=99)", "no tensor is made as type number 99"},
    {"sparse layout", "return torch.zeros([4], layout=1)", "argument layout is 1"},
    {"other device", "return torch.empty([4], device=torch.device(\"meta\")) + x", "there is no device meta"},
    {"memory format", "return torch.contiguous(x, memory_format=77)", "argument memory_format is 77"},
    {"grid sampler's mode",
     "return torch.grid_sampler(torch.ones([1, 1, 2, 2]), torch.ones([1, 2, 2, 2]), 9, 0, False)",
     "interpolation_mode is 9"},
    {"grid sampler far away",
     "return torch.grid_sampler(torch.ones([1, 1, 2, 2]), torch.full([1, 2, 2, 2], 1e30), 0, 0, False)", nullptr},
    {"no groups", "return torch.conv1d(torch.ones([1, 2, 4]), torch.ones([2, 2, 1]), None, [1], [0], [1], 0)",
     "argument groups is 0"},
    {"no stride", "return torch.max_pool1d(torch.ones([1, 2, 4]), [2], [0])", "argument stride is 0"},
    {"far stride", "return torch.conv1d(torch.ones([1, 2, 4]), torch.ones([2, 2, 1]), None, [4611686018427387904])",
     "argument stride is 4611686018427387904"},
    {"no shuffle groups", "return torch.channel_shuffle(torch.ones([1, 4, 2, 2]), 0)", "argument groups is 0"},
    {"no norm groups", "return torch.group_norm(torch.ones([1, 4, 2, 2]), 0)", "argument num_groups is 0"},
    {"lstm's weights",
     "a, b, c = torch.lstm(torch.ones([1, 1, 4]), [torch.zeros([1, 1, 4]), torch.zeros([1, 1, 4])], "
     "[torch.ones([1]), torch.ones([1]), torch.ones([1]), torch.ones([1])], True, 1, 0.0, False, False, False);"
     "return a",
     kAnyError},
    {"bins", "return torch.histc(x, bins=1099511627776)", "argument bins is 1099511627776"},
    {"a long list", "l = [1];for i in range(40):;  l = l + l;return x + float(len(l))", "more than 16777216"},
    {"a list again and again", "l = [1] * (len(x) * 1000000000);return x + float(len(l))", "more than 16777216"},
    {"a wide text", "s = \"a\".zfill(len(x) * 1099511627776);return x + float(len(s))", kAnyError},
    {"a division while it is read", "return x + float(5 // 0)", kAnyError},
    {"memory while it is read", "return x + torch.sum(torch.ones([1000000000000]))", kAnyError},
    {"memory as it was", "return torch.empty([20000])", nullptr},
    {"memory as it was, strided", "return torch.empty_strided([100], [200])", nullptr},
    {"memory as it was, like another", "return torch.empty_like(x.expand([5000, 4]))", nullptr},
    {"new memory as it was", "return x.new_empty([20000])", nullptr},
};

} // namespace ql::tests
