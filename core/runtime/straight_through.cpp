// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/straight_through.h"

#include "core/graph/operators/op_kind.h"

#include <c10/core/GradMode.h>

namespace ql::runtime {

namespace {

constexpr double kHalfStep = 0.5 + 1e-3; ///< that rounding moves a number by, and float32 adds to it

/// One number per element's scale, if it isn't one per block.
std::optional<at::Tensor> spreadScale(const graph::Node& node, const at::Tensor& scale, const at::Tensor& x)
{
    if (scale.numel() == 1)
        return scale.reshape({});
    auto axis = node.attributes.intOr("axis", 1);
    if (axis < 0)
        axis += x.dim();
    if (scale.dim() != 1 || axis < 0 || axis >= x.dim() || scale.numel() != x.size(axis))
        return std::nullopt;
    std::vector<std::int64_t> shape(std::size_t(x.dim()), 1);
    shape[std::size_t(axis)] = scale.numel();
    return scale.reshape(shape);
}

} // namespace

std::optional<Tensor> StraightThrough::passed(const ValueEvent& event)
{
    const auto kind = graph::opKind(event.node);
    if (event.inputs.empty() || event.node.inputs.empty())
        return std::nullopt;
    const auto& read = event.inputs[0].data;
    if (kind == graph::OpKind::Quantize && event.output == 0 && read.defined() && read.requires_grad())
        m_read.insert_or_assign({&event.graph, event.value}, read);
    if (kind != graph::OpKind::Dequantize || event.inputs.size() < 2 || !event.inputs[1].isDefined())
        return std::nullopt;
    const auto found = m_read.find({&event.graph, event.node.inputs[0]});
    const auto& given = event.tensor.data;
    if (found == m_read.end() || found->second.sizes() != given.sizes() || !at::isFloatingType(given.scalar_type()))
        return std::nullopt;
    auto x = found->second.to(given.scalar_type());
    if (const auto scale = spreadScale(event.node, event.inputs[1].data, x))
        x = x.masked_fill(x.sub(given).abs().le(scale->to(given.scalar_type()).abs().mul(kHalfStep)).logical_not(),
                          0.0);
    return Tensor(x - x.detach() + given.detach(), event.tensor.type);
}

} // namespace ql::runtime
