// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/sibling_points.h"

#include "core/graph/operators/operator_traits.h"

#include <map>
#include <numeric>

namespace ql::analysis {

namespace {

using quant::QuantizerPoint;
using quant::QuantizerRole;

/// Disjoint sets over the graph's values.
class ValueSets {
public:
    explicit ValueSets(std::size_t count)
        : m_parents(count)
    {
        std::iota(m_parents.begin(), m_parents.end(), std::size_t{0});
    }

    std::size_t setOf(graph::ValueId value)
    {
        auto at = value.position();
        while (m_parents[at] != at)
            at = m_parents[at] = m_parents[m_parents[at]];
        return at;
    }

    void join(graph::ValueId a, graph::ValueId b) { m_parents[setOf(a)] = setOf(b); }

private:
    std::vector<std::size_t> m_parents;
};

/// How many of a data mover's inputs are data; the rest says where to.
std::size_t dataInputCount(const graph::Node& node)
{
    return graph::traitsNamed(node.opType).joins ? node.inputs.size() : std::min<std::size_t>(1, node.inputs.size());
}

void joinAcross(const graph::Node& node, ValueSets& sets)
{
    for (std::size_t slot = 0; slot < dataInputCount(node); ++slot)
        for (const auto output : node.outputs)
            if (node.inputs[slot].isValid() && output.isValid())
                sets.join(node.inputs[slot], output);
}

bool haveOneScale(const QuantizerPoint& a, const QuantizerPoint& b)
{
    return a.parameters && b.parameters && a.dtype == b.dtype && a.parameters->scales == b.parameters->scales
           && a.parameters->zeroPoints == b.parameters->zeroPoints;
}

/// Joins the operands of every addition whose quantizers are equal.
void joinOperands(const graph::Graph& baseline, const std::vector<QuantizerPoint>& points, ValueSets& sets)
{
    std::map<graph::NodeId, std::vector<const QuantizerPoint*>> operands;
    for (const auto& point : points)
        for (const auto edge : point.edges)
            if (point.role == QuantizerRole::Activation && edge.node.isValid()
                && graph::traitsOf(baseline.node(edge.node)).addsUp)
                operands[edge.node].push_back(&point);
    for (const auto& [node, readers] : operands)
        for (const auto* reader : readers)
            if (haveOneScale(*readers.front(), *reader))
                sets.join(reader->source, readers.front()->source);
}

} // namespace

std::vector<std::size_t> siblingSets(const graph::Graph& baseline, const std::vector<QuantizerPoint>& points)
{
    ValueSets sets(baseline.valueCount());
    for (const auto& node : baseline.nodes())
        if (graph::movesDataOnly(node))
            joinAcross(node, sets);
    joinOperands(baseline, points, sets);
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < points.size(); ++i)
        numbers.push_back(points[i].role == QuantizerRole::Weight ? baseline.valueCount() + i
                                                                  : sets.setOf(points[i].source));
    return numbers;
}

} // namespace ql::analysis
