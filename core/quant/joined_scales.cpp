// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/operator_traits.h"
#include "core/quant/plan_rules.h"

#include <optional>
#include <vector>

namespace ql::quant {

namespace {

/// Every quantizer behind the one that decides for it.
class DecidersFirst {
public:
    explicit DecidersFirst(QuantPlan& plan)
        : m_plan(plan)
        , m_places(plan.quantizers.size())
    {
    }

    void order()
    {
        for (std::size_t i = 0; i < m_places.size(); ++i)
            place(i);
        for (auto& quantizer : m_ordered)
            if (quantizer.sameAs)
                quantizer.sameAs = m_places[*quantizer.sameAs];
        m_plan.quantizers = std::move(m_ordered);
        for (auto& bias : m_plan.biases)
            bias = {bias.node, bias.slot, *m_places[bias.input], *m_places[bias.weight]};
    }

private:
    void place(std::size_t index)
    {
        if (m_places[index])
            return;
        if (const auto decider = m_plan.quantizers[index].sameAs)
            place(*decider);
        m_places[index] = m_ordered.size();
        m_ordered.push_back(m_plan.quantizers[index]);
    }

    QuantPlan& m_plan;
    std::vector<std::optional<std::size_t>> m_places; ///< new ones
    std::vector<PlannedQuantizer> m_ordered;
};

bool isOneNumber(const PlannedQuantizer& quantizer, const PlannedQuantizer& other)
{
    return quantizer.settings.format == other.settings.format && quantizer.settings.number == other.settings.number;
}

/// What is joined, and was not told its own scale, follows what is given.
bool join(QuantPlan& plan, std::size_t input, std::size_t output)
{
    const auto from = plan.decider(input), to = plan.decider(output);
    auto& follower = plan.quantizers[from];
    if (from == to || follower.role != QuantizerRole::Activation || follower.settings.observer.method == "fixed"
        || !isOneNumber(follower, plan.quantizers[to]))
        return false;
    follower.sameAs = to;
    follower.knownRange.reset();
    return true;
}

} // namespace

void joinScales(const graph::Graph& graph, QuantPlan& plan)
{
    bool isChanged = false;
    for (const auto& node : graph.nodes()) {
        const auto& traits = graph::traitsOf(node);
        if ((!traits.joins && !traits.isPooling) || node.outputs.empty() || node.inputs.empty())
            continue;
        const auto output = plan.find(node.outputs.front());
        if (const auto input = plan.find(node.inputs.front()); traits.isPooling && input && output)
            isChanged = join(plan, *output, *input) || isChanged;
        for (const auto value : traits.joins ? node.inputs : std::vector<graph::ValueId>())
            if (const auto input = plan.find(value); input && output)
                isChanged = join(plan, *input, *output) || isChanged;
    }
    if (isChanged)
        DecidersFirst(plan).order();
}

} // namespace ql::quant
