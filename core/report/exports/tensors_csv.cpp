// SPDX-License-Identifier: GPL-3.0-or-later
// A table keyed by tensor, for spreadsheets: model, tensor, and a column for each number that any tensor has.
#include "core/report/exports/export_format.h"
#include "core/report/exports/tensor_numbers.h"
#include "core/report/table/csv.h"

#include <algorithm>

namespace ql::report::tensors_csv {

namespace {

std::vector<std::string> columnsOf(const TensorNumbersOfPair& pair)
{
    std::vector<std::string> columns;
    for (const auto* numbers : {&pair.baseline, &pair.analysis})
        for (const auto& tensor : numbers->tensors())
            for (const auto& [key, value] : tensor.fields.items())
                if (std::ranges::find(columns, key) == columns.end())
                    columns.push_back(key);
    return columns;
}

std::string cellOf(const Json& fields, const std::string& column)
{
    const auto found = fields.find(column);
    if (found == fields.end())
        return {};
    auto cell = found->is_string() ? found->get<std::string>() : found->dump();
    if (found->is_array()) // without quotes in any reader
        std::ranges::replace(cell, ',', '*');
    return cell;
}

std::string linesOf(const TensorNumbers& numbers, const char* side, const std::vector<std::string>& columns)
{
    std::string lines;
    for (const auto& tensor : numbers.tensors()) {
        std::vector<std::string> cells{side, tensor.name};
        for (const auto& column : columns)
            cells.push_back(cellOf(tensor.fields, column));
        lines += csvLine(cells);
    }
    return lines;
}

ReportFiles write(const results::ResultParts& parts, const Labels&)
{
    const auto pair = tensorNumbers(parts);
    if (pair.empty())
        return {};
    const auto columns = columnsOf(pair);
    std::vector<std::string> head{"model", "tensor"};
    head.insert(head.end(), columns.begin(), columns.end());
    return {{"tensors.csv", csvLine(head) + linesOf(pair.baseline, "baseline", columns)
                                + linesOf(pair.analysis, "analysis", columns)}};
}

} // namespace

ExportFormat format()
{
    return {"tensors-csv", Message("one table keyed by tensor"), write};
}

} // namespace ql::report::tensors_csv
