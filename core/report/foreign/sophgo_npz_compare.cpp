// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/compare_result.h"

#include <limits>

/// What Sophgo's `npz_tool.py compare` prints ("[name]  SIMILAR [PASSED]", then cosine_similarity and sqnr_similarity a
/// line each) and its --save table (name, op, quant, pass, sim_cos, sim_euc, sqnr). Its Euclidean similarity is none of
/// our metrics; its SQNR takes the mean out of both tensors first.
namespace ql::report::sophgo_npz_compare {

namespace {

using results::MetricId;

constexpr std::string_view kTableHead = "name, op, quant, pass, sim_cos, sim_euc, sqnr";

bool recognises(std::string_view head)
{
    return head.starts_with(kTableHead)
           || ((holds(head, "[PASSED]") || holds(head, "[FAILED]"))
               && (holds(head, "SIM") || holds(head, "EQUAL") || holds(head, "CLOSE")));
}

void addTensor(results::CompareResult& result, std::string name, std::string opType, std::optional<double> cosine,
               std::optional<double> sqnr)
{
    auto& layer = result.layers.emplace_back();
    layer.index = int(result.layers.size()) - 1;
    layer.name = std::move(name);
    layer.baseline = {.value = layer.name, .node = layer.name, .opType = std::move(opType)};
    layer.analysis = layer.baseline;
    const std::pair<MetricId, std::optional<double>> measured[]{{MetricId::Cosine, cosine}, {MetricId::Sqnr, sqnr}};
    layer.metrics = measuredMetrics(measured);
}

/// Behind "=" of a line with @p word.
std::optional<double> said(std::string_view line, std::string_view word)
{
    const auto equals = line.find('=');
    return holds(line.substr(0, equals), word) && equals != line.npos ? numberIn(line.substr(equals + 1))
                                                                      : std::nullopt;
}

void readTable(std::string_view text, results::CompareResult& result)
{
    const auto lines = linesOf(text);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto cells = cellsOf(lines[i]);
        if (cells.size() < 7 || cells[0].empty())
            continue;
        addTensor(result, cells[0], cells[1] == "-" ? std::string() : cells[1], numberIn(cells[4]), numberIn(cells[6]));
        if (cells[2] != "-")
            result.layers.back().analysis.dtype = cells[2];
    }
}

void readPrinted(std::string_view text, results::CompareResult& result)
{
    for (const auto line : linesOf(text)) {
        const auto close = line.find(']');
        const bool isTensor =
            line.starts_with('[') && close != line.npos && (holds(line, "[PASSED]") || holds(line, "[FAILED]"));
        if (isTensor) {
            const auto words = wordsIn(line.substr(close + 1));
            const bool isEqual = !words.empty() && words.front() == "EQUAL";
            addTensor(result, std::string(trimmed(line.substr(1, close - 1))), {},
                      isEqual ? std::optional(1.0) : std::nullopt,
                      isEqual ? std::optional(std::numeric_limits<double>::infinity()) : std::nullopt);
            continue;
        }
        if (result.layers.empty())
            continue;
        auto& metrics = result.layers.back().metrics;
        const auto old = metrics;
        const std::pair<MetricId, std::optional<double>> measured[]{
            {MetricId::Cosine,
             said(line, "cosine_similarity") ? said(line, "cosine_similarity") : valueOf(old, MetricId::Cosine)},
            {MetricId::Sqnr,
             said(line, "sqnr_similarity") ? said(line, "sqnr_similarity") : valueOf(old, MetricId::Sqnr)}};
        metrics = measuredMetrics(measured);
    }
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    auto result = std::make_shared<results::CompareResult>();
    result->baseline = "reference";
    result->analysis = "target";
    file.text.starts_with(kTableHead) ? readTable(file.text, *result) : readPrinted(file.text, *result);
    if (result->layers.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of a layer in it");
    parts.add(result);
    return "compare";
}

} // namespace

ForeignTool tool()
{
    return {Message("Sophgo's comparison of .npz files"), recognises, read};
}

} // namespace ql::report::sophgo_npz_compare
