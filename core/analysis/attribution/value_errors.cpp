// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/value_errors.h"

#include "core/graph/ir/open_bodies.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using graph::NodeId;
using graph::ValueId;
using quant::QuantizerRole;

constexpr double kExactDb = 50.0; // beyond it no quantizer's error matters
constexpr double kLostDb = -40.0;
constexpr double kBadDb = 20.0;
constexpr double kLeastDropDb = 10.0;

/// Follows the error along the graph: who is to blame for each value, and how exact that layer's inputs are.
class Trail {
public:
    Trail(const QuantizerSwitches& switches, const ValueErrors& errors)
        : m_switches(switches)
        , m_errors(errors)
        , m_blamed(switches.graph().valueCount())
        , m_hasOwnWeight(switches.baseline().nodeCount(), false)
    {
        const auto& points = switches.points();
        for (std::size_t i = 0; i < points.size(); ++i)
            if (points[i].role == QuantizerRole::Weight && points[i].edges.at(0).node.isValid())
                m_hasOwnWeight[points[i].edges[0].node.position()] = true;
    }

    std::optional<results::AttributedOrigin> origin()
    {
        for (const auto input : m_switches.graph().inputs())
            passInput(input);
        for (const auto id : m_switches.program().flatOrder()) {
            if (m_switches.isSwitch(id))
                passSwitch(id);
            else
                passNode(m_switches.graph().node(id));
        }
        return m_origin;
    }

private:
    /// A layer that quantizes, by its first node or by the graph input that it is.
    struct Blame {
        std::string layer;
        std::string opType;
        double inputDb = kExactDb;
    };

    /// A state that another sample left.
    void passInput(ValueId input)
    {
        if (m_errors.of(input).error == 0.0)
            return;
        const auto& name = m_switches.graph().value(input).name;
        m_blamed[input.position()] = Blame{name, "Input", kExactDb};
        consider(*m_blamed[input.position()], input, name);
    }

    void passSwitch(NodeId id)
    {
        const auto index = id.position() - m_switches.baseline().nodeCount();
        const auto& point = m_switches.points()[index];
        if (point.role == QuantizerRole::Weight)
            return;
        Blame blame{point.layer, "Input", kExactDb};
        if (point.node.isValid()) {
            const auto& maker = m_switches.graph().node(point.node);
            blame = {maker.name, maker.opType, inputDbOf(maker)};
        }
        const auto output = m_switches.switched(index);
        m_blamed[output.position()] = blame;
        consider(blame, output, point.layer);
    }

    void passNode(const graph::Node& node)
    {
        std::optional<Blame> blame;
        if (m_hasOwnWeight[node.id.position()])
            blame = Blame{node.name, node.opType, inputDbOf(node)};
        else
            blame = blameOfWorstInput(node);
        for (const auto output : node.outputs) {
            if (!output.isValid() || !blame)
                continue;
            m_blamed[output.position()] = blame;
            consider(*blame, output, node.name);
        }
    }

    std::optional<Blame> blameOfWorstInput(const graph::Node& node) const
    {
        double worst = kExactDb + 1.0;
        std::optional<Blame> blame;
        for (const auto input : graph::replaceableReads(m_switches.graph(), node)) {
            if (!input.isValid() || !m_blamed[input.position()])
                continue;
            const auto db = m_errors.measuredDb(input);
            if (!db || *db >= worst)
                continue;
            worst = *db;
            blame = m_blamed[input.position()];
        }
        return blame;
    }

    double inputDbOf(const graph::Node& node) const
    {
        double least = kExactDb;
        for (const auto input : graph::replaceableReads(m_switches.graph(), node))
            if (input.isValid() && m_blamed[input.position()])
                least = std::min(least, m_errors.measuredDb(input).value_or(kExactDb));
        return least;
    }

    void consider(const Blame& blame, ValueId value, const std::string& shownAt)
    {
        const auto db = m_errors.measuredDb(value);
        if (!db || *db >= kBadDb || blame.inputDb - *db < kLeastDropDb || blame.inputDb - *db <= m_largestDrop)
            return;
        m_largestDrop = blame.inputDb - *db;
        m_origin =
            results::AttributedOrigin{blame.layer, blame.opType, blame.inputDb, shownAt, m_errors.of(value).db()};
    }

    const QuantizerSwitches& m_switches;
    const ValueErrors& m_errors;
    std::vector<std::optional<Blame>> m_blamed; ///< by value id; nothing where no quantizer stands behind it
    std::vector<bool> m_hasOwnWeight;           ///< by baseline node
    std::optional<results::AttributedOrigin> m_origin;
    double m_largestDrop = 0.0;
};

} // namespace

ValueErrors::ValueErrors(const QuantizerSwitches& switches)
    : m_switches(switches)
    , m_energies(switches.graph().valueCount())
{
}

void ValueErrors::addSample(const runtime::PartialExecution& off, const runtime::PartialExecution& on)
{
    for (const auto input : m_switches.graph().inputs())
        if (graph::isFloatingPoint(off.tensor(input).type) && !off.tensor(input).data.is_same(on.tensor(input).data))
            m_energies[input.position()].add(off.tensor(input), on.tensor(input));
    for (const auto& node : m_switches.graph().nodes())
        for (const auto output : node.outputs)
            if (output.isValid() && graph::isFloatingPoint(off.tensor(output).type)
                && on.tensor(output).isDefined()) // a branch that was taken once only
                m_energies[output.position()].add(off.tensor(output), on.tensor(output));
}

std::optional<results::AttributedOrigin> ValueErrors::origin() const
{
    return Trail(m_switches, *this).origin();
}

std::optional<double> ValueErrors::measuredDb(graph::ValueId value) const
{
    const auto& energy = m_energies[value.position()];
    if (energy.elements == 0 || (energy.signal == 0.0 && !energy.isBroken))
        return std::nullopt; // a dead value has no signal to lose
    return energy.isBroken ? kLostDb : std::clamp(energy.db(), kLostDb, kExactDb);
}

} // namespace ql::analysis
