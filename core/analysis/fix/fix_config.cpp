// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_config.h"

#include "core/base/error.h"
#include "core/config/constraints/check_config.h"
#include "core/config/describe.h"
#include "core/config/layer_names.h"
#include "core/config/subgraphs.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using quant::SettingsEdit;

const char* wordOf(SettingsEdit::Action action)
{
    switch (action) {
    case SettingsEdit::Action::PerChannel: return "per-channel";
    case SettingsEdit::Action::Wide: return "int16";
    case SettingsEdit::Action::Float: return "skip";
    case SettingsEdit::Action::Range: break;
    }
    return "";
}

bool isOverride(const SettingsEdit& edit)
{
    return edit.action != SettingsEdit::Action::Range && !edit.layer.empty();
}

std::vector<results::TuneOverride> overridesOf(std::span<const quant::FixEdit* const> edits, const graph::Graph& graph)
{
    std::vector<results::TuneOverride> overrides;
    for (const auto* edit : edits)
        for (const auto& one : edit->settings)
            if (isOverride(one))
                overrides.push_back({.layer = one.layer,
                                     .opType = graph.node(*graph.findNode(one.layer)).opType,
                                     .action = wordOf(one.action)});
    // Of several edits of a layer the dearest counts, as it does where they are applied.
    std::ranges::reverse(overrides);
    return overrides;
}

config::Observer observerOf(const quant::ObserverSettings& settings)
{
    config::Observer observer;
    observer.kind = config::observerFromWord(settings.method).value_or(config::ObserverKind::MinMax);
    for (const auto& [name, number] : settings.numbers)
        observer.parameters.set(name, number);
    return observer;
}

config::FixedScale fixedScaleOf(const quant::QuantizerSettings& settings)
{
    const auto& given = settings.observer.fixed;
    const auto shift = settings.format.isSigned ? 0 : std::int64_t{1} << (settings.format.bits - 1);
    config::FixedScale fixed;
    fixed.scales.assign(given.scales.begin(), given.scales.end());
    for (const auto zeroPoint : given.zeroPoints)
        fixed.offsets.push_back(zeroPoint - shift);
    return fixed;
}

/// Whether a tensor's scales, or how its range is found, are as wanted.
bool isSame(const config::TensorSettings& said, const config::TensorSettings& wanted)
{
    return wanted.fixed ? said.fixed == wanted.fixed : said.observer && said.observer->kind == wanted.observer->kind;
}

} // namespace

FixConfig::FixConfig(config::ConfigFile file, const graph::Graph& graph, bool ignoresRules)
    : m_tune(std::move(file), graph, ignoresRules)
    , m_graph(graph)
{
}

void FixConfig::addFollowers(quant::FixEdit& edit) const
{
    const quant::FixEdit* const alone[]{&edit};
    auto overrides = overridesOf(alone, m_graph);
    if (overrides.empty())
        return;
    m_tune.with(overrides);
    const auto action = edit.settings.front().action;
    for (const auto& override : overrides)
        for (const auto& follower : override.followers)
            edit.settings.push_back({.action = action, .layer = follower});
}

config::ConfigFile FixConfig::with(std::span<const quant::FixEdit* const> edits, std::vector<bool>& isSaid,
                                   const quant::FixSubject* repaired) const
{
    auto overrides = overridesOf(edits, m_graph);
    auto file = m_tune.with(overrides);
    const bool isLearnedSaid = repaired && sayLearned(file, *repaired);
    isSaid.clear();
    for (const auto* edit : edits) {
        bool isAll =
            !edit->settings.empty() || (isLearnedSaid && quant::fixNamed(edit->fix).target == quant::FixTarget::Config);
        for (const auto& one : edit->settings)
            isAll = (isOverride(one) || (one.action == SettingsEdit::Action::Range && sayRange(file, one))) && isAll;
        isSaid.push_back(isAll);
    }
    return file;
}

bool FixConfig::sayRange(config::ConfigFile& file, const SettingsEdit& edit) const
{
    const auto value = m_graph.findValue(edit.value);
    return value && sayOfValue(file, *value, {.observer = observerOf(edit.observer)});
}

/// As scales that calibration must not touch.
bool FixConfig::sayLearned(config::ConfigFile& file, const quant::FixSubject& repaired) const
{
    bool isAll = true;
    for (const auto& [name, parameters] : repaired.learnedRanges())
        if (const auto value = m_graph.findValue(name); value && parameters.codes.empty()) // no dialect gives centres
            isAll = sayOfValue(file, *value, {.fixed = fixedScaleOf(repaired.settings().values.at(name))}) && isAll;
    return isAll;
}

/// Of the value itself where the dialect speaks of values, else of all that its readers read; scales only where each
/// reads nothing else.
bool FixConfig::sayOfValue(config::ConfigFile& file, graph::ValueId value, const config::TensorSettings& settings) const
{
    const bool isWeight = m_graph.constantOf(value) != nullptr;
    const auto part = isWeight ? &config::LayerSettings::weight : &config::LayerSettings::activation;
    config::LayerEdit ofValue{.layer = m_graph.value(value).name};
    ofValue.settings.*part = settings;
    auto tried = file;
    if (trySay(tried, {ofValue}) && isSame(tried.config().resolveTensor(ofValue.layer), settings)) {
        file = std::move(tried);
        return true;
    }
    const auto config = config::withSubgraphs(file.config(), m_graph);
    const config::LayerNames names(config, m_graph);
    std::vector<config::LayerEdit> ofReaders;
    for (const auto reader : m_graph.value(value).consumers) {
        const auto& node = m_graph.node(reader);
        if (settings.fixed
            && (isWeight ? config::weightInputs(m_graph, node) : config::dataInputs(m_graph, node)).size() != 1)
            return false;
        config::LayerEdit one{.layer = names.nameOf(node)};
        config::completeEdit(one, m_graph, node);
        one.settings.*part = settings;
        ofReaders.push_back(std::move(one));
    }
    return !ofReaders.empty() && trySay(file, std::move(ofReaders));
}

/// Leaves the file as it was where the dialect can't say it or a rule forbids it.
bool FixConfig::trySay(config::ConfigFile& file, std::vector<config::LayerEdit> edits) const
{
    auto tried = file;
    try {
        tried.apply(edits);
    } catch (const Error&) {
        return false;
    }
    if (!config::newErrors(config::findingsOf(file, &m_graph), config::findingsOf(tried, &m_graph)).empty())
        return false;
    file = std::move(tried);
    return true;
}

} // namespace ql::analysis
