// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/shape_inference.h"

#include "core/base/error.h"
#include "core/graph/shape_rules/shape_context.h"
#include "core/graph/topology.h"

#include <algorithm>

namespace ql::graph {

namespace {

const ShapeRules& allRules()
{
    static const ShapeRules kRules = [] {
        ShapeRules rules;
        addElementWiseRules(rules);
        addLayoutRules(rules);
        addProductRules(rules);
        addReductionRules(rules);
        addSelectionRules(rules);
        addWindowRules(rules);
        return rules;
    }();
    return kRules;
}

/// An If gives what both its branches give.
void inferChoice(ShapeContext& context)
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
        auto shape = *first.shape;
        for (std::size_t axis = 0; axis < shape.size(); ++axis)
            if (shape[axis] != (*second.shape)[axis])
                shape[axis] = {};
        context.setShape(i, shape);
    }
}

} // namespace

void inferShapes(Graph& graph)
{
    ShapeContext::KnownElements elements;
    for (const auto id : topologicalOrder(graph)) {
        const auto& node = graph.node(id);
        const auto rule = allRules().find(node.qualifiedOpType());
        try {
            ShapeContext context(graph, node, elements);
            if (rule != allRules().end())
                rule->second(context);
            else if (node.opType == "If" && node.domain.empty())
                inferChoice(context);
        } catch (const Error&) { // NOLINT(bugprone-empty-catch): unknown is what its outputs are
        }
    }
}

} // namespace ql::graph
