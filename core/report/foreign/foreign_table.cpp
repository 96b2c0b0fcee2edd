// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/foreign/foreign_table.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace ql::report {

namespace {

/// Lines of a table; a line break between quotes is part of a cell.
std::vector<std::string> recordsOf(std::string_view text)
{
    std::vector<std::string> records;
    bool isQuoted = false;
    for (const auto line : linesOf(text)) {
        if (isQuoted)
            records.back() += " " + std::string(line);
        else
            records.emplace_back(line);
        isQuoted = isQuoted != (std::ranges::count(line, '"') % 2 == 1);
    }
    return records;
}

} // namespace

std::string plainHeader(std::string_view header)
{
    std::string letters;
    for (const char c : header)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            letters += char(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

std::optional<std::size_t> CsvTable::column(std::string_view header) const
{
    const auto found = std::ranges::find(headers, header);
    return found == headers.end() ? std::nullopt : std::optional(std::size_t(found - headers.begin()));
}

std::string CsvTable::cell(const std::vector<std::string>& row, std::string_view header) const
{
    const auto index = column(header);
    return index && *index < row.size() ? row[*index] : std::string();
}

std::optional<double> CsvTable::number(const std::vector<std::string>& row, std::string_view header) const
{
    return numberIn(cell(row, header));
}

CsvTable csvTableOf(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    CsvTable table;
    const auto records = recordsOf(text);
    for (std::size_t i = 0; i < records.size(); ++i) {
        auto cells = cellsOf(records[i]);
        if (i == 0)
            for (const auto& cell : cells)
                table.headers.push_back(plainHeader(cell));
        else if (!trimmed(records[i]).empty())
            table.rows.push_back(std::move(cells));
    }
    return table;
}

bool hasHeaders(std::string_view head, std::initializer_list<std::string_view> headers)
{
    const auto table = csvTableOf(head.substr(0, head.find('\n')));
    return std::ranges::all_of(headers, [&table](std::string_view header) { return table.column(header).has_value(); });
}

results::LayerRow& addLayer(results::CompareResult& result, std::string name, std::string opType,
                            const Measured& measured)
{
    auto& layer = result.layers.emplace_back();
    layer.index = int(result.layers.size()) - 1;
    layer.name = std::move(name);
    layer.baseline = {
        .value = layer.name, .node = layer.name, .opType = std::move(opType), .dtype = {}, .statistics = {}};
    layer.analysis = layer.baseline;
    layer.metrics = measuredMetrics(measured);
    return layer;
}

std::optional<double> decibelsOf(std::optional<double> noiseToSignal)
{
    if (!noiseToSignal || !(*noiseToSignal >= 0.0) || std::isinf(*noiseToSignal))
        return std::nullopt;
    return *noiseToSignal == 0.0 ? std::numeric_limits<double>::infinity() : -10.0 * std::log10(*noiseToSignal);
}

} // namespace ql::report
