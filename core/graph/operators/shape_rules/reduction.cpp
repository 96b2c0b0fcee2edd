// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that take axes away or make them 1: reductions, extremes, global pooling.
#include "core/graph/operators/shape_rules/shape_rules.h"

#include <algorithm>

namespace ql::graph::shapes {

namespace {

/// @p shape without @p axes, or with 1 in their place.
DeclaredShape reduced(const DeclaredShape& shape, const std::vector<std::int64_t>& axes, bool keeps)
{
    std::vector<bool> isReduced(shape.size(), axes.empty());
    for (const auto axis : axes)
        isReduced[axisOf(axis, shape.size())] = true;
    DeclaredShape result;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (!isReduced[i] || keeps)
            result.push_back(isReduced[i] ? Dimension{1, {}} : shape[i]);
    return result;
}

} // namespace

void reduce(ShapeContext& context)
{
    context.setType(0, context.type(0));
    const bool isQuantized = context.node().opType == "QLinearReduceMean"; // its input 1 is a scale
    const auto axes = isQuantized ? context.attributes().intsOr("axes", {}) : context.axes(1);
    const bool keeps = context.attributes().intOr("keepdims", 1) != 0;
    if (!context.shape(0))
        return;
    if (axes && axes->empty() && context.attributes().intOr("noop_with_empty_axes", 0) != 0)
        context.setShape(0, *context.shape(0));
    else if (axes)
        context.setShape(0, reduced(*context.shape(0), *axes, keeps));
    else if (keeps) // which axes isn't known, but how many remain
        context.setShape(0, DeclaredShape(context.shape(0)->size()));
}

void extreme(ShapeContext& context)
{
    context.setType(0, DataType::Int64);
    const auto axis = context.attributes().intOr("axis", 0);
    if (context.shape(0))
        context.setShape(0, reduced(*context.shape(0), {axis}, context.attributes().intOr("keepdims", 1) != 0));
}

void poolGlobally(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (!context.shape(0) || context.shape(0)->size() < 2)
        return;
    auto shape = *context.shape(0);
    const bool isChannelsLast = context.attributes().intOr("channels_last", 0) != 0;
    std::fill(shape.begin() + (isChannelsLast ? 1 : 2), shape.end() - (isChannelsLast ? 1 : 0), Dimension{1, {}});
    context.setShape(0, shape);
}

} // namespace ql::graph::shapes
