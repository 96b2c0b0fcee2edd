// SPDX-License-Identifier: GPL-3.0-or-later
// Operators with bodies: what those give, as far as all of them agree.
#include "core/graph/operators/shape_rules/shape_rules.h"

#include <algorithm>

namespace ql::graph::shapes {

namespace {

/// Sizes that two runs of a body, or two bodies, agree about.
DeclaredShape common(DeclaredShape a, const DeclaredShape& b)
{
    for (std::size_t axis = 0; axis < a.size(); ++axis)
        if (a[axis] != b[axis])
            a[axis] = {};
    return a;
}

} // namespace

/// An If gives what both its branches give.
void choice(ShapeContext& context)
{
    const auto& attributes = context.attributes();
    const auto& onTrue = attributes.requiredGraph("then_branch");
    const auto& onFalse = attributes.requiredGraph("else_branch");
    for (std::size_t i = 0; i < std::min(onTrue.outputs().size(), onFalse.outputs().size()); ++i) {
        const auto& first = onTrue.value(onTrue.outputs()[i]);
        const auto& second = onFalse.value(onFalse.outputs()[i]);
        if (first.type == second.type)
            context.setType(i, first.type);
        if (!first.shape || !second.shape || first.shape->size() != second.shape->size())
            continue;
        context.setShape(i, common(*first.shape, *second.shape));
    }
}

/// A Loop gives what its body carries from turn to turn, then what the turns give, stacked. The body's outputs begin
/// with the condition; the node's inputs with the number of turns and the condition.
void loop(ShapeContext& context)
{
    const auto& body = context.attributes().requiredGraph("body");
    const std::size_t carried = context.inputCount() < 2 ? 0 : context.inputCount() - 2;
    for (std::size_t i = 0; i + 1 < body.outputs().size(); ++i) {
        const auto& given = body.value(body.outputs()[i + 1]);
        context.setType(i, given.type);
        if (!given.shape)
            continue;
        if (i >= carried) {
            auto stacked = *given.shape;
            stacked.insert(stacked.begin(), Dimension{});
            context.setShape(i, stacked);
        } else if (const auto* first = context.shape(i + 2); first && first->size() == given.shape->size()) {
            context.setShape(i, common(*first, *given.shape));
        }
    }
}

/// A Scan gives the element types of its body; its sizes hang on axes and directions.
void scan(ShapeContext& context)
{
    const auto& body = context.attributes().requiredGraph("body");
    for (std::size_t i = 0; i < body.outputs().size(); ++i)
        context.setType(i, body.value(body.outputs()[i]).type);
}

} // namespace ql::graph::shapes
