// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_groups.h"

#include "core/analysis/layers/joined_output.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <map>

namespace ql::analysis {

namespace {

using graph::ValueId;
using quant::FixContext;
using quant::FixEdit;
using quant::SettingsEdit;
using Action = quant::SettingsEdit::Action;

constexpr std::size_t kPrefixes[]{2, 3, 4, 6, 8, 12};
constexpr std::size_t kMostScopes = 8;
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

    std::vector<std::string> makersOf(const std::vector<ValueId>& values) const
    {
        std::vector<std::string> layers;
        for (const auto value : values)
            if (const auto maker = graph().value(value).producer; maker.isValid())
                if (const auto& name = graph().node(maker).name; std::ranges::find(layers, name) == layers.end())
                    layers.push_back(name);
        return layers;
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
        add(whole, Action::Float, makersOf(joined.values));
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
            if (!graph::movesDataOnly(node) || values.size() < 2 || !haveOneScale(values) || ++count > kMostJoins)
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
        return std::ranges::all_of(values, [&](ValueId value) {
            return m_context.plan.parametersOf(*m_context.plan.find(value)).scales == first.scales;
        });
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

    /// Of the layer that loses most: from the innermost outwards, unless that is all.
    void addScopes()
    {
        std::map<std::string, std::vector<std::string>> members;
        const auto all = quantizedLayers();
        for (const auto* node : all)
            for (auto end = node->scope.size(); end > 0 && end != std::string::npos;
                 end = node->scope.rfind('/', end - 1))
                members[node->scope.substr(0, end)].push_back(node->name);
        std::erase_if(members, [&](const auto& one) {
            return one.second.size() < 2 || 2 * one.second.size() > all.size() || !holdsWorst(one.second);
        });
        std::size_t count = 0;
        for (const auto& [scope, layers] : members) {
            if (++count > kMostScopes)
                return;
            FixEdit edit{.fix = "high_precision", .layers = {}, .change = Message("all of {} in float", scope)};
            add(edit, Action::Float, layers);
            m_found.push_back(std::move(edit));
        }
    }

    std::vector<const graph::Node*> quantizedLayers() const
    {
        std::vector<const graph::Node*> layers;
        for (const auto& node : graph().nodes())
            if (m_context.settings.isQuantized(node) && graph::opKind(node) == graph::OpKind::Compute)
                layers.push_back(&node);
        return layers;
    }

    bool holdsWorst(const std::vector<std::string>& layers) const
    {
        const auto& worst = m_context.worstLayers;
        return !worst.empty() && std::ranges::find(layers, worst.front()) != layers.end();
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
