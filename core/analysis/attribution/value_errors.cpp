// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/value_errors.h"

#include "core/analysis/measure/iteration_pairs.h"
#include "core/graph/ir/open_bodies.h"

#include <algorithm>

namespace ql::analysis {

namespace {

} // namespace

ValueErrors::ValueErrors(const QuantizerSwitches& switches)
    : m_switches(switches)
    , m_energies(switches.graph().valueCount())
    , m_ofBodies(switches.graph().openBodies().size())
{
}

void ValueErrors::addSample(const runs::WhatIf& off, const runs::WhatIf& on)
{
    const auto& graph = m_switches.graph();
    for (const auto input : graph.inputs())
        if (graph::isFloatingPoint(off.tensor(input).type) && !off.tensor(input).data.is_same(on.tensor(input).data))
            m_energies[input.position()].add(off.tensor(input), on.tensor(input));
    for (const auto& node : graph.nodes())
        for (const auto output : node.outputs) {
            if (!output.isValid())
                continue;
            if (graph::isInLoop(graph, node.body))
                addIterations(output, off, on);
            else if (graph::isFloatingPoint(off.tensor(output).type)
                     && on.tensor(output).isDefined()) // a branch that was taken once only
                m_energies[output.position()].add(off.tensor(output), on.tensor(output));
        }
    for (const auto& body : graph.openBodies())
        for (const auto input : body.inputs)
            addIterations(input, off, on);
}

void ValueErrors::addIterations(graph::ValueId value, const runs::WhatIf& off, const runs::WhatIf& on)
{
    const auto& graph = m_switches.graph();
    for (const auto& [x, y] : pairedIterations(off.iterations(value), on.iterations(value)).pairs) {
        if (!graph::isFloatingPoint(x->tensor.type))
            continue;
        ErrorEnergy energy;
        energy.add(x->tensor, y->tensor);
        m_energies[value.position()].add(energy);
        m_iterations[value][x->numbers].add(energy);
        auto numbers = x->numbers;
        for (auto body = graph.value(value).body; body.isValid();) {
            const auto& owner = graph.node(graph.openBody(body).owner);
            if (owner.opType != "If") {
                m_ofBodies[body.position()].insert(numbers);
                numbers.pop_back();
            }
            body = owner.body;
        }
    }
}

const ErrorEnergy& ValueErrors::of(graph::ValueId value, const Numbers& numbers) const
{
    static const ErrorEnergy kNone;
    const auto found = m_iterations.find(value);
    if (found == m_iterations.end())
        return m_energies[value.position()];
    const auto depth = found->second.begin()->first.size();
    if (depth > numbers.size())
        return m_energies[value.position()];
    const auto iteration = found->second.find({numbers.begin(), numbers.begin() + std::ptrdiff_t(depth)});
    return iteration == found->second.end() ? kNone : iteration->second;
}

std::optional<double> ValueErrors::measuredDb(graph::ValueId value, const Numbers& numbers) const
{
    const auto& energy = of(value, numbers);
    if (energy.elements == 0 || (energy.signal == 0.0 && !energy.isBroken))
        return std::nullopt; // a dead value has no signal to lose
    return energy.isBroken ? kLostDb : std::clamp(energy.db(), kLostDb, kExactDb);
}

} // namespace ql::analysis
