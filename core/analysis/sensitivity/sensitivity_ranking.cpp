// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/sensitivity_ranking.h"

#include "core/analysis/measure/measurable_value.h"
#include "core/base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace ql::analysis {

namespace {

using results::MetricId;
using results::SensitivityRow;

constexpr double kLeastRepair = 0.5;

/// How wrong an output is, 0 when it is right; in proportion to the difference where the metric allows that.
double errorOf(MetricId metric, double value)
{
    if (metric == MetricId::Sqnr)
        return std::pow(10.0, -value / 20.0);
    return metric == MetricId::Cosine ? 1.0 - value : value;
}

using results::SensitivityGroup;
using results::SensitivityMode;
using results::SensitivityRequest;
using results::SensitivityWhat;

/// Whether some of @p groups have quantizers in common, and all of @p pointCount are in one at least.
bool shareAll(const std::vector<SwitchGroup>& groups, std::size_t pointCount)
{
    std::set<std::size_t> seen;
    std::size_t count = 0;
    for (const auto& group : groups) {
        seen.insert(group.points.begin(), group.points.end());
        count += group.points.size();
    }
    return seen.size() == pointCount && count > pointCount;
}

} // namespace

std::vector<RankingColumn> rankingColumns(const graph::Graph& baseline, const results::SensitivityRequest& request)
{
    std::vector<RankingColumn> columns;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < baseline.outputs().size(); ++i) {
        const auto& output = baseline.value(baseline.outputs()[i]);
        names.push_back(output.name);
        const bool isNamed = std::ranges::find(request.outputs, output.name) != request.outputs.end();
        if (isNamed)
            requireMeasurable(output);
        if (isNamed || (request.outputs.empty() && isMeasurable(output)))
            for (const auto metric : request.metrics)
                columns.push_back({i, metric});
    }
    for (const auto& wanted : request.outputs)
        if (std::ranges::find(names, wanted) == names.end())
            throw Error(ErrorCode::BadArgument, Message("the baseline has no output {}", wanted),
                        Message("its outputs are {}", fmt::join(names, ", ")));
    if (columns.empty() && !request.metrics.empty())
        throw Error(ErrorCode::BadArgument, "the outputs hold strings: there is nothing to measure");
    if (columns.empty())
        throw Error(ErrorCode::BadArgument, "no metric is given");
    return columns;
}

std::size_t addNoiseColumns(std::vector<RankingColumn>& columns)
{
    const auto count = columns.size();
    for (std::size_t i = 0; i < count; ++i)
        if (i == 0 || columns[i].output != columns[i - 1].output)
            columns.push_back({columns[i].output, MetricId::Mse});
    return count;
}

std::shared_ptr<results::SensitivityResult> begunResult(const SensitivityRequest& request, const SwitchedModel& model)
{
    auto result = std::make_shared<results::SensitivityResult>();
    result->baseline = request.models.baseline;
    result->expression = request.expression;
    result->postProcess = request.options.postProcess;
    result->analysis = request.models.analysisName();
    result->mode = request.mode;
    result->method = request.method;
    result->unplaced = model.switches->unplaced();
    result->inside = model.inside;
    result->deviation = model.deviation;
    return result;
}

void sortRows(results::SensitivityOutput& output, results::SensitivityMode mode)
{
    const auto isFirst = [&](const SensitivityRow& a, const SensitivityRow& b) {
        return mode == results::SensitivityMode::OneOn ? results::isWorse(output.metric, a.metricValue, b.metricValue)
                                                       : results::isWorse(output.metric, b.metricValue, a.metricValue);
    };
    std::ranges::stable_sort(output.rows, isFirst);
    std::ranges::stable_sort(output.scopes, isFirst);
}

std::optional<results::ScopeRepair> scopeRepairOf(const results::SensitivityOutput& output)
{
    if (output.rows.empty() || output.scopes.empty() || results::isJudged(output.metric))
        return std::nullopt;
    const auto& row = output.rows.front();
    const auto& scope = output.scopes.front();
    const double whole = errorOf(output.metric, output.everythingOn);
    const auto repaired = [&](double value) { return 1.0 - errorOf(output.metric, value) / whole; };
    // Also false for what is NaN.
    if (!(whole > 0.0 && repaired(scope.metricValue) >= kLeastRepair
          && repaired(scope.metricValue) > 2.0 * repaired(row.metricValue)))
        return std::nullopt;
    return results::ScopeRepair{scope.opName, scope.metricValue, row.opName, row.sensitiveType, row.metricValue};
}

RankingGroups::RankingGroups(const QuantizerSwitches& switches, const SensitivityRequest& request)
    : m_groups(switchGroups(switches.baseline(), switches.points(), request))
    , m_rowCount(m_groups.size())
{
    const bool isOneOff = request.mode == SensitivityMode::OneOff;
    if (isOneOff && request.group == SensitivityGroup::Layer)
        std::ranges::move(scopeGroups(switches.baseline(), switches.points(), request), std::back_inserter(m_groups));
    m_shownCount = m_groups.size();
    if (isOneOff || !shareAll(m_groups, switches.points().size()))
        return;
    auto apart = request;
    apart.what = SensitivityWhat::Both;
    apart.group = SensitivityGroup::Layer;
    std::ranges::move(switchGroups(switches.baseline(), switches.points(), apart), std::back_inserter(m_groups));
}

} // namespace ql::analysis
