// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on text.
#include "core/graph/operators/shape_rules/shape_rules.h"

namespace ql::graph::shapes {

void stringConcat(ShapeContext& context)
{
    context.setType(0, DataType::String);
    if (context.shape(0) && context.shape(1))
        context.setShape(0, broadcast(*context.shape(0), *context.shape(1)));
}

void stringNormalizer(ShapeContext& context)
{
    context.setType(0, DataType::String);
    if (!context.shape(0) || context.shape(0)->empty())
        return;
    auto shape = *context.shape(0);
    shape.back() = {}; // stop words go
    context.setShape(0, shape);
}

void stringSplit(ShapeContext& context)
{
    context.setType(0, DataType::String);
    context.setType(1, DataType::Int64);
    if (!context.shape(0))
        return;
    context.setShape(1, *context.shape(0));
    auto shape = *context.shape(0);
    shape.emplace_back();
    context.setShape(0, shape);
}

} // namespace ql::graph::shapes
