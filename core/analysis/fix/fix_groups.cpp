// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_groups.h"

#include "core/analysis/layers/joined_output.h"
#include "core/analysis/layers/quantized_layers.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using graph::ValueId;
using quant::FixContext;
using quant::FixEdit;
using quant::SettingsEdit;
using Action = quant::SettingsEdit::Action;

constexpr std::size_t kPrefixes[]{2, 3, 4, 6, 8, 12};
constexpr std::size_t kMostJoins = 12;

class Groups {
public:
    explicit Groups(const FixContext& context)
        : m_context(context)
    {
    }

    std::vector<FixEdit> all()
    {
        for (const auto output : m_context.graph.outputs())
            addTail(output);
        addJoins();
        addPrefixes();
        addScopes();
        return std::move(m_found);
    }

private:
    const graph::Graph& graph() const { return m_context.graph; }
    const std::string& nameOf(ValueId value) const { return graph().value(value).name; }

    static void add(FixEdit& edit, Action action, const std::vector<std::string>& layers)
    {
        for (const auto& layer : layers)
            edit.settings.push_back({.action = action, .layer = layer});
        edit.layers.insert(edit.layers.end(), layers.begin(), layers.end());
    }

    void addFreshRanges(FixEdit& edit, const std::vector<ValueId>& values) const
    {
        for (const auto value : values)
            if (m_context.plan.find(value))
                edit.settings.push_back(
                    {.action = Action::Range, .value = nameOf(value), .observer = {.method = "min_max"}});
    }

    bool isQuantized(const std::vector<ValueId>& values) const
    {
        return std::ranges::any_of(values, [this](ValueId value) { return m_context.plan.find(value).has_value(); });
    }

    std::vector<std::string> namesOf(const std::vector<graph::NodeId>& nodes) const
    {
        std::vector<std::string> names;
        for (const auto node : nodes)
            names.push_back(graph().node(node).name);
        return names;
    }

    /// What is joined right before an output needs no common scale where nothing behind it is quantized.
    void addTail(ValueId output)
    {
        const auto joined = joinedIn(graph(), output);
        std::vector<ValueId> made{output};
        std::vector<std::string> path;
        for (const auto layer : joined.layers) {
            path.push_back(graph().node(layer).name);
            made.insert(made.end(), graph().node(layer).outputs.begin(), graph().node(layer).outputs.end());
        }
        std::ranges::reverse(path);
        if (path.empty() || !isQuantized(made))
            return;
        const auto& join = graph().node(joined.join).name;
        FixEdit apart{.fix = "high_precision",
                      .layers = {},
                      .change = Message("from what {} joins to output {} in float, a range for each of {} values", join,
                                        nameOf(output), joined.values.size())};
        add(apart, Action::Float, path);
        apart.settings.push_back({.action = Action::Float, .value = nameOf(output)});
        auto whole = apart;
        addFreshRanges(apart, joined.values);
        m_found.push_back(apart);
        whole.change = Message("the last layers before {}, and all up to output {}, in float", join, nameOf(output));
        add(whole, Action::Float, namesOf(joined.makers));
        m_found.push_back(std::move(whole));
        FixEdit wide{.fix = "wide",
                     .layers = {},
                     .change = Message("from what {} joins to output {} in 16 bits", join, nameOf(output))};
        add(wide, Action::Wide, path);
        addFreshRanges(wide, joined.values);
        m_found.push_back(std::move(wide));
    }

    /// One scale may serve what an operator joins where each has its own range.
    void addJoins()
    {
        std::size_t count = 0;
        for (const auto& node : graph().nodes()) {
            std::vector<ValueId> values;
            for (const auto input : node.inputs)
                if (input.isValid() && !graph().constantOf(input) && m_context.plan.find(input))
                    values.push_back(input);
            if (!graph::traitsNamed(node.opType).joins || values.size() < 2 || !haveOneScale(values)
                || ++count > kMostJoins)
                continue;
            values.push_back(node.outputs.front());
            FixEdit edit{.fix = "range",
                         .layers = {node.name},
                         .change = Message("a range of its own for each value that {} joins", node.name)};
            addFreshRanges(edit, values);
            m_found.push_back(std::move(edit));
        }
    }

    bool haveOneScale(const std::vector<ValueId>& values) const
    {
        const auto& first = m_context.plan.parametersOf(*m_context.plan.find(values.front()));
        return std::ranges::all_of(
            values, [&](ValueId value) { return m_context.plan.parametersOf(*m_context.plan.find(value)) == first; });
    }

    /// In float no more than half of the layers: most of a network in float is no repair of it.
    void addPrefixes()
    {
        const auto& worst = m_context.worstLayers;
        const auto all = quantizedLayers().size();
        for (const auto count : kPrefixes) {
            if (count > worst.size())
                return;
            const std::vector<std::string> layers(worst.begin(), worst.begin() + std::ptrdiff_t(count));
            FixEdit inFloat{.fix = "high_precision",
                            .layers = {},
                            .change = Message("the {} layers that lose most in float", count)};
            add(inFloat, Action::Float, layers);
            if (2 * count <= all)
                m_found.push_back(std::move(inFloat));
            FixEdit wide{.fix = "wide",
                         .layers = {},
                         .change = Message("activations of the {} layers that lose most in 16 bits", count)};
            add(wide, Action::Wide, layers);
            m_found.push_back(std::move(wide));
        }
    }

    /// Those around the layer that loses most, from the innermost outwards, unless that is all.
    void addScopes()
    {
        const auto& worst = m_context.worstLayers;
        if (worst.empty())
            return;
        const auto all = quantizedLayers();
        std::vector<std::string> last;
        for (const auto& scope : scopesAround(graph().node(*graph().findNode(worst.front())).scope)) {
            std::vector<std::string> layers;
            for (const auto* node : all)
                if (node->scope == scope || node->scope.starts_with(scope + '/'))
                    layers.push_back(node->name);
            if (2 * layers.size() > all.size())
                return;
            if (layers.size() < 2 || layers == last)
                continue;
            FixEdit edit{.fix = "high_precision", .layers = {}, .change = Message("all of {} in float", scope)};
            add(edit, Action::Float, layers);
            m_found.push_back(std::move(edit));
            last = std::move(layers);
        }
    }

    std::vector<const graph::Node*> quantizedLayers() const
    {
        return analysis::quantizedLayers(graph(), m_context.settings);
    }

    const FixContext& m_context;
    std::vector<FixEdit> m_found;
};

} // namespace

std::vector<FixEdit> groupEdits(const FixContext& context)
{
    return Groups(context).all();
}

} // namespace ql::analysis
