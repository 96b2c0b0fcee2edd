// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/foreign/foreign_table.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/results/compare_result.h"

#include <array>
#include <cctype>
#include <cmath>

/// Ascend's comparisons: msprobe's compare_result_*.csv (mindstudio-probe 1.0 to 8.2, "NPU Name, Bench Name, …, Cosine,
/// MaxAbsErr, …" of the NPU against a benchmark), and the table of msaccucmp and ais_bench ("OpType, NPUDump,
/// GroundTruth, CosineSimilarity, …", CANN 6 to 8). Where msprobe compares statistics only, a row has the norm of each
/// side, and no error of the elements.
namespace ql::report::ascend_compare {

namespace {

using results::MetricId;

bool recognises(std::string_view head)
{
    return hasHeaders(head, {"npuname", "benchname"}) || hasHeaders(head, {"optype", "npudump", "groundtruth"});
}

results::TensorStatistics statistics(const CsvTable& table, const std::vector<std::string>& cells,
                                     const std::string& side)
{
    results::TensorStatistics said;
    const auto low = table.number(cells, side + "min");
    const auto high = table.number(cells, side + "max");
    if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high))
        return said;
    said.count = 1; // it isn't said how many there are
    said.min = *low;
    said.max = *high;
    said.mean = table.number(cells, side + "mean").value_or(0.0);
    return said;
}

std::string_view read(const ForeignFile& file, results::ResultParts& parts)
{
    const auto table = csvTableOf(file.text);
    const bool isProbe = table.column("npuname").has_value();
    auto result = std::make_shared<results::CompareResult>();
    result->baseline = isProbe ? "benchmark" : "ground truth";
    result->analysis = "NPU";
    const auto rms = [&](const auto& cells) {
        const auto root = table.number(cells, "rootmeansquareerror");
        return root ? std::optional(*root * *root) : std::nullopt;
    };
    for (const auto& cells : table.rows) {
        const auto baseline = table.cell(cells, isProbe ? "benchname" : "groundtruth");
        const auto analysis = table.cell(cells, isProbe ? "npuname" : "npudump");
        if (baseline.empty() && analysis.empty())
            continue;
        const auto isThere = [](const std::string& name) { return !name.empty() && name != "N/A" && name != "*"; };
        auto& row = addLayer(*result, isThere(baseline) ? baseline : analysis, table.cell(cells, "optype"),
                             {{MetricId::Cosine, table.number(cells, isProbe ? "cosine" : "cosinesimilarity")},
                              {MetricId::Atol, table.number(cells, isProbe ? "maxabserr" : "maxabsoluteerror")},
                              {MetricId::L1, table.number(cells, "meanabsoluteerror")},
                              {MetricId::RelL2, table.number(cells, "relativeeuclideandistance")},
                              {MetricId::Kl, table.number(cells, "kullbackleiblerdivergence")},
                              {MetricId::Mse, rms(cells)}});
        row.analysis.value = row.analysis.node = isThere(analysis) ? analysis : row.name;
        if (!isProbe)
            continue;
        row.baseline.statistics = statistics(table, cells, "bench");
        row.analysis.statistics = statistics(table, cells, "npu");
        if (!isThere(baseline) || !isThere(analysis)) {
            row.state = isThere(baseline) ? results::LayerRow::State::UnmatchedBaseline
                                          : results::LayerRow::State::UnmatchedAnalysis;
            (isThere(baseline) ? row.analysis : row.baseline) = {};
        }
    }
    if (result->layers.empty())
        throw Error(ErrorCode::FileCorrupt, "no line of a tensor in it");
    parts.add(result);
    return "compare";
}

} // namespace

ForeignTool tool()
{
    return {Message("Ascend's comparisons (msprobe, msaccucmp)"), recognises, read};
}

} // namespace ql::report::ascend_compare
