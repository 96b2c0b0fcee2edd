// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/window.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::max_unpool {

namespace {

/// The shape that was pooled, as far as the window tells.
graph::Shape unpooledShape(const graph::Shape& input, const Window& window)
{
    auto shape = input;
    for (std::size_t i = 0; i < window.rank(); ++i)
        shape[i + 2] =
            (input[i + 2] - 1) * window.strides[i] + window.span(i) - window.padsBegin[i] - window.padsEnd[i];
    expectAffordable(shape, graph::DataType::Float);
    return shape;
}

/// @p x with zeros added to, or elements cut from, the ends of its axes.
at::Tensor fitted(const at::Tensor& x, const graph::Shape& shape)
{
    if (shape.size() != static_cast<std::size_t>(x.dim()))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 2 (output_shape) has {} entries, expected {}", shape.size(), x.dim()));
    expectAffordable(shape, graph::DataType::Float);
    graph::Shape end;
    for (std::size_t i = 0; i < shape.size(); ++i)
        end.push_back(shape[i] - x.size(static_cast<std::int64_t>(i)));
    return padded(x, graph::Shape(shape.size(), 0), end, 0);
}

/// Indices count the elements of the shape that the window implies, also where output_shape asks for a larger one.
std::vector<Tensor> evaluate(const KernelCall& call, const WindowAttributes& attributes)
{
    const auto& x = call.required(0);
    const auto& indices = call.required(1);
    expectType(indices, "input 1 (I)", {graph::DataType::Int64});
    if (x.data.dim() < 3 || indices.data.sizes() != x.data.sizes())
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (I) has shape {}, expected {} as input 0",
                                                      graph::toString(indices.shape()), graph::toString(x.shape())));
    const auto shape = unpooledShape(x.shape(), resolved(attributes, x.data.sizes().slice(2), attributes.kernel));
    auto y = at::zeros(shape, x.data.options());
    if (x.data.numel() > 0
        && (indices.data.min().item<std::int64_t>() < 0 || indices.data.max().item<std::int64_t>() >= y.numel()))
        throw Error(ErrorCode::InvalidNode, Message("input 1 (I) has an index outside 0 … {}", y.numel() - 1));
    y.view(-1).scatter_(0, indices.data.reshape(-1), x.data.reshape(-1));
    return {{call.has(2) ? fitted(y, toInts(call.input(2), "input 2 (output_shape)")) : y, x.type}};
}

Kernel bind(const graph::Node& node)
{
    auto attributes = windowAttributes(node);
    if (attributes.kernel.empty())
        throw Error(ErrorCode::InvalidNode, "attribute kernel_shape is missing");
    return [attributes = std::move(attributes)](const KernelCall& call) { return evaluate(call, attributes); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "MaxUnpool", 9, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::max_unpool
