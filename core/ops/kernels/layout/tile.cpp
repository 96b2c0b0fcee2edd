// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::tile {

namespace {

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& x = call.required(0);
    const auto repeats = toInts(call.required(1), "input 1 (repeats)");
    if (repeats.size() != static_cast<std::size_t>(x.data.dim()))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (repeats) has {} entries, expected {}", repeats.size(), x.data.dim()));
    for (const auto count : repeats)
        if (count < 0)
            throw Error(ErrorCode::InvalidNode, Message("input 1 (repeats) has an entry of {}", count));
    auto shape = x.shape();
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (__builtin_mul_overflow(shape[i], repeats[i], &shape[i]))
            throw Error(ErrorCode::InvalidNode, Message("input 1 (repeats) has an entry of {}", repeats[i]));
    expectAffordable(shape, x.type);
    return {{x.data.repeat(repeats), x.type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Tile", 6, kLatestOpset, [](const graph::Node&) -> Kernel { return evaluate; }}};
}

} // namespace ql::ops::kernels::tile
