// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/compare_result.h"
#include "core/results/shadow_result.h"

/// RKNN Toolkit 2's error_analysis.txt (rknn-toolkit2 1.3 to 2.3, accuracy_analysis): "[Conv] name  0.99 | 1.2  0.99 |
/// 1.2", cosine and Euclidean distance of the simulator's output against the float model's, over the whole network and
/// of the layer by itself; where a board was asked, then the same of the board, for the layers that it makes. Toolkit
/// 1's entire_qnt_error_analysis.txt and individual_qnt_error_analysis.txt (rknn-toolkit 1.7) have "eculidean_norm=0.03
/// cosine_norm=0.99" behind or below a layer's name. A distance without the number of elements is none of our metrics.
namespace ql::report::rknn_error_analysis {

namespace {

using results::MetricId;

constexpr std::string_view kFirstCosine = "cosine_norm=";
constexpr std::string_view kFirstDistance = "eculidean_norm="; // as it is spelled there

bool recognises(std::string_view head)
{
    return (holds(head, "simulator_error") && holds(head, "layer_name") && holds(head, "cos") && holds(head, "euc"))
           || holds(head, kFirstCosine);
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

/// Toolkit 1's: whether each layer ran by itself is in the file's name.
std::string_view readFirst(const ForeignFile& file, results::ResultParts& parts)
{
    auto compared = std::make_shared<results::CompareResult>();
    auto own = std::make_shared<results::ShadowResult>();
    compared->baseline = own->baseline = "golden";
    compared->analysis = own->analysis = "simulator";
    const bool isByItself = file.name.find("individual") != std::string::npos;
    std::string name;
    for (const auto text : linesOf(file.text)) {
        const auto cosine = text.find(kFirstCosine);
        const auto before = trimmed(text.substr(0, std::min(text.find(kFirstDistance), text.size())));
        if (!before.empty())
            name = before;
        if (cosine == text.npos || name.empty())
            continue;
        const auto words = wordsIn(text.substr(cosine + kFirstCosine.size()));
        const std::pair<MetricId, std::optional<double>> measured[]{
            {MetricId::Cosine, words.empty() ? std::nullopt : numberIn(words.front())}};
        const results::LayerSide side{.value = name, .node = name, .opType = {}, .dtype = {}, .statistics = {}};
        if (isByItself) {
            auto& row = own->rows.emplace_back();
            row.index = int(own->rows.size()) - 1;
            row.name = name;
            row.baseline = row.analysis = side;
            row.onBaselineInputs = measuredMetrics(measured);
        } else {
            auto& layer = compared->layers.emplace_back();
            layer.index = int(compared->layers.size()) - 1;
            layer.name = name;
            layer.baseline = layer.analysis = side;
            layer.metrics = measuredMetrics(measured);
        }
    }
    if (own->rows.empty() && compared->layers.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of a layer in it");
    if (isByItself)
        parts.add(own);
    else
        parts.add(compared);
    return isByItself ? "shadow" : "compare";
}

/// What the simulator gave of every layer, where a board has numbers of some.
std::shared_ptr<results::CompareResult> simulatedOf(const std::vector<Line>& lines)
{
    auto simulated = std::make_shared<results::CompareResult>();
    simulated->baseline = "golden";
    simulated->analysis = "simulator";
    for (const auto& line : lines) {
        auto& layer = simulated->layers.emplace_back();
        layer.index = int(simulated->layers.size()) - 1;
        layer.name = line.name;
        layer.baseline = {.value = line.name, .node = line.name, .opType = line.opType, .dtype = {}, .statistics = {}};
        layer.analysis = layer.baseline;
        layer.metrics = cosineOnly(line, 0);
    }
    return simulated;
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    if (holds(file.text, kFirstCosine))
        return readFirst(file, parts);
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
    if (hasBoard)
        parts.add(simulatedOf(lines));
    parts.add(own);
    return "compare";
}

} // namespace

ForeignTool tool()
{
    return {Message("RKNN's accuracy analysis"), recognises, read};
}

} // namespace ql::report::rknn_error_analysis
