// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/shape_inference.h"

#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/graph/operators/shape_rules/shape_context.h"

namespace ql::graph {

struct ShapeInference::Known {
    ShapeContext::KnownElements elements;
};

ShapeInference::ShapeInference(Graph& graph)
    : m_graph(graph)
    , m_known(std::make_unique<Known>())
{
}

ShapeInference::~ShapeInference() = default;

void ShapeInference::infer(NodeId id)
{
    const auto& node = m_graph.node(id);
    const auto rule = traitsOf(node).shapes;
    if (!rule)
        return;
    try {
        ShapeContext context(m_graph, node, m_known->elements);
        rule(context);
    } catch (const Error&) { // NOLINT(bugprone-empty-catch): unknown is what its outputs are
    }
}

void inferShapes(Graph& graph)
{
    ShapeInference inference(graph);
    for (const auto id : topologicalOrder(graph))
        inference.infer(id);
}

} // namespace ql::graph
