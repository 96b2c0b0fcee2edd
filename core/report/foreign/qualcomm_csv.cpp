// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_numbers.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/compare_result.h"

#include <algorithm>
#include <array>
#include <cctype>

/// The tables of Qualcomm's accuracy debuggers (QNN, SNPE, QAIRT): a tensor a line, a column for each verifier. Which
/// columns there are depends on version and options, so they are taken by name; names from the public documentation.
namespace ql::report::qualcomm_csv {

namespace {

using results::MetricId;

/// Small letters and digits only: "Cosine Similarity" and "CosineSimilarity" are one.
std::string plain(std::string_view header)
{
    std::string letters;
    for (const char c : header)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            letters += char(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

constexpr std::array kNames{"targetname", "targettensorname", "inferencetensorname", "name",
                            "sourcename", "tensorname",       "outputname",          "opname"};
constexpr std::array kTypes{"layertype", "type", "optype"};
constexpr std::array kVerifiers{std::pair{"cosinesimilarity", MetricId::Cosine},
                                std::pair{"cosine", MetricId::Cosine},
                                std::pair{"mse", MetricId::Mse},
                                std::pair{"sqnr", MetricId::Sqnr},
                                std::pair{"mae", MetricId::L1},
                                std::pair{"averageerror", MetricId::L1}};

std::optional<std::size_t> columnOf(const std::vector<std::string>& headers, const auto& words)
{
    for (const auto* word : words)
        if (const auto found = std::ranges::find(headers, word); found != headers.end())
            return std::size_t(found - headers.begin());
    return std::nullopt;
}

std::vector<std::string> headersIn(std::string_view line)
{
    auto headers = cellsOf(line);
    for (auto& header : headers)
        header = plain(header);
    return headers;
}

std::optional<MetricId> verifierIn(const std::string& header)
{
    for (const auto& [word, metric] : kVerifiers)
        if (header == word || header == std::string(word) + "default")
            return metric;
    return std::nullopt;
}

bool recognises(std::string_view head)
{
    const auto headers = headersIn(head.substr(0, head.find_first_of("\r\n")));
    return headers.size() > 1 && columnOf(headers, kNames)
           && std::ranges::any_of(headers, [](const std::string& header) { return verifierIn(header).has_value(); });
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    const auto lines = linesOf(file.text);
    const auto headers = headersIn(lines.front().substr(lines.front().starts_with("\xef\xbb\xbf") ? 3 : 0));
    const auto name = columnOf(headers, kNames);
    const auto type = columnOf(headers, kTypes);
    auto result = std::make_shared<results::CompareResult>();
    result->baseline = "framework";
    result->analysis = "inference engine";
    for (std::size_t i = 1; name && i < lines.size(); ++i) {
        const auto cells = cellsOf(lines[i]);
        if (*name >= cells.size() || cells[*name].empty())
            continue;
        std::vector<std::pair<MetricId, std::optional<double>>> measured;
        for (std::size_t column = 0; column < std::min(cells.size(), headers.size()); ++column)
            if (const auto metric = verifierIn(headers[column]))
                measured.emplace_back(*metric, numberIn(cells[column]));
        auto& layer = result->layers.emplace_back();
        layer.index = int(i) - 1;
        layer.name = cells[*name];
        layer.baseline = {.value = layer.name,
                          .node = layer.name,
                          .opType = type && *type < cells.size() ? cells[*type] : std::string()};
        layer.analysis = layer.baseline;
        layer.metrics = measuredMetrics(measured);
    }
    if (result->layers.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of a layer in it");
    parts.add(result);
    return "compare";
}

} // namespace

ForeignTool tool()
{
    return {Message("the tables of Qualcomm's accuracy debugger"), recognises, read};
}

} // namespace ql::report::qualcomm_csv
