// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/checks.h"

#include <fmt/format.h>

namespace ql::ops::rooms {

namespace {

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& x = call.required(0);
    const auto repeats = toInts(call.required(1), "input 1 (repeats)");
    if (repeats.size() != static_cast<std::size_t>(x.data.dim()))
        throw Error(ErrorCode::ShapeMismatch,
                    fmt::format("input 1 (repeats) has {} entries, expected {}", repeats.size(), x.data.dim()));
    for (const auto count : repeats)
        if (count < 0)
            throw Error(ErrorCode::InvalidNode, fmt::format("input 1 (repeats) has an entry of {}", count));
    return {{x.data.repeat(repeats), x.type}};
}

} // namespace

OperatorDefinitions tile()
{
    return {{"", "Tile", 6, kLatestOpset, [](const graph::Node&) -> Kernel { return evaluate; }}};
}

} // namespace ql::ops::rooms
