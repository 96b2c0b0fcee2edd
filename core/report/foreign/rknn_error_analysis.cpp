// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/compare_result.h"
#include "core/results/shadow_result.h"

/// RKNN Toolkit 2's error_analysis.txt: "[Conv] name  0.99 | 1.2  0.99 | 1.2", cosine and Euclidean distance of the
/// simulator's output against the float model's, over the whole network and of the layer by itself; where a board was
/// asked, then the same of the board. A distance without the number of elements is none of our metrics.
namespace ql::report::rknn_error_analysis {

namespace {

using results::MetricId;

bool recognises(std::string_view head)
{
    return holds(head, "simulator_error") && holds(head, "layer_name") && holds(head, "cos") && holds(head, "euc");
}

struct Line {
    std::string opType;
    std::string name;
    std::vector<std::optional<double>> cosines; ///< simulator entire and single, board entire and single
};

/// Nothing for what is no layer's line.
std::optional<Line> lineOf(std::string_view text)
{
    const auto close = text.find("] ");
    if (!text.starts_with('[') || close == text.npos)
        return std::nullopt;
    Line line{std::string(text.substr(1, close - 1)), {}, {}};
    const auto words = wordsIn(text.substr(close + 1));
    std::size_t firstBar = words.size();
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
        if (words[i] == "|") {
            firstBar = std::min(firstBar, i);
            line.cosines.push_back(numberIn(words[i - 1]));
        }
    for (std::size_t i = 0; i + 1 < firstBar && firstBar < words.size(); ++i)
        line.name += (i == 0 ? "" : " ") + std::string(words[i]);
    return line.cosines.empty() || line.name.empty() ? std::nullopt : std::optional(std::move(line));
}

std::optional<results::Metrics> cosineOnly(const Line& line, std::size_t column)
{
    const std::pair<MetricId, std::optional<double>> measured[]{
        {MetricId::Cosine, column < line.cosines.size() ? line.cosines[column] : std::nullopt}};
    return measuredMetrics(measured);
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    std::vector<Line> lines;
    bool hasBoard = false;
    for (const auto text : linesOf(file.text))
        if (auto line = lineOf(text)) {
            hasBoard = hasBoard || line->cosines.size() > 2;
            lines.push_back(std::move(*line));
        }
    if (lines.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of a layer in it");
    auto compared = std::make_shared<results::CompareResult>();
    auto own = std::make_shared<results::ShadowResult>();
    compared->baseline = own->baseline = "golden";
    compared->analysis = own->analysis = hasBoard ? "runtime" : "simulator";
    for (const auto& line : lines) {
        auto& layer = compared->layers.emplace_back();
        auto& row = own->rows.emplace_back();
        layer.index = row.index = int(compared->layers.size()) - 1;
        layer.name = row.name = line.name;
        layer.baseline = row.baseline = {.value = line.name, .node = line.name, .opType = line.opType};
        layer.metrics = cosineOnly(line, hasBoard ? 2 : 0);
        row.accumulated = layer.metrics;
        row.onBaselineInputs = cosineOnly(line, hasBoard ? 3 : 1);
        if (layer.metrics) {
            layer.analysis = row.analysis = layer.baseline;
        } else { // the board has fused it into another
            layer.state = results::LayerRow::State::UnmatchedBaseline;
            row.state = results::ShadowRow::State::UnmatchedBaseline;
        }
    }
    parts.add(compared);
    parts.add(own);
    return "compare";
}

} // namespace

ForeignTool tool()
{
    return {Message("RKNN's accuracy analysis"), recognises, read};
}

} // namespace ql::report::rknn_error_analysis
