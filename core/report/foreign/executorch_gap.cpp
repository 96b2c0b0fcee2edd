// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_table.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/compare_result.h"

#include <algorithm>

/// ExecuTorch's numeric gap (executorch 0.7 to 1.1, devtools Inspector.calculate_numeric_gap, saved with to_csv): a
/// line for each operator with `aot_ops`, `runtime_ops` and `gap`, which holds one number for each output. The file
/// doesn't say which distance was asked for; MSE is the one of the tutorial.
namespace ql::report::executorch_gap {

namespace {

using results::MetricId;

bool recognises(std::string_view head)
{
    return hasHeaders(head, {"aotops", "runtimeops", "gap"});
}

/// "[0.25, 0.5]" or "0.25": the largest.
std::optional<double> gapIn(std::string cell)
{
    std::erase_if(cell, [](char c) { return c == '[' || c == ']'; });
    std::optional<double> largest;
    for (const auto& word : cellsOf(cell))
        if (const auto number = numberIn(word))
            largest = std::max(largest.value_or(*number), *number);
    return largest;
}

/// "['conv', 'relu']" → "conv relu".
std::string namesIn(std::string cell)
{
    std::erase_if(cell, [](char c) { return c == '[' || c == ']' || c == '\'' || c == ','; });
    return cell;
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    const auto table = csvTableOf(file.text);
    auto result = std::make_shared<results::CompareResult>();
    result->baseline = "eager model";
    result->analysis = "runtime";
    for (const auto& cells : table.rows) {
        const auto name = namesIn(table.cell(cells, "aotops"));
        const auto runtime = namesIn(table.cell(cells, "runtimeops"));
        if (name.empty() && runtime.empty())
            continue;
        auto& row =
            addLayer(*result, name.empty() ? runtime : name, {}, {{MetricId::Mse, gapIn(table.cell(cells, "gap"))}});
        row.analysis.value = row.analysis.node = runtime;
        row.analysis.opType = runtime;
    }
    if (result->layers.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of an operator in it");
    parts.add(result);
    return "compare";
}

} // namespace

ForeignTool tool()
{
    return {Message("ExecuTorch's numeric gap"), recognises, read};
}

} // namespace ql::report::executorch_gap
