// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_table.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/shadow_result.h"

#include <algorithm>

/// What PPQ and ESP-PPQ print of a quantized network (ppq 0.6.6, esp-ppq 1.0 to 1.2; quantization/analyse): a table
/// "Layer | NOISE:SIGNAL POWER RATIO" of lines "name: | ████ | 48.831%", worst first. "Graphwise" is the whole
/// network's error at a layer, "layerwise" the network's with this one layer quantized. A ratio of powers is an SQNR:
/// 1% is 20 dB. graphwise tables of cosines (in percent, too) and of MSE are printed likewise.
namespace ql::report::ppq_analysis {

namespace {

using results::MetricId;

bool recognises(std::string_view head)
{
    return holds(head, "NOISE:SIGNAL POWER RATIO") || holds(head, "MSE LOSS(UNSCALED)")
           || (holds(head, "Layer") && holds(head, "| COSINE SIMILARITY"));
}

std::optional<MetricId> metricIn(std::string_view line)
{
    if (!holds(line, "Layer") || !holds(line, "|"))
        return std::nullopt;
    if (holds(line, "NOISE:SIGNAL POWER RATIO"))
        return MetricId::Sqnr;
    if (holds(line, "COSINE SIMILARITY"))
        return MetricId::Cosine;
    return holds(line, "MSE LOSS") ? std::optional(MetricId::Mse) : std::nullopt;
}

/// The number behind the last bar.
std::optional<double> numberBehind(std::string_view line, MetricId metric)
{
    auto word = trimmed(line.substr(line.rfind('|') + 1));
    const bool isPercent = word.ends_with('%');
    if (isPercent)
        word.remove_suffix(1);
    auto number = numberIn(word);
    if (number && isPercent)
        *number /= 100.0;
    return metric == MetricId::Sqnr ? decibelsOf(number) : number;
}

struct Tables {
    std::shared_ptr<results::CompareResult> graph = std::make_shared<results::CompareResult>();
    std::shared_ptr<results::ShadowResult> layers = std::make_shared<results::ShadowResult>();
};

void addLine(Tables& tables, std::string_view line, MetricId metric, bool isGraphwise)
{
    const auto bar = line.find('|');
    auto before = trimmed(line.substr(0, bar));
    if (bar == line.npos || bar == line.rfind('|') || !before.ends_with(':'))
        return;
    before.remove_suffix(1);
    const std::string name(before);
    const Measured measured{{metric, numberBehind(line, metric)}};
    if (isGraphwise) {
        const auto known = std::ranges::find(tables.graph->layers, name, &results::LayerRow::name);
        if (known == tables.graph->layers.end())
            addLayer(*tables.graph, name, {}, measured);
        return;
    }
    auto& row = tables.layers->rows.emplace_back();
    row.index = int(tables.layers->rows.size()) - 1;
    row.name = name;
    row.baseline = {.value = name, .node = name, .opType = {}, .dtype = {}, .statistics = {}};
    row.analysis = row.baseline;
    row.onBaselineInputs = measuredMetrics(measured);
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    Tables tables;
    tables.graph->baseline = tables.layers->baseline = "float network";
    tables.graph->analysis = tables.layers->analysis = "quantized network";
    bool isGraphwise = true;
    std::optional<MetricId> metric;
    for (const auto line : linesOf(file.text)) {
        if (holds(line, "Analysing"))
            isGraphwise = !holds(line, "ayerwise");
        else if (const auto head = metricIn(line))
            metric = head;
        else if (metric)
            addLine(tables, line, *metric, isGraphwise);
    }
    if (tables.graph->layers.empty() && tables.layers->rows.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of a layer in it");
    if (!tables.graph->layers.empty())
        parts.add(tables.graph);
    if (!tables.layers->rows.empty())
        parts.add(tables.layers);
    return tables.graph->layers.empty() ? "shadow" : "compare";
}

} // namespace

ForeignTool tool()
{
    return {Message("PPQ's and ESP-PPQ's error tables"), recognises, read};
}

} // namespace ql::report::ppq_analysis
