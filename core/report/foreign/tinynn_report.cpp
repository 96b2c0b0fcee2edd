// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_table.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/shadow_result.h"

/// TinyNeuralNetwork's "Quantization error report" (TinyNN 0.1 of 2022 and later, util/quantization_analysis_util.py):
/// below "Weights (cosine sorted 20):" and "Activations (…):" a line for each, "name  cosine: 0.9876, scale: 0.0123,
/// zero_point: 0"; the metric is the cosine or the SQNR.
namespace ql::report::tinynn_report {

namespace {

using results::MetricId;

bool recognises(std::string_view head)
{
    return holds(head, "Quantization error report") || (holds(head, "sorted") && holds(head, ", zero_point: "));
}

struct Line {
    std::string name;
    MetricId metric;
    std::optional<double> value;
};

std::optional<Line> lineOf(std::string_view text)
{
    const auto scale = text.find(", scale: ");
    for (const auto& [word, metric] :
         {std::pair(" cosine: ", MetricId::Cosine), std::pair(" sqnr: ", MetricId::Sqnr)}) {
        const std::string_view key(word);
        const auto at = text.rfind(key, scale);
        if (scale == text.npos || at == text.npos)
            continue;
        return Line{std::string(trimmed(text.substr(0, at))), metric,
                    numberIn(text.substr(at + key.size(), scale - at - key.size()))};
    }
    return std::nullopt;
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    auto result = std::make_shared<results::ShadowResult>();
    result->baseline = "float network";
    result->analysis = "quantized network";
    bool isWeight = false;
    for (const auto text : linesOf(file.text)) {
        if (text.starts_with("Weights (") || text.starts_with("Activations ("))
            isWeight = text.starts_with('W');
        const auto line = lineOf(text);
        if (!line || line->name.empty())
            continue;
        auto& row = result->rows.emplace_back();
        row.index = int(result->rows.size()) - 1;
        row.name = line->name;
        row.baseline = {.value = isWeight ? line->name + ".weight" : line->name,
                        .node = line->name,
                        .opType = {},
                        .dtype = {},
                        .statistics = {}};
        row.analysis = row.baseline;
        const Measured measured{{line->metric, line->value}};
        row.onBaselineInputs = measuredMetrics(measured);
    }
    if (result->rows.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of a layer in it");
    parts.add(result);
    return "shadow";
}

} // namespace

ForeignTool tool()
{
    return {Message("TinyNN's quantization error report"), recognises, read};
}

} // namespace ql::report::tinynn_report
