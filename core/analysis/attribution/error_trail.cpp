// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/value_errors.h"

#include "core/graph/ir/open_bodies.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using graph::NodeId;
using graph::ValueId;
using quant::QuantizerRole;

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
        , m_nodes(switches.graph().openBodies().size() + 1)
    {
        for (const auto id : switches.program().flatOrder())
            m_nodes[placeOf(switches.graph().node(id).body)].push_back(id);
        const auto& points = switches.points();
        for (std::size_t i = 0; i < points.size(); ++i)
            if (points[i].role == QuantizerRole::Weight && points[i].edges.at(0).node.isValid())
                m_hasOwnWeight[points[i].edges[0].node.position()] = true;
    }

    std::optional<results::AttributedOrigin> origin()
    {
        for (const auto input : m_switches.graph().inputs())
            passInput(input);
        passBody({}, {});
        return m_origin;
    }

private:
    using Numbers = ValueErrors::Numbers;

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

    static std::size_t placeOf(graph::BodyId body) { return body.isValid() ? body.position() + 1 : 0; }

    void passBody(graph::BodyId body, const Numbers& numbers)
    {
        for (const auto id : m_nodes[placeOf(body)]) {
            const auto& node = m_switches.graph().node(id);
            if (graph::hasOpenBodies(m_switches.graph(), id))
                passBodiesOf(node, numbers);
            m_numbers = numbers;
            if (m_switches.isSwitch(id))
                passSwitch(id);
            else
                passNode(node);
        }
    }

    void passBodiesOf(const graph::Node& owner, const Numbers& around)
    {
        const auto& bodies = m_switches.graph().openBodies();
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const graph::BodyId body{std::int32_t(i)};
            if (bodies[i].owner != owner.id)
                continue;
            if (owner.opType == "If") {
                passBody(body, around);
                continue;
            }
            bool isFirst = true;
            for (const auto& numbers : m_errors.iterationsOf(body)) {
                if (!std::ranges::equal(around, std::span(numbers).first(around.size())))
                    continue;
                handOn(owner, bodies[i], isFirst);
                passBody(body, numbers);
                isFirst = false;
            }
        }
    }

    /// How many of what comes into a body, in front of what a Scan goes through and behind a number and a condition, is
    /// carried along.
    static std::size_t carriedCount(const graph::Node& owner, const graph::OpenBody& body)
    {
        const auto others = owner.opType == "Loop"
                                ? std::int64_t(2)
                                : owner.attributes.intOr("num_scan_inputs", std::int64_t(owner.inputs.size()));
        const auto all = owner.opType == "Loop" ? owner.inputs.size() : body.inputs.size();
        return std::size_t(std::max<std::int64_t>(0, std::int64_t(all) - others));
    }

    /// What comes into a body has its error from before the loop, or from the iteration before.
    void handOn(const graph::Node& owner, const graph::OpenBody& body, bool isFirst)
    {
        const bool isLoop = owner.opType == "Loop";
        const auto carried = carriedCount(owner, body);
        const auto first = isLoop ? body.inputs.size() - std::min(carried, body.inputs.size()) : 0;
        std::vector<std::optional<Blame>> blamed(body.inputs.size());
        for (std::size_t slot = 0; slot < body.inputs.size(); ++slot) {
            const auto left = body.inputs.size() - slot; // the owner may read more in front
            auto maker = left <= owner.inputs.size() ? owner.inputs[owner.inputs.size() - left] : ValueId();
            if (!isFirst && slot >= first && slot < first + carried)
                maker = body.outputs.at(slot - first + (isLoop ? 1 : 0));
            if (maker.isValid())
                blamed[slot] = m_blamed[maker.position()];
        }
        for (std::size_t slot = 0; slot < body.inputs.size(); ++slot)
            m_blamed[body.inputs[slot].position()] = blamed[slot];
    }

    void passSwitch(NodeId id)
    {
        const auto index = id.position() - m_switches.baseline().nodeCount();
        const auto& point = m_switches.points()[index];
        if (point.role == QuantizerRole::Weight)
            return;
        Blame blame{point.layer, "Input", kExactDb};
        if (m_switches.graph().value(point.source).body.isValid()) // handed on by a loop, with the error that it has
            blame.inputDb = m_errors.measuredDb(point.source, m_numbers).value_or(kExactDb);
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
            const auto db = m_errors.measuredDb(input, m_numbers);
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
                least = std::min(least, m_errors.measuredDb(input, m_numbers).value_or(kExactDb));
        return least;
    }

    void consider(const Blame& blame, ValueId value, const std::string& shownAt)
    {
        const auto db = m_errors.measuredDb(value, m_numbers);
        if (!db || *db >= kBadDb || blame.inputDb - *db < kLeastDropDb || blame.inputDb - *db <= m_largestDrop)
            return;
        m_largestDrop = blame.inputDb - *db;
        m_origin = results::AttributedOrigin{blame.layer, blame.opType, blame.inputDb, shownAt,
                                             m_errors.of(value, m_numbers).db()};
        if (graph::isInLoop(m_switches.graph(), m_switches.graph().value(value).body))
            m_origin->numbers = m_numbers;
    }

    const QuantizerSwitches& m_switches;
    const ValueErrors& m_errors;
    std::vector<std::optional<Blame>> m_blamed; ///< by value id; nothing where no quantizer stands behind it
    std::vector<bool> m_hasOwnWeight;           ///< by baseline node
    std::vector<std::vector<NodeId>> m_nodes;   ///< in order, of the graph itself and then of each body
    Numbers m_numbers;                          ///< of the iteration that is looked at
    std::optional<results::AttributedOrigin> m_origin;
    double m_largestDrop = 0.0;
};

} // namespace

std::optional<results::AttributedOrigin> originOf(const QuantizerSwitches& switches, const ValueErrors& errors)
{
    return Trail(switches, errors).origin();
}

} // namespace ql::analysis
