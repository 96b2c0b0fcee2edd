// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase_metrics.h"

#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/caller/functions.h"

#include <algorithm>

namespace ql::analysis {

using results::MetricId;

namespace {

/// Bad first: ascending means that small values are the bad ones.
bool isLowWorstFor(const results::BadCaseRequest& request)
{
    if (request.order == "ascending" || request.order == "descending")
        return request.order == "ascending";
    throw Error(ErrorCode::BadArgument,
                request.order.empty() ? Message("metric \"{}\" needs an order", request.metric)
                                      : Message("unknown order {}", request.order),
                "from bad to good: --order descending if large values are bad, --order ascending if small ones are");
}

} // namespace

BadCaseMetrics::BadCaseMetrics(const results::BadCaseRequest& request)
{
    for (const auto metric : results::kAllMetrics) {
        if (metric == MetricId::MaxQscaleDiff)
            continue;
        m_builtIn.push_back(metric);
        m_columns.push_back({std::string(results::key(metric)), {}, results::isLowWorst(metric)});
    }
    addJudge(request);
    addRanking(request);
}

void BadCaseMetrics::addJudge(const results::BadCaseRequest& request)
{
    if (!request.options.functions || !request.options.functions->judge)
        return;
    m_isLowJudgedBetter = request.options.judge.isLowerBetter;
    m_judgeColumn = m_columns.size();
    m_columns.push_back({std::string(keyOf(MetricId::Judge)), {}, !m_isLowJudgedBetter});
    m_columns.push_back({std::string(results::kJudgeDrop), {}, false});
}

void BadCaseMetrics::addRanking(const results::BadCaseRequest& request)
{
    const bool isCallers = request.options.functions && request.options.functions->metric;
    const auto known = std::ranges::find(m_columns, request.metric == "sqnr" ? "sqnr_db" : request.metric,
                                         &results::BadCaseMetric::key);
    m_rankedBy = std::size_t(known - m_columns.begin());
    if (!isCallers && known != m_columns.end())
        return;
    if (results::metricFromKey(request.metric) == MetricId::MaxQscaleDiff)
        throw Error(ErrorCode::BadArgument, "max_qscale_diff is a measure of layers: a model's output has no one scale",
                    "rank by atol");
    if (!isCallers)
        m_expression.emplace(request.metric);
    if (isCallers || m_expression->choosesOutputs())
        m_customColumn = m_columns.size();
    m_rankedBy = m_columns.size();
    m_columns.push_back({"custom", request.metric, isLowWorstFor(request)});
}

double BadCaseMetrics::dropOf(double baseline, double analysis) const
{
    return m_isLowJudgedBetter ? analysis - baseline : baseline - analysis;
}

void BadCaseMetrics::measure(std::span<const float> x, std::span<const float> y, std::vector<double>& values) const
{
    const auto comparison = compareTensors(x.data(), y.data(), x.size());
    // The metrics leave such elements out, and would praise an analysis model for an output of nothing but NaN.
    const bool isBroken = comparison.baseline.nanCount != comparison.analysis.nanCount
                          || comparison.baseline.infCount != comparison.analysis.infCount;
    for (const auto metric : m_builtIn)
        values.push_back(isBroken ? kNaN : results::valueOf(comparison.metrics, metric).value());
    values.insert(values.end(), m_judgeColumn ? 2 : 0, kNaN);
    if (m_customColumn)
        values.push_back(kNaN);
    else if (m_expression)
        values.push_back((*m_expression)(x, y));
}

} // namespace ql::analysis
