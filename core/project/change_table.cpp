// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/trials_file.h"

#include "core/base/error.h"
#include "core/report/table/csv.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace ql::project {

namespace {

using results::ChangeRow;
using results::Metrics;

constexpr std::array kFirst{"kind", "name", "op", "quantized_before", "quantized_after"};
constexpr std::size_t kMetricCount = results::kAllMetrics.size();
constexpr std::size_t kCellCount = kFirst.size() + 2 * kMetricCount;
constexpr const char* kOutput = "output";
constexpr const char* kLayer = "layer";

using Cells = std::vector<std::string>;

std::string titles()
{
    Cells cells(kFirst.begin(), kFirst.end());
    for (const char* side : {"before", "after"})
        for (const auto metric : results::kAllMetrics)
            cells.push_back(fmt::format("{}_{}", results::key(metric), side));
    return report::csvLine(cells);
}

void addMetrics(Cells& cells, const std::optional<Metrics>& metrics)
{
    for (const auto metric : results::kAllMetrics) {
        const auto value = results::valueOf(metrics, metric);
        cells.push_back(value ? fmt::format("{}", *value) : ""); // the shortest that reads back the same
    }
}

std::optional<double> numberOf(const std::string& cell)
{
    if (cell.empty())
        return std::nullopt;
    double value = 0.0;
    const auto [rest, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || rest != cell.data() + cell.size())
        throw Error(ErrorCode::FileCorrupt, Message("{} is no number", cell));
    return value;
}

std::optional<Metrics> metricsOf(const Cells& cells, std::size_t first)
{
    const auto value = [&cells, first](results::MetricId metric) {
        return numberOf(cells[first + std::size_t(metric)]);
    };
    using enum results::MetricId;
    if (!value(Cosine))
        return std::nullopt;
    Metrics metrics;
    for (const auto metric : results::kAllMetrics) {
        const auto found = value(metric);
        if (!found && metric != Kl && metric != Js && metric != MaxQscaleDiff) // which not every comparison measures
            throw Error(ErrorCode::FileCorrupt, Message("{} has no value", results::key(metric)));
        results::setValue(metrics, metric, found);
    }
    return metrics;
}

ChangeRow rowOf(Cells cells)
{
    if (cells.size() != kCellCount)
        throw Error(ErrorCode::FileCorrupt, Message("{} values, expected {}", cells.size(), kCellCount));
    if (cells[0] != kOutput && cells[0] != kLayer)
        throw Error(ErrorCode::FileCorrupt, Message("{}, expected {} or {}", cells[0], kOutput, kLayer));
    ChangeRow row;
    row.isOutput = cells[0] == kOutput;
    row.before = metricsOf(cells, kFirst.size());
    row.after = metricsOf(cells, kFirst.size() + kMetricCount);
    row.name = std::move(cells[1]);
    row.opType = std::move(cells[2]);
    row.dtypeBefore = std::move(cells[3]);
    row.dtypeAfter = std::move(cells[4]);
    return row;
}

} // namespace

std::string changeTable(const std::vector<ChangeRow>& rows)
{
    std::string table = titles();
    for (const auto& row : rows) {
        Cells cells{row.isOutput ? kOutput : kLayer, row.name, row.opType, row.dtypeBefore, row.dtypeAfter};
        addMetrics(cells, row.before);
        addMetrics(cells, row.after);
        table += report::csvLine(cells);
    }
    return table;
}

std::vector<ChangeRow> rowsOfChangeTable(const std::string& table)
{
    std::size_t at = titles().size();
    if (!table.starts_with(titles()))
        throw Error(ErrorCode::FileCorrupt, Message("the line of titles is not  {}", titles().substr(0, at - 1)));
    std::vector<ChangeRow> rows;
    while (at < table.size())
        try {
            rows.push_back(rowOf(report::nextCsvLine(table, at)));
        } catch (Error& error) {
            error.addContext(Message("row {} of the values", rows.size() + 1));
            throw;
        }
    return rows;
}

} // namespace ql::project
