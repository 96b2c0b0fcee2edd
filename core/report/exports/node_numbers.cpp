// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/exports/node_numbers.h"

#include "core/results/badness.h"
#include "core/results/compare_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "core/results/weights_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ql::report {

using results::BadnessScale;
using results::MetricId;
using results::Metrics;

namespace {

/// Each name once, without empty ones.
std::vector<std::string> namesOf(const std::string& node, const std::string& tensor)
{
    std::vector<std::string> names;
    for (const auto* name : {&node, &tensor})
        if (!name->empty() && std::ranges::find(names, *name) == names.end())
            names.push_back(*name);
    return names;
}

void addUnlessEmpty(std::vector<NodeNumbers>& all, NodeNumbers numbers)
{
    if (!numbers.nodes.empty())
        all.push_back(std::move(numbers));
}

/// A row of a result by its sides and metrics.
struct PairedRow {
    std::vector<std::string> baseline;
    std::vector<std::string> analysis;
    Metrics metrics;
};

/// Another tool's results may have one name for both sides.
PairedRow pairedRow(const auto& row, const Metrics& metrics)
{
    PairedRow paired{namesOf(row.baseline.node, row.baseline.value), namesOf(row.analysis.node, row.analysis.value),
                     metrics};
    if (paired.baseline.empty() && paired.analysis.empty())
        paired.baseline = paired.analysis = namesOf(row.name, {});
    return paired;
}

void addMetrics(std::vector<NodeNumbers>& all, const std::string& about, const std::vector<PairedRow>& rows)
{
    BadnessScale scale;
    for (const auto& row : rows)
        for (const auto metric : results::kAllMetrics)
            if (const auto value = valueOf(row.metrics, metric))
                scale.see(metric, *value);
    for (const auto& [side, names] : {std::pair("baseline", &PairedRow::baseline), {"analysis", &PairedRow::analysis}})
        for (const auto metric : results::kAllMetrics) {
            NodeNumbers numbers{side, fmt::format("{}_{}", about, results::key(metric)), {}};
            for (const auto& row : rows)
                if (const auto value = valueOf(row.metrics, metric); value && !(row.*names).empty())
                    numbers.nodes.push_back({row.*names, *value, scale.badness(metric, *value)});
            addUnlessEmpty(all, std::move(numbers));
        }
}

/// Rows of one layer under its worst metrics: a layer has a weight and a bias.
class WorstOfLayers {
public:
    void add(const std::string& layer, const Metrics& metrics)
    {
        const auto [found, isNew] = m_places.emplace(layer, m_worst.size());
        if (isNew)
            m_worst.emplace_back(layer, metrics);
        auto& worst = m_worst[found->second].second;
        for (const auto metric : results::kAllMetrics)
            if (const auto value = valueOf(metrics, metric)) {
                const auto before = valueOf(worst, metric);
                if (!before || isWorse(metric, *value, *before))
                    setValue(worst, metric, value);
            }
    }
    const std::vector<std::pair<std::string, Metrics>>& all() const { return m_worst; }

private:
    std::map<std::string, std::size_t> m_places;
    std::vector<std::pair<std::string, Metrics>> m_worst; ///< in the order of the rows
};

void addComparisons(std::vector<NodeNumbers>& all, const results::ResultParts& parts)
{
    for (const auto& result : parts.all<results::CompareResult>()) {
        std::vector<PairedRow> rows;
        for (const auto& row : result->layers)
            if (row.metrics)
                rows.push_back(pairedRow(row, *row.metrics));
        addMetrics(all, "compare", rows);
    }
}

void addShadows(std::vector<NodeNumbers>& all, const results::ResultParts& parts)
{
    for (const auto& result : parts.all<results::ShadowResult>()) {
        std::vector<PairedRow> rows;
        for (const auto& row : result->rows)
            if (row.onBaselineInputs)
                rows.push_back(pairedRow(row, *row.onBaselineInputs));
        addMetrics(all, "shadow", rows);
    }
}

void addWeights(std::vector<NodeNumbers>& all, const results::ResultParts& parts)
{
    for (const auto& result : parts.all<results::WeightsResult>())
        for (const auto& [side, half] : {std::pair("baseline", &results::WeightRow::baseline),
                                         std::pair("analysis", &results::WeightRow::analysis)}) {
            WorstOfLayers layers;
            for (const auto& row : result->rows)
                if (row.metrics && !(row.*half).layer.empty())
                    layers.add((row.*half).layer, *row.metrics);
            std::vector<PairedRow> rows;
            const bool isBaseline = half == &results::WeightRow::baseline;
            for (const auto& [layer, metrics] : layers.all())
                rows.push_back({isBaseline ? std::vector{layer} : std::vector<std::string>(),
                                isBaseline ? std::vector<std::string>() : std::vector{layer}, metrics});
            addMetrics(all, "weights", rows);
        }
}

/// Layers go by the baseline's names there. A number is that of the whole network with this row switched.
void addSensitivities(std::vector<NodeNumbers>& all, const results::ResultParts& parts)
{
    for (const auto& result : parts.all<results::SensitivityResult>())
        for (const auto& output : result->outputs) {
            BadnessScale scale;
            for (const auto& row : output.rows)
                scale.see(output.metric, row.metricValue);
            std::map<std::string, NodeNumbers> byType; // "activation", "weight", "both": a layer has one row of each
            for (const auto& row : output.rows) {
                auto& numbers = byType[row.sensitiveType];
                for (const auto& layer : row.layers.empty() ? std::vector{row.opName} : row.layers)
                    numbers.nodes.push_back({{layer}, row.metricValue, scale.badness(output.metric, row.metricValue)});
            }
            for (auto& [type, numbers] : byType) {
                numbers.side = "baseline";
                numbers.about = fmt::format("sensitivity_{}_{}_{}_{}", results::keyOf(result->mode), type, output.name,
                                            results::key(output.metric));
                addUnlessEmpty(all, std::move(numbers));
            }
        }
}

} // namespace

std::vector<NodeNumbers> nodeNumbers(const results::ResultParts& parts)
{
    std::vector<NodeNumbers> all;
    addComparisons(all, parts);
    addShadows(all, parts);
    addWeights(all, parts);
    addSensitivities(all, parts);
    return all;
}

} // namespace ql::report
