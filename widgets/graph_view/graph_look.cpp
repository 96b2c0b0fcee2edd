// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_look.h"

#include "core/results/badness.h"
#include "widgets/graph_view/graph_checks.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/error_text.h"

#include <QStringList>

#include <algorithm>
#include <compare>
#include <initializer_list>
#include <map>
#include <utility>

namespace ql::widgets {

namespace {

using State = results::LayerRow::State;

bool isUnmatched(const results::LayerRow& row)
{
    return row.state == State::UnmatchedBaseline || row.state == State::UnmatchedAnalysis;
}

/// A layer of a picture: the two models may use one name for different things.
struct PlaceKey {
    bool isOnlyInAnalysis = false;
    std::string name;

    auto operator<=>(const PlaceKey&) const = default;
};

/// Where @p row's layer stands in a picture of @p content; nothing where it does not stand there.
std::optional<PlaceKey> placeOf(const results::LayerRow& row, GraphContent content)
{
    const bool isOnlyInAnalysis = results::isOnlyInAnalysis(row);
    if (content != GraphContent::Analysis) {
        if (content == GraphContent::Baseline && isOnlyInAnalysis)
            return std::nullopt;
        return PlaceKey{isOnlyInAnalysis, row.name};
    }
    if (row.state == State::UnmatchedBaseline || (row.state == State::Fused && !isOnlyInAnalysis))
        return std::nullopt;
    return PlaceKey{false, row.analysis.node.empty() ? row.name : row.analysis.node};
}

/// A layer of the baseline, or else one that only the analysis model has.
auto rowNamed(const results::CompareResult& result, const std::string& name)
{
    const auto found = std::ranges::find_if(result.layers, [&name](const results::LayerRow& row) {
        return row.name == name && !results::isOnlyInAnalysis(row);
    });
    return found != result.layers.end() ? found : std::ranges::find(result.layers, name, &results::LayerRow::name);
}

/// Gives this file's words their context.
struct TipWords {
    Q_DECLARE_TR_FUNCTIONS(GraphTip)
};

/// @p badness is by node; of a scope the worst inside.
std::optional<double> worstOf(const std::vector<std::optional<double>>& badness, const SceneItem& item)
{
    if (item.node >= 0)
        return std::size_t(item.node) < badness.size() ? badness[std::size_t(item.node)] : std::nullopt;
    std::optional<double> worst;
    for (const int node : item.members)
        if (std::size_t(node) < badness.size() && badness[std::size_t(node)])
            worst = std::max(worst.value_or(0.0), *badness[std::size_t(node)]);
    return worst;
}

QStringList tipOfScope(const GraphLook& look, const SceneItem& item)
{
    QStringList lines{QString::fromStdString(item.scope)};
    if (look.origin >= 0 && std::ranges::find(item.members, look.origin) != item.members.end())
        lines.append((look.isOriginMeasured ? TipWords::tr("The error starts in it, at %1.")
                                            : TipWords::tr("The error may start in it, at %1."))
                         .arg(QString::fromStdString(look.outline->nodes[std::size_t(look.origin)].name)));
    return lines;
}

} // namespace

void applyResult(GraphLook& look, std::shared_ptr<const results::CompareResult> result, results::MetricId metric,
                 GraphContent content)
{
    look.result = result;
    const std::size_t count = look.outline ? look.outline->nodes.size() : 0;
    look.badness.assign(count, std::nullopt);
    look.valueText.assign(count, {});
    look.rows.assign(count, -1);
    look.severity.assign(count, results::Severity::Info);
    look.origin = -1;
    look.isUnmatched.clear();
    look.badnessBefore.clear();
    if (!result || count == 0)
        return;
    std::map<PlaceKey, int> rows;
    for (std::size_t row = 0; row < result->layers.size(); ++row)
        if (auto place = placeOf(result->layers[row], content))
            rows.emplace(*std::move(place), int(row));
    const results::BadnessScale scale(*result);
    look.isUnmatched.assign(count, false);
    for (std::size_t node = 0; node < count; ++node) {
        const auto found = rows.find({look.outline->nodes[node].isOnlyInAnalysis, look.outline->nodes[node].name});
        if (found == rows.end())
            continue;
        const results::LayerRow& row = result->layers[std::size_t(found->second)];
        look.rows[node] = found->second;
        look.isUnmatched[node] = isUnmatched(row);
        for (const auto& advice : row.advice)
            look.severity[node] = std::max(look.severity[node], advice.severity);
        if (look.isUnmatched[node])
            look.valueText[node] = coreWord("no partner");
        const auto value = row.metrics ? results::valueOf(*row.metrics, metric) : std::nullopt;
        if (!value)
            continue;
        look.badness[node] = scale.badness(metric, *value);
        look.valueText[node] = formatNumber(*value);
    }
    if (result->errorOrigin.empty())
        return;
    const auto origin = rowNamed(*result, result->errorOrigin);
    look.origin = nodeOf(look, *result, int(origin - result->layers.begin()));
    look.isOriginMeasured = result->isOriginMeasured;
}

void applyTrial(GraphLook& look, const TrialOverlay& trial, results::MetricId metric)
{
    if (trial.isEmpty() || !look.result)
        return;
    const results::BadnessScale scale(*look.result);
    look.badnessBefore = look.badness; // what the trial didn't measure stays as it is
    for (std::size_t node = 0; node < look.rows.size(); ++node) {
        if (look.rows[node] < 0)
            continue;
        const results::LayerRow& row = look.result->layers[std::size_t(look.rows[node])];
        const auto tried = results::isOnlyInAnalysis(row) ? std::nullopt : trial.value(row.name, metric);
        if (!tried)
            continue;
        look.badness[node] = scale.badness(metric, tried->after);
        look.badnessBefore[node] = scale.badness(metric, tried->before);
        look.valueText[node] = tried->text();
    }
}

int nodeOf(const GraphLook& look, const results::CompareResult& result, int layer)
{
    if (layer < 0 || std::size_t(layer) >= result.layers.size())
        return -1;
    if (const auto found = std::ranges::find(look.rows, layer); found != look.rows.end())
        return int(found - look.rows.begin());
    const results::LayerRow& row = result.layers[std::size_t(layer)];
    if (row.state != State::Fused)
        return -1;
    const auto host = rowNamed(result, row.fusedInto);
    const auto found =
        host == result.layers.end() ? look.rows.end() : std::ranges::find(look.rows, int(host - result.layers.begin()));
    return found == look.rows.end() ? -1 : int(found - look.rows.begin());
}

std::optional<double> badnessOf(const GraphLook& look, const SceneItem& item)
{
    return worstOf(look.badness, item);
}

std::optional<double> badnessBeforeOf(const GraphLook& look, const SceneItem& item)
{
    return worstOf(look.badnessBefore, item);
}

QString valueTextOf(const GraphLook& look, const SceneItem& item)
{
    const auto at = [&look](int node) {
        return std::size_t(node) < look.valueText.size() ? look.valueText[std::size_t(node)] : QString();
    };
    if (item.node >= 0)
        return at(item.node);
    const auto badness = badnessOf(look, item);
    if (item.isOpen || !badness)
        return {};
    const auto worst =
        std::ranges::find_if(item.members, [&](int node) { return look.badness[std::size_t(node)] == badness; });
    return worst == item.members.end() ? QString() : at(*worst);
}

void applyNeedle(GraphLook& look, const QString& needle)
{
    look.needle = needle;
    look.isMentioned.clear();
    if (needle.isEmpty() || !look.outline)
        return;
    for (const auto& node : look.outline->nodes)
        look.isMentioned.push_back(
            std::ranges::any_of(std::initializer_list<const std::string*>{&node.name, &node.opType, &node.scope},
                                [&](const std::string* word) {
                                    return QString::fromStdString(*word).contains(needle, Qt::CaseInsensitive);
                                }));
}

bool mentions(const GraphLook& look, const SceneItem& item)
{
    if (look.isMentioned.empty())
        return true;
    const auto isMentioned = [&look](int node) { return bool(look.isMentioned[std::size_t(node)]); };
    return item.node >= 0 ? isMentioned(item.node) : item.isOpen || std::ranges::any_of(item.members, isMentioned);
}

std::pair<int, int> hitsOf(const GraphLook& look)
{
    int place = 0;
    int count = 0;
    for (std::size_t node = 0; node < look.isMentioned.size(); ++node)
        if (look.isMentioned[node]) {
            ++count;
            if (int(node) == look.selected)
                place = count;
        }
    return {place, count};
}

QString tipOf(const GraphLook& look, const SceneItem& item, const QString& metric)
{
    if (item.node < 0)
        return tipOfScope(look, item).join(u'\n');
    const auto at = std::size_t(item.node);
    const auto& node = look.outline->nodes[at];
    QStringList lines{QString::fromStdString(node.name), QString::fromStdString(node.opType)};
    if (at < look.valueText.size() && !look.valueText[at].isEmpty())
        lines.append(QStringLiteral("%1: %2").arg(metric, look.valueText[at]));
    lines.append(QString::fromStdString(node.dtype + ' ' + node.shape));
    if (!node.quantDtype.empty())
        lines.append(QStringLiteral("%1 · %2").arg(QString::fromStdString(node.quantDtype),
                                                   formatNumber(node.qscale.value_or(0.0))));
    if (const int row = at < look.rows.size() ? look.rows[at] : -1; row >= 0)
        if (const auto& advice = look.result->layers[std::size_t(row)].advice; !advice.empty())
            lines += {QString(), adviceText(advice)};
    if (const auto found = checkLinesOf(look, at); !found.isEmpty())
        lines += QStringList{QString(), TipWords::tr("Checks:")} + found;
    return lines.join(u'\n');
}

} // namespace ql::widgets
