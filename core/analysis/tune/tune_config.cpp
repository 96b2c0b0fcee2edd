// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/tune_config.h"

#include "core/analysis/tune/candidates.h"
#include "core/base/error.h"
#include "core/config/constraints/check_config.h"
#include "core/config/describe.h"
#include "core/config/layer_names.h"
#include "core/config/subgraphs.h"

#include <algorithm>

namespace ql::analysis {

namespace {

config::LayerEdit editOf(const std::string& layer, const results::TuneOverride& override,
                         const config::LayerNames& names, const graph::Graph& graph)
{
    const auto& node = config::requireLayer(names.layers(), layer);
    config::LayerEdit edit;
    edit.action = override.action == "skip" ? config::LayerEdit::Action::Skip : config::LayerEdit::Action::Set;
    edit.layer = names.nameOf(node);
    config::completeEdit(edit, graph, node);
    if (override.action == "skip")
        return edit;
    if (override.action == "per-channel") {
        edit.settings.weight.granularity = config::Granularity::PerChannel;
        return edit;
    }
    edit.settings.activation.bits = kWideBits;
    // 16-bit activations go with 8-bit weights only.
    if (!edit.weightTensors.empty() && names.resolve(node).weight.bits.value_or(8) != 8)
        edit.settings.weight.bits = 8;
    return edit;
}

} // namespace

TuneConfig::TuneConfig(config::ConfigFile file, const graph::Graph& graph, bool ignoresRules)
    : m_file(std::move(file))
    , m_graph(graph)
    , m_ignoresRules(ignoresRules)
    , m_known(config::findingsOf(m_file, &graph))
{
}

config::ConfigFile TuneConfig::with(std::vector<results::TuneOverride>& overrides) const
{
    auto file = edited(overrides);
    if (overrides.empty() || m_ignoresRules || broken(file).empty())
        return file;
    auto& last = overrides.back();
    if (last.followers.empty() && last.tensor.empty()) {
        const std::vector<std::string> asked{last.layer};
        for (const auto& follower : config::closureOf(m_graph, asked))
            if (follower.layer != last.layer)
                last.followers.push_back(follower.layer);
        file = edited(overrides);
    }
    if (const auto rules = broken(file); !rules.empty())
        throw Error(ErrorCode::BadArgument, Message("{}: {}", rules.front().rule, rules.front().message));
    return file;
}

config::ConfigFile TuneConfig::edited(const std::vector<results::TuneOverride>& overrides) const
{
    auto file = m_file;
    const auto said = config::withSubgraphs(m_file.config(), m_graph);
    const config::LayerNames names(said, m_graph);
    std::vector<config::LayerEdit> edits;
    const auto add = [&](const std::string& layer, const results::TuneOverride& override) {
        auto edit = editOf(layer, override, names, m_graph);
        if (std::ranges::find(edits, edit.layer, &config::LayerEdit::layer) == edits.end())
            edits.push_back(std::move(edit));
    };
    for (const auto& override : overrides)
        if (!override.isScope && override.tensor.empty())
            add(override.layer, override);
    for (const auto& override : overrides)
        for (const auto& follower : override.followers)
            add(follower, override);
    // A dialect that speaks of values has one named where others have a layer.
    for (const auto& override : overrides)
        if (!override.tensor.empty())
            edits.push_back({.layer = override.tensor, .settings = {.activation = {.bits = kWideBits}}});
    file.apply(edits);
    for (const auto& override : overrides)
        if (!override.tensor.empty() && file.config().resolveTensor(override.tensor).bits.value_or(0) != kWideBits)
            throw Error(ErrorCode::BadArgument, Message("the config can't speak of one value alone"));
    return file;
}

std::vector<results::Diagnostic> TuneConfig::broken(const config::ConfigFile& file) const
{
    return config::newErrors(m_known, config::findingsOf(file, &m_graph));
}

} // namespace ql::analysis
