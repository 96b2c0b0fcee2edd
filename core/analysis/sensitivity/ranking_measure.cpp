// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/ranking_measure.h"

#include "core/analysis/measure/caller_arrays.h"
#include "core/analysis/simulation/equivalence_check.h"
#include "core/base/error.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace ql::analysis {

namespace {

/// What functions say is about all outputs at once.
constexpr std::string_view kAllOutputs = "all_outputs";

results::SensitivityRequest withMetrics(const results::SensitivityRequest& request, bool areSaid)
{
    auto chosen = request;
    std::erase_if(chosen.metrics, [=](auto metric) { return results::isSaidByFunction(metric) != areSaid; });
    return chosen;
}

} // namespace

RankingMeasure::RankingMeasure(const graph::Graph& baseline, const results::SensitivityRequest& request)
    : m_baseline(baseline)
    , m_request(request)
    , m_functions(request.options.functions)
{
    if (!request.expression.empty())
        m_expression.emplace(request.expression);
    for (const auto output : baseline.outputs())
        m_names.push_back(baseline.value(output).name);
    for (const auto metric : withMetrics(request, true).metrics)
        m_columns.push_back({0, metric});
    if (isOpen())
        return;
    const auto measured = withMetrics(request, false);
    if (m_columns.empty() || !measured.metrics.empty())
        std::ranges::copy(rankingColumns(baseline, measured), std::back_inserter(m_columns));
    m_shownCount = m_columns.size();
    if (withMetrics(request, true).metrics.empty())
        addNoiseColumns(m_columns);
    else
        std::ranges::copy(rankingColumns(baseline, {.metrics = {results::MetricId::Mse}, .outputs = request.outputs}),
                          std::back_inserter(m_columns));
}

void RankingMeasure::settle(const std::vector<runs::Tensor>& outputs)
{
    m_processed = namesOf(m_functions->postProcess(arraysOf(m_names, outputs)));
    addProcessedColumns();
    m_shownCount = m_columns.size();
    std::ranges::copy(rankingColumns(m_baseline, {.metrics = {results::MetricId::Mse}}), std::back_inserter(m_columns));
}

void RankingMeasure::addProcessedColumns()
{
    for (const auto& wanted : m_request.outputs)
        if (std::ranges::find(m_processed, wanted) == m_processed.end())
            throw Error(ErrorCode::BadArgument, Message("the post-processing returns no {}", wanted),
                        Message("it returns {}", fmt::join(m_processed, ", ")));
    for (std::size_t i = 0; i < m_processed.size(); ++i)
        if (m_request.outputs.empty()
            || std::ranges::find(m_request.outputs, m_processed[i]) != m_request.outputs.end())
            for (const auto metric : withMetrics(m_request, false).metrics)
                m_columns.push_back({m_names.size() + i, metric});
}

std::string RankingMeasure::nameOf(const RankingColumn& column) const
{
    if (results::isSaidByFunction(column.metric))
        return std::string(kAllOutputs);
    return column.output < m_names.size() ? m_names[column.output] : m_processed[column.output - m_names.size()];
}

bool RankingMeasure::isOfGraph(const RankingColumn& column) const
{
    return !results::isSaidByFunction(column.metric) && column.output < m_names.size();
}

/// Whether somebody looks at all outputs.
bool RankingMeasure::areShown() const
{
    return m_expression || (m_functions && (m_functions->postProcess || m_functions->metric || m_functions->judge));
}

RankingMeasure::Outputs RankingMeasure::read(const std::vector<runs::Tensor>& outputs, std::size_t sample) const
{
    Outputs read{.tensors = outputs, .arrays = {}, .sample = sample};
    if (!areShown())
        return read;
    read.arrays = arraysOf(m_names, outputs);
    if (!m_functions || !m_functions->postProcess)
        return read;
    read.arrays = m_functions->postProcess(read.arrays);
    std::ranges::move(tensorsOf(read.arrays, m_processed), std::back_inserter(read.tensors));
    return read;
}

std::vector<double> RankingMeasure::values(std::span<const RankingColumn> columns, const Outputs& expected,
                                           const std::vector<runs::Tensor>& found) const
{
    // Noise powers alone are nothing that a program has to be asked for.
    const bool isPlain = std::ranges::all_of(columns, [this](const auto& column) { return isOfGraph(column); });
    const auto read =
        isPlain ? Outputs{.tensors = found, .arrays = {}, .sample = 0} : this->read(found, expected.sample);
    std::map<std::size_t, results::Metrics> metrics; // by output
    std::vector<double> values;
    for (const auto& [output, metric] : columns) {
        if (results::isSaidByFunction(metric)) {
            values.push_back(said(metric, expected, read));
            continue;
        }
        auto known = metrics.find(output);
        if (known == metrics.end())
            known = metrics.emplace(output, metricsBetween(expected.tensors[output], read.tensors[output])).first;
        values.push_back(results::valueOf(known->second, metric).value_or(std::nan("")));
    }
    return values;
}

double RankingMeasure::said(results::MetricId metric, const Outputs& expected, const Outputs& found) const
{
    if (results::isJudged(metric))
        return m_functions->judge({{found.sample, {}, &expected.arrays, &found.arrays}});
    return m_expression ? (*m_expression)(expected.arrays, found.arrays)
                        : m_functions->metric(expected.arrays, found.arrays);
}

} // namespace ql::analysis
