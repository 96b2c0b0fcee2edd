// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::tile {

namespace {

std::vector<Tensor> repeated(const Tensor& x, const graph::Shape& repeats)
{
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

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& x = call.required(0);
    return repeated(x, toInts(call.required(1), "input 1 (repeats)"));
}

/// The one integer of an input, in whatever type of number opset 1 has it.
std::int64_t numberOf(const Tensor& tensor, const Message& what)
{
    if (tensor.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} has shape {}, expected one element", what, graph::toString(tensor.shape())));
    return tensor.data.reshape({}).to(at::kLong).item<std::int64_t>();
}

/// Opset 1 repeats one axis.
std::vector<Tensor> evaluateOneAxis(const KernelCall& call)
{
    const auto& x = call.required(0);
    graph::Shape repeats(std::size_t(x.data.dim()), 1);
    const auto axis = normalizedAxis(numberOf(call.required(2), "input 2 (axis)"), x.data.dim());
    repeats[std::size_t(axis)] = numberOf(call.required(1), "input 1 (tiles)");
    return repeated(x, repeats);
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings(
        {{"", "Tile", 1, 5, stateless<evaluateOneAxis>}, {"", "Tile", 6, kLatestOpset, stateless<evaluate>}});
}

} // namespace ql::ops::kernels::tile
