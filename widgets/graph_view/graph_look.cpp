// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_look.h"

#include "core/results/badness.h"
#include "widgets/models/display_text.h"

#include <algorithm>
#include <unordered_map>

namespace ql::widgets {

void applyResult(GraphLook& look, const results::CompareResult* result, results::MetricId metric, bool isAnalysis)
{
    const std::size_t count = look.outline ? look.outline->nodes.size() : 0;
    look.badness.assign(count, std::nullopt);
    look.valueText.assign(count, {});
    look.isUnmatched.clear();
    if (!result)
        return;
    std::unordered_map<std::string, const results::LayerRow*> rows;
    for (const results::LayerRow& row : result->layers) {
        if (isAnalysis && !row.analysis.node.empty())
            rows.emplace(row.analysis.node, &row);
        if (!isAnalysis || row.state == results::LayerRow::State::UnmatchedAnalysis || row.analysis.node.empty())
            rows.emplace(row.name, &row);
    }
    const results::BadnessScale scale(*result);
    look.isUnmatched.assign(count, false);
    for (std::size_t node = 0; node < count; ++node) {
        const auto found = rows.find(look.outline->nodes[node].name);
        if (found == rows.end())
            continue;
        const results::LayerRow& row = *found->second;
        look.isUnmatched[node] = row.state == results::LayerRow::State::UnmatchedBaseline
                                 || row.state == results::LayerRow::State::UnmatchedAnalysis;
        const auto value = row.metrics ? results::valueOf(*row.metrics, metric) : std::nullopt;
        if (!value)
            continue;
        look.badness[node] = scale.badness(metric, *value);
        look.valueText[node] = formatNumber(*value);
    }
}

std::optional<double> badnessOf(const GraphLook& look, const SceneItem& item)
{
    if (item.node >= 0)
        return std::size_t(item.node) < look.badness.size() ? look.badness[std::size_t(item.node)] : std::nullopt;
    std::optional<double> worst;
    for (const int node : item.members)
        if (std::size_t(node) < look.badness.size() && look.badness[std::size_t(node)])
            worst = std::max(worst.value_or(0.0), *look.badness[std::size_t(node)]);
    return worst;
}

bool mentions(const GraphLook& look, const SceneItem& item)
{
    if (look.needle.isEmpty())
        return true;
    const auto mentionsNeedle = [&look](int node) {
        const auto& entry = look.outline->nodes[std::size_t(node)];
        return QString::fromStdString(entry.name).contains(look.needle, Qt::CaseInsensitive)
               || QString::fromStdString(entry.opType).contains(look.needle, Qt::CaseInsensitive)
               || QString::fromStdString(entry.scope).contains(look.needle, Qt::CaseInsensitive);
    };
    if (item.node >= 0)
        return mentionsNeedle(item.node);
    return item.isOpen || std::ranges::any_of(item.members, mentionsNeedle);
}

} // namespace ql::widgets
