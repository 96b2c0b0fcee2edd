// SPDX-License-Identifier: GPL-3.0-or-later
// RoundToFormat, an operator of our own: floats that are rounded to the numbers of a format (core/graph/formats), the
// attribute `format`. Blocks, and the channels of several scales, lie along `axis`. Input 1: the scales, where
// calibration finds some, or those of all groups in C order, where they are given.
#include "core/base/error.h"
#include "core/graph/formats/number_format.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::round_to_format {

namespace {

struct Attributes {
    explicit Attributes(const graph::Node& node)
        : format(graph::numberFormatNamed(node.attributes.stringOr("format", "")))
        , axis(node.attributes.intOr("axis", -1))
    {
        if (format.isUniform())
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute format is {}, whose numbers QuantizeLinear makes", format.name));
    }

    const graph::NumberFormat& format;
    std::int64_t axis;
};

graph::AxisLayout layoutOf(const at::Tensor& x, std::int64_t axis)
{
    graph::AxisLayout layout;
    for (std::int64_t i = 0; i < x.dim(); ++i)
        (i < axis ? layout.outer : i == axis ? layout.length : layout.inner) *= x.size(i);
    return layout;
}

/// Of groups; none where their own values say them.
std::vector<float> groupScales(const KernelCall& call, const Attributes& attributes, const graph::AxisLayout& layout)
{
    const auto& given = call.input(1).data;
    if (!given.defined() || attributes.format.scaling != graph::NumberFormat::Scaling::Group)
        return {};
    const auto size = attributes.format.blockSize;
    const auto count = layout.outer * ((layout.length + size - 1) / size) * layout.inner;
    if (given.numel() != count || attributes.format.hasZeroPoint)
        throw Error(ErrorCode::ShapeMismatch, Message("{} scales for groups of {}, expected {} and no zero points",
                                                      given.numel(), attributes.format.name, count));
    const auto scales = given.to(at::kFloat).contiguous();
    return {scales.data_ptr<float>(), scales.data_ptr<float>() + count};
}

std::vector<float> scalesOf(const KernelCall& call, const Attributes& attributes, const graph::AxisLayout& layout)
{
    if (!attributes.format.isScaled())
        return groupScales(call, attributes, layout);
    const auto scales = call.required(1).data.to(at::kFloat).contiguous();
    const bool isPerChannel = !attributes.format.isBlocked() && scales.numel() == layout.length;
    if (scales.numel() != 1 && !isPerChannel)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} scales for an axis of {}, expected 1 or as many", scales.numel(), layout.length));
    const auto* first = scales.data_ptr<float>();
    return {first, first + scales.numel()};
}

std::vector<Tensor> evaluate(const KernelCall& call, const Attributes& attributes)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0 (x)");
    if (x.data.numel() == 0)
        return {x};
    const auto given = x.data.to(at::kFloat).contiguous();
    // A tensor of fewer axes than its reader expects has its blocks along the last one.
    const auto dimensions = std::max<std::int64_t>(given.dim(), 1);
    const auto axis = attributes.axis >= dimensions ? dimensions - 1 : normalizedAxis(attributes.axis, dimensions);
    const auto layout = layoutOf(given, axis);
    const auto scales = scalesOf(call, attributes, layout);
    auto y = at::empty_like(given);
    const auto count = std::size_t(given.numel());
    graph::roundTo(attributes.format, layout, scales, {given.data_ptr<float>(), count}, {y.data_ptr<float>(), count});
    return {storedAs(y, x.type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"quantloupe", "RoundToFormat", 1, kLatestOpset, boundTo<Attributes, evaluate>}};
}

} // namespace ql::ops::kernels::round_to_format
